// The effect of size: bookings beside a million reservations of two years, in 10 and in 200
// restaurants, compared with the same restaurants without any; and how reading grows with a day.
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
const CREATES_AT_ONCE = 64;
const READS_AT_ONCE = 8;
/** Evenings that are only read, by their number of reservations. */
const EVENINGS = [0, 30, 300];
/** The load books from tomorrow on; these evenings are after its last. */
const FIRST_READ = 172;
const ERA = "2026-07-28";

interface Database {
  readonly name: string;
  readonly houses: number;
  readonly product: Product;
  readonly before: number;
  /** From the command until it was ready, including the check of its database. */
  readonly startMs: number;
}

const READS: readonly (readonly [tool: string, more: object])[] = [
  ["check_availability", { numberOfPeople: 4 }],
  ["list_bookings", {}],
  ["explain_capacity", {}],
];

/** A group of restaurants with that many reservations, opened by the binary. */
async function prepare(folder: string, houses: number, count: number): Promise<Database> {
  const name = `${count === 0 ? "empty" : count.toLocaleString("en-US")}, ${houses} houses`;
  const data = join(folder, `${houses}-${count}`);
  await makeHouses(data, houses);
  const path = join(data, "maitred.db");
  const evenings = EVENINGS.map((number, place) => ({
    house: "bench",
    ahead: FIRST_READ + place,
    count: number,
  }));
  addPast(path, count, evenings);
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

const variantsOf = (databases: readonly Database[]) => {
  const creates = databases.map((one) => ({ one, made: bookingCalls(one.houses) }));
  const booking = creates.map(
    ({ one, made }): Variant => ({
      name: `create_booking, ${one.name}`,
      server: one.product,
      era: ERA,
      connections: CREATES_AT_ONCE,
      ...made,
    }),
  );
  const reading = databases
    .filter(({ houses }) => houses === GROUPS[0])
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
  return { creates, booking, reading };
};

async function compare(databases: readonly Database[], effort: Effort, full: string) {
  await using load = startLoad();
  const { creates, booking, reading } = variantsOf(databases);
  const books = await inTurns(load, booking, effort);
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
  const creating = GROUPS.flatMap((houses): Ratio[] => {
    const of = (name: string) => `create_booking, ${name}, ${houses} houses`;
    const pair = [of(full), of("empty")] as const;
    const name = `create_booking, ${full} / empty, ${houses} houses`;
    return [
      { ...books.ratio(name, ...pair), goal: ">= 0.9" },
      books.ratio(`processor time, ${name}`, ...pair, "server us"),
    ];
  });
  const starts = databases.map(({ name, startMs }) => ({
    name: `start, ${name}`,
    figures: { "start ms": startMs },
  }));
  return { ratios: [...creating, ...growth], rows: [...books.rows, ...reads.rows, ...starts] };
}

/** Bookings and reads per second, by what is in the database. */
export const scale: Part = async (folder, effort) => {
  const databases: Database[] = [];
  try {
    for (const houses of GROUPS) {
      for (const count of [0, effort.reservations]) {
        databases.push(await prepare(folder, houses, count));
      }
    }
    const full = effort.reservations.toLocaleString("en-US");
    return {
      ...(await compare(databases, effort, full)),
      method:
        `${ERA}; ${CREATES_AT_ONCE} connections book for ${effort.seconds} s, ` +
        `${READS_AT_ONCE} read for ${effort.seconds / 4} s, in turns, median of ${effort.rounds} rounds`,
    };
  } finally {
    for (const { product } of databases) await product[Symbol.asyncDispose]();
  }
};
