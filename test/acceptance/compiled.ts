// The compiled product in a folder where nothing else of this repository is; built once for all
// files of a run.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMMAND, SOURCE_COMMAND } from "./support.ts";

/** How long a build may take, milliseconds: for the `beforeAll` that asks for it. */
export const BUILD_LIMIT_MS = 120_000;

/** All test files of a run share their modules, so that the first one builds for the others. */
let isBuilt = false;

/** A copy of the binary, or of what the environment names, alone in `cwd` until disposed of. */
export function compiledProduct(): { command: string[]; cwd: string } & Disposable {
  const named = COMMAND.join() === SOURCE_COMMAND.join() ? undefined : COMMAND[0];
  if (named === undefined && !isBuilt) {
    const built = Bun.spawnSync(["npm", "run", "build"], { stdout: "pipe", stderr: "pipe" });
    if (built.exitCode !== 0) throw new Error(built.stderr.toString());
    isBuilt = true;
  }
  const folder = mkdtempSync(join(tmpdir(), "maitred-binary-"));
  const binary = join(folder, "maitred");
  copyFileSync(named ?? "dist/maitred", binary);
  return {
    command: [binary],
    cwd: folder,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
