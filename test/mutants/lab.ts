// Makes changes (mutants) to the sources in a copy of the repository, and runs the tests there.
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { changed, type Mutant } from "./sites.ts";

/** Stands for the compiler in a list of test files. */
export const TYPES = "types";
/** Returned instead of a failing test file if the tests took too long. */
const TIME = "time";
const TSC = [
  "node_modules/.bin/tsc",
  "-p",
  ".",
  "--incremental",
  "--tsBuildInfoFile",
  "dist/types",
];
const TEST = [process.execPath, "test", "--bail=1", "--timeout=120000"];
/** The limit of processor time in seconds, because a change can cause an endless loop. */
const limitSeconds = (files: number): number => 60 + 2 * files;

/** Copies the files that git knows or would add, with uncommitted changes. */
export async function openLab() {
  const folder = fs.mkdtempSync(
    join(fs.existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "mutants-"),
  );
  const TMPDIR = join(folder, "tmp");
  const tree = join(folder, "tree");
  const known = Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard"]);
  for (const file of known.stdout
    .toString()
    .split("\n")
    .filter((path) => fs.existsSync(path))) {
    fs.mkdirSync(dirname(join(tree, file)), { recursive: true });
    fs.copyFileSync(file, join(tree, file));
  }
  fs.symlinkSync(resolve("node_modules"), join(tree, "node_modules"));

  /** A test file that fails in the copy; null if all pass. */
  async function failingNow(tests: readonly string[]): Promise<string | null> {
    const command = tests[0] === TYPES ? TSC : [...TEST, ...tests.map((file) => `./${file}`)];
    const limit = `ulimit -t ${limitSeconds(tests.length)}; exec "$@"`;
    fs.mkdirSync(TMPDIR);
    // A file instead of a pipe: processes that a test leaves behind would keep a pipe open.
    const output = join(folder, "output");
    fs.writeFileSync(output, "");
    const child = Bun.spawn(["sh", "-c", limit, "sh", ...command], {
      cwd: tree,
      env: { ...process.env, TMPDIR, NO_COLOR: "1" },
      stdio: ["ignore", "ignore", Bun.file(output)],
      detached: true,
    });
    const failed = (await child.exited) !== 0;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // Every process of the group has already ended.
    }
    fs.rmSync(TMPDIR, { recursive: true, force: true, maxRetries: 5 });
    if (child.signalCode !== null) return TIME;
    const named = [...fs.readFileSync(output, "utf8").matchAll(/^(test\/\S+\.test\.ts):$/gm)];
    const last = named.at(-1)?.[1];
    return failed ? (tests.find((test) => test === last) ?? tests[0] ?? null) : null;
  }

  async function write(mutants: readonly Mutant[], change: typeof changed): Promise<void> {
    for (const [file, some] of Map.groupBy(mutants, (mutant) => mutant.file))
      await Bun.write(join(tree, file), change(await Bun.file(file).text(), some));
  }

  const sound = new Map<string, boolean>();
  /** Implements `Failing` of judge.ts. Leaves out test files that fail without any change. */
  async function failing(
    mutants: readonly Mutant[],
    tests: readonly string[],
  ): Promise<string | null> {
    const used = tests.filter((test) => sound.get(test) !== false);
    if (used.length === 0) return null;
    await write(mutants, changed);
    const by = await failingNow(used);
    await write(mutants, (source) => source);
    if (by === null || by === TIME || sound.get(by)) return by;
    sound.set(by, (await failingNow([by])) === null);
    if (sound.get(by)) return by;
    console.log(`${by} also fails without a change, and is left out.`);
    return await failing(mutants, tests);
  }
  return { failing, close: () => fs.rmSync(folder, { recursive: true, force: true }) };
}
