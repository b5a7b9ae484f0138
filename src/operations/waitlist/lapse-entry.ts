import type { WaitlistEntry } from "../../domain/waitlist.ts";
import { LEAD_MS } from "../../domain/waitlist-matching.ts";
import { asSystem, type MachineContext } from "../call/acting-as.ts";
import { recordEntryChange } from "./record-entry-change.ts";

/** Ends a waiting or paused entry once it is too late to offer its latest start. */
export function lapseEntry(entry: WaitlistEntry, context: MachineContext): boolean {
  const waits = entry.status === "waiting" || entry.status === "paused";
  const lead = entry.kind === "door" ? 0 : LEAD_MS;
  if (!waits || entry.latestAt >= context.now + lead) return false;
  return recordEntryChange(entry, { status: "lapsed" }, "lapse_entry", asSystem(context)).changed;
}
