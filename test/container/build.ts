// Runs the steps of the Dockerfile without a container engine. Each stage is a folder that stands
// for the root of its image.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { copyOf, letIn, type Stage, stagesOf } from "./dockerfile.ts";

const ROOT = resolve(import.meta.dir, "../..");

export interface Built {
  readonly root: string;
  readonly stage: Stage;
  readonly ran: readonly string[];
}

/**
 * Builds the Dockerfile of this checkout inside `folder`. `installed`: link this checkout's
 * packages instead of installing them from the registry. `base` fills a stage's folder with the
 * stage's base image.
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
  if (origin === undefined) throw new Error(`COPY names an unknown stage: ${from}`);
  const into = target.startsWith("/") ? join(root, target) : join(folder, target);
  for (const source of sources) {
    const path = join(origin, source);
    if (!existsSync(path) || (from === null && !sent(source))) {
      throw new Error(`COPY: ${source} does not exist, or .dockerignore leaves it out`);
    }
    cpSync(path, /[./]$/.test(target) ? join(into, basename(source)) : into, { recursive: true });
  }
}

/** Runs a RUN line in a shell without this checkout's environment variables. */
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

/** Every path below a folder, sorted, links and empty folders included. */
export const filesIn = (root: string): string[] =>
  (readdirSync(root, { recursive: true }) as string[]).sort();
