import type { ReasonOf } from "../../../domain/errors.ts";
import { nameInLine } from "../../../domain/plain-text.ts";
import type { Reservation } from "../../../domain/reservation.ts";
import type { Why } from "../../../domain/seating/choice.ts";
import { clockTime, shortDate } from "../../../domain/time.ts";
import { listOf } from "../phrases.ts";

/** "table 12", "tables 7 + 8" */
export const tableNamed = (name: string): string =>
  `${name.includes(" + ") ? "tables" : "table"} ${name}`;

export function whyTable(why: Why, name: string, covers: number, moved: number): string {
  const lead = `${tableNamed(name)}:`;
  switch (why.kind) {
    case "chosen":
      return `${lead} chosen by hand`;
    case "kept":
      return `${lead} as before`;
    case "only":
      return `${lead} the only one free for ${covers}`;
    case "moves":
      return `${lead} free because ${moved === 1 ? "another party moves" : `${moved} other parties move`}`;
    case "elsewhere":
      return `${tableNamed(name)} in ${listOf(why.areas)}: no table for ${covers} is free in ${why.wished} at that time`;
    case "area":
      return `${lead} in the area that was asked for`;
    case "empty_seats":
      return `${lead} the smallest free one for ${covers}`;
    case "tables":
      return `${lead} uses fewer tables than ${why.next}`;
    case "not_combined":
      return `${lead} not part of a combination, unlike ${why.next}`;
    case "spoils":
      return `${lead} leaves more room for large parties than ${why.next}`;
    case "idle":
      return `${lead} leaves a shorter gap before or after the stay than ${why.next}`;
    case "priority":
      return `${lead} has priority over ${why.next}`;
    case "name":
      return `${lead} as good as ${why.next}, and first by name`;
  }
}

/**
 * "Table 12 is taken from 7:00 PM to 8:45 PM by Okafor, party of 6." `ids`: adds ids and the hint at `swap`,
 * for agents.
 */
export const tableTaken =
  ({ ids }: { readonly ids: boolean }) =>
  ({ tables, by, from, until, instead, say }: ReasonOf<"TABLE_TAKEN">): string => {
    const { zone, swap } = say;
    const what = capitalised(tableNamed(tables.join(" + ")));
    const is = tables.length === 1 ? "is" : "are";
    const when = `from ${clockTime(from, zone)} to ${clockTime(until, zone)}`;
    const free = instead.map((names) => tableNamed(names.join(" + "))).join(", ");
    const others =
      free === "" ? " No other table is free for this party." : ` Free instead: ${free}.`;
    if (by === null) return `${what} ${is} blocked ${when}.${others}`;
    const who = `${nameInLine(by.name)}, party of ${by.numberOfPeople}${ids ? ` (${by.id})` : ""}`;
    const possible = ids ? " Pass swap: true to exchange the tables of the two parties." : "";
    const exchange =
      swap === "possible"
        ? possible
        : swap === "refused"
          ? " The parties cannot swap: exactly one other party must have these tables, and each party must fit at the other's tables."
          : "";
    return `${what} ${is} taken ${when} by ${who}.${others}${exchange}`;
  };

export const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const MOST_NAMED = 5;

/** `without`: parties without a table, earliest first. */
export function tablesGiven(
  placed: number,
  without: readonly Pick<Reservation, "name" | "partySize" | "startAt">[],
  zone: string,
): string {
  const given = `${placed} upcoming ${placed === 1 ? "reservation has" : "reservations have"} a table now.`;
  if (without.length === 0) return given;
  const stay =
    without.length === 1 ? "1 has no table and stays" : `${without.length} have no table and stay`;
  const named = without
    .slice(0, MOST_NAMED)
    .map(
      ({ name, partySize, startAt }) =>
        `${name}, party of ${partySize}, ${shortDate(startAt, zone)} at ${clockTime(startAt, zone)}`,
    );
  const others = without.length - MOST_NAMED;
  const more = others > 0 ? `; and ${others} more` : "";
  return `${given} ${stay} booked, marked "no table": ${named.join("; ")}${more}.`;
}

export const noTables = (mode: "suggest" | "required"): string =>
  mode === "required"
    ? "There are no tables on the plan yet, so nobody can be booked. Import a plan or add tables now."
    : "There are no tables on the plan yet, so no party gets a table. Import a plan or add tables now.";
