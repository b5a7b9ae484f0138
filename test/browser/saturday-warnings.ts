// Collects the warnings that the pages show during an evening, and checks whether they are true. Reads
// the facts from the database, independently of the pages.
import type { Page } from "playwright-core";
import { leavesAt } from "../../src/domain/occupancy.ts";
import type { Reservation } from "../../src/domain/reservation.ts";
import { MINUTE } from "../../src/domain/time.ts";
import type { RunningServer } from "../../src/instance/server.ts";

/** Where to look up whether a warning is true. */
interface Facts {
  readonly server: RunningServer;
  readonly brand: string;
  /** Minutes after which a booked party is late. */
  readonly graceMinutes: number;
}

interface Warned {
  readonly kind: string;
  readonly words: string;
  readonly isTrue: boolean;
}

export interface Warnings {
  /** Records the warnings that the pages show now, in rows or in messages. */
  lookAt(pages: readonly Page[], place: typeof ROWS | typeof LINES): Promise<void>;
  /** By party and kind: a badge that counts minutes is one warning all evening. */
  readonly all: ReadonlyMap<string, Warned>;
}

type Check = (found: RegExpExecArray, party: Reservation | undefined, facts: Facts) => boolean;

const minutesSince = (instant: number, { server }: Facts): number =>
  Math.floor((server.clock() - instant) / MINUTE);

/** True if the page is at most a minute behind: the clock moves on before this check. */
const isNow = (minutes: string | undefined, since: number, facts: Facts): boolean =>
  minutesSince(since, facts) - Number(minutes) <= 1;

const tableNames = (party: Reservation, { server, brand }: Facts): string[] => {
  const { tables } = server.stores.floors.get(brand);
  return party.tables.map((id) => tables.find((one) => one.id === id)?.name ?? "?");
};

const named = (name: string | undefined, { server, brand }: Facts): Reservation | undefined =>
  partiesOf(server, brand).find((one) => one.name === name);

/** Each kind of warning with the check of its truth. Kinds not listed here count as false. */
const KINDS: readonly (readonly [kind: string, says: RegExp, isTrue: Check])[] = [
  [
    "late",
    /^(?:(\d+) min late|did not come\?)$/,
    ([, minutes = "120"], party, facts) =>
      party?.status === "booked" &&
      (minutes === "120" || isNow(minutes, party.startAt, facts)) &&
      minutesSince(party.startAt, facts) >= Math.max(facts.graceMinutes, Number(minutes)),
  ],
  [
    "stays on",
    /^(\d+) min over$/,
    ([, minutes], party, facts) =>
      party?.status === "seated" && isNow(minutes, leavesAt(party), facts),
  ],
  ["request", /^request$/, (_, party) => party?.status === "pending"],
  [
    // For a large party that was booked too late for a text that asks whether they come.
    "call to confirm",
    /^call to confirm$/,
    (_, party) =>
      party?.status === "booked" && party.partySize >= 8 && party.attendance === "not_required",
  ],
  [
    "moved",
    /^(.+) has Tables? (.+) now\.$/,
    ([, name, tables], _, facts) => {
      const party = named(name, facts);
      return party !== undefined && tableNames(party, facts).join(" and ") === tables;
    },
  ],
];

/** The reservations of the evening. */
export function partiesOf({ stores }: RunningServer, brand: string): readonly Reservation[] {
  const date = { fromDate: "2026-11-21", toDate: "2026-11-21" };
  const statuses = ["booked", "pending", "arrived", "seated", "completed", "no_show"] as const;
  return stores.reservations.list({
    brand,
    ...date,
    statuses,
    limit: 200,
    after: null,
  });
}

/**
 * Badges that ask for attention. Look at them on a page that was just loaded, because another tablet
 * may be out of date.
 */
export const ROWS = ".row .badge:is(.care, .stop)";
/** Messages about the last action. */
export const LINES = "#toast li, .reasons p";

export function watchWarnings(facts: Facts): Warnings {
  const all = new Map<string, Warned>();
  return {
    all,
    async lookAt(pages, place) {
      for (const page of pages) {
        const shown = await page
          .locator(place)
          .evaluateAll((badges) =>
            badges.map((one) => ({ id: one.closest(".row")?.id, words: one.textContent?.trim() })),
          );
        for (const { id = "", words = "" } of shown) {
          const party = facts.server.stores.reservations.get(id.slice(1)) ?? undefined;
          const known = KINDS.find(([, says]) => says.test(words));
          const found = known?.[1].exec(words);
          const isTrue = found != null && known?.[2](found, party, facts) === true;
          const kind = known?.[0] ?? "unknown";
          const key = `${kind} ${party?.name ?? words}`;
          // A warning counts as true only if it was true each time it was shown.
          const before = all.get(key);
          all.set(key, { kind, words, isTrue: isTrue && before?.isTrue !== false });
        }
      }
    },
  };
}
