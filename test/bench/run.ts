// The figures of the product: ratios first, as they hold on other machines; the absolute numbers
// are this machine's. npm run bench, or some parts of it: npm run bench -- gate refresh;
// with --json as one line of JSON.
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { bookings } from "./bookings.ts";
import { gate } from "./gate.ts";
import { idle } from "./idle.ts";
import type { Part, Report, Row } from "./part.ts";
import { refresh } from "./refresh.ts";
import { waitlist } from "./waitlist.ts";

const PARTS = new Map<string, Part>([
  ["bookings", bookings],
  ["waitlist", waitlist],
  ["gate", gate],
  ["refresh", refresh],
  ["idle", idle],
]);

const machine = {
  processors: cpus().length,
  model: cpus()[0]?.model ?? "unknown",
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${release()}`,
  bun: Bun.version,
};

/** One table: what was measured, then a column a unit. */
function printTable(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const units = Object.keys(rows[0]?.figures ?? {});
  console.log([" ".repeat(width), ...units.map((unit) => unit.padStart(10))].join(" "));
  for (const { name, figures } of rows) {
    const cells = units.map((unit) => shown(figures[unit] ?? Number.NaN).padStart(10));
    console.log([name.padEnd(width), ...cells].join(" "));
  }
}

const shown = (value: number): string =>
  Number.isInteger(value) ? `${value}` : value.toFixed(value < 0.1 ? 4 : 2);

function print(reports: Readonly<Record<string, Report>>): void {
  for (const { ratios } of Object.values(reports)) {
    for (const { name, value } of ratios) console.log(`${name}: ${shown(value)}`);
  }
  for (const [name, { rows, method }] of Object.entries(reports)) {
    console.log(`\n${name}: ${method}`);
    printTable(rows);
  }
  const { processors, model, memoryGiB, system, bun } = machine;
  console.log(`\n${processors} x ${model}, ${memoryGiB} GiB, ${system}, Bun ${bun}`);
}

const asked = process.argv.slice(2).filter((word) => word !== "--json");
const unknown = asked.filter((name) => !PARTS.has(name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(", ")}. Known: ${[...PARTS.keys()].join(", ")}.`);
  process.exit(2);
}
const reports: Record<string, Report> = {};
for (const [name, part] of PARTS) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const folder = mkdtempSync(join(tmpdir(), "maitred-bench-"));
  try {
    reports[name] = await part(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
if (process.argv.includes("--json")) console.log(JSON.stringify({ parts: reports, machine }));
else print(reports);
