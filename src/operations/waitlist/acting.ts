import { type Caller, NO_BUDGETS, SCOPES } from "../../domain/caller.ts";
import type { WaitlistEntry } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";
import { type MachineContext, systemCaller } from "../reservation/machine-changes.ts";

/** The house acts by itself, whoever's call gave the occasion: no budget of a key pays for a waiting guest's text. */
export const asHouse = ({ brand, now, stores, random }: MachineContext): OperationContext => ({
  brand,
  now,
  stores,
  random,
  caller: systemCaller(stores),
  idempotencyKey: null,
  dryRun: false,
});

/** The waiting guest acts, by a text or a link. */
export const asWaitingGuest = (
  { id, name }: WaitlistEntry,
  context: MachineContext,
): OperationContext => {
  const { brand, stores } = context;
  const caller: Caller = {
    kind: "system",
    principal: `guest:${id}`,
    actor: { kind: "guest", id, name },
    environment: stores.instance.environment(),
    brands: [brand.slug],
    scopes: SCOPES,
    tools: null,
    budgets: NO_BUDGETS,
    headerBrand: null,
    role: null,
  };
  return { ...asHouse(context), caller };
};
