// The result of a part of the bench, and its effort.

/** How long and how often things are tried; the whole bench stays below ten minutes. */
export interface Effort {
  /** How often the variants of a part take turns; their figures are medians of these. */
  readonly rounds: number;
  /** How long each load is kept up after its warm-up, seconds. */
  readonly seconds: number;
  /** How long a process is driven before anything counts, seconds. */
  readonly warmUpSeconds: number;
  /** Transactions of one round of the floor. */
  readonly commits: number;
  /** Reservations in the large database. */
  readonly reservations: number;
  /** Guests who wait, in the longest list. */
  readonly waiting: number;
  /** How often something is done that is too slow for a load. */
  readonly samples: number;
  /** Evenings that are seated. */
  readonly evenings: number;
  /** How long nobody calls, seconds; the loop looks every five. */
  readonly idleSeconds: number;
}

/** For figures. */
export const WHOLE: Effort = {
  rounds: 3,
  seconds: Number(process.env["BENCH_SECONDS"] ?? 2),
  warmUpSeconds: 2,
  commits: 2000,
  reservations: 1_000_000,
  waiting: 10_000,
  samples: 41,
  evenings: 200,
  idleSeconds: 10,
};

/** For whether it works at all: its figures say nothing. */
export const QUICK: Effort = {
  rounds: 1,
  seconds: 0.03,
  warmUpSeconds: 0.01,
  commits: 30,
  reservations: 2000,
  waiting: 100,
  samples: 2,
  evenings: 1,
  idleSeconds: 0.2,
};

/** One thing that was measured: figures by the name of their unit. */
export interface Row {
  readonly name: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** Holds on other machines, where a figure does not. */
export interface Ratio {
  readonly name: string;
  readonly value: number;
  /** What it should be, such as ">= 1.5"; left out where nothing was promised. */
  readonly goal?: string;
}

/** What a part found out. `ratios` hold on other machines, `rows` are this machine's. */
export interface Report {
  readonly ratios: readonly Ratio[];
  readonly rows: readonly Row[];
  /** How it was measured. */
  readonly method: string;
}

/** Measures within an empty folder that is its own. Throws where an answer was wrong. */
export type Part = (folder: string, effort: Effort) => Promise<Report>;

/** The middle one, so that a busy moment of the machine does not count. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The row of several rounds: the median of each figure. */
export function medianRow(name: string, rounds: readonly Row["figures"][]): Row {
  const units = Object.keys(rounds[0] ?? {});
  const figures = units.map((unit) => [unit, median(rounds.map((one) => one[unit] ?? Number.NaN))]);
  return { name, figures: Object.fromEntries(figures) as Row["figures"] };
}
