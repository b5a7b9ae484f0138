// The compiled product, built again if a source is newer, and copies of it for tests.
import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const BINARY = join(ROOT, "dist/maitred");

/** A binary in a folder without other files of this repository; `cwd` is that folder. */
export interface LoneBinary extends Disposable {
  readonly command: string[];
  readonly cwd: string;
}

/** Remembered for this process, because sources do not change while tests run. */
let isBuilt = false;

/** The path of the binary, which is built if it is missing or older than its sources. */
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

/**
 * A copy that later builds do not change. It is removed when disposed of or when this process ends.
 */
export function loneBinary(source = builtBinary()): LoneBinary {
  const folder = mkdtempSync(join(tmpdir(), "maitred-binary-"));
  const binary = join(folder, "maitred");
  copyFileSync(source, binary);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // The copy takes a hundred megabytes, so it is also removed if the process is interrupted.
  process.once("exit", remove);
  return { command: [binary], cwd: folder, [Symbol.dispose]: remove };
}
