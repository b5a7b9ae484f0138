import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";

/** What a process holds at one moment. */
export interface Sample {
  readonly seconds: number;
  readonly residentMb: number;
  readonly descriptors: number;
  /** The log beside the database, which is folded into it from time to time. */
  readonly walMb: number;
  /** Grows with the bookings; shown, not judged. */
  readonly databaseMb: number;
}

const MB = 2 ** 20;

/** Why processes cannot be measured here; null: they can. */
export const noSamples: string | null = existsSync("/proc/self/status")
  ? null
  : "there is no /proc on this system";

/** Measures a process and its database; throws if the process has ended. */
export function sampleOf(pid: number, database: string, seconds: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  if (resident === undefined) throw new Error(`Process ${pid} is no more.`);
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
