// The result of a part of the bench, and its effort.

/** How long and how often each thing is measured. The whole bench stays below ten minutes. */
export interface Effort {
  /** How often the variants of a part take turns. The figures are medians of these rounds. */
  readonly rounds: number;
  /** How long each variant is called after its warm-up, seconds. */
  readonly seconds: number;
  /** Duration of the warm-up, seconds. */
  readonly warmUpSeconds: number;
  /** Bookings in one round of R and R0, the speed of SQLite without a server (see bench/floor). */
  readonly commits: number;
  /** Reservations in the large database. */
  readonly reservations: number;
  /** Waiting guests in the longest list. */
  readonly waiting: number;
  /** Repetitions of a thing that is too slow to be called for `seconds`. */
  readonly samples: number;
  /** Evenings for which tables are assigned. */
  readonly evenings: number;
  /** Duration without calls, seconds. The background loop runs every five seconds. */
  readonly idleSeconds: number;
}

/** The effort for real figures. */
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

/** The effort for a check that the bench works; its figures mean nothing. */
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

/** One measured thing: its figures, by unit. */
export interface Row {
  readonly name: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** A ratio of two figures, which is comparable between machines. */
export interface Ratio {
  readonly name: string;
  readonly value: number;
  /** The goal, such as ">= 1.5"; missing if there is none. */
  readonly goal?: string;
}

/** The results of a part. `ratios` are comparable between machines, `rows` are not. */
export interface Report {
  readonly ratios: readonly Ratio[];
  readonly rows: readonly Row[];
  /** How the part was measured. */
  readonly method: string;
}

/** Measures in an empty folder that only it uses. Throws an Error if an answer was wrong. */
export type Part = (folder: string, effort: Effort) => Promise<Report>;

/** The median, so that a busy moment of the machine does not count. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** One row from several rounds, with the median of each figure. */
export function medianRow(name: string, rounds: readonly Row["figures"][]): Row {
  const units = Object.keys(rounds[0] ?? {});
  const figures = units.map((unit) => [unit, median(rounds.map((one) => one[unit] ?? Number.NaN))]);
  return { name, figures: Object.fromEntries(figures) as Row["figures"] };
}
