// What a booking costs as agents make it: create_booking over HTTP with an API key, an idempotency
// key and every check, on the compiled binary, against R (floor.ts). Each round starts the product
// on a fresh file; when it has ended, R books on a copy of what it left, so that both write to trees
// of one size.
import { join } from "node:path";
import { HOUSES } from "./bookings.ts";
import { prepareFloor } from "./floor/floor.ts";
import { makeHouses } from "./house.ts";
import { figuresOf, type Load, startLoad } from "./load/load.ts";
import { ERAS, type Era } from "./load/requests.ts";
import { type Effort, median, medianRow, type Part, type Ratio, type Row } from "./part.ts";
import { assertStored, type Product, startBinary } from "./product.ts";

const CONNECTIONS = [1, 8, 32, 64];
type Figures = Row["figures"];

/** One round: each number of connections in both eras, R on that file and on an empty one. */
interface Round {
  readonly empty: Figures;
  readonly floor: Figures;
  readonly cells: ReadonlyMap<string, Figures>;
}

const cellName = (era: Era, connections: number): string => `${era}, ${connections} at once`;

/** Drives a product that just started; answers the figures by cell and how much was booked. */
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
  const over = (era: Era, compare: (round: Round, era: Era) => number): number =>
    median(rounds.map((round) => compare(round, era)));
  return ERAS.flatMap((era): Ratio[] => [
    ...CONNECTIONS.map((connections) => ({
      name: `create_booking over HTTP / R, ${cellName(era, connections)}`,
      value: over(
        era,
        ({ floor, cells }) =>
          of(cells.get(cellName(era, connections)), "calls/s") / of(floor, "calls/s"),
      ),
      ...(connections === 64 ? { goal: ">= 1.5, never < 1.0" } : {}),
    })),
    {
      name: `p50 over HTTP minus p50 of R, ms, ${cellName(era, 1)}`,
      value: over(
        era,
        ({ floor, cells }) => of(cells.get(cellName(era, 1)), "p50 ms") - of(floor, "p50 ms"),
      ),
      goal: "<= 0.5",
    },
    {
      name: `processor time of the server for a booking / of R, ${cellName(era, 64)}`,
      value: over(
        era,
        ({ floor, cells }) =>
          of(cells.get(cellName(era, 64)), "server us") / of(floor, "server us"),
      ),
    },
  ]);
}

/** Bookings a second and their times, for each era and number of connections. */
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
    try {
      const driven = await drive(product, load, effort);
      assertStored(database, 0, driven.acknowledged);
      cells = driven.cells;
    } finally {
      await product[Symbol.asyncDispose]();
    }
    rounds.push({ empty, floor: await floor.run("bare", database), cells });
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
        "R on an empty file",
        rounds.map((one) => one.empty),
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
