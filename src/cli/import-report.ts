import { overFullWindows } from "../operations/capacity/over-full.ts";
import { overFullInWords } from "../operations/selftest/check-records.ts";
import type { Stores } from "../storage/stores.ts";
import { type Checked, type Counts, MOST_SHOWN } from "./import-check.ts";
import { type Keeping, keepingInWords } from "./import-keep.ts";
import { pick, plural } from "./print.ts";
import type { Answer } from "./verb.ts";

/** Imports ignore the limits, so the answer lists the times at which a limit is exceeded. */
const overFullIn = ({ brands }: Checked, stores: Stores, now: number) =>
  brands.flatMap((slug) => {
    const brand = stores.brands.get(slug);
    if (brand === null) return [];
    return overFullWindows(brand, { stores, now }).map((window) => ({ brand, window }));
  });

const more = (all: number, shown: number): string[] =>
  all > shown ? [`... and ${all - shown} more.`] : [];

export function importAnswer(
  checked: Checked,
  {
    stores,
    now,
    ...done
  }: {
    readonly file: string;
    readonly dryRun: boolean;
    readonly saved: boolean;
    readonly isRefused: boolean;
    readonly keeping: Keeping | null;
    readonly stores: Stores;
    readonly now: number;
  },
): Answer {
  const { file, dryRun, saved, isRefused, keeping } = done;
  const { added, present, refused, refusals, warnings, warned, brands } = checked;
  const allOverFull = saved ? overFullIn(checked, stores, now) : [];
  const overFull = allOverFull.slice(0, MOST_SHOWN);
  const lines = [
    ...refused.map(
      ({ line, id, message }) => `line ${line}${id === null ? "" : ` (${id})`}: ${message}`,
    ),
    ...more(refusals, refused.length),
    ...warnings,
    ...more(warned, warnings.length),
    ...overFull.map(
      ({ brand: { slug, settings }, window }) =>
        `${overFullInWords(slug, settings.timeZone, window)}.`,
    ),
    ...more(allOverFull.length, overFull.length),
    ...(keeping === null ? [] : [keepingInWords(keeping, saved, stores)]),
    headline(done, checked),
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
      overFull: overFull.map(({ brand, window }) => ({
        brand: brand.slug,
        ...pick(window, "of", "from", "to", "count", "limit"),
      })),
      pastRetention: keeping,
    },
    text: lines.join("\n"),
    exitCode: isRefused ? 1 : 0,
  };
}

function headline(
  { dryRun, saved, isRefused }: { dryRun: boolean; saved: boolean; isRefused: boolean },
  { added, present, refusals }: Checked,
): string {
  const news =
    `${plural(total(added), "new record")}, ${total(present)} already in the database, ` +
    `${refusals} left out`;
  if (saved) return `Imported: ${news}. No texts are sent.`;
  if (isRefused) {
    return (
      `Nothing was imported: ${plural(refusals, "line")} cannot be imported, see above. Correct the ` +
      "file, or import the other lines with --skip-refused."
    );
  }
  return dryRun ? `Nothing was changed. ${news}.` : `There was nothing to import: ${news}.`;
}

export const total = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
