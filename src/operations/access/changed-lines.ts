import type { AuditRow, FieldValues } from "../../domain/audit.ts";
import { isRecord } from "../../domain/json.ts";
import { summaryOf } from "../get-booking.ts";

const LEFT_OUT: ReadonlySet<string> = new Set([
  "endAt",
  "flags",
  "passedOver",
  "bookingId",
  "text",
]);

/** One line per changed field, such as "numberOfPeople: 2 -> 4". */
export function changedLines(
  { before, after }: Pick<AuditRow, "before" | "after">,
  zone: string,
): string[] {
  const old = flat(before);
  return Object.entries(flat(after))
    .filter(([field, value]) => !LEFT_OUT.has(field) && value !== "")
    .filter(([field, value]) => field in old || value !== null)
    .map(([field, value]) => {
      const was = field in old ? { [field]: old[field] } : {};
      return summaryOf({ before: was, after: { [field]: value }, reason: null }, zone);
    });
}

function flat(values: FieldValues, path = ""): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]): [string, unknown][] =>
      isRecord(value) ? Object.entries(flat(value, `${path}${field}.`)) : [[path + field, value]],
    ),
  );
}
