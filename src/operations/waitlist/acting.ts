import type { WaitlistEntry } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";
import { asGuest } from "../guest/guest-caller.ts";
import { type MachineContext, systemCaller } from "../reservation/machine-changes.ts";

/**
 * The house acts by itself, whoever's call gave the occasion: no budget of a key pays for a waiting
 * guest's text.
 */
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
export const asWaitingGuest = (entry: WaitlistEntry, context: MachineContext): OperationContext =>
  asGuest(entry, context);
