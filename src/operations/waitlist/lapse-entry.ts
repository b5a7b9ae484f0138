import type { WaitlistEntry } from "../../domain/waitlist.ts";
import { LEAD_MS } from "../../domain/waitlist-matching.ts";
import { asSystem, type MachineContext } from "../call/acting-as.ts";
import { recordEntryChange } from "./record-entry-change.ts";

/**
 * Ends the wait of a guest for whom no start of their window can be offered any more, or who waits
 * at the door of a service that has closed. A live offer has to end first. Runs in a write; false
 * if the guest no longer waits or still has time.
 */
export function lapseEntry(entry: WaitlistEntry, context: MachineContext): boolean {
  const waits = entry.status === "waiting" || entry.status === "paused";
  const lead = entry.kind === "door" ? 0 : LEAD_MS;
  if (!waits || entry.latestAt >= context.now + lead) return false;
  return recordEntryChange(entry, { status: "lapsed" }, "lapse_entry", asSystem(context)).changed;
}
