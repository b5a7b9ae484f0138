import type { Suggestion } from "../../domain/errors.ts";
import type { RecentChange } from "../../operations/desk/recent-changes.ts";
import type { WireNotification, WireReservation } from "../../operations/reservation/wire.ts";
import { type LeftWithoutTable, tablesLost, tablesNamed } from "../../words/en/host/floor.ts";
import { doneWords } from "../../words/en/host/operations.ts";
import { seatsFreed, waitOf } from "../../words/en/host/waitlist.ts";
import { counted } from "../../words/en/phrases.ts";
import type { Flash } from "./desk-visit.ts";

const MAKE_RESERVATIONS = ["create_booking", "book_table", "seat_walk_in", "seat_from_door"];

const BOOKS = ["create_booking", "book_table"];

export function doneFlash(
  { name, title }: { readonly name: string; readonly title: string },
  structured: Record<string, unknown>,
): Flash {
  const reservation = structured["reservation"] as Partial<Named> | undefined;
  const entry = structured["entry"] as Partial<Named> | undefined;
  const warnings = (structured["warnings"] ?? []) as readonly Warned[];
  const text = doneText(name, title, structured["changed"] !== false);
  const told = {
    who: (reservation ?? entry)?.name,
    text: isRequest(name, reservation)
      ? REQUEST
      : text +
        quotedWait(name, structured) +
        readBack(name, structured) +
        tableIn(structured) +
        textedIn(name, structured) +
        costIn(name, structured),
    warnings: [
      ...warnings.filter((one) => !isSaid(one, warnings)).map(({ message }) => message),
      ...movedBy(structured),
      ...lostBy(structured),
      ...freedBy(structured),
    ],
  };
  const id = reservation?.id ?? null;
  const room = (structured["room"] ?? []) as readonly Suggestion[];
  if (room.length > 0 && entry?.id) return { ...told, room: { entry: entry.id, starts: room } };
  return id === null
    ? told
    : { ...told, reservation: { id, isNew: MAKE_RESERVATIONS.includes(name) } };
}

interface Warned {
  readonly code?: string;
  readonly message: string;
  readonly limited?: string;
}

/** PACE_EXCEEDED and OVER_LIMIT tell a host the same about the pace. */
const isSaid = ({ code, limited }: Warned, all: readonly Warned[]): boolean =>
  code === "OVER_LIMIT" &&
  limited?.startsWith("pace") === true &&
  all.some((one) => one.code === "PACE_EXCEEDED");

function readBack(operation: string, { reservation }: Record<string, unknown>): string {
  if (!BOOKS.includes(operation)) return "";
  const { date, time, numberOfPeople } = reservation as WireReservation;
  return `, ${date}, ${time}, party of ${numberOfPeople}`;
}

function quotedWait(operation: string, { quotedMinutes }: Record<string, unknown>): string {
  return operation === "add_to_door" ? `, ${waitOf(quotedMinutes as number | null)}` : "";
}

function textedIn(operation: string, { notifications }: Record<string, unknown>): string {
  if (!BOOKS.includes(operation)) return "";
  const sent = (notifications as readonly WireNotification[]).find(
    ({ recipient, state }) => recipient === "guest" && state === "queued",
  );
  return sent === undefined ? "" : `. A text goes to the phone that ends in ${sent.phone}`;
}

function costIn(operation: string, { segments }: Record<string, unknown>): string {
  return operation === "text_guest" ? `, ${counted(segments as number, "segment")}` : "";
}

interface Placement {
  readonly why: string;
  readonly moves: readonly {
    readonly name: string;
    readonly from: readonly string[];
    readonly to: readonly string[];
  }[];
}

/** ", table 12: the smallest free one for 3", or ", without a table" if no table was found. */
function tableIn(structured: Record<string, unknown>): string {
  const placement = structured["placement"] as Placement | null | undefined;
  if (placement) return `, ${placement.why}`;
  const { flags = [] } = (structured["reservation"] ?? {}) as Partial<WireReservation>;
  return flags.includes("no_table") ? ", without a table" : "";
}

/** The parties that were moved. Those that found no table are left out: a warning names them. */
function movedBy(structured: Record<string, unknown>): string[] {
  const placement = structured["placement"] as Placement | null | undefined;
  return (placement?.moves ?? [])
    .filter(({ to }) => to.length > 0)
    .map(({ name, to }) => `${name} has ${tablesNamed(to)} now.`);
}

/** The parties that lost their table to a new floor plan, which no warning names. */
function lostBy(structured: Record<string, unknown>): string[] {
  const lost = (structured["lostTable"] ?? []) as readonly LeftWithoutTable[];
  return lost.length === 0 ? [] : [tablesLost(lost)];
}

function freedBy(structured: Record<string, unknown>): string[] {
  const freed = structured["waitlist"] as { readonly waiting: number } | null | undefined;
  return freed && freed.waiting > 0 ? [seatsFreed(freed.waiting)] : [];
}

interface Named {
  readonly id: string | null;
  readonly name: string;
  readonly status: string;
}

/** Says "not booked yet", so that the host does not promise the guest a table. */
const REQUEST = "Request filed, not booked yet. A manager decides";

const isRequest = (operation: string, reservation: Partial<Named> | undefined): boolean =>
  MAKE_RESERVATIONS.includes(operation) && reservation?.status === "pending";

function doneText(name: string, title: string, changed: boolean): string {
  if (!changed && !name.startsWith("mark_")) return "Nothing to change: it was already done.";
  return doneWords(name) ?? `${title}: done.`;
}

export const changeOf = ({ name, operation }: RecentChange): Pick<Flash, "who" | "text"> => ({
  who: name,
  text: doneWords(operation) ?? "changed",
});
