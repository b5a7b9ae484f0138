import { type Actor, type Caller, NO_BUDGETS, SCOPES } from "../../domain/caller.ts";
import type { RandomBytes } from "../../domain/ids.ts";
import type { Brand } from "../../domain/settings.ts";
import type { Stores } from "../../storage/stores.ts";
import type { OperationContext } from "../define.ts";

/** What a change needs that no call asks for; `now` in epoch milliseconds. */
export interface MachineContext {
  readonly brand: Brand;
  readonly now: number;
  readonly stores: Stores;
  readonly random: RandomBytes;
}

/** Whose reservation or waitlist entry it is. */
interface GuestSubject {
  readonly id: string;
  readonly name: string;
}

const actingCaller = (
  principal: string,
  actor: Actor,
  brands: readonly string[],
  stores: Stores,
): Caller => ({
  kind: "system",
  principal,
  actor,
  environment: stores.instance.environment(),
  brands,
  scopes: SCOPES,
  tools: null,
  budgets: NO_BUDGETS,
  headerBrand: null,
  roles: {},
});

/** The caller of what happens by itself, as the audit log names it. */
export const systemCaller = (stores: Stores): Caller =>
  actingCaller(
    "system",
    { kind: "system", id: "system", name: "maitred" },
    stores.brands.list().map(({ slug }) => slug),
    stores,
  );

const contextOf = (
  { brand, now, stores, random }: MachineContext,
  caller: Caller,
): OperationContext => ({
  brand,
  now,
  stores,
  random,
  caller,
  idempotencyKey: null,
  dryRun: false,
});

/**
 * A change that happens by itself, whoever's call gave the occasion: no budget of a key pays for a
 * waiting guest's text.
 */
export const asSystem = (context: MachineContext): OperationContext =>
  contextOf(context, systemCaller(context.stores));

/** What a guest does, by text or by link: they act on what is theirs, and on nothing else. */
export const asGuest = ({ id, name }: GuestSubject, context: MachineContext): OperationContext => {
  const actor = { kind: "guest", id, name } as const;
  const { brand, stores } = context;
  return contextOf(context, actingCaller(`guest:${id}`, actor, [brand.slug], stores));
};
