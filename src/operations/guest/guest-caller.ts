import { type Caller, NO_BUDGETS, SCOPES } from "../../domain/caller.ts";
import type { Brand } from "../../domain/settings.ts";
import type { Stores } from "../../storage/stores.ts";
import type { OperationContext } from "../define.ts";
import type { MachineContext } from "../reservation/machine-changes.ts";

/** Whose reservation or waitlist entry it is. */
export interface GuestSubject {
  readonly id: string;
  readonly name: string;
}

/** The guest as the audit log names them: they act on what is theirs, and on nothing else. */
const guestCaller = ({ id, name }: GuestSubject, brand: Brand, stores: Stores): Caller => ({
  kind: "system",
  principal: `guest:${id}`,
  actor: { kind: "guest", id, name },
  environment: stores.instance.environment(),
  brands: [brand.slug],
  scopes: SCOPES,
  tools: null,
  budgets: NO_BUDGETS,
  headerBrand: null,
  roles: {},
});

/** What a guest does themselves, by text or by link, runs like any operation, in their name. */
export const asGuest = (
  subject: GuestSubject,
  { brand, now, stores, random }: MachineContext,
): OperationContext => ({
  brand,
  now,
  stores,
  random,
  caller: guestCaller(subject, brand, stores),
  idempotencyKey: null,
  dryRun: false,
});
