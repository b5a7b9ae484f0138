// Measures how much of a call's cost is maitred's own, step by step: a server that always sends the
// same bytes, a server of the MCP SDK with a tool that repeats its argument, and so on up to a
// booking. The first step also shows how many calls per second the calling process can make.
import { HOUSES } from "../bookings.ts";
import { startChild } from "../children.ts";
import { makeHouses } from "../house.ts";
import { startLoad } from "../load/load.ts";
import { type Calls, ERAS } from "../load/requests.ts";
import type { Part, Ratio } from "../part.ts";
import { assertStored, startBinary } from "../product.ts";
import { bookingCalls, inTurns } from "../turns.ts";

const CONNECTIONS = 32;
const SAY: Calls = {
  kind: "same",
  tool: "echo",
  args: { words: "A table for four at half past seven, please." },
};
const LIST: Calls = { kind: "same", tool: "list_brands", args: {} };

/** Measures each step in both revisions of the protocol. */
export const echo: Part = async (folder, effort) => {
  await makeHouses(folder, HOUSES);
  await using bare = await startChild("echo/child-echo.ts", "bare");
  await using sdk = await startChild("echo/child-echo.ts", "sdk");
  await using product = await startBinary(folder);
  await using load = startLoad();
  const made = bookingCalls(HOUSES);
  const silent = { ...made, calls: () => ({ ...made.calls(), silent: true }) as Calls };
  const steps = [
    { step: "fixed bytes", server: { ...bare, token: "" }, calls: () => SAY },
    { step: "echo tool", server: { ...sdk, token: "" }, calls: () => SAY },
    { step: "list_brands", server: product, calls: () => LIST },
    { step: "create_booking without texts", server: product, ...silent },
    { step: "create_booking", server: product, ...made },
  ];
  const variants = ERAS.flatMap((era) =>
    steps.map(({ step, ...rest }) => ({
      ...rest,
      name: `${step}, ${era}`,
      era,
      connections: CONNECTIONS,
    })),
  );
  const { rows, ratio } = await inTurns(load, variants, effort, 0.5);
  assertStored(product.line.database, 0, made.booked());
  const compared = (one: string, other: string, unit = "calls/s"): Ratio[] =>
    ERAS.map((era) => {
      const what = unit === "calls/s" ? "" : "processor time, ";
      return ratio(`${what}${one} / ${other}, ${era}`, `${one}, ${era}`, `${other}, ${era}`, unit);
    });
  return {
    ratios: [
      ...compared("create_booking", "echo tool"),
      ...compared("create_booking without texts", "create_booking"),
      ...compared("list_brands", "echo tool"),
      ...compared("echo tool", "fixed bytes"),
      // The share of a booking's cost that the SDK and HTTP have without maitred.
      ...compared("echo tool", "create_booking", "server us"),
    ],
    rows,
    method:
      `${CONNECTIONS} connections, ${effort.seconds / 2} s each in turns, ` +
      `median of ${effort.rounds} rounds; us: processor time a call`,
  };
};
