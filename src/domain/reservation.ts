import type { OpenService } from "./calendar.ts";
import { type FieldsWith, fieldsWith, initialOf, type RecordOf } from "./fields.ts";
import { type Note, RESERVATION_FIELDS } from "./reservation-fields.ts";
import { dateOf } from "./time.ts";

type Table = typeof RESERVATION_FIELDS;

export interface Reservation extends RecordOf<Table> {}

export const NOTE_FIELDS = fieldsWith(RESERVATION_FIELDS, "note");
export type NoteField = FieldsWith<Table, "note">;

export const NOTES: Readonly<Record<NoteField, { readonly label: string; readonly note: Note }>> =
  RESERVATION_FIELDS;

export const SHEET_NOTES = NOTE_FIELDS.filter((field) => NOTES[field].note.sheet === "note");
export const PLACE_NOTES = NOTE_FIELDS.filter((field) => NOTES[field].note.sheet === "place");

export const joinedNotes = (
  notes: Pick<Reservation, NoteField>,
  fields: readonly NoteField[],
): string =>
  fields
    .map((field) => notes[field].trim())
    .filter((note) => note !== "")
    .join(" · ");

export const notesIn = (
  given: Readonly<{ [Name in NoteField]?: string | undefined }>,
): Partial<Pick<Reservation, NoteField>> =>
  Object.fromEntries(
    NOTE_FIELDS.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])),
  );

type Made = "brand" | "serviceDate" | "service" | "createdAt" | "createdBy" | "updatedAt";
type Preset = FieldsWith<Table, "initial">;

const INITIAL = initialOf(RESERVATION_FIELDS);

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
    readonly service: Pick<OpenService, "name" | "serviceDate"> | null;
    readonly now: number;
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
