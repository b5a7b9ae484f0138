import type { AuditRow, FieldValues } from "../domain/audit.ts";
import { newId } from "../domain/ids.ts";
import type { CliIo } from "./verb.ts";

/** The audit row of a change that the operator made from the command line. */
export function operatorChange(
  io: Pick<CliIo, "random">,
  now: number,
  change: {
    readonly brand: string;
    readonly operation: string;
    readonly before: FieldValues;
    readonly after: FieldValues;
  },
): AuditRow {
  return {
    id: newId(now, io.random),
    at: now,
    reservationId: null,
    entryId: null,
    principal: "operator",
    actor: { kind: "system", id: "operator", name: "command line" },
    idempotencyKey: null,
    reason: null,
    ...change,
  };
}
