import type { WaitlistEntry } from "../domain/waitlist.ts";
import { lapseEntry } from "../operations/waitlist/lapse-entry.ts";
import { earliestIn, type Step } from "./loop.ts";
import type { Machine } from "./sweep.ts";

const BATCH = 200;

/** Ends entries when it is too late for an offer (rule W1), and entries of the door list at closing. */
export function waitlistEntries({ stores, writer, random, log }: Machine): Step {
  const lapse = async ({ id }: WaitlistEntry, now: number): Promise<boolean> => {
    try {
      return await writer.write(() => {
        const entry = stores.waitlist.entry(id);
        const brand = entry === null ? null : stores.brands.get(entry.brand);
        if (entry === null || brand === null) return false;
        return lapseEntry(entry, { brand, now, stores, random });
      });
    } catch (error) {
      log.warn("waitlist_entry_failed", { entryId: id, error });
      return false;
    }
  };
  return {
    name: "waitlist_entries",
    whenWoken: false,
    async run(now) {
      const passed = stores.waitlistQueue.lapsing(now, BATCH);
      const lapsed = await Promise.all(passed.map((entry) => lapse(entry, now)));
      return lapsed.filter(Boolean).length;
    },
    nextDueAt(after, until) {
      const lapsesAt = stores.waitlistQueue.nextLapsingAt();
      return earliestIn([lapsesAt === null ? null : lapsesAt + 1], after, until);
    },
  };
}
