import { NOTE_FIELDS, type NoteField, type Reservation } from "./reservation.ts";
import { withoutHidden } from "./visible-text.ts";

const FULL_NUMBER = 7;

export interface GuestSearch {
  /** In lower case, without accents. */
  readonly text: string;
  readonly digits: string | null;
  /** "12" for the query "table 12". Null if the query names no table. */
  readonly table: string | null;
}

export const toSearchText = (text: string): string =>
  withoutHidden(text.normalize("NFKD")).replace(/\p{M}/gu, "").toLowerCase();

export function guestSearch(query: string): GuestSearch {
  const typed = query.trim().toLowerCase();
  const dialled = typed.replace(/[\s().+/-]/g, "");
  // Stored numbers begin with the country code. People often type a zero in its place.
  const digits = dialled.length < FULL_NUMBER ? dialled : dialled.replace(/^0+/, "");
  const isPhone = /^\d{4,15}$/.test(digits);
  const table = /^tables?\s+(\S.*)$/.exec(typed)?.[1] ?? null;
  return { text: toSearchText(typed), digits: isPhone ? digits : null, table };
}

type Searched = Pick<Reservation, "name" | "phone" | NoteField>;

export const isFound = (one: Searched, { text, digits }: GuestSearch): boolean =>
  (digits !== null && one.phone?.includes(digits) === true) ||
  [one.name, ...NOTE_FIELDS.map((field) => one[field])].some((part) =>
    toSearchText(part).includes(text),
  );

export const isAtTable = (names: readonly string[], { table }: GuestSearch): boolean =>
  table !== null && names.some((name) => name.toLowerCase() === table);
