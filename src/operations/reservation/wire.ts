import { z } from "zod";
import { wireShape } from "../../domain/fields.ts";
import { MESSAGE_KINDS } from "../../domain/message.ts";
import { NOTE_FIELDS, type Reservation } from "../../domain/reservation.ts";
import { RESERVATION_FIELDS } from "../../domain/reservation-fields.ts";
import { displayDate, displayTime } from "../../domain/time.ts";
import { WARNING_CODES, type Warning } from "../../domain/warnings.ts";
import { publishWarning } from "../../words/render.ts";
import { type OperationContext, readerOf } from "../define.ts";

// In these answers, every key is always present, and null means none (rule S16). Timestamps are epoch milliseconds.

const milliseconds = z.number();

export const suggestionShape = z.strictObject({
  date: z.string(),
  time: z.string(),
  timestamp: milliseconds,
});

export const warningShape = z.looseObject({ code: z.enum(WARNING_CODES), message: z.string() });

export const publishWarnings = (
  warnings: readonly Warning[],
  context: OperationContext,
): z.infer<typeof warningShape>[] => warnings.map((one) => publishWarning(one, readerOf(context)));

export const reservationShape = z.strictObject(wireShape(RESERVATION_FIELDS));
export type WireReservation = z.infer<typeof reservationShape>;

export const listedReservationShape = reservationShape.omit({ email: true });

export const alertsShape = z
  .array(
    z.strictObject({
      word: z.string(),
      phrase: z.string().describe("The text around the word"),
      field: z.enum(NOTE_FIELDS),
    }),
  )
  .describe("Words in notes that the team must notice, such as allergies");

const notificationShape = z.strictObject({
  kind: z.enum(MESSAGE_KINDS),
  recipient: z.enum(["guest", "waiting_guest"]),
  name: z.string(),
  phone: z.string().nullable().describe("Last four digits"),
  body: z.string(),
  segments: z.int(),
  dueAt: milliseconds.nullable(),
  state: z.enum(["queued", "not_sent"]),
  why: z.enum(["no_phone", "opted_out", "country", "silent", "budget"]).nullable(),
});
export type WireNotification = z.infer<typeof notificationShape>;

const waitlistShape = z
  .strictObject({ willRun: z.literal(true), waiting: z.int() })
  .nullable()
  .describe("How many waiting guests the freed seats may suit; null if no seats came free");

/** `from` and `to` are names of tables. */
export const movedShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  from: z.array(z.string()),
  to: z.array(z.string()),
});

export const unplacedShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  numberOfPeople: z.int(),
  date: z.string(),
  time: z.string(),
  timestamp: milliseconds,
});

const placementShape = z
  .strictObject({
    why: z.string(),
    moves: z
      .array(movedShape)
      .describe(
        "Parties whose tables changed. If `to` is empty, the party has no table now. No party's time changed",
      ),
  })
  .nullable()
  .describe(
    "Why the party got its table, and which parties moved for it; null if this change gave the party no table",
  );

const writeFields = {
  reservation: reservationShape,
  changed: z.boolean(),
  dryRun: z.boolean(),
  warnings: z.array(warningShape),
  notifications: z.array(notificationShape),
  waitlist: waitlistShape,
  placement: placementShape,
};

export const writeResultShape = z.strictObject(writeFields);
export type WriteResult = z.infer<typeof writeResultShape>;

export const noteResultShape = z.strictObject({
  ...writeFields,
  previous: z.strictObject({ field: z.enum(NOTE_FIELDS), text: z.string() }),
});

export const undoResultShape = z.strictObject({
  ...writeFields,
  undone: z.strictObject({ operation: z.string(), at: milliseconds }),
});

export interface NotStored {
  readonly smsOff?: boolean;
  readonly seat?: Pick<WireReservation, "tables" | "area"> | undefined;
  readonly noTable?: boolean;
}

const NO_SEAT = { tables: [], area: null };

export function wireReservation(
  reservation: Reservation,
  { settings: { timeZone } }: { readonly settings: { readonly timeZone: string } },
  { smsOff = false, seat = NO_SEAT, noTable = false }: NotStored = {},
): WireReservation {
  const {
    partySize,
    startAt,
    endAt,
    createdBy: _by,
    timeRevision: _time,
    nextQuestionAt: _next,
    ...shown
  } = reservation;
  return {
    ...shown,
    numberOfPeople: partySize,
    date: displayDate(startAt, timeZone),
    time: displayTime(startAt, timeZone),
    timestamp: startAt,
    endTimestamp: endAt,
    flags: [
      ...reservation.flags,
      ...(smsOff ? (["sms_off"] as const) : []),
      ...(noTable ? (["no_table"] as const) : []),
    ],
    ...seat,
  };
}
