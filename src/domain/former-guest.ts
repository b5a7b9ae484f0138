import { ENTRY_FIELDS } from "./entry-fields.ts";
import { clearedFields } from "./fields.ts";
import { RESERVATION_FIELDS } from "./reservation-fields.ts";

/** What stands in the place of each field that tells of a guest, by its name on the record. */
const CLEARED: ReadonlyMap<string, string | null> = new Map([
  ...[...clearedFields(ENTRY_FIELDS), ...clearedFields(RESERVATION_FIELDS)].map(
    ([name, , cleared]) => [name, cleared] as const,
  ),
  // Sentences that people, texts and refusals are made of.
  ["text", ""],
  ["body", ""],
  ["message", ""],
  ["summary", ""],
  ["reason", null],
]);

/**
 * A copy of a record's change or of an answer about it in which nothing tells of the guest any
 * more: times, sizes, states and ids stay.
 */
export function withoutGuest(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutGuest);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const cleared = CLEARED.get(key);
      if (cleared === undefined) return [key, withoutGuest(inner)];
      // What was empty stays as it was: that tells of nobody.
      return [key, inner === null || inner === "" ? inner : cleared];
    }),
  );
}
