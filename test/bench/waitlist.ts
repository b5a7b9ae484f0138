// Measures how long a cancellation takes that offers the freed table to the next waiting guest, for
// waitlists of different lengths. The time must not grow with the waitlist.
import { join } from "node:path";
import { addHouse, callTool, open } from "./house.ts";
import { type Effort, median, type Ratio, type Report, type Row } from "./part.ts";
import { addWaiting, NOON, WISH } from "./waiting-guests.ts";

const LENGTHS = [0, 100, 1000, 10_000];
const WARM_UP = 1000;
/** The compared lengths of the waitlist. */
const GROWTH = [
  [0, 100],
  [100, 1000],
  [100, 10_000],
] as const;
const SEATS_A_TABLE = 4;
/** The time between two measurements, in which the background loop sends the texts. */
const PAUSE_MS = 50;

/**
 * The kinds of waitlists. In the first, every guest can be offered a table. In the others, many
 * guests at the head of the list cannot: their parties are too large, or their phones have opted out.
 */
const LISTS: readonly {
  readonly name: string;
  /** `last`: the number of guests at the end of the list who can be offered a table. */
  readonly sizeOf: (index: number, count: number, last: number) => number;
  readonly optedOut?: (index: number, count: number, last: number) => boolean;
}[] = [
  { name: "the first fits", sizeOf: () => SEATS_A_TABLE },
  {
    name: "only the last fit",
    sizeOf: (index, count, last) =>
      index < count - last ? SEATS_A_TABLE + 1 + (index % 4) : SEATS_A_TABLE,
  },
  {
    name: "only the last take texts",
    sizeOf: () => SEATS_A_TABLE,
    optedOut: (index, count, last) => index < count - last,
  },
];

/** Fills a restaurant, and measures the cancellation of each of its reservations. */
async function measure(
  folder: string,
  { name, sizeOf, optedOut }: (typeof LISTS)[number],
  count: number,
  tables: number,
): Promise<Row> {
  const server = await open(folder, { clockAt: NOON, prepare: fill });
  async function fill(desk: Parameters<typeof addHouse>[0]): Promise<void> {
    const seats = tables * SEATS_A_TABLE;
    await addHouse(desk, { seats, attendance: { enabled: false } });
  }
  const ids: string[] = [];
  for (let table = 0; table < tables; table += 1) {
    const party = { name: `Party ${table}`, numberOfPeople: SEATS_A_TABLE, ...WISH };
    const { reservation } = await callTool(server, "create_booking", party);
    ids.push((reservation as { id: string }).id);
  }
  await addWaiting(server, count, {
    sizeOf: (index) => sizeOf(index, count, tables),
    optedOut: (index) => optedOut?.(index, count, tables) === true,
  });
  const times: number[] = [];
  for (const id of ids) {
    await Bun.sleep(PAUSE_MS);
    const from = performance.now();
    const { notifications } = await callTool(server, "cancel_booking", { id });
    times.push(performance.now() - from);
    const offers = (notifications as { kind: string }[]).filter(({ kind }) => kind === "offer");
    if (offers.length !== Math.min(count, 1)) throw new Error(`${offers.length} offers were made.`);
  }
  await server.close();
  // The first cancellation prepares statements, and records for the guests at the head of the list
  // why they were passed over.
  const [first = Number.NaN, ...others] = times;
  const figures = {
    "median ms": median(others),
    "first ms": first,
    "slowest ms": Math.max(...others),
  };
  return { name: `cancel_booking, ${count} waiting, ${name}`, figures };
}

/** Measures the median time of a cancellation in this process, and its growth with the list. */
export async function waitlist(folder: string, effort: Effort): Promise<Report> {
  const { samples, waiting } = effort;
  const lengths = LENGTHS.filter((count) => count <= waiting);
  const rows: Row[] = [];
  const ratios: Ratio[] = [];
  // Warms the code up before the measurement.
  for (const [place, list] of LISTS.entries()) {
    await measure(join(folder, `warm-up-${place}`), list, Math.min(WARM_UP, waiting), samples);
  }
  for (const [place, list] of LISTS.entries()) {
    const found = new Map<number, Row>();
    for (const count of lengths) {
      if (count === 0 && place > 0) continue;
      found.set(count, await measure(join(folder, `${place}-${count}`), list, count, samples));
    }
    rows.push(...found.values());
    for (const [from, to] of GROWTH) {
      const [before, after] = [found.get(from), found.get(to)];
      if (before === undefined || after === undefined) continue;
      ratios.push({
        name: `cancellation, ${to} waiting / ${from} waiting, ${list.name}`,
        value: (after.figures["median ms"] ?? 0) / (before.figures["median ms"] ?? 0),
      });
    }
  }
  return {
    ratios,
    rows,
    method: `${samples - 1} cancellations in sequence; each offers the freed table; durable (FULL)`,
  };
}
