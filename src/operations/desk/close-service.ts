import { z } from "zod";
import { serviceAt, servicesOn, specialDayOn } from "../../domain/calendar.ts";
import { lastDigits } from "../../domain/phone.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { isExpected } from "../../domain/reservation-states.ts";
import { displayDate, displayTime } from "../../domain/time.ts";
import { leftAsItIs } from "../../words/en/host/closing.ts";
import { sayWarning } from "../../words/render.ts";
import { defineOperation, type OperationContext, readerOf } from "../define.ts";
import { brandParam, closingNoteParam, dateParam, serviceParam, writeParams } from "../params.ts";
import { cancelReservation } from "../reservation/cancel-reservation.ts";
import { findReservation } from "../reservation/write-result.ts";
import { closedDay, dayBefore } from "./closed-day.ts";
import { reservationsOf } from "./day-sheet.ts";
import { setSpecialDay } from "./set-settings.ts";

/** Changes of a reservation that are looked through for its cancellation. */
const MOST_CHANGES = 50;
/** What becomes of a party that is booked for a time that is closed. */
export const CHOICES = ["text and cancel", "cancel", "keep"] as const;
const choiceShape = z.enum(CHOICES);

const input = z.strictObject({
  brand: brandParam,
  date: dateParam("Service date"),
  service: serviceParam.optional().describe("The service to close; left out: all of the day"),
  note: closingNoteParam.optional(),
  keepHours: z
    .boolean()
    .default(false)
    .describe("Leaves the hours as they are: only for parties that are outside them already"),
  reopen: z.boolean().default(false).describe("Gives the date the hours back that it had before"),
  parties: z
    .union([
      choiceShape,
      z.array(
        z.strictObject({
          id: z.string().trim().min(1).max(64),
          revision: z.int().optional().describe("A party with another one is left as it is"),
          choice: choiceShape,
        }),
      ),
    ])
    .default("keep")
    .describe("One choice for all, or one for each; who is not listed is kept"),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const partyShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  phone: z.string().nullable().describe("The last digits"),
  numberOfPeople: z.int(),
  date: z.string(),
  time: z.string(),
  revision: z.int(),
  outcome: z.enum(["kept", "cancelled", "changed_meanwhile"]),
  text: z
    .enum(["planned", "sent", "not_sent", "none"])
    .describe("The text about the cancellation; not_sent: it was wanted and could not be sent"),
});
export type ClosedParty = z.infer<typeof partyShape>;

const output = z.strictObject({
  date: z.string(),
  service: z.string().nullable(),
  closed: z.boolean().describe("No service is left on that date"),
  concerned: z.array(partyShape).describe("Parties that are to come at times that are closed"),
  cancelled: z.array(partyShape).describe("Parties that an earlier closing of the date cancelled"),
  changed: z.boolean(),
  dryRun: z.boolean(),
  warnings: z.array(z.strictObject({ message: z.string() })),
});
export type Closing = z.infer<typeof output>;

/**
 * Closes a date or one of its services, and does with each party that is to come then what a
 * manager chose. Reopening brings no party back. Errors: INVALID_INPUT where there is no such
 * service, NOT_FOUND.
 */
export const closeService = defineOperation<Input, Closing>({
  name: "close_service",
  title: "Close a day or a service",
  words: { done: "cancelled, closed that day", history: "Closed that day" },
  scope: "bookings.write",
  role: "manager",
  input,
  output,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  examples: [{ input: { date: "Friday, December 25, 2026", note: "Christmas" } }],
  run: close,
});

function close(given: Input, before: OperationContext): Closing {
  const { date } = given;
  const hoursChanged = changeHours(given, before);
  const { slug } = before.brand;
  // Parties are cancelled under the new hours, so that the waitlist is not offered their seats.
  const context = { ...before, brand: before.stores.brands.get(slug) ?? before.brand };
  const earlier = reservationsOf(date, context).filter((one) => isClosedOut(one, context));
  const results = given.reopen ? [] : settleParties(given, context);
  return {
    date,
    service: given.service ?? null,
    closed: servicesOn(context.brand.settings, date).closed,
    concerned: results.map(({ party }) => party),
    cancelled: earlier.map((one) => wireParty(one, "cancelled", textOf(one, context), context)),
    changed: hoursChanged || results.some(({ changed }) => changed),
    dryRun: context.dryRun,
    warnings: results.flatMap(({ warnings }) => warnings).map((message) => ({ message })),
  };
}

