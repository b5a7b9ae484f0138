import { existsSync, linkSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The final name, the process number, a random mark, and SQLite's ending for a side file. */
const PARTIAL = /^(.*)\.partial-([0-9a-f]{8})[0-9a-f]{8}(?:-journal)?$/;

/** Null: not an unfinished file. */
export const wholeNameOf = (name: string): string | null => PARTIAL.exec(name)?.[1] ?? null;

/**
 * A temporary name for making `target`. Removes unfinished files of killed processes, because they
 * contain guests' data. The random mark is needed because two containers on one volume may have the
 * same process number.
 */
export function partialOf(target: string): string {
  const folder = dirname(target);
  for (const name of existsSync(folder) ? namesIn(folder) : []) {
    const [, whole, maker = ""] = PARTIAL.exec(name) ?? [];
    if (whole === basename(target) && !isAtWork(Number.parseInt(maker, 16))) {
      rmSync(join(folder, name), { force: true });
    }
  }
  const mark = crypto.randomUUID().slice(0, 8);
  return `${target}.partial-${process.pid.toString(16).padStart(8, "0")}${mark}`;
}

/**
 * Renames a finished file; false if the name is taken. On a file system without hard links, an
 * existing file is overwritten.
 */
export function nameWhole(partial: string, target: string): boolean {
  try {
    linkSync(partial, target);
    rmSync(partial);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    // No hard links, as on many memory sticks.
    renameSync(partial, target);
  }
  return true;
}

/** A folder may be writable but not readable. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * A file with our own number is from an earlier run: a container may give every run the same
 * number.
 */
function isAtWork(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
