/** One instruction of a Dockerfile, with continued lines joined. */
export interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** A stage: a FROM line and the instructions up to the next FROM. */
export interface Stage {
  readonly base: string;
  /** The name for COPY --from; null if the stage has none. */
  readonly name: string | null;
  readonly steps: readonly Instruction[];
}

export interface Copy {
  readonly from: string | null;
  readonly chown: string | null;
  readonly sources: readonly string[];
  readonly target: string;
}

/** Throws an Error if an instruction other than ARG comes before FROM. */
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

/** The words of ENTRYPOINT, CMD or HEALTHCHECK. Throws an Error for the form that needs a shell. */
export function wordsOf({ steps }: Stage, word: string): string[] {
  const rest = steps.find((step) => step.word === word)?.rest ?? "";
  const list = /\[.*\]$/.exec(rest)?.[0];
  if (list === undefined) throw new Error(`${word} needs a shell: ${rest}`);
  return JSON.parse(list) as string[];
}

/**
 * Whether .dockerignore lets a file into the build. Understands only a file that first excludes
 * everything and then allows names, as ours does.
 */
export function letIn(ignore: string): (path: string) => boolean {
  const lines = ignore.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const [first, ...names] = lines;
  if (first !== "*" || names.some((name) => !/^![\w.-]+$/.test(name))) {
    throw new Error(`This test cannot read such a .dockerignore: ${lines.join(", ")}`);
  }
  const allowed = names.map((name) => name.slice(1));
  return (path) => allowed.includes(path.split("/")[0] ?? "");
}
