import { HOUR, MINUTE } from "../../../domain/time.ts";
import { EARLY_HOURS } from "../../../domain/transitions.ts";
import type { SheetRow, SheetService } from "../../../operations/desk/day-sheet.ts";
import { buttonOf } from "../../../words/en/host/operations.ts";

export interface Action {
  readonly operation: string;
  readonly label: string;
}

const actionOf = (operation: string): Action => ({ operation, label: buttonOf(operation) });
const ARRIVED = actionOf("mark_arrived");
const SEATED = actionOf("mark_seated");
const DONE = actionOf("mark_completed");
const NO_SHOW = actionOf("mark_no_show");

/** Buttons for a row, the most likely first. Leaves out actions that would be refused now. */
export function nextActions(
  row: Pick<SheetRow, "status" | "timestamp" | "service">,
  services: readonly Pick<SheetService, "name" | "closes">[],
  now: number,
  noShowGraceMinutes: number,
): readonly Action[] {
  const mayCome = now >= row.timestamp - EARLY_HOURS * HOUR;
  switch (row.status) {
    case "booked": {
      if (!mayCome) return [];
      const late = now >= row.timestamp + noShowGraceMinutes * MINUTE;
      return late ? [ARRIVED, SEATED, NO_SHOW] : [ARRIVED, SEATED];
    }
    case "arrived":
      return [SEATED];
    case "seated":
      return [DONE];
    case "no_show": {
      const ends = services.find(({ name }) => name === row.service)?.closes ?? 0;
      return now < ends ? [ARRIVED] : [];
    }
    case "pending":
    case "completed":
    case "cancelled":
      return [];
  }
}
