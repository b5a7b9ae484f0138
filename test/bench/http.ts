// Measures create_booking as agents call it: over HTTP, with an API key, an idempotency key and
// every check, on the compiled binary. Compares it with the lower bounds R and R0 (floor.ts). Each
// round starts the product on a new file. Then R books on a copy of that file, and R0 on its own
// file with as many bookings, so that all three write to B-trees of the same size. An era is
// a revision of MCP.
import { join } from "node:path";
import { HOUSES } from "./bookings.ts";
import { prepareFloor } from "./floor/floor.ts";
import { makeHouses } from "./house.ts";
import { httpAlone } from "./http-alone.ts";
import { figuresOf, type Load, startLoad } from "./load/load.ts";
import { ERAS, type Era } from "./load/requests.ts";
import { type Effort, median, medianRow, type Part, type Ratio, type Row } from "./part.ts";
import { assertStored, type Product, startBinary, stored } from "./product.ts";

const CONNECTIONS = [1, 8, 32, 64];
type Figures = Row["figures"];

/** The figures of one round. */
interface Round {
  /** HTTP without a booking. */
  readonly alone: Figures;
  /** R on a file without bookings. */
  readonly empty: Figures;
  /** R on a copy of the product's file. */
  readonly floor: Figures;
  /** R0 on a file with as many bookings as the product's. */
  readonly minimal: Figures;
  /** The product, by era and number of connections. */
  readonly cells: ReadonlyMap<string, Figures>;
}

const cellName = (era: Era, connections: number): string => `${era}, ${connections} at once`;

/**
 * Calls a product that has just started. Returns the figures (by era and number of connections) and
 * the number of bookings.
 */
async function drive(
  product: Product,
  load: Load,
  { seconds, warmUpSeconds }: Effort,
): Promise<{ cells: Map<string, Figures>; acknowledged: number }> {
  const cells = new Map<string, Figures>();
  let booked = 0;
  const book = async (era: Era, connections: number, warmUp: number): Promise<Figures> => {
    const outcome = await load.run({
      target: { port: product.port, token: product.line.apiKey, era },
      calls: { kind: "create", houses: HOUSES, from: booked },
      connections,
      warmUpSeconds: warmUp,
      seconds,
      pid: product.pid,
    });
    booked += outcome.acknowledged;
    return figuresOf(outcome);
  };
  for (const era of ERAS) await book(era, 32, warmUpSeconds);
  for (const connections of CONNECTIONS) {
    for (const era of ERAS) {
      cells.set(cellName(era, connections), await book(era, connections, seconds / 5));
    }
  }
  return { cells, acknowledged: booked };
}

const of = (figures: Figures | undefined, unit: string): number => figures?.[unit] ?? Number.NaN;

function ratiosOf(rounds: readonly Round[]): Ratio[] {
  const over = (compare: (round: Round) => number): number => median(rounds.map(compare));
  const share = (era: Era, connections: number, beside: "floor" | "minimal"): number =>
    over((round) => {
      const cell = round.cells.get(cellName(era, connections));
      return of(cell, "calls/s") / of(round[beside], "calls/s");
    });
  const eras = ERAS.flatMap((era): Ratio[] => [
    ...CONNECTIONS.map((connections) => ({
      name: `create_booking over HTTP / R0, ${cellName(era, connections)}`,
      value: share(era, connections, "minimal"),
      ...(connections === 64 ? { goal: ">= 0.6" } : {}),
    })),
    {
      name: `create_booking over HTTP / R, ${cellName(era, 64)}`,
      value: share(era, 64, "floor"),
    },
    {
      name: `p50 over HTTP minus p50 of R0, ms, ${cellName(era, 1)}`,
      value: over(
        ({ minimal, cells }) => of(cells.get(cellName(era, 1)), "p50 ms") - of(minimal, "p50 ms"),
      ),
      goal: "<= 0.35",
    },
    {
      name: `processor time of the server for a booking / of R0, ${cellName(era, 64)}`,
      value: over(
        ({ minimal, cells }) =>
          of(cells.get(cellName(era, 64)), "server us") / of(minimal, "server us"),
      ),
    },
  ]);
  const name = "p50 of HTTP alone, ms, 1 at once";
  return [...eras, { name, value: over(({ alone }) => of(alone, "p50 ms")) }];
}

/** Measures bookings per second and their times, for each era and number of connections. */
export const http: Part = async (folder, effort) => {
  const floor = await prepareFloor(folder, effort);
  const rounds: Round[] = [];
  await using load = startLoad();
  for (let round = 0; round < effort.rounds; round += 1) {
    const empty = await floor.run("bare");
    const data = join(folder, `round-${round}`);
    await makeHouses(data, HOUSES);
    const product = await startBinary(data);
    const { database } = product.line;
    let cells: Round["cells"];
    let alone: Figures;
    try {
      const driven = await drive(product, load, effort);
      assertStored(database, 0, driven.acknowledged);
      cells = driven.cells;
      alone = await httpAlone(data, product, load, effort);
    } finally {
      await product[Symbol.asyncDispose]();
    }
    const beside = await floor.run("bare", database);
    const minimal = await floor.minimal(stored(database));
    rounds.push({ empty, floor: beside, minimal, alone, cells });
  }
  const names = [...(rounds[0]?.cells.keys() ?? [])];
  return {
    ratios: ratiosOf(rounds),
    rows: [
      medianRow(
        "R",
        rounds.map((one) => one.floor),
      ),
      medianRow(
        "R0",
        rounds.map((one) => one.minimal),
      ),
      medianRow(
        "R on an empty file",
        rounds.map((one) => one.empty),
      ),
      medianRow(
        "HTTP alone, 1 at once",
        rounds.map((one) => one.alone),
      ),
      ...names.map((name) =>
        medianRow(
          name,
          rounds.map((one) => one.cells.get(name) ?? {}),
        ),
      ),
    ],
    method:
      `compiled binary, ${HOUSES} houses, durable (FULL), each guest gets texts; ` +
      `${effort.seconds} s each, median of ${effort.rounds} rounds; us: processor time a call`,
  };
};
