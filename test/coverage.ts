// Adds up the coverage of src over several reports, one from each batch of tests.

/** The shares of lines and functions that ran, between 0 and 1. */
export interface Coverage {
  readonly lines: number;
  readonly functions: number;
}

interface Reached {
  /** How often each line ran, by line number. */
  readonly lines: Map<number, number>;
  functions: number;
  functionsHit: number;
}

/**
 * Reads reports in lcov's form. A line counts if it ran in any report. For functions, a report has
 * only two numbers (FNF: all, FNH: run), so each file counts with its highest FNH. The share of
 * functions may therefore be too low, but never too high.
 */
export function coverageOf(reports: readonly string[]): Coverage {
  const files = new Map<string, Reached>();
  for (const report of reports) {
    for (const record of report.split("end_of_record")) {
      const file = /^SF:(.*)$/m.exec(record)?.[1];
      if (file !== undefined) add(record, reachedIn(files, file));
    }
  }
  const all = [...files.values()];
  const total = (of: (file: Reached) => number): number =>
    all.reduce((sum, file) => sum + of(file), 0);
  return {
    lines: total(({ lines }) => linesHit(lines)) / total(({ lines }) => lines.size),
    functions: total(({ functionsHit }) => functionsHit) / total(({ functions }) => functions),
  };
}

function reachedIn(files: Map<string, Reached>, file: string): Reached {
  const known = files.get(file);
  if (known !== undefined) return known;
  const made: Reached = { lines: new Map(), functions: 0, functionsHit: 0 };
  files.set(file, made);
  return made;
}

function add(record: string, reached: Reached): void {
  for (const [, line, times] of record.matchAll(/^DA:(\d+),(\d+)/gm)) {
    const number = Number(line);
    reached.lines.set(number, (reached.lines.get(number) ?? 0) + Number(times));
  }
  const figure = (name: string): number =>
    Number(new RegExp(`^${name}:(\\d+)$`, "m").exec(record)?.[1] ?? 0);
  reached.functions = Math.max(reached.functions, figure("FNF"));
  reached.functionsHit = Math.max(reached.functionsHit, figure("FNH"));
}

const linesHit = (lines: ReadonlyMap<number, number>): number =>
  [...lines.values()].filter((times) => times > 0).length;
