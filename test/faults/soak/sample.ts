import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";

/** The memory, file descriptors and files of a server at one moment. */
export interface Sample {
  readonly seconds: number;
  readonly residentMb: number;
  readonly descriptors: number;
  /** The database log (WAL), which SQLite copies into the database from time to time. */
  readonly walMb: number;
  /** Grows with the bookings, so it is printed but not judged. */
  readonly databaseMb: number;
}

const MB = 2 ** 20;

/** Why processes cannot be measured here; null if they can. */
export const noSamples: string | null = existsSync("/proc/self/status")
  ? null
  : "there is no /proc on this system";

/** Throws an Error if the process has ended. */
export function sampleOf(pid: number, database: string, seconds: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  if (resident === undefined) throw new Error(`Process ${pid} has ended.`);
  const sizeMb = (path: string): number =>
    (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / MB;
  return {
    seconds,
    residentMb: Number(resident) / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    walMb: sizeMb(`${database}-wal`),
    databaseMb: sizeMb(database),
  };
}
