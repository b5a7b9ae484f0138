import { hostname } from "node:os";

/** An owner without a heartbeat for this long counts as dead. */
export const LEASE_PATIENCE_MS = 30_000;

export const LOOP_LEASE = "loop";
/** Held by a second server that waits for the first server to end. */
export const STANDBY_LEASE = "standby";

export interface SignOfLife {
  readonly owner: string;
  readonly heartbeatAt: number;
}

export function isOtherAtWork({ owner, heartbeatAt }: SignOfLife, now: number): boolean {
  const found = ownerOf(owner);
  const isOther = found.state === "alive" && !isEarlierRun(found);
  return isOther && Math.abs(heartbeatAt - now) <= LEASE_PATIENCE_MS;
}

/**
 * Call this only before this process takes a lease: an owner with the same process id must then be an
 * earlier run. In a container, every run may have the same process id.
 */
export const isEarlierRun = ({ pid, state }: ReturnType<typeof ownerOf>): boolean =>
  state === "alive" && pid === String(process.pid);

/** `state` is "unknown" for processes on other machines. */
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
    // Another error, such as EPERM, proves that the process exists.
    const gone = (error as NodeJS.ErrnoException).code === "ESRCH";
    return { pid, host, state: gone ? "ended" : "alive" };
  }
}
