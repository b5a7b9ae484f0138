import { endOf } from "../../domain/admission.ts";
import {
  ASKED_AGAIN,
  type SlotFreed,
  type WaitlistEntry,
  type WaitlistOffer,
} from "../../domain/waitlist.ts";
import type { MachineContext } from "../call/acting-as.ts";
import { freeSeats } from "./free-seats.ts";

// Sometimes a waiting guest cannot be asked when seats come free, because another table is on offer
// to their phone or the phone takes no texts. The seats are then settled without them. Once the
// guest can be asked again, everything settled since goes back to the waitlist as a whole, so that
// the order of the list holds, and seats that were postponed are looked at now. No bookkeeping is
// needed for this: the rows say enough.

type Machine = Omit<MachineContext, "brand">;

/** The offer that stood in the way and has ended, and the seats that its end put back already. */
interface EndedOffer {
  readonly offer: WaitlistOffer;
  readonly freed: SlotFreed | null;
}

/**
 * Puts back the seats that interest this phone and were settled at or after `since`, while it could
 * not be asked. Runs in the write that ends the obstacle.
 */
export function askPhoneAgain(
  phone: string,
  since: number,
  machine: Machine,
  ended: EndedOffer | null = null,
): void {
  for (const entry of machine.stores.waitlist.waitingOfPhone(phone)) {
    askAgain(entry, since, machine, ended);
  }
}

/** The same for one waiting entry. */
export function askAgain(
  entry: WaitlistEntry,
  since: number,
  machine: Machine,
  ended: EndedOffer | null = null,
): void {
  const { stores, now } = machine;
  const settings = stores.brands.get(entry.brand)?.settings;
  if (settings?.waitlist.enabled !== true || entry.kind === "door") return;
  const reach = {
    from: Math.max(stores.clock.endingsAt(now), entry.earliestAt),
    to: endOf(entry.latestAt, entry.partySize, settings),
  };
  // The window has passed, even if no step has recorded that yet.
  if (reach.from >= reach.to) return;
  // Not what came free before the guest was added: adding an entry sends no text.
  const { brand, createdAt } = entry;
  stores.slotFreed.lookNow({ brand, since: createdAt, ...reach, now });
  const missed = stores.slotFreed.settledSince({
    brand,
    since: Math.max(since, createdAt),
    ...reach,
  });
  if (missed === null) return;
  const seats = {
    brand,
    from: Math.max(reach.from, missed.from),
    to: Math.min(reach.to, missed.to),
    cause: ASKED_AGAIN,
    offerId: entry.id === ended?.offer.entryId ? ended.offer.id : null,
  };
  if (!isWithin(seats, ended?.freed ?? null)) freeSeats(seats, machine);
}

const isWithin = (
  row: Pick<SlotFreed, "brand" | "from" | "to">,
  freed: SlotFreed | null,
): boolean =>
  freed !== null && row.brand === freed.brand && freed.from <= row.from && row.to <= freed.to;
