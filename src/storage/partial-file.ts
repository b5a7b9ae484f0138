import { existsSync, linkSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Final name, process id (8 digits), random part (8 digits), and SQLite's ending for a journal. */
const PARTIAL = /^(.*)\.partial-([0-9a-f]{8})[0-9a-f]{8}(?:-journal)?$/;

export const wholeNameOf = (name: string): string | null => PARTIAL.exec(name)?.[1] ?? null;

/**
 * A name for the partial file of `target`. Also deletes partial files of killed processes, because
 * such files contain guests' data.
 */
export function partialOf(target: string): string {
  const folder = dirname(target);
  for (const name of existsSync(folder) ? namesIn(folder) : []) {
    const [, whole, maker = ""] = PARTIAL.exec(name) ?? [];
    if (whole === basename(target) && !isRunning(Number.parseInt(maker, 16))) {
      rmSync(join(folder, name), { force: true });
    }
  }
  const mark = crypto.randomUUID().slice(0, 8);
  return `${target}.partial-${process.pid.toString(16).padStart(8, "0")}${mark}`;
}

/**
 * Gives a complete file its final name. False if the name is taken. On a file system without hard
 * links, overwrites an existing file.
 */
export function nameWhole(partial: string, target: string): boolean {
  try {
    linkSync(partial, target);
    rmSync(partial);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    renameSync(partial, target);
  }
  return true;
}

/** No error if the folder is not readable, because it may still be writable. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** False for our own id: then an earlier run made the file, because a container may repeat ids. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
