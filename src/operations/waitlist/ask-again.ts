import { endOf } from "../../domain/admission.ts";
import {
  ASKED_AGAIN,
  type SlotFreed,
  type WaitlistEntry,
  type WaitlistOffer,
} from "../../domain/waitlist.ts";
import type { MachineContext } from "../call/acting-as.ts";
import { freeSeats } from "./free-seats.ts";

// A guest who waits may be out of reach while seats come free: another table is on offer to their
// phone, or the phone takes no texts. The seats are settled without them then. When the guest can be
// asked again, what was settled meanwhile goes back to the waitlist as a whole, so that the order of
// the list holds, and what was put off for the sake of others is not put off any longer. Nothing is
// noted for this while seats are decided about: it is read from the rows.

type Machine = Omit<MachineContext, "brand">;

/** What stood in the way and is over, and the seats that it leaves to the waitlist by itself. */
interface EndedOffer {
  readonly offer: WaitlistOffer;
  readonly freed: SlotFreed | null;
}

/**
 * Leaves to the waitlist once more what a phone waits for and what was settled at or after `since`,
 * when it could not be asked. Runs inside the write transaction that ends the hindrance.
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

/** The same for one entry that waits. */
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
  // Their time is over, though nobody has noted it yet.
  if (reach.from >= reach.to) return;
  // What came free before the guest waited was nothing to them: adding an entry sends nothing.
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
