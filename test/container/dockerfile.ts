/** One line of a Dockerfile, comments and line ends taken out. */
export interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** What is between two FROM lines, the first one included. */
export interface Stage {
  readonly base: string;
  /** As COPY --from names it; null for the last one. */
  readonly name: string | null;
  readonly steps: readonly Instruction[];
}

/** A COPY line. */
export interface Copy {
  readonly from: string | null;
  readonly chown: string | null;
  readonly sources: readonly string[];
  readonly target: string;
}

/** Reads a Dockerfile into its stages. Throws an Error where it does not begin with FROM. */
export function stagesOf(text: string): Stage[] {
  const stages: { base: string; name: string | null; steps: Instruction[] }[] = [];
  const defaults = new Map<string, string>();
  for (const { word, rest } of instructionsOf(text)) {
    if (word === "ARG" && stages.length === 0) {
      const [name = "", value = ""] = rest.split("=");
      defaults.set(name, value);
      continue;
    }
    if (word === "FROM") {
      const [image = "", , name = null] = rest.split(/\s+/);
      const base = image.replace(/\$\{(\w+)\}/, (_, arg: string) => defaults.get(arg) ?? "");
      stages.push({ base, name, steps: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`${word} stands before FROM`);
    stage.steps.push({ word, rest });
  }
  return stages;
}

function instructionsOf(text: string): Instruction[] {
  const lines = text
    .split("\n")
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join("\n")
    .replace(/\\\n\s*/g, " ")
    .split("\n");
  return lines.map((line) => {
    const [word = "", ...rest] = line.trim().split(/\s+/);
    return { word: word.toUpperCase(), rest: rest.join(" ") };
  });
}

/** Reads the rest of a COPY line. */
export function copyOf(rest: string): Copy {
  const words = rest.split(/\s+/);
  const flag = (name: string): string | null =>
    words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;
  const paths = words.filter((word) => !word.startsWith("--"));
  return {
    from: flag("from"),
    chown: flag("chown"),
    sources: paths.slice(0, -1),
    target: paths.at(-1) ?? "",
  };
}

/** The variables of the ENV lines of a stage. */
export function environmentOf({ steps }: Stage): Record<string, string> {
  const pairs = steps
    .filter(({ word }) => word === "ENV")
    .flatMap(({ rest }) => rest.split(/\s+/))
    .map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    });
  return Object.fromEntries(pairs);
}

/** The words of ENTRYPOINT, CMD or HEALTHCHECK; a text that only a shell can read is an Error. */
export function wordsOf({ steps }: Stage, word: string): string[] {
  const rest = steps.find((step) => step.word === word)?.rest ?? "";
  const list = /\[.*\]$/.exec(rest)?.[0];
  if (list === undefined) throw new Error(`${word} needs a shell: ${rest}`);
  return JSON.parse(list) as string[];
}

/**
 * Whether a file of the folder is sent to the build. Reads the two forms that ours uses: everything
 * is left out, and names that are let in.
 */
export function letIn(ignore: string): (path: string) => boolean {
  const lines = ignore.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const [first, ...names] = lines;
  if (first !== "*" || names.some((name) => !/^![\w.-]+$/.test(name))) {
    throw new Error(`Written in another way than this test can read: ${lines.join(", ")}`);
  }
  const allowed = names.map((name) => name.slice(1));
  return (path) => allowed.includes(path.split("/")[0] ?? "");
}
