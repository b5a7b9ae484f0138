import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Null if the source is not a git repository. Runs as a macro during the build, so that an executable
 * contains its commit.
 */
export function commitOfSource(): string | null {
  try {
    const root = realpathSync(dirname(import.meta.dir));
    const words = ["rev-parse", "--show-toplevel", "HEAD"];
    const { stdout } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
    const [top = "", commit = ""] = stdout.split("\n");
    // The source may be a folder inside another repository.
    return realpathSync(top) === root && /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
  } catch {
    return null;
  }
}
