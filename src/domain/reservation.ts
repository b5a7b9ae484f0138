import type { OpenService } from "./calendar.ts";
import { type FieldsWith, fieldsWith, initialOf, type RecordOf } from "./fields.ts";
import { type Note, RESERVATION_FIELDS } from "./reservation-fields.ts";
import { dateOf } from "./time.ts";

type Table = typeof RESERVATION_FIELDS;

/** A reservation as it is stored. Instants are epoch milliseconds; `serviceDate` is YYYY-MM-DD. */
export interface Reservation extends RecordOf<Table> {}

/** The notes of a reservation, in the order of their tabs. */
export const NOTE_FIELDS = fieldsWith(RESERVATION_FIELDS, "note");
export type NoteField = FieldsWith<Table, "note">;

/** What the table says about each note. */
export const NOTES: Readonly<Record<NoteField, { readonly label: string; readonly note: Note }>> =
  RESERVATION_FIELDS;

/** The notes on day sheets: those to read, and those shown with the table. */
export const SHEET_NOTES = NOTE_FIELDS.filter((field) => NOTES[field].note.sheet === "note");
export const PLACE_NOTES = NOTE_FIELDS.filter((field) => NOTES[field].note.sheet === "place");

/** Several notes as one text, without empty ones. */
export const joinedNotes = (
  notes: Pick<Reservation, NoteField>,
  fields: readonly NoteField[],
): string =>
  fields
    .map((field) => notes[field].trim())
    .filter((note) => note !== "")
    .join(" · ");

/** Those of the given fields that are notes. */
export const notesIn = (
  given: Readonly<{ [Name in NoteField]?: string | undefined }>,
): Partial<Pick<Reservation, NoteField>> =>
  Object.fromEntries(
    NOTE_FIELDS.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])),
  );

/** Fields that follow from where and when a reservation is made. */
type Made = "brand" | "serviceDate" | "service" | "createdAt" | "createdBy" | "updatedAt";
type Preset = FieldsWith<Table, "initial">;

const INITIAL = initialOf(RESERVATION_FIELDS);

/** A new reservation; fields with an initial value may be left out. */
export const newReservation = (
  given: Omit<Reservation, Made | Preset> & Partial<Pick<Reservation, Preset>>,
  {
    brand: { slug, settings },
    service,
    now,
    by,
  }: {
    readonly brand: {
      readonly slug: string;
      readonly settings: { readonly timeZone: string };
    };
    /** The service of its start; null if it lies outside all services. */
    readonly service: Pick<OpenService, "name" | "serviceDate"> | null;
    readonly now: number;
    /** The principal. */
    readonly by: string;
  },
): Reservation => ({
  ...INITIAL,
  brand: slug,
  serviceDate: service?.serviceDate ?? dateOf(given.startAt, settings.timeZone),
  service: service?.name ?? null,
  createdAt: now,
  createdBy: by,
  updatedAt: now,
  ...given,
});
