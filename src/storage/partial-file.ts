import { existsSync, linkSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The number of the process that makes it, a mark of this one, and what SQLite keeps beside it. */
const PARTIAL = /^(.*)\.partial-([0-9a-f]{8})[0-9a-f]{8}(?:-journal)?$/;

/** The name that a file gets once it is whole; null: it is not one that is being made. */
export const wholeNameOf = (name: string): string | null => PARTIAL.exec(name)?.[1] ?? null;

/**
 * The name under which this process makes the file `target` before it is whole; no other has it:
 * two containers on one volume both run as process 1. What processes that were killed left of the
 * same file is removed: guests' data is in there.
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
 * The whole file gets its own name. False, and nothing is written over, where another process has
 * just made one of that name.
 */
export function nameWhole(partial: string, target: string): boolean {
  try {
    linkSync(partial, target);
    rmSync(partial);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    // A file system without links, as on many memory sticks.
    renameSync(partial, target);
  }
  return true;
}

/** A folder that can be written to need not be readable. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** In a container each process has the same number: one of this number is this one's past. */
function isAtWork(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
