import { hostname } from "node:os";

/** An owner that was silent for as long has died. */
export const LEASE_PATIENCE_MS = 30_000;

/** Held by the process that does what becomes due. */
export const LOOP_LEASE = "loop";
/** Held by a second process that has seen the first one alive: two servers run on one folder. */
export const STANDBY_LEASE = "standby";

/** What shows that a process is at work on the database. */
export interface SignOfLife {
  readonly owner: string;
  /** Epoch milliseconds. */
  readonly heartbeatAt: number;
}

/** True where another process of this machine, one that still runs, gave this sign of late. */
export function isOtherAtWork({ owner, heartbeatAt }: SignOfLife, now: number): boolean {
  const { pid, state } = ownerOf(owner);
  // In containers each process is the first; a former one of that number is this one's past.
  const isOther = state === "alive" && pid !== String(process.pid);
  return isOther && Math.abs(heartbeatAt - now) <= LEASE_PATIENCE_MS;
}

/** The process that a lease names. Of another machine's nothing is known. */
export function ownerOf(owner: string): {
  readonly pid: string;
  readonly host: string;
  readonly state: "alive" | "ended" | "unknown";
} {
  const [, pid = "", host = ""] = /^(\d+)@(.*)#/.exec(owner) ?? [];
  if (pid === "" || host !== hostname()) return { pid, host, state: "unknown" };
  try {
    process.kill(Number(pid), 0);
    return { pid, host, state: "alive" };
  } catch (error) {
    // One of another account may not be asked, and is there.
    const gone = (error as NodeJS.ErrnoException).code === "ESRCH";
    return { pid, host, state: gone ? "ended" : "alive" };
  }
}
