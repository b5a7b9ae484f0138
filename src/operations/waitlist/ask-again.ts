import { endOf } from "../../domain/admission.ts";
import {
  ASKED_AGAIN,
  type SlotFreed,
  type WaitlistEntry,
  type WaitlistOffer,
} from "../../domain/waitlist.ts";
import type { MachineContext } from "../call/acting-as.ts";
import { freeSeats } from "./free-seats.ts";

// A waiting guest may be out of reach when seats come free, because the phone has another offer or
// takes no texts. Once the guest can be asked again, the waitlist decides again about the seats
// that came free meanwhile.

type Machine = Omit<MachineContext, "brand">;

/** `freed`: the seats that came free when the offer ended. */
interface EndedOffer {
  readonly offer: WaitlistOffer;
  readonly freed: SlotFreed | null;
}

/** Must run in the transaction that makes the phone reachable again. */
export function askPhoneAgain(
  phone: string,
  outOfReachSince: number,
  machine: Machine,
  ended: EndedOffer | null = null,
): void {
  for (const entry of machine.stores.waitlist.waitingOfPhone(phone)) {
    askAgain(entry, outOfReachSince, machine, ended);
  }
}

export function askAgain(
  entry: WaitlistEntry,
  outOfReachSince: number,
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
  // The wished time has passed, but the background loop has not recorded this yet.
  if (reach.from >= reach.to) return;
  // Leave out seats freed before the guest joined the waitlist: joining must not cause a text.
  const { brand, createdAt } = entry;
  stores.slotFreed.lookNow({ brand, since: createdAt, ...reach, now });
  const missed = stores.slotFreed.settledSince({
    brand,
    since: Math.max(outOfReachSince, createdAt),
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
