// Goal: every part of the bench works and returns its rows. docs/performance.md explains the parts,
// and the baselines R and R0. The parts themselves throw if an acknowledged booking is not stored or
// a call is refused. Times are not checked here.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "../acceptance/support.ts";
import { temporaryFolder } from "../support/database.ts";
import { asked } from "./asked.ts";
import { QUICK } from "./part.ts";
import { PARTS } from "./parts.ts";

setDefaultTimeout(180_000); // on a busy machine

/** Names of rows that each part must have; it may have more. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  floor: ["R", "R with all reads of the product", "R0"],
  http: ["R", "R0", "HTTP alone, 1 at once", "2025-11-25, 1 at once", "2026-07-28, 64 at once"],
  echo: ["fixed bytes, 2025-11-25", "echo tool, 2026-07-28", "create_booking, 2026-07-28"],
  rival: ["maitred, 64 at once", "rival, 64 at once", "lean rival, 64 at once"],
  scale: [
    "create_booking, 64 at once, 2,000, 200 houses",
    "list_bookings, evening of 300, empty, 10 houses",
  ],
  start: ["command to first answer", "resident, idle", "binary"],
  dashboard: ["Tonight, 300 reservations", "a reservation", "waitlist"],
  month: ["a full month", "an empty month"],
  lookup: ["a name that nobody has", "digits that no phone has"],
  waitlist: ["cancel_booking, 100 waiting, only the last fit"],
  gate: ["create_booking by API key", "list_brands by session"],
  refresh: ["32 clients at once"],
  tables: ["chain", "a choice, 60 tables", "check_availability, 60 tables"],
  weight: ["tools/list", "list_bookings, a full evening"],
  idle: ["idle server, 100 waiting"],
};

test("every part of the bench is tested", () => {
  expect(Object.keys(ROWS)).toEqual([...PARTS.keys()]);
});

describe("the bench measures", () => {
  test.each([...PARTS])("%s", async (name, part) => {
    using folder = temporaryFolder();
    const { rows, ratios, method } = await part(folder.path, QUICK);
    const names = rows.map((row) => row.name);
    expect(names).toEqual(expect.arrayContaining([...(ROWS[name] ?? [])]));
    expect(new Set(names).size).toBe(names.length);
    for (const { figures } of rows) {
      expect(Object.values(figures).length).toBeGreaterThan(0);
      expect(Object.values(figures).filter((value) => !Number.isFinite(value))).toEqual([]);
    }
    expect(ratios.length).toBeGreaterThan(0);
    expect(method).not.toBe("");
  });
});

const BENCH = [process.execPath, join(import.meta.dir, "run.ts")];

test.each([
  [["nope"], "No such part: nope. Known: floor, http,"],
  [["--flush-ms", "soon"], 'from 0 to 1000, not "soon"'],
  [["--flush-ms="], 'from 0 to 1000, not ""'],
  [["--flush-ms", "1001"], 'from 0 to 1000, not "1001"'],
  [["--fast"], "--fast"],
  [["--json=1"], "--json"],
])("the bench refuses the arguments %p and says why", (words, sentence) => {
  const error = expect(() => asked(words));
  error.toThrow(sentence);
  error.not.toThrow("\n");
});

test("a wrong argument ends the bench with one line that names it", async () => {
  const { exitCode, stderr } = await runCli(BENCH, ["--json=1"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("--json");
  expect(stderr.trim().split("\n").length).toBe(1);
});

test("the bench leaves no folder behind if it is stopped with Ctrl-C", async () => {
  using folder = temporaryFolder();
  const child = Bun.spawn([...BENCH, "--quick", "floor"], {
    env: { ...process.env, TMPDIR: folder.path },
    stdout: "ignore",
    stderr: "ignore",
  });
  const { path } = folder;
  // The bench makes one folder for measuring flushes, then one for the part "floor".
  const isAtWork = (): boolean =>
    readdirSync(path).some((name) => existsSync(join(path, name, "floor")));
  while (child.exitCode === null && !isAtWork()) await Bun.sleep(5);
  child.kill("SIGINT");
  expect(await child.exited).toBe(130);
  expect(readdirSync(path)).toEqual([]);
});

test("--flush-ms slows every flush, or the bench says what it needs for that", async () => {
  const late = 3;
  const words = ["--quick", "--json", "floor", "--flush-ms", `${late}`];
  const { exitCode, json, stderr } = await runCli(BENCH, words);
  if (process.platform !== "linux" || Bun.which("cc") === null) {
    expect(stderr).toBe("--flush-ms takes Linux and a C compiler (cc).\n");
    expect(exitCode).toBe(2);
    return;
  }
  expect([exitCode, stderr]).toEqual([0, ""]);
  const { machine, parts } = json as unknown as {
    machine: { flushMs: number };
    parts: { floor: { rows: { figures: Record<string, number> }[] } };
  };
  // A lower bound on any machine: each booking waited for at least one flush.
  const times = parts.floor.rows.map(({ figures }) => figures["p50 ms"] ?? 0);
  expect(Math.min(machine.flushMs, ...times)).toBeGreaterThanOrEqual(late);
});
