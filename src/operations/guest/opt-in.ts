import type { MachineContext } from "../call/acting-as.ts";
import { askPhoneAgain } from "../waitlist/ask-again.ts";
import { CLOCKS_MS } from "./asked.ts";

/**
 * Handles a guest's START: the phone may be texted again, and its waitlist entries are tried again.
 * False if the guest said STOP later or in the same second, or the gateway blocked the phone later.
 * `saidAt` in epoch milliseconds; null: just now. Runs inside the write transaction.
 */
export function optIn(
  phone: string,
  saidAt: number | null,
  machine: Omit<MachineContext, "brand">,
): boolean {
  const { optOuts, inboundTexts } = machine.stores;
  const since = optOuts.since(phone);
  if (since === null) return true;
  if (saidAt !== null) {
    if (inboundTexts.saidSince(phone, "opted_out", saidAt)) return false;
    // Reported by the gateway, not said by the guest, so its time is from our own clock.
    if (since > saidAt + CLOCKS_MS) return false;
  }
  optOuts.remove(phone);
  askPhoneAgain(phone, since, machine);
  return true;
}
