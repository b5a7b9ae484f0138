// How much of a call is ours: from an answer of fixed bytes over a tool that only repeats what it is
// told to a booking, each step with more of the product behind it. The first one is also the most
// that the load can ask for.
import { join } from "node:path";
import { HOUSES } from "../bookings.ts";
import { makeHouses } from "../house.ts";
import { figuresOf, startLoad } from "../load/load.ts";
import type { Calls, Target } from "../load/requests.ts";
import { medianRow, type Part, type Row } from "../part.ts";
import { assertStored, startBinary } from "../product.ts";

const CONNECTIONS = 32;
const WORDS = { words: "A table for four at half past seven, please." };

interface Server extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
}

async function startEcho(kind: "bare" | "sdk"): Promise<Server> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "child-echo.ts"), kind], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value } = await child.stdout.getReader().read();
  return {
    pid: child.pid,
    port: Number(new TextDecoder().decode(value)),
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

const SAY: Calls = { kind: "same", tool: "echo", args: WORDS };
const LIST: Calls = { kind: "same", tool: "list_brands", args: {} };

/** Each step of the ladder; the figures are of calls in both eras, turn by turn. */
export const echo: Part = async (folder, effort) => {
  await makeHouses(folder, HOUSES);
  await using bare = await startEcho("bare");
  await using sdk = await startEcho("sdk");
  await using load = startLoad();
  const product = await startBinary(folder);
  const token = product.line.apiKey;
  let booked = 0;
  const create = (): Calls => ({ kind: "create", houses: HOUSES, from: booked });
  const steps: readonly { name: string; server: Server; calls: () => Calls; era: Target["era"] }[] =
    (["2025-11-25", "2026-07-28"] as const).flatMap((era) => [
      { name: `fixed bytes, ${era}`, server: bare, calls: () => SAY, era },
      { name: `echo tool, ${era}`, server: sdk, calls: () => SAY, era },
      { name: `list_brands, ${era}`, server: product, calls: () => LIST, era },
      { name: `create_booking, ${era}`, server: product, calls: create, era },
    ]);
  const found = new Map<string, Row["figures"][]>(steps.map(({ name }) => [name, []]));
  try {
    // The first turn warms up and does not count.
    for (let round = 0; round <= effort.rounds; round += 1) {
      for (const { name, server, calls, era } of steps) {
        const outcome = await load.run({
          target: { port: server.port, token, era },
          calls: calls(),
          connections: CONNECTIONS,
          warmUpSeconds: effort.warmUpSeconds / 4,
          seconds: effort.seconds / 2,
          pid: server.pid,
        });
        if (name.startsWith("create")) booked += outcome.acknowledged;
        if (round > 0) found.get(name)?.push(figuresOf(outcome));
      }
    }
    assertStored(folder, 0, booked);
  } finally {
    await product[Symbol.asyncDispose]();
  }
  const rows = [...found].map(([name, rounds]) => medianRow(name, rounds));
  const of = (name: string, unit: string): number =>
    rows.find((row) => row.name === name)?.figures[unit] ?? Number.NaN;
  const compared = (name: string, one: string, other: string, unit: string) =>
    (["2025-11-25", "2026-07-28"] as const).map((era) => ({
      name: `${name}, ${era}`,
      value: of(`${one}, ${era}`, unit) / of(`${other}, ${era}`, unit),
    }));
  return {
    ratios: [
      ...compared("create_booking / echo tool", "create_booking", "echo tool", "calls/s"),
      ...compared("list_brands / echo tool", "list_brands", "echo tool", "calls/s"),
      ...compared("echo tool / most that the load asks", "echo tool", "fixed bytes", "calls/s"),
      ...compared(
        "processor time, echo tool / create_booking: the share that is not ours",
        "echo tool",
        "create_booking",
        "server us",
      ),
    ],
    rows,
    method:
      `${CONNECTIONS} connections, ${effort.seconds / 2} s each in turns, ` +
      `median of ${effort.rounds} rounds; us: processor time a call`,
  };
};
