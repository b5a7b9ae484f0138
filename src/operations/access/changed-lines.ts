import type { AuditRow, FieldValues } from "../../domain/audit.ts";
import { isRecord } from "../../domain/json.ts";
import { summaryOf } from "../get-booking.ts";

/**
 * The end follows from the start, and the flags are shown as flags; why others were asked first
 * stands with the guest who waits, and the booking has a change of its own.
 */
const DERIVED: ReadonlySet<string> = new Set(["endAt", "flags", "passedOver", "bookingId"]);

/**
 * One line for each field that a change altered: "numberOfPeople: 2 -> 4", or its value alone where
 * there was none before. Fields inside others are named by their path.
 */
export function changedLines(
  { before, after }: Pick<AuditRow, "before" | "after">,
  zone: string,
): string[] {
  const old = flat(before);
  return Object.entries(flat(after))
    .filter(([field, value]) => !DERIVED.has(field) && value !== "")
    .filter(([field, value]) => field in old || value !== null)
    .map(([field, value]) => {
      const was = field in old ? { [field]: old[field] } : {};
      return summaryOf({ before: was, after: { [field]: value }, reason: null }, zone);
    });
}

/** { a: { b: 1 } } as { "a.b": 1 }. */
function flat(values: FieldValues, path = ""): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]): [string, unknown][] =>
      isRecord(value) ? Object.entries(flat(value, `${path}${field}.`)) : [[path + field, value]],
    ),
  );
}
