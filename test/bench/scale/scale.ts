// Measures how much slower a large database is. Bookings: a database with a million reservations of
// two years is compared with an empty one, each with 10 and with 200 restaurants. A quarter of the
// million lies ahead, so the booked evenings are full. A third database has a million past
// reservations and empty evenings. Reads: evenings with 0, 30 and 300 reservations are compared.
import { join } from "node:path";
import { dateAhead } from "../bookings.ts";
import { makeHouses } from "../house.ts";
import { startLoad } from "../load/load.ts";
import type { Calls } from "../load/requests.ts";
import type { Effort, Part, Ratio } from "../part.ts";
import { assertStored, type Product, startBinary, stored } from "../product.ts";
import { bookingCalls, inTurns, type Variant } from "../turns.ts";
import { addPast } from "./past-bookings.ts";

const GROUPS = [10, 200];
/**
 * Many bookings at once share one commit. One booking at a time is usual: a million bookings in two
 * years are one a minute.
 */
const CREATES_AT_ONCE = [64, 1];
const READS_AT_ONCE = 8;
/** Evenings that are only read, by number of reservations. */
const EVENINGS = [0, 30, 300];
/**
 * Days from today to the first of `EVENINGS`. The measured bookings are all for earlier evenings.
 */
const FIRST_READ = 172;
const ERA = "2026-07-28";

interface Database {
  readonly name: string;
  readonly houses: number;
  readonly product: Product;
  readonly before: number;
  /** Time from the command until the product was ready, including the check of its database. */
  readonly startMs: number;
}

/** The content of a database: nothing, past and future reservations, or only past ones. */
interface Filling {
  readonly called: string;
  readonly count: number;
  /** How many days from today on have reservations. If missing, all days of the booking window. */
  readonly daysAhead?: number;
}

const READS: readonly (readonly [tool: string, more: object])[] = [
  ["check_availability", { numberOfPeople: 4 }],
  ["list_bookings", {}],
  ["explain_capacity", {}],
];

/** A group of restaurants with reservations, opened by the binary. */
async function prepare(
  folder: string,
  houses: number,
  { called, count, daysAhead }: Filling,
): Promise<Database> {
  const name = `${called}, ${houses} houses`;
  const data = join(folder, name.replace(/\W+/g, "-"));
  await makeHouses(data, houses);
  const path = join(data, "maitred.db");
  const evenings = EVENINGS.map((number, place) => ({
    house: "bench",
    ahead: FIRST_READ + place,
    count: number,
  }));
  addPast(path, count, evenings, daysAhead);
  const before = stored(path);
  const began = performance.now();
  const product = await startBinary(data);
  return { name, houses, product, before, startMs: performance.now() - began };
}

const readCalls = (tool: string, more: object, place: number): Calls => ({
  kind: "same",
  tool,
  args: { brand: "bench", date: dateAhead(FIRST_READ + place), ...more },
});

const creating = (connections: number): string => `create_booking, ${connections} at once`;

const variantsOf = (databases: readonly Database[]) => {
  const creates = databases.map((one) => ({ one, made: bookingCalls(one.houses) }));
  const writing = CREATES_AT_ONCE.flatMap((connections) =>
    creates.map(
      ({ one, made }): Variant => ({
        name: `${creating(connections)}, ${one.name}`,
        server: one.product,
        era: ERA,
        connections,
        ...made,
      }),
    ),
  );
  const reading = databases
    .filter(({ name, houses }) => houses === GROUPS[0] && !name.includes("past"))
    .flatMap(({ name, product }) =>
      READS.flatMap(([tool, more]) =>
        EVENINGS.map(
          (number, place): Variant => ({
            name: `${tool}, evening of ${number}, ${name}`,
            server: product,
            era: ERA,
            connections: READS_AT_ONCE,
            calls: () => readCalls(tool, more, place),
          }),
        ),
      ),
    );
  return { creates, writing, reading };
};

async function compare(databases: readonly Database[], effort: Effort, full: string) {
  await using load = startLoad();
  const { creates, writing, reading } = variantsOf(databases);
  const books = await inTurns(load, writing, effort);
  for (const { one, made } of creates) {
    assertStored(one.product.line.database, one.before, made.booked());
  }
  const reads = await inTurns(load, reading, effort, 0.25);
  const growth = READS.flatMap(([tool]): Ratio[] => {
    const at = (number: number, name: string) => `${tool}, evening of ${number}, ${name}`;
    return [
      reads.ratio(
        `processor time, ${tool}, evening of 300 / of 30`,
        at(300, "empty, 10 houses"),
        at(30, "empty, 10 houses"),
        "server us",
      ),
      reads.ratio(
        `${tool}, evening of 300, ${full} / empty`,
        at(300, `${full}, 10 houses`),
        at(300, "empty, 10 houses"),
      ),
    ];
  });
  const booking = GROUPS.flatMap((houses) =>
    CREATES_AT_ONCE.flatMap((connections): Ratio[] => {
      const what = creating(connections);
      const of = (name: string) => `${what}, ${name}, ${houses} houses`;
      const pair = [of(full), of("empty")] as const;
      const name = `${what}, ${full} / empty, ${houses} houses`;
      return [
        { ...books.ratio(name, ...pair), goal: ">= 0.9" },
        books.ratio(`processor time, ${name}`, ...pair, "server us"),
        books.ratio(name.replace(" /", " past /"), of(`${full} past`), of("empty")),
      ];
    }),
  );
  const starts = databases.map(({ name, startMs }) => ({
    name: `start, ${name}`,
    figures: { "start ms": startMs },
  }));
  return { ratios: [...booking, ...growth], rows: [...books.rows, ...reads.rows, ...starts] };
}

/** Measures bookings and reads per second, by content of the database. */
export const scale: Part = async (folder, effort) => {
  const databases: Database[] = [];
  try {
    const count = effort.reservations;
    const full = count.toLocaleString("en-US");
    const fillings: Filling[] = [
      { called: "empty", count: 0 },
      { called: full, count },
      { called: `${full} past`, count, daysAhead: 0 },
    ];
    for (const houses of GROUPS) {
      for (const filling of fillings) databases.push(await prepare(folder, houses, filling));
    }
    return {
      ...(await compare(databases, effort, full)),
      method:
        `${ERA}; ${CREATES_AT_ONCE.join(" and ")} connections book for ${effort.seconds} s, ` +
        `${READS_AT_ONCE} read for ${effort.seconds / 4} s, in turns, median of ${effort.rounds} rounds`,
    };
  } finally {
    for (const { product } of databases) await product[Symbol.asyncDispose]();
  }
};
