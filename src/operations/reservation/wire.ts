import { z } from "zod";
import { MESSAGE_KINDS } from "../../domain/message.ts";
import {
  ATTENDANCE_STATES,
  NOTE_FIELDS,
  type Reservation,
  SOURCES,
  STATUSES,
  STORED_FLAGS,
} from "../../domain/reservation.ts";
import type { Brand } from "../../domain/settings.ts";
import { displayDate, displayTime } from "../../domain/time.ts";
import { WARNING_CODES } from "../../domain/warnings.ts";

// The shapes that callers program against (rule S16): every key always present,
// null where there is nothing. Instants are epoch milliseconds.

const milliseconds = z.number();
const localDate = z.string().describe("YYYY-MM-DD");

export const suggestionShape = z.strictObject({
  date: z.string(),
  time: z.string(),
  timestamp: milliseconds,
});

export const warningShape = z.looseObject({ code: z.enum(WARNING_CODES), message: z.string() });

export const reservationShape = z.strictObject({
  id: z
    .string()
    .nullable()
    .describe("24 hexadecimal digits; null only in a dry run of create_booking"),
  brand: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  numberOfPeople: z.int(),
  date: z.string(),
  time: z.string(),
  timestamp: milliseconds.describe("Start, epoch milliseconds"),
  endTimestamp: milliseconds.describe("End of the stay, epoch milliseconds"),
  serviceDate: localDate,
  service: z.string().nullable(),
  status: z.enum(STATUSES),
  attendance: z.enum(ATTENDANCE_STATES),
  notes: z.string(),
  foodDrinkNotes: z.string(),
  seatingNotes: z.string(),
  notifyCustomer: z.boolean(),
  source: z.enum(SOURCES),
  flags: z.array(z.enum([...STORED_FLAGS, "sms_off"])),
  arrivedAt: milliseconds.nullable(),
  seatedAt: milliseconds.nullable(),
  completedAt: milliseconds.nullable(),
  cancelledAt: milliseconds.nullable(),
  createdAt: milliseconds,
  updatedAt: milliseconds,
  revision: z.int(),
});
export type WireReservation = z.infer<typeof reservationShape>;

/** In lists a guest is shown by the last four digits, without e-mail. */
export const listedReservationShape = reservationShape.omit({ email: true });

export const notificationShape = z.strictObject({
  kind: z.enum(MESSAGE_KINDS),
  recipient: z.enum(["guest", "waiting_guest"]),
  phone: z.string().nullable().describe("Last three digits"),
  body: z.string(),
  segments: z.int(),
  dueAt: milliseconds.nullable(),
  state: z.enum(["queued", "not_sent"]),
  why: z.enum(["no_phone", "opted_out", "country", "silent", "budget"]).nullable(),
});
export type WireNotification = z.infer<typeof notificationShape>;

export const waitlistShape = z
  .strictObject({ willRun: z.literal(true), waiting: z.int() })
  .nullable()
  .describe("Set where seats came free: how many waiting guests they may suit");

const writeFields = {
  reservation: reservationShape,
  changed: z.boolean(),
  dryRun: z.boolean(),
  warnings: z.array(warningShape),
  notifications: z.array(notificationShape),
  waitlist: waitlistShape,
};

/** What every write of a reservation answers. */
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

/** A reservation as callers see it. `smsOff`: the phone has opted out of texts. */
export function wireReservation(
  reservation: Reservation,
  brand: Brand,
  smsOff: boolean,
): WireReservation {
  const zone = brand.settings.timeZone;
  return {
    id: reservation.id,
    brand: reservation.brand,
    name: reservation.name,
    phone: reservation.phone,
    email: reservation.email,
    numberOfPeople: reservation.partySize,
    date: displayDate(reservation.startAt, zone),
    time: displayTime(reservation.startAt, zone),
    timestamp: reservation.startAt,
    endTimestamp: reservation.endAt,
    serviceDate: reservation.serviceDate,
    service: reservation.service,
    status: reservation.status,
    attendance: reservation.attendance,
    notes: reservation.notes,
    foodDrinkNotes: reservation.foodDrinkNotes,
    seatingNotes: reservation.seatingNotes,
    notifyCustomer: reservation.notifyCustomer,
    source: reservation.source,
    flags: [...reservation.flags, ...(smsOff ? (["sms_off"] as const) : [])],
    arrivedAt: reservation.arrivedAt,
    seatedAt: reservation.seatedAt,
    completedAt: reservation.completedAt,
    cancelledAt: reservation.cancelledAt,
    createdAt: reservation.createdAt,
    updatedAt: reservation.updatedAt,
    revision: reservation.revision,
  };
}
