import type { MachineContext } from "../call/acting-as.ts";
import { askPhoneAgain } from "../waitlist/ask-again.ts";
import { CLOCKS_MS } from "./asked.ts";

/**
 * Handles a guest's START: the phone may be texted again, and its waitlist entries get offers again.
 * False if a STOP or the gateway's block came later. `saidAt` in epoch milliseconds; null: just now.
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
    // A gateway's report of a block is dated by our clock, not the phone's.
    if (since > saidAt + CLOCKS_MS) return false;
  }
  optOuts.remove(phone);
  askPhoneAgain(phone, since, machine);
  return true;
}
