// Compares the product with two other servers (rival/) that use the MCP SDK: one is written like the
// SDK's example, the other is as lean as possible. The three take turns with the same bookings, and
// each writes a booking to disk before it answers.
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

/** Measures the bookings per second of the three servers. */
export const rival: Part = async (folder, effort) => {
  const [usualFile, leanFile] = [join(folder, "usual.db"), join(folder, "lean.db")];
  const started = (file: string, form: string) =>
    startChild("rival/child-rival.ts", file, TOKEN, `${HOUSES}`, form);
  await makeHouses(folder, HOUSES);
  await using usual = await started(usualFile, "usual");
  await using lean = await started(leanFile, "lean");
  await using product = await startBinary(folder);
  await using load = startLoad();
  const sides = [
    { side: "maitred", server: product, file: product.line.database },
    { side: "rival", server: { ...usual, token: TOKEN }, file: usualFile },
    { side: "lean rival", server: { ...lean, token: TOKEN }, file: leanFile },
  ].map((side) => ({ ...side, made: bookingCalls(HOUSES) }));
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
  const beside = (side: string, connections: number) =>
    [`maitred, ${connections} at once`, `${side}, ${connections} at once`] as const;
  return {
    ratios: [
      ratio("maitred / rival, 1 connection", ...beside("rival", 1)),
      { ...ratio("maitred / rival, 64 connections", ...beside("rival", 64)), goal: ">= 4" },
      ratio("processor time a booking, maitred / rival", ...beside("rival", 64), "server us"),
      ratio("maitred / lean rival, 1 connection", ...beside("lean rival", 1)),
      ratio("maitred / lean rival, 64 connections", ...beside("lean rival", 64)),
    ],
    rows,
    method:
      `2025-11-25, all durable (FULL), ${effort.seconds} s each in turns, ` +
      `median of ${effort.rounds} rounds; all send the texts that are due`,
  };
};
