// Describes the machine of the measurement, and prints the figures.
import { cpus, loadavg, release, totalmem } from "node:os";
import type { Report, Row } from "./part.ts";

/** Facts about the machine that a figure depends on. */
export interface Machine extends ReturnType<typeof machine> {
  /** The time of a disk flush, milliseconds. */
  readonly flushMs: number;
}

/** The machine. `load`: how many processes wanted a processor, on average over a minute. */
export const machine = () => ({
  processors: cpus().length,
  model: cpus()[0]?.model ?? "unknown",
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${release()}`,
  bun: Bun.version,
  load: Number((loadavg()[0] ?? Number.NaN).toFixed(1)),
});

/** Prints all ratios, then a table for each part, then the machine. */
export function print(reports: Readonly<Record<string, Report>>, before: Machine): void {
  for (const { ratios } of Object.values(reports)) {
    for (const { name, value, goal } of ratios) {
      console.log(`${name}: ${shown(value)}${goal === undefined ? "" : ` (goal ${goal})`}`);
    }
  }
  for (const [name, { rows, method }] of Object.entries(reports)) {
    console.log(`\n${name}: ${method}`);
    printTable(rows);
  }
  const { processors, model, memoryGiB, system, bun, load } = before;
  console.log(
    `\n${processors} x ${model}, ${memoryGiB} GiB, a flush takes ${shown(before.flushMs)} ms, ` +
      `${system}, Bun ${bun}, load average before ${load}`,
  );
}

/** One row per measurement, one column per unit. */
function printTable(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const units = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const column = (unit: string): number => Math.max(unit.length, 9);
  const cells = (cell: (unit: string) => string): string =>
    units.map((unit) => cell(unit).padStart(column(unit))).join(" ");
  console.log(`${" ".repeat(width)} ${cells((unit) => unit)}`);
  for (const { name, figures } of rows) {
    const row = cells((unit) => (figures[unit] === undefined ? "" : shown(figures[unit])));
    console.log(`${name.padEnd(width)} ${row}`);
  }
}

function shown(value: number): string {
  if (Number.isInteger(value)) return `${value}`;
  const size = Math.abs(value);
  return value.toFixed(size < 0.1 ? 4 : size < 100 ? 2 : 0);
}
