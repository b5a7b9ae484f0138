import { z } from "zod";
import { normalisePhone } from "../domain/phone.ts";
import { NOTE_FIELDS, type NoteField } from "../domain/reservation.ts";
import { RESERVATION_FIELDS } from "../domain/reservation-fields.ts";
import type { Status } from "../domain/reservation-states.ts";
import type { Brand } from "../domain/settings.ts";
import { parseDate, parseTime } from "../domain/time.ts";
import { emailParam, nameParam, noteParam } from "../operations/params.ts";
import { sayReason } from "../words/render.ts";

/** Words for a status in files from other programs, and the status that the import stores. */
export const STATUSES: Readonly<Record<string, Status>> = {
  booked: "booked",
  confirmed: "booked",
  pending: "booked",
  arrived: "booked",
  seated: "booked",
  completed: "completed",
  finished: "completed",
  done: "completed",
  no_show: "no_show",
  noshow: "no_show",
  cancelled: "cancelled",
  canceled: "cancelled",
};

export type Row = Readonly<Record<string, string>>;

export const wordOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

const optional = (schema: z.ZodType<string>) => schema.optional();

const NOTE_CELLS = Object.fromEntries(
  NOTE_FIELDS.map((field) => [RESERVATION_FIELDS[field].column, optional(noteParam("Note"))]),
) as {
  [Name in NoteField as (typeof RESERVATION_FIELDS)[Name]["column"]]: ReturnType<typeof optional>;
};

export const rowSchemaFor = ({ settings: { defaultCountry } }: Brand) =>
  z.object({
    name: nameParam,
    party_size: z
      .string()
      .trim()
      .regex(/^[1-9]\d{0,4}$/, "must be a whole number from 1")
      .transform(Number),
    date: z.string().transform(dateCell),
    time: z.string().transform(timeCell),
    phone: z
      .string()
      .trim()
      .max(100)
      .transform((typed, context) => phoneCell(typed, defaultCountry, context))
      .optional(),
    email: optional(emailParam),
    ...NOTE_CELLS,
    status: z
      .string()
      .transform(wordOf)
      .refine(
        (word) => Object.hasOwn(STATUSES, word),
        "must be booked, completed, no_show or cancelled",
      )
      .optional(),
    id: z
      .string()
      .regex(/^[0-9a-f]{24}$/, "must be 24 hexadecimal digits; put other ids in reference")
      .optional(),
    reference: z.string().trim().max(200).optional(),
    start: z.iso.datetime().optional(),
    end: z.iso.datetime().optional(),
  });
export type RowSchema = ReturnType<typeof rowSchemaFor>;
export type Values = z.infer<RowSchema>;

export function faultIn(row: Row, column: string, message: string): string {
  const cell = row[column];
  if (cell === undefined) return `${column}: is missing`;
  return `${column}: ${message}${message.startsWith("must be") ? `, not ${JSON.stringify(cell)}` : ""}`;
}

function refuseCell(message: string, context: z.RefinementCtx): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

function dateCell(typed: string, context: z.RefinementCtx): string {
  const date = parseDate(typed);
  if (date.ok) return date.value;
  const isInWords = /^\p{L}/u.test(typed.trim());
  return refuseCell(isInWords ? sayReason(date.reason, "agent") : NOT_A_DAY, context);
}
const NOT_A_DAY = "must be an existing day such as 2026-11-20 or Friday, November 20, 2026";

/** Reads `19:30`, `19:30:00` or `7:30 PM`. */
function timeCell(typed: string, context: z.RefinementCtx): string {
  const digits = typed.trim().replace(/^(\d):/, "0$1:");
  const time = parseTime(digits.replace(/^(\d\d:\d\d):\d\d$/, "$1"));
  return time.ok ? time.value : refuseCell("must be a time such as 19:30 or 7:30 PM", context);
}

function phoneCell(typed: string, country: string, context: z.RefinementCtx) {
  const phone = normalisePhone(typed, country);
  return phone.ok ? phone : refuseCell(sayReason(phone.reason, "agent"), context);
}
