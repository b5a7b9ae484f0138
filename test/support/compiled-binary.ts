// The compiled product, built again if a source is newer, and copies of it to run.
import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const BINARY = join(ROOT, "dist/maitred");

/** A binary in a folder without anything else of this repository; `cwd` is that folder. */
export interface LoneBinary extends Disposable {
  readonly command: string[];
  readonly cwd: string;
}

/** Known to this process: nobody changes a source while tests run. */
let isBuilt = false;

/** Its path; it is built if missing or older than its sources. */
export function builtBinary(): string {
  if (isBuilt) return BINARY;
  isBuilt = isFresh();
  if (isBuilt) return BINARY;
  const built = Bun.spawnSync([process.execPath, "run", "build"], { cwd: ROOT, stderr: "pipe" });
  if (built.exitCode !== 0) throw new Error(built.stderr.toString());
  isBuilt = true;
  return BINARY;
}

function isFresh(): boolean {
  const madeAt = statSync(BINARY, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = new Bun.Glob("{src,migrations}/**/*").scanSync(ROOT);
  return ["package.json", "package-lock.json", ...sources].every(
    (file) => statSync(join(ROOT, file)).mtimeMs < madeAt,
  );
}

/** A copy that no later build changes, until it is disposed of or this process ends. */
export function loneBinary(source = builtBinary()): LoneBinary {
  const folder = mkdtempSync(join(tmpdir(), "maitred-binary-"));
  const binary = join(folder, "maitred");
  copyFileSync(source, binary);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // A hundred megabytes, removed also if the process is interrupted.
  process.once("exit", remove);
  return { command: [binary], cwd: folder, [Symbol.dispose]: remove };
}
