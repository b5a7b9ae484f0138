import { ENTRY_FIELDS } from "./entry-fields.ts";
import { clearedFields } from "./fields.ts";
import { RESERVATION_FIELDS } from "./reservation-fields.ts";

/** The value that replaces each field about the guest, by its name on the record. */
const CLEARED: ReadonlyMap<string, string | null> = new Map([
  ...[...clearedFields(ENTRY_FIELDS), ...clearedFields(RESERVATION_FIELDS)].map(
    ([name, , cleared]) => [name, cleared] as const,
  ),
  // Sentences that may name the guest: bodies of texts, messages of refusals, people's reasons.
  ["text", ""],
  ["body", ""],
  ["message", ""],
  ["summary", ""],
  ["reason", null],
]);

/**
 * A copy of an audit row's values, or of an answer, without anything about the guest. Times, sizes,
 * states and ids stay.
 */
export function withoutGuest(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutGuest);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const cleared = CLEARED.get(key);
      if (cleared === undefined) return [key, withoutGuest(inner)];
      // Empty values stay, because they say nothing about anybody.
      return [key, inner === null || inner === "" ? inner : cleared];
    }),
  );
}
