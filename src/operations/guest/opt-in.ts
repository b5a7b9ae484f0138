import type { MachineContext } from "../call/acting-as.ts";
import { askPhoneAgain } from "../waitlist/ask-again.ts";
import { CLOCKS_MS } from "./asked.ts";

/** Handles a START. False if a STOP or a block came later. `saidAt`: null means now. */
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
    // A gateway may have reported a block after the START. Our clock dates a block, another clock the START.
    if (since > saidAt + CLOCKS_MS) return false;
  }
  optOuts.remove(phone);
  askPhoneAgain(phone, since, machine);
  return true;
}
