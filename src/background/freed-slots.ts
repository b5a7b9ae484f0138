import { searchWrite } from "../operations/call/search-write.ts";
import { decideOffers } from "../operations/waitlist/offers.ts";
import type { Step } from "./loop.ts";
import type { Machine } from "./sweep.ts";

const BATCH = 50;
const RETRY_MS = 5000;

/** Offers freed seats to waiting guests (rule W4). */
export function freedSlots(machine: Machine): Step {
  const { stores, random, log } = machine;
  const settle = async (id: string, now: number): Promise<boolean> => {
    try {
      return await searchWrite(machine, (search) => {
        // Read again, because another process may have offered these seats.
        const freed = stores.slotFreed.undone(now, BATCH).find((one) => one.id === id);
        const brand = freed === undefined ? null : stores.brands.get(freed.brand);
        if (freed === undefined || brand === null) return false;
        decideOffers(freed, { brand, now, stores, random, search });
        return true;
      });
    } catch (error) {
      log.warn("freed_slot_failed", { id, error });
      return false;
    }
  };
  return {
    name: "freed_slots",
    whenWoken: true,
    async run(now) {
      let settled = 0;
      for (const { id } of stores.slotFreed.undone(now, BATCH)) {
        if (await settle(id, now)) settled += 1;
      }
      return settled;
    },
    nextDueAt(after, until) {
      const checkAt = stores.slotFreed.nextCheckAt();
      if (checkAt === null) return null;
      const dueAt = Math.max(checkAt, after + RETRY_MS);
      return checkAt > after && checkAt <= until ? checkAt : dueAt <= until ? dueAt : null;
    },
  };
}
