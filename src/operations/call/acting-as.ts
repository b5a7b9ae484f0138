import { type Actor, type Caller, NO_BUDGETS, SCOPES } from "../../domain/caller.ts";
import type { RandomBytes } from "../../domain/ids.ts";
import { newSearch, type TableSearch } from "../../domain/seating/search.ts";
import type { Brand } from "../../domain/settings.ts";
import type { Stores } from "../../storage/stores.ts";
import type { OperationContext } from "../define.ts";

export interface MachineContext {
  readonly brand: Brand;
  readonly now: number;
  readonly stores: Stores;
  readonly random: RandomBytes;
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

/** The system's changes do not count against the budgets of the caller who caused them. */
export const asSystem = (context: MachineContext): OperationContext =>
  contextOf(context, systemCaller(context.stores));

export const asGuest = ({ id, name }: GuestSubject, context: MachineContext): OperationContext => {
  const actor = { kind: "guest", id, name } as const;
  const { brand, stores } = context;
  return contextOf(context, actingCaller(`guest:${id}`, actor, [brand.slug], stores));
};
