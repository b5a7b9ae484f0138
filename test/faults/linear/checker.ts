// Checks whether the answers to concurrent calls for one slot could also come from calls that run
// one after another. Uses Wing and Gong's search, and remembers failed sets of calls as Lowe does.

/** One call of a client and its result. All times come from one clock, in any unit. */
export type SlotCall = {
  readonly invokedAt: number;
  readonly returnedAt: number;
} & (
  | { readonly did: "book"; readonly size: number; readonly id: string }
  | { readonly did: "refused"; readonly size: number }
  | { readonly did: "cancel"; readonly id: string }
  | { readonly did: "read"; readonly covers: number }
);

/** The most calls that one check takes. With more, the search takes too long. */
export const MOST_CALLS = 60;

/**
 * True if some order of the calls respects their times and the rules of a slot with `seats` seats:
 * it accepts a party if and only if there is room, and a read shows the covers booked before it.
 */
export function isLinearizable(calls: readonly SlotCall[], seats: number): boolean {
  if (calls.length > MOST_CALLS) throw new Error(`At most ${MOST_CALLS} calls can be checked.`);
  const bookings = new Map(
    calls.flatMap((call, index) => (call.did === "book" ? [[call.id, index] as const] : [])),
  );
  const all = (1n << BigInt(calls.length)) - 1n;
  const nowhere = new Set<bigint>();

  /** Covers after `call`; null if `call` cannot follow `done`. */
  const after = (call: SlotCall, covers: number, done: bigint): number | null => {
    switch (call.did) {
      case "book":
        return covers + call.size <= seats ? covers + call.size : null;
      case "refused":
        return covers + call.size > seats ? covers : null;
      case "read":
        return call.covers === covers ? covers : null;
      case "cancel": {
        const index = bookings.get(call.id);
        const booked = index === undefined ? undefined : calls[index];
        if (index === undefined || booked?.did !== "book" || !has(done, index)) return null;
        return covers - booked.size;
      }
    }
  };
  // The set of finished calls determines the covers, so each set needs only one search.
  const search = (done: bigint, covers: number): boolean => {
    if (done === all) return true;
    if (nowhere.has(done)) return false;
    const open = calls.flatMap((call, index) => (has(done, index) ? [] : [{ call, index }]));
    const firstReturn = Math.min(...open.map(({ call }) => call.returnedAt));
    for (const { call, index } of open) {
      if (call.invokedAt > firstReturn) continue;
      const next = after(call, covers, done);
      if (next !== null && search(done | (1n << BigInt(index)), next)) return true;
    }
    nowhere.add(done);
    return false;
  };
  return search(0n, 0);
}

const has = (set: bigint, index: number): boolean => ((set >> BigInt(index)) & 1n) === 1n;
