// Measures several variants alternately, so that a busy moment of the machine affects all of them.
// A load is one period of calls to a server (load/load.ts).
import { figuresOf, type Load, type Outcome } from "./load/load.ts";
import type { Calls, Era } from "./load/requests.ts";
import { type Effort, median, medianRow, type Ratio, type Row } from "./part.ts";

/** A variant: a server and the calls to it. */
export interface Variant {
  readonly name: string;
  readonly server: { readonly pid: number; readonly port: number; readonly token: string };
  readonly era: Era;
  readonly connections: number;
  /** The calls of the next load; bookings continue after those of the last load. */
  readonly calls: () => Calls;
  /** Called after each load, including warm-ups. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

/** A row for each variant, and the ratios of two variants. */
export interface Turns {
  readonly rows: readonly Row[];
  /**
   * Divides one variant's figure by another's of the same round, and gives the median of all rounds.
   */
  ratio(name: string, one: string, other: string, unit?: string): Ratio;
}

/**
 * Warms up every variant, then measures each once per round. `share`: the part of the usual seconds
 * that each load takes.
 */
export async function inTurns(
  load: Load,
  variants: readonly Variant[],
  { rounds, seconds, warmUpSeconds }: Effort,
  share = 1,
): Promise<Turns> {
  const found = new Map<string, Row["figures"][]>(variants.map(({ name }) => [name, []]));
  const drive = async (variant: Variant, warmUp: number, kept: number): Promise<Outcome> => {
    const { server, era, connections, calls, onOutcome } = variant;
    const outcome = await load.run({
      target: { port: server.port, token: server.token, era },
      calls: calls(),
      connections,
      warmUpSeconds: warmUp,
      seconds: kept,
      pid: server.pid,
    });
    onOutcome?.(outcome);
    return outcome;
  };
  for (const variant of variants) await drive(variant, 0, warmUpSeconds * share);
  for (let round = 0; round < rounds; round += 1) {
    for (const variant of variants) {
      const outcome = await drive(variant, (seconds * share) / 5, seconds * share);
      found.get(variant.name)?.push(figuresOf(outcome));
    }
  }
  const of = (name: string, unit: string): number[] => {
    const rows = found.get(name);
    if (rows === undefined) throw new Error(`There is no variant called "${name}".`);
    return rows.map((one) => one[unit] ?? Number.NaN);
  };
  return {
    rows: [...found].map(([name, figures]) => medianRow(name, figures)),
    ratio(name, one, other, unit = "calls/s") {
      const below = of(other, unit);
      const values = of(one, unit).map((value, round) => value / (below[round] ?? Number.NaN));
      return { name, value: median(values) };
    },
  };
}

/** Calls create_booking for another guest each time, and counts the acknowledged bookings. */
export function bookingCalls(houses: number): {
  readonly calls: () => Calls;
  readonly onOutcome: (outcome: Outcome) => void;
  booked(): number;
} {
  let booked = 0;
  return {
    calls: () => ({ kind: "create", houses, from: booked }),
    onOutcome: ({ acknowledged }) => {
      booked += acknowledged;
    },
    booked: () => booked,
  };
}
