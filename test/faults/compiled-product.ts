// The compiled product in a folder where nothing else of this repository is.
import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BINARY = "dist/maitred";

/** A copy of the binary that no later build can change, made anew where a source is newer. */
export function compiledProduct(): { readonly command: readonly string[] } & Disposable {
  if (!isFresh()) {
    const built = Bun.spawnSync([process.execPath, "run", "build"], { stderr: "pipe" });
    if (built.exitCode !== 0) throw new Error(built.stderr.toString());
  }
  const folder = mkdtempSync(join(tmpdir(), "maitred-binary-"));
  const binary = join(folder, "maitred");
  copyFileSync(BINARY, binary);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // A hundred megabytes, also where somebody ends the process.
  process.once("exit", remove);
  return { command: [binary], [Symbol.dispose]: remove };
}

function isFresh(): boolean {
  const madeAt = statSync(BINARY, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = new Bun.Glob("{src,migrations}/**/*").scanSync(".");
  return ["package.json", "package-lock.json", ...sources].every(
    (file) => statSync(file).mtimeMs < madeAt,
  );
}
