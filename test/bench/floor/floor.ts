// R is the most bookings per second that this machine can make: the statements of create_booking in
// a bare loop, each booking in a durable commit (WAL, synchronous=FULL), without a server. Each run
// records the statements and their values from the product (child-trace.ts). R0 is measured
// by the same kind of loop with four minimal rows per booking, in a schema of its own
// (child-minimal.ts).
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HOUSES } from "../bookings.ts";
import { makeHouses } from "../house.ts";
import { type Effort, medianRow, type Part, type Row } from "../part.ts";
import type { Timed } from "./timed.ts";
import { bareOf, readTrace, type Trace, tablesWritten } from "./traced.ts";

/** `bare`: measures R. `whole`: measures R with all reads of the product. */
export type Kind = "bare" | "whole";

/** Measures R repeatedly, each time on a new copy of a database. */
export interface Floor {
  readonly trace: Trace;
  /**
   * Measures bookings per second and the time of one booking. Nothing else may run at the same
   * time. `onto`: a database with the same restaurants, which no process has open; by default one
   * without bookings.
   */
  run(kind: Kind, onto?: string): Promise<Row["figures"]>;
  /** Measures R0 (child-minimal.ts) on its own file with `bookings` bookings. */
  minimal(bookings?: number): Promise<Row["figures"]>;
}

const FILE = "maitred.db";

/** The output of child-floor.ts. */
type Measured = Timed & { readonly stored: number };

async function child(name: string, ...args: string[]): Promise<string> {
  const path = join(import.meta.dir, name);
  const started = Bun.spawn([process.execPath, path, ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const out = await new Response(started.stdout).text();
  if ((await started.exited) !== 0) throw new Error(`${name} ended with an error.`);
  return out;
}

/** Records the product's statements for `commits` bookings, in a new folder inside `folder`. */
export async function prepareFloor(folder: string, { commits }: Effort): Promise<Floor> {
  const own = join(folder, "floor");
  await makeHouses(own, HOUSES);
  const empty = join(own, "empty.db");
  copyFileSync(join(own, FILE), empty);
  const tracePath = join(own, "trace.json");
  await Bun.write(tracePath, await child("child-trace.ts", own, `${commits}`));
  const trace = readTrace(await Bun.file(tracePath).text());
  let runs = 0;
  const newPath = (): string => join(own, `${runs++}.db`);
  const figuresOf = (out: string): Row["figures"] => {
    const { stored, perSecond, p50Ms, p99Ms, processorUs } = JSON.parse(out) as Measured;
    if (stored !== commits) throw new Error(`${stored} of ${commits} bookings were stored.`);
    return {
      "calls/s": perSecond,
      "p50 ms": p50Ms,
      "p99 ms": p99Ms,
      "server us": processorUs,
    };
  };
  return {
    trace,
    async run(kind, onto = empty) {
      const copy = newPath();
      copyFileSync(onto, copy);
      const out = await child("child-floor.ts", copy, tracePath, kind);
      rmSync(copy);
      return figuresOf(out);
    },
    async minimal(bookings = 0) {
      const path = newPath();
      const out = await child("child-minimal.ts", path, `${bookings}`, `${commits}`);
      for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
      return figuresOf(out);
    },
  };
}

/** How many statements of one booking read, and how many write to each table. */
export function shapeOf({ sql, bookings }: Trace, kind: Kind): { name: string; count: number }[] {
  const kept = new Set(kind === "bare" ? bareOf(sql) : sql.keys());
  const [booking = []] = bookings;
  const said = booking.filter(([place]) => kept.has(place)).map(([place]) => sql[place] ?? "");
  const written = tablesWritten(said.map((one) => ({ sql: one })));
  const inserts = [...written.values()].reduce((sum, count) => sum + count, 0);
  return [
    { name: "read", count: said.length - inserts },
    ...[...written].map(([name, count]) => ({ name, count })),
  ];
}

/** Measures R0, R, and R with all reads of the product. */
export const floor: Part = async (folder, effort) => {
  const prepared = await prepareFloor(folder, effort);
  const bare: Row["figures"][] = [];
  const whole: Row["figures"][] = [];
  const minimal: Row["figures"][] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    bare.push(await prepared.run("bare"));
    whole.push(await prepared.run("whole"));
    minimal.push(await prepared.minimal());
  }
  const rows = [
    medianRow("R", bare),
    medianRow("R with all reads of the product", whole),
    medianRow("R0", minimal),
  ];
  const rate = (row: Row | undefined): number => row?.figures["calls/s"] ?? Number.NaN;
  const shape = shapeOf(prepared.trace, "bare").map(({ name, count }) => `${count} ${name}`);
  return {
    ratios: [
      { name: "R with all reads / R", value: rate(rows[1]) / rate(rows[0]) },
      { name: "R / R0", value: rate(rows[0]) / rate(rows[2]) },
    ],
    rows,
    method:
      `${effort.commits} bookings, one durable commit each, statements recorded from the product: ` +
      `${shape.join(", ")}; median of ${effort.rounds} rounds, alone`,
  };
};
