import { z } from "zod";
import type { AuditRow } from "../../domain/audit.ts";
import { DomainError } from "../../domain/errors.ts";
import { MESSAGE_KINDS, TOLD_STATES, toldState } from "../../domain/message.ts";
import { lastDigits } from "../../domain/phone.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { displayDate, displayTime } from "../../domain/time.ts";
import { changedLines } from "../access/changed-lines.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam, reservationIdParam } from "../params.ts";
import { textsOf } from "../reservation/questions.ts";
import { reservationShape } from "../reservation/wire.ts";
import { asWire, findReservation } from "../reservation/write-result.ts";
import { MOVE_TABLE } from "../seating/move-tables.ts";
import { areaName, seatsNamed } from "../seating/names.ts";
import { changeToUndo } from "../undo-last-change.ts";
import { unreadAbout, unreadTextShape } from "./unread-texts.ts";

const HISTORY_ROWS = 100;
const MOST_VISITS = 12;
const ACTOR_KINDS = ["user", "api_key", "oauth", "guest", "system"] as const;

const input = z.strictObject({ brand: brandParam, id: reservationIdParam });

const changeShape = z.strictObject({
  at: z.number(),
  operation: z.string(),
  actor: z.strictObject({ kind: z.enum(ACTOR_KINDS), name: z.string() }),
  changes: z.array(z.string()),
  reason: z.string().nullable(),
  cause: z
    .strictObject({
      madeRoomFor: z.string().nullable().describe("Name of the party that needed the table"),
      operation: z.string().nullable().describe("Name of the operation that took the table"),
    })
    .nullable()
    .describe("Why maitred gave the party another table; null for every other change"),
});
export type CardChange = z.infer<typeof changeShape>;

const messageShape = z.strictObject({
  kind: z.enum(MESSAGE_KINDS),
  state: z.enum(TOLD_STATES),
  to: z.string().describe("Last four digits"),
  body: z.string(),
  dueAt: z.number(),
  segments: z.int(),
});
export type CardMessage = z.infer<typeof messageShape>;

const visitShape = reservationShape.pick({
  id: true,
  name: true,
  numberOfPeople: true,
  date: true,
  time: true,
  timestamp: true,
  status: true,
});

const output = z.strictObject({
  reservation: reservationShape,
  wishedArea: z.string().nullable().describe("null: anywhere"),
  messages: z.array(messageShape),
  unread: z.array(unreadTextShape),
  history: z.array(changeShape).describe("Newest first"),
  others: z.array(visitShape).describe("Other reservations of the phone, the latest first"),
  noShows: z.int().describe("Number of no-shows of the phone"),
  undo: z
    .strictObject({ operation: z.string(), by: z.string(), until: z.number() })
    .nullable()
    .describe("What the caller can undo"),
});
export type ReservationCard = z.infer<typeof output>;

export const reservationCard = defineOperation<z.infer<typeof input>, ReservationCard>({
  name: "reservation_card",
  title: "Everything about a reservation",
  scope: "bookings.read",
  role: "host",
  input,
  output,
  hints: READS,
  run: show,
});

function show(given: z.infer<typeof input>, context: OperationContext): ReservationCard {
  const reservation = findReservation(given.id, context);
  const messages = textsOf(reservation, context).map((text) => {
    const { kind, to, body, dueAt, segments } = text;
    return { kind, state: toldState(text), to: lastDigits(to), body, dueAt, segments };
  });
  const history = context.stores.audit
    .ofReservation(reservation.id, HISTORY_ROWS)
    .map((row) => changeOf(row, context));
  const wire = asWire(reservation, context);
  return {
    reservation: wire,
    wishedArea: areaName(reservation.area, context),
    messages,
    unread: unreadAbout(reservation, context),
    history,
    ...guestOf(reservation, context),
    undo: undoOf(reservation, context),
  };
}

function changeOf(row: AuditRow, context: OperationContext): CardChange {
  const { madeRoomFor, cause, ...after } = row.after;
  const isMove = row.operation === MOVE_TABLE;
  const shown = isMove ? { ...row, after } : row;
  const named = (id: unknown): string | null =>
    typeof id === "string" ? (context.stores.reservations.get(id)?.name ?? null) : null;
  return {
    at: row.at,
    operation: row.operation,
    actor: { kind: row.actor.kind, name: row.actor.name },
    changes: changedLines(seatsNamed(shown, context), context.brand.settings.timeZone),
    reason: row.reason,
    cause: isMove
      ? { madeRoomFor: named(madeRoomFor), operation: typeof cause === "string" ? cause : null }
      : null,
  };
}

function guestOf({ id, phone }: Reservation, { stores, brand }: OperationContext) {
  if (phone === null) return { others: [], noShows: 0 };
  const zone = brand.settings.timeZone;
  const others = stores.guests
    .visits(brand.slug, phone, MOST_VISITS)
    .filter((one) => one.id !== id)
    .map(({ partySize, startAt, ...one }) => ({
      id: one.id,
      name: one.name,
      numberOfPeople: partySize,
      date: displayDate(startAt, zone),
      time: displayTime(startAt, zone),
      timestamp: startAt,
      status: one.status,
    }));
  return { others, noShows: stores.guests.noShows(brand.slug, [phone]).get(phone) ?? 0 };
}

function undoOf(reservation: Reservation, context: OperationContext): ReservationCard["undo"] {
  try {
    const { row, until } = changeToUndo(reservation, context);
    return { operation: row.operation, by: row.actor.name, until };
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
