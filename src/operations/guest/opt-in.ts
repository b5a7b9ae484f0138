import type { MachineContext } from "../reservation/machine-changes.ts";
import { askPhoneAgain } from "../waitlist/ask-again.ts";
import { CLOCKS_MS } from "./asked.ts";

/**
 * Takes a guest's START: texts may be sent to this phone again, and what it waits for is looked at
 * once more. False where the guest has said STOP since, or in the same second, or the gateway
 * blocked the phone later. `saidAt` in epoch milliseconds; null: just now. Runs inside the write
 * transaction.
 */
export function optIn(
  phone: string,
  saidAt: number | null,
  house: Omit<MachineContext, "brand">,
): boolean {
  const { optOuts, inboundTexts } = house.stores;
  const since = optOuts.since(phone);
  if (since === null) return true;
  if (saidAt !== null) {
    if (inboundTexts.saidSince(phone, "opted_out", saidAt)) return false;
    // Not said by the guest: noted by our own clock.
    if (since > saidAt + CLOCKS_MS) return false;
  }
  optOuts.remove(phone);
  askPhoneAgain(phone, since, house);
  return true;
}
