// What a cancellation costs that has to find the next guest, by how many wait: it must not grow as
// the list does.
import { join } from "node:path";
import { addHouse, callTool, open } from "./house.ts";
import type { Report, Row } from "./part.ts";
import { addWaiting, NOON, WISH } from "./waiting-guests.ts";

const LENGTHS = [0, 100, 1000, 10_000];
const WARM_UP = 1000;
const TABLES = 41;
const SEATS_A_TABLE = 4;
/** The loop sends what was decided before the next one is measured. */
const PAUSE_MS = 50;

/**
 * Who waits: everybody fits, or a long list of parties too large for a table comes first, or one of
 * phones that take no texts.
 */
const LISTS: readonly {
  readonly name: string;
  readonly sizeOf: (index: number, count: number) => number;
  readonly optedOut?: (index: number, count: number) => boolean;
}[] = [
  { name: "the first fits", sizeOf: () => SEATS_A_TABLE },
  {
    name: "only the last fit",
    sizeOf: (index: number, count: number) =>
      index < count - TABLES ? SEATS_A_TABLE + 1 + (index % 4) : SEATS_A_TABLE,
  },
  {
    name: "only the last take texts",
    sizeOf: () => SEATS_A_TABLE,
    optedOut: (index, count) => index < count - TABLES,
  },
];

/** A full house, of which one table after the other is cancelled. */
async function measure(
  folder: string,
  { name, sizeOf, optedOut }: (typeof LISTS)[number],
  count: number,
): Promise<Row> {
  const server = await open(folder, { clockAt: NOON, prepare: fill });
  async function fill(desk: Parameters<typeof addHouse>[0]): Promise<void> {
    const seats = TABLES * SEATS_A_TABLE;
    await addHouse(desk, { seats, attendance: { enabled: false } });
  }
  const ids: string[] = [];
  for (let table = 0; table < TABLES; table += 1) {
    const party = { name: `Party ${table}`, numberOfPeople: SEATS_A_TABLE, ...WISH };
    const { reservation } = await callTool(server, "create_booking", party);
    ids.push((reservation as { id: string }).id);
  }
  await addWaiting(server, count, {
    sizeOf: (index) => sizeOf(index, count),
    optedOut: (index) => optedOut?.(index, count) === true,
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
  // The first one finds nothing prepared and notes at the head of the list why it was passed over.
  const [first = Number.NaN, ...others] = times;
  others.sort((a, b) => a - b);
  const median = others[Math.floor(others.length / 2)] ?? Number.NaN;
  const figures = { "median ms": median, "first ms": first, "slowest ms": others.at(-1) ?? 0 };
  return { name: `cancel_booking, ${count} waiting, ${name}`, figures };
}

/** Median time of a cancellation in process, and how it grows with the list. */
export async function waitlist(folder: string): Promise<Report> {
  const rows: Row[] = [];
  const ratios: Report["ratios"][number][] = [];
  // The code is warm before anything counts.
  for (const [place, list] of LISTS.entries()) {
    await measure(join(folder, `warm-up-${place}`), list, WARM_UP);
  }
  for (const [place, list] of LISTS.entries()) {
    const found: Row[] = [];
    for (const count of LENGTHS) {
      if (count === 0 && place > 0) continue;
      found.push(await measure(join(folder, `${place}-${count}`), list, count));
    }
    rows.push(...found);
    const median = (count: number): number =>
      rows.findLast(({ name }) => name.includes(` ${count} waiting`))?.figures["median ms"] ?? 0;
    const growth = (from: number, to: number) => ({
      name: `cancellation, ${to} waiting / ${from} waiting, ${list.name}`,
      value: median(to) / median(from),
    });
    ratios.push(growth(0, 100), growth(100, 1000), growth(100, 10_000));
  }
  return {
    ratios,
    rows,
    method: `${TABLES - 1} cancellations in turn, each offers its table; durable (FULL)`,
  };
}
