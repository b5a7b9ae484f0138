import type { Caller, Role } from "../../../src/domain/caller.ts";
import type { WaitlistOffer } from "../../../src/domain/waitlist.ts";
import type { Operation } from "../../../src/operations/define.ts";
import type { WriteResult } from "../../../src/operations/reservation/wire.ts";
import { BISTRO, caller, FRIDAY, type House } from "../house.ts";

/** A user who is signed in at the bistro, as a caller. */
export const person = (role: Role, brand = BISTRO): Caller =>
  caller({
    kind: "session",
    principal: `user-${role}`,
    actor: { kind: "user", id: `user-${role}`, name: `Sam the ${role}` },
    headerBrand: BISTRO,
    roles: { [brand]: role },
  });
export const HOST = person("host");
export const MANAGER = person("manager");
export const OWNER = person("owner");

/** What a manager's form adds to a call: an override with its reason. */
export const BECAUSE = { override: { reason: "Regulars, the chef agrees" } };

/** Makes a call as the manager, with an override. */
export const overrule = async (
  house: House,
  tool: string | Operation,
  input: object,
): Promise<WriteResult> =>
  (await house.invoke(tool, input, MANAGER, BECAUSE)).structured as unknown as WriteResult;

/**
 * Adds a guest who waits for Friday evening and is offered 7:00 PM when a party of `size` cancels.
 */
export async function offerTo(house: House, phone: string, size: number): Promise<WaitlistOffer> {
  const id = await house.book({ numberOfPeople: size });
  const wish = { name: "Wim", phone, numberOfPeople: size, date: FRIDAY, time: "7:00 PM" };
  await house.ok("add_to_waitlist", wish);
  await house.ok("cancel_booking", { id });
  const offer = house.stores.offers.liveOfPhone(phone);
  if (offer === null) throw new Error("The waiting guest was offered nothing");
  return offer;
}
