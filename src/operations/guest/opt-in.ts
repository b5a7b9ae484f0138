import type { MachineContext } from "../call/acting-as.ts";
import { askPhoneAgain } from "../waitlist/ask-again.ts";
import { CLOCKS_MS } from "./asked.ts";

/** Handles a START text, written at `saidAt` (null: now). False if the guest opted out after that. */
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
    // An opt-out that the gateway reported may be newer than the START. `since` and `saidAt` come from
    // different clocks, so small differences do not count.
    if (since > saidAt + CLOCKS_MS) return false;
  }
  optOuts.remove(phone);
  askPhoneAgain(phone, since, machine);
  return true;
}
