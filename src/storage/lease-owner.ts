import { hostname } from "node:os";

/** After this much silence an owner is considered dead. */
export const LEASE_PATIENCE_MS = 30_000;

/** Held by the process that runs the loop. */
export const LOOP_LEASE = "loop";
/** Held by a second process that has seen the first one alive: two servers use one folder. */
export const STANDBY_LEASE = "standby";

/** A heartbeat. */
export interface SignOfLife {
  readonly owner: string;
  /** Epoch milliseconds. */
  readonly heartbeatAt: number;
}

/** True if a heartbeat comes from another running process of this machine and is recent. */
export function isOtherAtWork({ owner, heartbeatAt }: SignOfLife, now: number): boolean {
  const { pid, state } = ownerOf(owner);
  // In containers every process has number 1, so a heartbeat of that number may be from an earlier
  // run.
  const isOther = state === "alive" && pid !== String(process.pid);
  return isOther && Math.abs(heartbeatAt - now) <= LEASE_PATIENCE_MS;
}

/** The process that holds a lease. Nothing is known about processes on other machines. */
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
    // A process of another account cannot be asked, but exists.
    const gone = (error as NodeJS.ErrnoException).code === "ESRCH";
    return { pid, host, state: gone ? "ended" : "alive" };
  }
}
