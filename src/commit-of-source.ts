import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { dirname } from "node:path";

/**
 * The commit that is checked out where this source lies; null without git or a clone. Runs when the
 * source is compiled or loaded, as a macro: an executable carries the answer.
 */
export function commitOfSource(): string | null {
  try {
    const root = realpathSync(dirname(import.meta.dir));
    const words = ["rev-parse", "--show-toplevel", "HEAD"];
    const { stdout } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
    const [top = "", commit = ""] = stdout.split("\n");
    // Sources without history may lie in a folder of somebody else's repository.
    return realpathSync(top) === root && /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
  } catch {
    return null;
  }
}
