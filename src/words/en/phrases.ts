import type { ReasonOf } from "../../domain/errors.ts";
import { nameInLine } from "../../domain/plain-text.ts";
import type { Exceeded, InZone, Taken, TakenBy } from "../../domain/reasons/admission.ts";
import type { Expected } from "../../domain/reasons/input.ts";
import { clockTime, inWords, timeOf } from "../../domain/time.ts";
import { typed } from "./typed.ts";

export const between = ({ from, to }: Pick<Exceeded, "from" | "to">, zone: string): string =>
  `between ${clockTime(from, zone)} and ${clockTime(to, zone)}`;

export function full(
  exceeded: Pick<Exceeded, "limited" | "present" | "needed" | "limit" | "from" | "to">,
  zone: string,
): string {
  const { limited, present, needed, limit } = exceeded;
  const when = between(exceeded, zone);
  switch (limited) {
    case "seats":
      return `${present} of ${limit} seats are taken ${when}, and the party needs ${needed}.`;
    case "parties":
      return `No room for another party: ${counted(present, "party is", "parties are")} present ${when}, and the limit is ${limit}.`;
    case "paceCovers":
      return `Too many guests would start at once: ${counted(present, "cover already starts", "covers already start")} ${when}, this party adds ${needed}, and the limit is ${limit}.`;
    case "paceParties":
      return `Too many parties would start at once: ${counted(present, "party already starts", "parties already start")} ${when}, and the limit is ${limit}.`;
  }
}

const LIMITS: Readonly<Record<Exceeded["limited"], string>> = {
  seats: "number of seats",
  parties: "limit on parties present",
  paceCovers: "limit on covers that start",
  paceParties: "limit on parties that start",
};

export const limitName = (limited: Exceeded["limited"]): string => LIMITS[limited];

/** " Held for waiting guests until 8:00 PM at the latest: 6 of the 28."; empty if none are held. */
export const heldPart = (
  { held, heldUntil, present }: Pick<Exceeded, "held" | "heldUntil" | "present">,
  zone: string,
): string =>
  held === 0 || heldUntil === null
    ? ""
    : ` Held for waiting guests until ${clockTime(heldUntil, zone)} at the latest: ${held} of the ${present}.`;

/** " There would be room at ..."; empty if no start with room is known. */
export const roomPart = ({ roomAt = [], zone }: InZone): string =>
  roomAt.length === 0
    ? ""
    : ` There would be room at ${roomAt.map((at) => inWords(at, zone)).join(", or at ")}.`;

/** " Seats taken in the meantime by: Nia, 7:15 PM, party of 8." */
export function takenPart(
  lead: string,
  { taken = [], more = 0, zone }: TakenBy & InZone,
  ids: boolean,
): string {
  if (taken.length === 0) return "";
  const named = taken.map((one) => takenBy(one, zone, ids)).join("; ");
  return ` ${lead}: ${named}${more > 0 ? `; and ${more} more` : ""}.`;
}

function takenBy({ id, name, startAt, partySize, offered }: Taken, zone: string, ids: boolean) {
  const time = `${offered ? "offered " : ""}${clockTime(startAt, zone)}`;
  const words = `${name === null ? "a guest" : nameInLine(name)}, ${time}, party of ${partySize}`;
  return ids ? `${words} (${id})` : words;
}

/** The value as JSON, cut to 80 characters. A string, number or boolean is followed by its type. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const short = text.length > 80 ? `${text.slice(0, 80)}...` : text;
  const type = Array.isArray(value) ? "list" : typeof value;
  const named = type === "string" || type === "number" || type === "boolean" ? ` (a ${type})` : "";
  return `${short.toWellFormed()}${named}`;
}

export function must(expected: Expected): string {
  switch (expected.is) {
    case "type":
      return expected.isText && expected.type === "number"
        ? "must be a number and not a string: send it without quotes"
        : `must be ${article(expected.type)}`;
    case "least":
    case "most": {
      const { of, limit } = expected;
      const bound = `at ${expected.is} ${limit}`;
      if (of === "itself") return `must be ${bound}`;
      return `must have ${bound} ${limit === 1 ? of.slice(0, -1) : of}`;
    }
    case "one_of":
      return `must be ${expected.values.join(" or ")}`;
    case "own":
      return expected.must;
  }
}

function article(type: string): string {
  if (type === "int") return "a whole number";
  if (type === "array") return "a list";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

export const meantPart = (nearest: string | null): string =>
  nearest === null ? "" : ` Did you mean ${quoted(nearest)}?`;

export const quoted = (value: unknown): string => {
  const text = JSON.stringify(value) ?? typeof value;
  return (text.length > 80 ? `${text.slice(0, 79)}…` : text).toWellFormed();
};

export const counted = (count: number | "unlimited", one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

export const people = (count: number): string => counted(count, "person", "people");

export const listOf = (items: readonly string[]): string =>
  items.length === 0 ? "none" : items.join(", ");

export function seatingTimes({
  note,
  services,
  say,
}: ReasonOf<"OUTSIDE_SERVICE.not_open">): string {
  const { zone, startAt } = say;
  const hours = services.map(
    ({ name, opens, lastSeating }) =>
      `${name} ${clockTime(opens, zone)} to ${clockTime(lastSeating, zone)}`,
  );
  return (
    `No party can start at ${inWords(startAt, zone)}${note === null ? "" : ` (${typed(note)})`}. ` +
    `Seating times: ${hours.join(", ")}.`
  );
}

const COUNTRIES = new Intl.DisplayNames("en", { type: "region" });
const TAKES_THE =
  /^(?:United|U\.S\.|British|Bahamas|Comoros|Gambia|Maldives|Philippines)|(?:Islands|Netherlands|Republic|Territories)$/;

/** Example: "the United States" for "US". */
export function countryNamed(code: string): string {
  const name = COUNTRIES.of(code) ?? code;
  return TAKES_THE.test(name) ? `the ${name}` : name;
}

const EVENING_HOUR = 17;
const MORNING_HOUR = 5;

export function partOfDay(at: number, zone: string): "today" | "tonight" {
  const hour = Number(timeOf(at, zone).slice(0, 2));
  return hour >= EVENING_HOUR || hour < MORNING_HOUR ? "tonight" : "today";
}
