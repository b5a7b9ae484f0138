import type { OverFull } from "../../domain/head-count.ts";
import { clockTime, displayDate } from "../../domain/time.ts";
import type { Fault, SelfCheckStore } from "../../storage/self-check-store.ts";
import type { Stores } from "../../storage/stores.ts";
import { overFullWindows, takenFrom } from "../capacity/over-full.ts";

export interface RecordsChecked {
  /** Number of parties and waitlist offers that take seats now or later. */
  readonly parties: number;
  /** Number of overfull times that have a known reason. */
  readonly explained: number;
  readonly findings: readonly string[];
}

export function checkRecords(stores: Stores, checks: SelfCheckStore, now: number): RecordsChecked {
  const brands = stores.brands.list();
  const windows = brands.flatMap((brand) =>
    overFullWindows(brand, { stores, now }).map((window) => ({ brand, window })),
  );
  const unexplained = windows.filter(({ window }) => !window.excused);
  const silenced = checks
    .liveOffers()
    .filter(({ phone }) => stores.optOuts.has(phone))
    .map(
      ({ id }): Fault => ({ what: "a table is held for a guest who wants no texts", ids: [id] }),
    );
  return {
    parties: brands.reduce((sum, brand) => sum + takenFrom(brand, { stores, now }).length, 0),
    explained: windows.length - unexplained.length,
    findings: [
      ...unexplained.map(({ brand, window }) =>
        overFullInWords(brand.slug, brand.settings.timeZone, window),
      ),
      ...[...checks.faults(), ...silenced].map(({ what, ids }) => `${what}: ${ids.join(", ")}`),
    ],
  };
}

export function overFullInWords(brand: string, zone: string, window: OverFull): string {
  const { of, from, to, count, limit } = window;
  const day = displayDate(from, zone);
  const time = `${clockTime(from, zone)} to ${clockTime(to, zone)}`;
  switch (of) {
    case "seats":
      return `${brand} is overbooked on ${day} from ${time}: ${count} people for ${limit} seats`;
    case "parties":
      return `${brand} is overbooked on ${day} from ${time}: ${count} parties, limit ${limit}`;
    case "pace":
      return `${brand} has too many arrivals on ${day} from ${time}: ${count}, limit ${limit}`;
  }
}
