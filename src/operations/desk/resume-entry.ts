import { refusal } from "../../domain/errors.ts";
import { defineOperation } from "../define.ts";
import { findEntry } from "../waitlist/wire-entry.ts";
import {
  changed,
  PAUSING,
  type PauseInput,
  type PauseResult,
  requireWaiting,
} from "./pause-entry.ts";

/** Error: INVALID_TRANSITION if the entry has ended or its latest time has passed. */
export const resumeEntry = defineOperation<PauseInput, PauseResult>({
  ...PAUSING,
  name: "resume_entry",
  title: "Resume a waiting guest",
  words: { done: "Waiting again", history: "Waiting again" },
  run(given, context): PauseResult {
    const entry = findEntry(given.id, context);
    requireWaiting(entry, resumeEntry.name);
    const { id, status } = entry;
    if (entry.latestAt <= context.now) {
      const facts = { status, operation: resumeEntry.name, possible: [], say: { id } };
      throw refusal("INVALID_TRANSITION.entry_too_late", facts);
    }
    const back = status === "paused" ? ({ status: "waiting", silentOffers: 0 } as const) : {};
    return changed(given, back, resumeEntry.name, context);
  },
});
