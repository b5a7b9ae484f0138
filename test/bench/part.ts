// What a part of the bench gives back, and how often something is tried.

/** How long each load is kept up, seconds. */
export const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 4);

/** One thing that was measured: figures by the name of their unit. */
export interface Row {
  readonly name: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** What a part found out. `ratios` hold on other machines, `rows` are this machine's. */
export interface Report {
  readonly ratios: readonly { readonly name: string; readonly value: number }[];
  readonly rows: readonly Row[];
  /** How it was measured. */
  readonly method: string;
}

/** Measures within an empty folder that is its own. */
export type Part = (folder: string) => Promise<Report>;
