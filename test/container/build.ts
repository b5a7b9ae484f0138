// The steps of the Dockerfile, done in folders, as far as needed to show that each works. A
// stage is a folder that stands for its root.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { copyOf, letIn, type Stage, stagesOf } from "./dockerfile.ts";

const ROOT = resolve(import.meta.dir, "../..");

/** What a build made. */
export interface Built {
  /** The folder that stands for the root of the last stage. */
  readonly root: string;
  readonly stage: Stage;
  /** The commands that were run, as they were run. */
  readonly ran: readonly string[];
}

/**
 * Goes through the Dockerfile in `folder`. `installed`: packages come from this checkout instead of
 * the registry. `base` fills the folder of a stage that begins with an image.
 */
export function build(
  folder: string,
  options: { readonly installed: boolean; readonly base: (image: string, root: string) => void },
): Built {
  const stages = stagesOf(readFileSync(join(ROOT, "Dockerfile"), "utf8"));
  const sent = letIn(readFileSync(join(ROOT, ".dockerignore"), "utf8"));
  const ran: string[] = [];
  const roots = new Map<string, string>();
  let last: { root: string; stage: Stage } | null = null;
  for (const [index, stage] of stages.entries()) {
    const root = join(folder, stage.name ?? `stage-${index}`);
    mkdirSync(root, { recursive: true });
    options.base(stage.base, root);
    roots.set(stage.name ?? String(index), root);
    carryOut(stage, root, { roots, sent, ran, installed: options.installed });
    last = { root, stage };
  }
  if (last === null) throw new Error("The Dockerfile has no stage");
  return { ...last, ran };
}

interface Context {
  readonly roots: ReadonlyMap<string, string>;
  readonly sent: (path: string) => boolean;
  readonly ran: string[];
  readonly installed: boolean;
}

function carryOut(stage: Stage, root: string, { roots, sent, ran, installed }: Context): void {
  let folder = root;
  for (const { word, rest } of stage.steps) {
    if (word === "WORKDIR") {
      folder = join(root, rest);
      mkdirSync(folder, { recursive: true });
    } else if (word === "COPY") {
      copy(rest, { root, folder, roots, sent });
    } else if (word === "RUN") {
      ran.push(rest);
      if (installed && /^npx --yes bun@\S+ install\b/.test(rest)) {
        symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
      } else {
        run(rest, folder);
      }
    }
  }
}

function copy(
  rest: string,
  { root, folder, roots, sent }: Pick<Context, "roots" | "sent"> & { root: string; folder: string },
): void {
  const { from, sources, target } = copyOf(rest);
  const origin = from === null ? ROOT : roots.get(from);
  if (origin === undefined) throw new Error(`COPY names a stage that is none: ${from}`);
  const into = target.startsWith("/") ? join(root, target) : join(folder, target);
  for (const source of sources) {
    const path = join(origin, source);
    if (!existsSync(path) || (from === null && !sent(source))) {
      throw new Error(`COPY finds no ${source}: not there, or left out by .dockerignore`);
    }
    cpSync(path, /[./]$/.test(target) ? join(into, basename(source)) : into, { recursive: true });
  }
}

/** A RUN line: a shell that knows nothing of this checkout. */
function run(command: string, cwd: string): void {
  const { PATH = "", HOME = "" } = process.env;
  const { exitCode, stdout, stderr } = Bun.spawnSync(["sh", "-ec", command], {
    cwd,
    env: { PATH, HOME, CI: "true" },
    stdout: "pipe",
    stderr: "pipe",
  });
  if (exitCode !== 0) throw new Error(`RUN ${command}\n${stdout.toString()}${stderr.toString()}`);
}

/** Every file below a folder, sorted, links and empty folders included. */
export const filesIn = (root: string): string[] =>
  (readdirSync(root, { recursive: true }) as string[]).sort();
