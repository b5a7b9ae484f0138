import type { MachineContext } from "../reservation/machine-changes.ts";
import { askPhoneAgain } from "../waitlist/ask-again.ts";

/**
 * Takes a guest's START: texts may be sent to this phone again, and what it waits for is looked at
 * once more. Runs inside the write transaction.
 */
export function optIn(phone: string, house: Omit<MachineContext, "brand">): void {
  const since = house.stores.optOuts.since(phone);
  if (since === null) return;
  house.stores.optOuts.remove(phone);
  askPhoneAgain(phone, since, house);
}
