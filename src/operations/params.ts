import { z } from "zod";
import type { Checked, Reason } from "../domain/errors.ts";
import { normalisePhone } from "../domain/phone.ts";
import { NOTE_FIELDS, NOTES, type NoteField } from "../domain/reservation.ts";
import { MOST_JOINED, type Note } from "../domain/reservation-fields.ts";
import { MAX_NOTE } from "../domain/stored-values.ts";
import { parseDate, parseTime } from "../domain/time.ts";
import { brandChecks } from "./call/brand-faults.ts";

export const MAX_NAME = 120;
const MAX_EMAIL = 254;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const MAX_REASON = 500;
const MAX_KEY = 128;
const MAX_TABLE_NAME = 12;
const AN_EMAIL = "must be an e-mail address such as ana@example.com";
const MAX_WORD = 100;

const readBy = <T>(read: (text: string) => Checked<T>) =>
  z
    .string()
    .trim()
    .max(MAX_WORD)
    .transform((text, context) => {
      const checked = read(text);
      if (checked.ok) return checked.value;
      context.addIssue({
        code: "custom",
        message: checked.reason.code,
        params: { reason: checked.reason },
      });
      return z.NEVER;
    });

/** Removes control characters, because terminals and printers would obey them. */
const withoutControls = (text: string, keepLines: boolean): string =>
  text
    .replace(/[\p{Zl}\p{Zp}]/gu, "\n")
    .replace(/\p{Cc}/gu, (character) =>
      keepLines && (character === "\n" || character === "\t") ? character : keepLines ? "" : " ",
    );

const withoutUnseen = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\ufffd]/gu, "");

const isVisible = (text: string): boolean => /[^\p{Cc}\p{Cf}\p{Z}]/u.test(text);

const line = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maximum)
    .transform((text) => withoutControls(text.toWellFormed(), false).trim())
    .refine(isVisible, "must contain visible characters");

const noteText = z
  .string()
  .max(MAX_NOTE)
  .transform((text) => withoutControls(text.toWellFormed(), true));

/** Parses to YYYY-MM-DD. */
export const dateParam = (what: string) =>
  readBy(parseDate).describe(`${what}, for example "Friday, November 20, 2026" or "2026-11-20"`);

/** Parses to HH:MM. */
export const timeParam = (what: string) =>
  readBy(parseTime).describe(`${what}, for example "7:30 PM" or "19:30"`);

export const brandParam = z
  .string()
  .trim()
  .min(1)
  .max(MAX_WORD)
  .describe("Brand slug from list_brands; required if you can access several brands")
  .optional();

export const reservationIdParam = recordId("Reservation id: 24 hexadecimal digits");
export const entryIdParam = recordId("Waitlist entry id: 24 hexadecimal digits");

function recordId(description: string) {
  return z
    .string()
    .trim()
    .regex(/^[0-9a-fA-F]{24}$/, "must be 24 hexadecimal digits")
    .transform((id) => id.toLowerCase())
    .describe(description);
}

export const feedNameParam = line(MAX_NAME).describe(
  "Who reads the feed, for example Kitchen screen",
);
export const nameParam = line(MAX_NAME).describe("Guest name");
/** Not parsed here, because parsing needs the brand's country. */
export const phoneParam = z
  .string()
  .trim()
  .min(1)
  .max(MAX_WORD)
  .describe("Guest phone, E.164 such as +12125550123");
export const phoneCheck = {
  faults(value: unknown, { defaultCountry }: { readonly defaultCountry: string }): Reason[] {
    const text = phoneParam.safeParse(value);
    const read = text.success ? normalisePhone(text.data, defaultCountry) : null;
    return read?.ok === false ? [read.reason] : [];
  },
};
brandChecks.add(phoneParam, phoneCheck);
export const emailParam = z
  .string()
  .trim()
  .max(MAX_EMAIL)
  .regex(EMAIL, { error: AN_EMAIL, abort: true })
  .transform(withoutUnseen)
  .refine((text) => EMAIL.test(text), AN_EMAIL)
  .describe("Guest e-mail");
export const emailOrEmptyParam = z
  .string()
  .trim()
  .max(MAX_EMAIL)
  .transform(withoutUnseen)
  .refine((text) => text === "" || EMAIL.test(text), "must be an e-mail address or empty")
  .describe("An empty text removes the e-mail");
export const partySizeParam = z.int().min(1).describe("Party size");
export const timestampParam = z
  .number()
  .describe("Start as Unix epoch milliseconds; must agree with date and time, or be left out");
export const noteParam = (what: string) => noteText.describe(what);
export const noteParams = <Name extends NoteField>(
  fields: readonly Name[],
  purpose: keyof Note["words"],
) =>
  z.object(
    Object.fromEntries(
      fields.map((field) => [field, noteParam(NOTES[field].note.words[purpose])]),
    ) as Record<Name, typeof noteText>,
  );
export const noteFieldParam = z
  .enum(NOTE_FIELDS)
  .default("notes")
  .describe("Which note to write; default: notes");
export const reasonParam = line(MAX_REASON).describe("Why, in words; stored in the audit log");
export const notifyParam = z
  .boolean()
  .describe(
    "false: no text about this change; true (default): a text, unless the settings or a booking without texts rule it out",
  );
export const closingNoteParam = line(200).describe(
  "Reason for closing. Guests who ask for that date are told it; no text contains it",
);
export const areaParam = line(MAX_NAME).describe(
  'Name of the area the table must be in, such as Terrace; "any": every area',
);
export const tableNamesParam = z
  .array(line(MAX_TABLE_NAME))
  .min(1)
  .max(MOST_JOINED)
  .describe('Names of tables as on the plan, such as ["7", "8"]');
export const serviceParam = line(MAX_NAME).describe("Name of a service, for example Dinner");

/** Applied in this order: `merge`, `unset`, `set`. */
export const settingsEditParam = z.strictObject({
  merge: z.record(z.string(), z.unknown()).optional(),
  set: z.record(z.string(), z.unknown()).optional(),
  unset: z.array(z.string()).optional(),
});

export const namedChangeShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  changed: z.boolean(),
  dryRun: z.boolean(),
});
export type NamedChange = z.infer<typeof namedChangeShape>;

export const writeParams = {
  idempotencyKey: z
    .string()
    .trim()
    .regex(/^[\x20-\x7e]+$/, "must be printable ASCII, preferably a UUID")
    .max(MAX_KEY)
    .describe("The same key with the same arguments returns the first answer for 24 hours")
    .optional(),
  dryRun: z.boolean().default(false).describe("true: answer what would happen and change nothing"),
};
