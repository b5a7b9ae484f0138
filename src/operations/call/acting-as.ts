import { type Actor, type Caller, NO_BUDGETS, SCOPES } from "../../domain/caller.ts";
import type { RandomBytes } from "../../domain/ids.ts";
import { newSearch, type TableSearch } from "../../domain/seating/search.ts";
import type { Brand } from "../../domain/settings.ts";
import type { Stores } from "../../storage/stores.ts";
import type { OperationContext } from "../define.ts";

/** What `asSystem` and `asGuest` need inside a write. `now`: epoch milliseconds. */
export interface MachineContext {
  readonly brand: Brand;
  readonly now: number;
  readonly stores: Stores;
  readonly random: RandomBytes;
  /** The search of the call that caused the change. */
  readonly search?: TableSearch;
}

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

export const systemCaller = (stores: Stores): Caller =>
  actingCaller(
    "system",
    { kind: "system", id: "system", name: "maitred" },
    stores.brands.list().map(({ slug }) => slug),
    stores,
  );

const contextOf = (
  { brand, now, stores, random, search = newSearch() }: MachineContext,
  caller: Caller,
): OperationContext => ({
  brand,
  now,
  stores,
  random,
  caller,
  idempotencyKey: null,
  dryRun: false,
  search,
});

/**
 * For changes that the system makes, also during a caller's call. For example, offers to waiting
 * guests do not count against that caller's budget.
 */
export const asSystem = (context: MachineContext): OperationContext =>
  contextOf(context, systemCaller(context.stores));

/** For changes by text or link, limited to the guest's own reservation or entry. */
export const asGuest = ({ id, name }: GuestSubject, context: MachineContext): OperationContext => {
  const actor = { kind: "guest", id, name } as const;
  const { brand, stores } = context;
  return contextOf(context, actingCaller(`guest:${id}`, actor, [brand.slug], stores));
};
