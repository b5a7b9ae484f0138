// The product beside the stack that people usually write (rival/): the same bookings, both durable,
// in turns.
import { join } from "node:path";
import { HOUSES } from "./bookings.ts";
import { startChild } from "./children.ts";
import { makeHouses } from "./house.ts";
import { startLoad } from "./load/load.ts";
import type { Part } from "./part.ts";
import { assertStored, startBinary } from "./product.ts";
import { bookingCalls, inTurns } from "./turns.ts";

const TOKEN = "rival_test_key";
const CONNECTIONS = [1, 64];

/** Bookings a second of both. */
export const rival: Part = async (folder, effort) => {
  const file = join(folder, "rival.db");
  await makeHouses(folder, HOUSES);
  await using other = await startChild("rival/child-rival.ts", file, TOKEN, `${HOUSES}`);
  await using product = await startBinary(folder);
  await using load = startLoad();
  const sides = [
    { side: "maitred", server: product, file: product.line.database, made: bookingCalls(HOUSES) },
    { side: "rival", server: { ...other, token: TOKEN }, file, made: bookingCalls(HOUSES) },
  ];
  const variants = CONNECTIONS.flatMap((connections) =>
    sides.map(({ side, server, made }) => ({
      name: `${side}, ${connections} at once`,
      server,
      era: "2025-11-25" as const,
      connections,
      ...made,
    })),
  );
  const { rows, ratio } = await inTurns(load, variants, effort);
  for (const side of sides) assertStored(side.file, 0, side.made.booked());
  const [one, most] = [1, 64].map(
    (count) => [`maitred, ${count} at once`, `rival, ${count} at once`] as const,
  ) as [readonly [string, string], readonly [string, string]];
  return {
    ratios: [
      ratio("maitred / rival, 1 connection", ...one),
      { ...ratio("maitred / rival, 64 connections", ...most), goal: ">= 3" },
      ratio("processor time a booking, maitred / rival", ...most, "server us"),
    ],
    rows,
    method:
      `2025-11-25, both durable (FULL), ${effort.seconds} s each in turns, ` +
      `median of ${effort.rounds} rounds; both send the texts that are due`,
  };
};
