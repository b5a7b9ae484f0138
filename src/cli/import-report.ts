import type { PortableType } from "../domain/portable.ts";
import { clockTime, displayDate } from "../domain/time.ts";
import { overFullWindows } from "../operations/capacity/over-full.ts";
import type { Stores } from "../storage/stores.ts";
import { type Keeping, keepingInWords } from "./import-keep.ts";
import { plural } from "./print.ts";
import { type Answer, CliError } from "./verb.ts";

/** A line or row that can not be taken, and why. */
export interface Refused {
  /** As an editor counts them, from 1. */
  readonly line: number;
  /** The record, where it has one. */
  readonly id: string | null;
  readonly message: string;
}

export type Counts = Partial<Record<PortableType, number>>;

/** What a look through the file came to. */
export interface Checked {
  /** What is new, and what is there already. */
  readonly added: Counts;
  readonly present: Counts;
  /** The first of them; `refusals` counts all. */
  readonly refused: readonly Refused[];
  readonly refusals: number;
  readonly warnings: readonly string[];
  /** Guests who came so long ago that retention clears them at once, by brand. */
  readonly past: Readonly<Record<string, number>>;
  /** The brands that something is added to. */
  readonly brands: readonly string[];
}

/** More than this nobody reads; the numbers count all of them. */
export const MOST_SHOWN = 100;

/** Collects what a look through a file finds. */
export class Findings {
  readonly #added: Counts = {};
  readonly #present: Counts = {};
  readonly #refused: Refused[] = [];
  readonly #warnings: string[] = [];
  readonly #past: Record<string, number> = {};
  readonly #brands = new Set<string>();
  #refusals = 0;

  add(type: PortableType, brand: string | null): void {
    this.#added[type] = (this.#added[type] ?? 0) + 1;
    if (brand !== null) this.#brands.add(brand);
  }

  keep(type: PortableType): void {
    this.#present[type] = (this.#present[type] ?? 0) + 1;
  }

  past(brand: string): void {
    this.#past[brand] = (this.#past[brand] ?? 0) + 1;
  }

  refuse(refused: Refused): void {
    this.#refusals += 1;
    if (this.#refused.length < MOST_SHOWN) this.#refused.push(refused);
  }

  warn(warning: string): void {
    if (this.#warnings.length < MOST_SHOWN) this.#warnings.push(warning);
  }

  get checked(): Checked {
    return {
      added: this.#added,
      present: this.#present,
      refused: this.#refused,
      refusals: this.#refusals,
      warnings: this.#warnings,
      past: this.#past,
      brands: [...this.#brands],
    };
  }
}

/** A window in which a brand is too full now. */
export interface Full {
  readonly brand: string;
  readonly of: string;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly limit: number;
}

/** Imports ask no admission: where too many people are expected afterwards is said instead. */
export const fullWindows = (brands: readonly string[], stores: Stores, now: number): Full[] =>
  brands.flatMap((slug) => {
    const brand = stores.brands.get(slug);
    if (brand === null) return [];
    return overFullWindows(brand, { stores, now }).map(({ of, from, to, count, limit }) => ({
      brand: slug,
      of,
      from,
      to,
      count,
      limit,
    }));
  });

/** The whole answer of an import. Exit code 1 where nothing was added because of a refusal. */
export function importAnswer(
  {
    file,
    dryRun,
    saved,
    keeping,
  }: {
    readonly file: string;
    readonly dryRun: boolean;
    readonly saved: boolean;
    readonly keeping: Keeping | null;
  },
  checked: Checked,
  full: readonly Full[],
  stores: Stores,
): Answer {
  const { added, present, refused, refusals, warnings, brands } = checked;
  const lines = [
    ...refused.map(
      ({ line, id, message }) => `line ${line}${id === null ? "" : ` (${id})`}: ${message}`,
    ),
    ...(refusals > refused.length ? [`... and ${refusals - refused.length} more.`] : []),
    ...warnings,
    ...full.slice(0, MOST_SHOWN).map((window) => fullInWords(window, stores)),
    ...(keeping === null ? [] : [keepingInWords(keeping, saved, stores)]),
    headline(dryRun, saved, checked),
  ];
  return {
    json: {
      file,
      dryRun,
      saved,
      brands,
      added,
      present,
      refused,
      refusals,
      warnings,
      overFull: full.slice(0, MOST_SHOWN),
      pastRetention: keeping,
    },
    text: lines.join("\n"),
    exitCode: refusals > 0 && !saved ? 1 : 0,
  };
}

function headline(dryRun: boolean, saved: boolean, { added, present, refusals }: Checked): string {
  const news = `${plural(total(added), "new record")}, ${total(present)} there already`;
  if (saved) return `Imported: ${news}, ${refusals} left out. No texts are sent.`;
  if (refusals > 0) {
    return (
      `Nothing was imported: ${plural(refusals, "line")} cannot be imported, see above. Correct the ` +
      "file, or import the rest of it with --skip-refused."
    );
  }
  return dryRun ? `Nothing was changed. ${news}.` : `There was nothing to import: ${news}.`;
}

/** All records of all types. */
export const total = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function fullInWords({ brand, of, from, to, count, limit }: Full, stores: Stores): string {
  const zone = stores.brands.get(brand)?.settings.timeZone ?? "UTC";
  const what = { seats: "people are there", parties: "parties are there", pace: "start" }[of];
  return (
    `Overbooked: ${brand}, ${displayDate(from, zone)}, ${clockTime(from, zone)} to ${clockTime(to, zone)}: ` +
    `${count} ${what ?? of} where the limit is ${limit}.`
  );
}

/** What nobody has looked at is not imported. `line` null: some are missing. */
export function changed(path: string, line: number | null): CliError {
  const where = line === null ? "lines are missing" : `line ${line} is another one now`;
  return notThatFile(`${path} was changed while it was imported: ${where}.`);
}

/** The file is not what it must be as a whole. */
export const notThatFile = (message: string): CliError => new CliError("INVALID_INPUT", message);
