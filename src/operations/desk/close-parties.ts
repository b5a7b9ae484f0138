import { z } from "zod";
import { isBookableTime } from "../../domain/calendar.ts";
import { DomainError } from "../../domain/errors.ts";
import { lastDigits } from "../../domain/phone.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { isExpected } from "../../domain/reservation-states.ts";
import { dateOf, displayDate, displayTime, timeOf } from "../../domain/time.ts";
import { leftAsItIs, notMoved } from "../../words/en/host/closing.ts";
import { sayError, sayWarning } from "../../words/render.ts";
import { type OperationContext, readerOf } from "../define.ts";
import { cancelReservation } from "../reservation/cancel-reservation.ts";
import { findReservation } from "../reservation/write-result.ts";
import { changeBooking, freeTimesFor } from "../update-booking.ts";
import { CLOSING } from "./closed-day.ts";
import { reservationsOf } from "./day-sheet.ts";

const MOST_CHANGES = 50;

const choiceShape = z.enum(["text and cancel", "cancel", "keep"]);
const moveShape = z.strictObject({
  moveTo: z.int().describe("The new start: a timestamp from freeTimes"),
});
const oneChoice = z.union([choiceShape, moveShape]);
type Choice = z.infer<typeof oneChoice>;

export const partiesParam = z
  .union([
    choiceShape,
    z.array(
      z.strictObject({
        id: z.string().trim().min(1).max(64),
        revision: z.int().optional().describe("A party with another revision is not changed"),
        choice: oneChoice,
      }),
    ),
  ])
  .default("keep")
  .describe("One choice for all parties, or one for each; a party without a choice is kept");
type Choices = z.infer<typeof partiesParam>;

export const closedPartyShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  phone: z.string().nullable().describe("The last digits"),
  numberOfPeople: z.int(),
  date: z.string(),
  time: z.string(),
  revision: z.int(),
  outcome: z.enum(["kept", "cancelled", "moved", "changed_meanwhile"]),
  text: z
    .enum(["planned", "sent", "not_sent", "none"])
    .describe("not_sent: a text was wanted, but could not be sent; none: no text was wanted"),
  freeTimes: z
    .array(z.strictObject({ date: z.string(), time: z.string(), timestamp: z.number() }))
    .describe("Only in a dry run; nearest first"),
});
export type ClosedParty = z.infer<typeof closedPartyShape>;

interface Settled {
  readonly party: ClosedParty;
  readonly changed: boolean;
  readonly warnings: readonly string[];
}

export const partiesOutside = (date: string, context: OperationContext): Reservation[] =>
  reservationsOf(date, context).filter(
    (one) =>
      isExpected(one) &&
      one.endAt > context.now &&
      !isBookableTime(context.brand.settings, one.startAt),
  );

export function settleParties(
  date: string,
  parties: Choices,
  context: OperationContext,
): Settled[] {
  const stranded = partiesOutside(date, context);
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
  // Parties that were seated, moved or cancelled after the list was shown.
  const others = parties
    .filter(({ id }) => stranded.every((one) => one.id !== id))
    .map(({ id }) => findReservation(id, context))
    .filter((one) => !isClosedOut(one, context))
    .map((one) => changedMeanwhile(one, context));
  return [...settled, ...others];
}

function settle(before: Reservation, choice: Choice, context: OperationContext): Settled {
  if (choice === "keep") return kept(before, [], context);
  if (typeof choice === "object") return moveParty(before, choice.moveTo, context);
  const { change, texts } = cancelReservation(
    before,
    { operation: CLOSING, cause: { kind: "closed", told: choice === "text and cancel" } },
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

function moveParty(before: Reservation, startAt: number, context: OperationContext): Settled {
  const zone = context.brand.settings.timeZone;
  const to = { date: dateOf(startAt, zone), time: timeOf(startAt, zone), timestamp: startAt };
  const reader = readerOf(context);
  try {
    const { id } = before;
    const done = changeBooking({ id, ...to, dryRun: context.dryRun }, context);
    // Texts that ask about attendance say nothing about the move.
    const told = done.notifications.find(
      ({ kind }) => kind === "update" || kind === "confirmation",
    );
    const text = told === undefined ? "none" : told.state === "queued" ? "planned" : "not_sent";
    return {
      party: wireParty(findReservation(id, context), "moved", text, context),
      changed: true,
      warnings: done.warnings.map(({ message }) => `${before.name}: ${message}`),
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return kept(before, [notMoved(before.name, sayError(error, reader))], context);
  }
}

const kept = (
  one: Reservation,
  warnings: readonly string[],
  context: OperationContext,
): Settled => ({
  party: {
    ...wireParty(one, "kept", "none", context),
    freeTimes: context.dryRun ? [...freeTimesFor(one, context)] : [],
  },
  changed: false,
  warnings,
});

const changedMeanwhile = (one: Reservation, context: OperationContext): Settled => ({
  party: wireParty(one, "changed_meanwhile", "none", context),
  changed: false,
  warnings: [leftAsItIs(one.name)],
});

/** True if the party is cancelled because its day or service was closed. */
export function isClosedOut({ id, status }: Reservation, { stores }: OperationContext): boolean {
  if (status !== "cancelled") return false;
  return (
    stores.audit.ofReservation(id, MOST_CHANGES).find(({ after }) => "status" in after)
      ?.operation === CLOSING
  );
}

export function textOf({ id }: Reservation, { stores }: OperationContext): ClosedParty["text"] {
  const [last] = stores.messages.history(id);
  if (last?.kind !== "cancellation" || last.state === "void") return "none";
  if (last.state === "due" || last.state === "held" || last.state === "sending") return "planned";
  return last.state === "accepted" || last.state === "delivered" ? "sent" : "not_sent";
}

export function wireParty(
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
    freeTimes: [],
  };
}
