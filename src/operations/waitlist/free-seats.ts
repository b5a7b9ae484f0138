import { newId } from "../../domain/ids.ts";
import type { SlotFreed } from "../../domain/waitlist.ts";
import type { MachineContext } from "../call/acting-as.ts";

export function freeSeats(
  seats: Pick<SlotFreed, "brand" | "from" | "to" | "cause"> & { readonly offerId?: string | null },
  { stores, now, random }: Omit<MachineContext, "brand">,
): SlotFreed {
  const row = { offerId: null, ...seats, id: newId(now, random), createdAt: now, doneAt: null };
  stores.slotFreed.insert(row);
  return row;
}
