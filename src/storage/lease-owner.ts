import { hostname } from "node:os";

/** An owner that was silent for as long has died. */
export const LEASE_PATIENCE_MS = 30_000;

/** Held by the process that does what becomes due. */
export const LOOP_LEASE = "loop";
/** Held by a second process that has seen the first one alive: two servers run on one folder. */
export const STANDBY_LEASE = "standby";

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
