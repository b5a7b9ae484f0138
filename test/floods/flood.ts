import { residentMiB } from "../support/resident-memory.ts";
import { type FloodedDesk, neighbour, type Service } from "./flooded-desk.ts";

/** The results of a flood, besides whether it was survived. */
export interface Poured {
  /** Connections held at the same time, or requests sent. */
  readonly held: number;
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Faults, in words. */
  readonly faults: readonly string[];
}

/** One kind of flood. `most`: the number of connections or requests in full size. */
export interface Flood {
  readonly name: string;
  /** True: `size` connections are open at once, which this machine may not allow. */
  readonly holds: boolean;
  /** In the short form and in the long one. */
  readonly sizes: readonly [short: number, long: number];
  /** MiB that it may use in addition, at this size. */
  mayTake(size: number): number;
  /** `patience`: how long it lasts, as a share of the long form's time. */
  pour(target: FloodedDesk, size: number, patience: number): Promise<Poured>;
}

/** A flood and its result. */
export interface Endured extends Poured {
  readonly name: string;
  readonly size: number;
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number };
  readonly service: Service;
  readonly seconds: number;
}

const LOOK_EVERY_MS = 25;
/** Time for closed connections to be noticed and memory to be freed. */
const SETTLE_MS = 1500;

/** Floods an instance while a client works with it. Every fault is in `faults`. */
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
 * Faults if other statuses were returned than these; "closed" is a connection without an answer.
 */
export function onlyStatuses(
  statuses: ReadonlyMap<string, number>,
  allowed: readonly string[],
): string[] {
  return [...statuses]
    .filter(([status]) => !allowed.includes(status))
    .map(([status, count]) => `${count} times ${status}, which is none of ${allowed.join(", ")}`);
}