/** Writes the special day; false where it is so already. */
function changeHours(given: Input, context: OperationContext): boolean {
  const { date, reopen, keepHours } = given;
  const { settings } = context.brand;
  if (keepHours) return false;
  const present = specialDayOn(settings, date) ?? null;
  const operation = reopen ? "reopen_service" : closeService.name;
  const special = reopen
    ? dayBefore(date, closeService.name, context)
    : servicesOn(settings, date).closed && given.note === undefined
      ? present
      : closedDay(settings, given);
  if (Bun.deepEquals(present, special)) return false;
  setSpecialDay({ date, special, operation }, context);
  return true;
}

interface Settled {
  readonly party: ClosedParty;
  readonly changed: boolean;
  readonly warnings: readonly string[];
}

/** Does what was chosen with everybody who is to come at a time that is closed. */
function settleParties({ date, parties }: Input, context: OperationContext): Settled[] {
  const { settings } = context.brand;
  const stranded = reservationsOf(date, context).filter(
    (one) =>
      isExpected(one) && one.endAt > context.now && serviceAt(settings, one.startAt) === null,
  );
  if (typeof parties === "string") {
    return stranded.map((one) => settle(one, parties, context));
  }
  const chosen = new Map(parties.map((one) => [one.id, one]));
  const settled = stranded.map((one) => {
    const wish = chosen.get(one.id);
    const isOther = wish?.revision !== undefined && wish.revision !== one.revision;
    if (wish === undefined || wish.choice === "keep") return settle(one, "keep", context);
    return isOther ? changedMeanwhile(one, context) : settle(one, wish.choice, context);
  });
  // A colleague has seated, moved or cancelled these since the list was shown.
  const others = parties
    .filter(({ id }) => stranded.every((one) => one.id !== id))
    .map(({ id }) => findReservation(id, context))
    .filter((one) => !isClosedOut(one, context))
    .map((one) => changedMeanwhile(one, context));
  return [...settled, ...others];
}

function settle(
  before: Reservation,
  choice: (typeof CHOICES)[number],
  context: OperationContext,
): Settled {
  if (choice === "keep") {
    return { party: wireParty(before, "kept", "none", context), changed: false, warnings: [] };
  }
  const { change, texts } = cancelReservation(
    before,
    {
      operation: closeService.name,
      cause: { kind: "closed", told: choice === "text and cancel" },
    },
    context,
  );
  const sent = texts.notifications.some(
    ({ kind, state }) => kind === "cancellation" && state === "queued",
  );
  const text = sent ? "planned" : choice === "cancel" ? "none" : "not_sent";
  const reader = readerOf(context);
  return {
    party: wireParty(change.reservation, "cancelled", text, context),
    changed: true,
    warnings: texts.warnings.map((one) => `${before.name}: ${sayWarning(one, reader)}`),
  };
}

const changedMeanwhile = (one: Reservation, context: OperationContext): Settled => ({
  party: wireParty(one, "changed_meanwhile", "none", context),
  changed: false,
  warnings: [leftAsItIs(one.name)],
});

/** Cancelled by closing its date, and not brought back since. */
function isClosedOut({ id, status }: Reservation, { stores }: OperationContext): boolean {
  if (status !== "cancelled") return false;
  return (
    stores.audit.ofReservation(id, MOST_CHANGES).find(({ after }) => "status" in after)
      ?.operation === closeService.name
  );
}

function textOf({ id }: Reservation, { stores }: OperationContext): ClosedParty["text"] {
  const [last] = stores.messages.history(id);
  if (last?.kind !== "cancellation" || last.state === "void") return "none";
  if (last.state === "due" || last.state === "held" || last.state === "sending") return "planned";
  return last.state === "accepted" || last.state === "delivered" ? "sent" : "not_sent";
}

function wireParty(
  { id, name, phone, partySize, startAt, revision }: Reservation,
  outcome: ClosedParty["outcome"],
  text: ClosedParty["text"],
  { brand }: OperationContext,
): ClosedParty {
  const zone = brand.settings.timeZone;
  return {
    id,
    name,
    phone: phone === null ? null : lastDigits(phone),
    numberOfPeople: partySize,
    date: displayDate(startAt, zone),
    time: displayTime(startAt, zone),
    revision,
    outcome,
    text,
  };
}
