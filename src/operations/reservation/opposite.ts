import type { AuditRow } from "../../domain/audit.ts";
import type { Call } from "../../domain/reasons/call.ts";
import { notesIn, type Reservation } from "../../domain/reservation.ts";
import { displayDate, displayTime } from "../../domain/time.ts";
import type { OperationContext } from "../define.ts";
import type { Changes } from "./record-change.ts";

/** A longer note would fill the answer, so no call to restore it is suggested. */
const LONGEST_NOTE = 200;

/** The call that reverses a change; null if no single call can. */
export function oppositeOf(
  row: AuditRow,
  present: Reservation,
  { brand, now }: OperationContext,
): Call | null {
  const { id } = present;
  const zone = brand.settings.timeZone;
  const before = row.before as Changes;
  const startOf = (startAt: number) => ({
    date: displayDate(startAt, zone),
    time: displayTime(startAt, zone),
  });
  switch (row.operation) {
    case "mark_no_show":
      return now < present.endAt ? call("mark_arrived", { id }) : null;
    case "cancel_booking": {
      if (present.startAt < now) return null;
      const { name, phone, partySize, startAt } = present;
      const party = { name, phone: phone ?? undefined, numberOfPeople: partySize };
      return call("create_booking", { ...party, ...startOf(startAt) });
    }
    case "update_booking":
    case "add_note": {
      const { partySize, startAt } = before;
      const texts = notesIn(before);
      if (Object.values(texts).some((text) => text.length > LONGEST_NOTE)) return null;
      const start = startAt === undefined ? {} : startOf(startAt);
      return call("update_booking", { id, numberOfPeople: partySize, ...start, ...texts });
    }
    default:
      return null;
  }
}

const call = (tool: string, args: object): Call => ({ tool, arguments: args });
