import { ENTRY_FIELDS } from "./entry-fields.ts";
import { clearedFields } from "./fields.ts";
import { RESERVATION_FIELDS } from "./reservation-fields.ts";

const CLEARED: ReadonlyMap<string, string | null> = new Map([
  ...[...clearedFields(ENTRY_FIELDS), ...clearedFields(RESERVATION_FIELDS)].map(
    ([name, , cleared]) => [name, cleared] as const,
  ),
  // The sentences in these fields may contain the name of the guest.
  ["text", ""],
  ["body", ""],
  ["message", ""],
  ["summary", ""],
  ["reason", null],
]);

export function withoutGuest(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutGuest);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const cleared = CLEARED.get(key);
      if (cleared === undefined) return [key, withoutGuest(inner)];
      return [key, inner === null || inner === "" ? inner : cleared];
    }),
  );
}
