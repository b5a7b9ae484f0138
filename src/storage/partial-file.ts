import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The number of the process that makes it, and what SQLite keeps beside it. */
const ENDING = /^\.partial-([0-9a-f]{8})(?:-journal)?$/;

/**
 * The name under which this process makes the file `target` before it is whole. What processes that
 * were killed left of the same file is removed: guests' data is in there.
 */
export function partialOf(target: string): string {
  const folder = dirname(target);
  for (const name of existsSync(folder) ? namesIn(folder) : []) {
    if (!name.startsWith(basename(target))) continue;
    const maker = ENDING.exec(name.slice(basename(target).length))?.[1];
    if (maker !== undefined && !isAtWork(Number.parseInt(maker, 16))) {
      rmSync(join(folder, name), { force: true });
    }
  }
  return `${target}.partial-${process.pid.toString(16).padStart(8, "0")}`;
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
