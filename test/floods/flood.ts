import { residentMiB } from "../support/resident-memory.ts";
import { type FloodedDesk, neighbour, type Service } from "./flooded-desk.ts";

export interface Poured {
  /** Connections held at the same time, or requests sent. */
  readonly held: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
}

/** One kind of flood. */
export interface Flood {
  readonly name: string;
  /**
   * True: `size` connections are open at the same time, so the limit on file descriptors applies.
   */
  readonly holds: boolean;
  /** The number of connections or requests in the short and in the long form of the test. */
  readonly sizes: readonly [short: number, long: number];
  /** MiB by which the flood may raise the server's memory. */
  mayTake(size: number): number;
  /** `patience`: how long to wait, as a share of the waits in the long form. */
  pour(target: FloodedDesk, size: number, patience: number): Promise<Poured>;
}

export interface Endured extends Poured {
  readonly name: string;
  readonly size: number;
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number };
  readonly service: Service;
  readonly seconds: number;
}

const LOOK_EVERY_MS = 25;
/** Time in which the server notices closed connections and frees memory. */
const SETTLE_MS = 1500;

export async function endure(
  target: FloodedDesk,
  flood: Flood,
  { size, patience = 1 }: { readonly size: number; readonly patience?: number },
): Promise<Endured> {
  const began = performance.now();
  const before = residentMiB(target.pid);
  let peak = before;
  const looking = setInterval(() => {
    peak = Math.max(peak, residentMiB(target.pid));
  }, LOOK_EVERY_MS);
  const other = neighbour(target);
  const poured = await flood.pour(target, size, patience);
  await Bun.sleep(SETTLE_MS * patience);
  const service = await other.stop();
  clearInterval(looking);
  const after = residentMiB(target.pid);
  const faults = [...poured.faults, ...service.failures.map((words) => `not served: ${words}`)];
  const allowed = flood.mayTake(size);
  if (peak - before > allowed) faults.push(`took ${peak - before} MiB, more than ${allowed}`);
  if (service.calls === 0) faults.push("nobody was served meanwhile");
  if (after === 0) faults.push("the process has ended");
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const { name } = flood;
  return { ...poured, faults, name, size, memory: { before, peak, after }, service, seconds };
}

/**
 * One fault per status that is not in `allowed`. "closed" is a connection that ended without an
 * answer.
 */
export function onlyStatuses(
  statuses: ReadonlyMap<string, number>,
  allowed: readonly string[],
): string[] {
  return [...statuses]
    .filter(([status]) => !allowed.includes(status))
    .map(([status, count]) => `${count} times ${status}, which is none of ${allowed.join(", ")}`);
}
