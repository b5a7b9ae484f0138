import type { Budgets, Scope } from "../../domain/caller.ts";
import { refusal } from "../../domain/errors.ts";
import { newId, type RandomBytes } from "../../domain/ids.ts";
import type { ApiKeyRow, Stores } from "../../storage/stores.ts";
import { OPERATIONS } from "../index.ts";

export const MAX_KEY_NAME = 120;

export const MOST_WORKING = 100;

export interface KeyGrant {
  readonly name: string;
  readonly brands: readonly string[];
  readonly scopes: readonly Scope[];
  readonly tools: readonly string[] | null;
  readonly budgets: Budgets;
  readonly forGuests: boolean;
  /** Epoch milliseconds. Null: never. */
  readonly expiresAt: number | null;
}

export function excludedTool(
  tools: readonly string[],
  scopes: readonly Scope[],
): { readonly tool: string; readonly scope: Scope } | null {
  const scopeOf = new Map(OPERATIONS.map(({ name, scope }) => [name, scope]));
  for (const tool of tools) {
    const scope = scopeOf.get(tool) ?? null;
    if (scope !== null && !scopes.includes(scope)) return { tool, scope };
  }
  return null;
}

/** Does not check whether the caller may create the key. */
export function insertKey(
  { apiKeys }: Pick<Stores, "apiKeys">,
  grant: KeyGrant,
  kept: Pick<ApiKeyRow, "publicId" | "secretHash"> & { readonly principal?: string },
  { now, random }: { readonly now: number; readonly random: RandomBytes },
): ApiKeyRow {
  const id = newId(now, random);
  const row: ApiKeyRow = {
    id,
    principal: id,
    ...kept,
    ...grant,
    createdAt: now,
    lastUsedAt: null,
    revokedAt: null,
  };
  apiKeys.insert(row);
  return row;
}

/** Throws if one of the key's restaurants has too many keys. Call it after storing the key. */
export function requireRoom(
  { brands }: Pick<ApiKeyRow, "brands">,
  { stores, now }: { readonly stores: Pick<Stores, "apiKeys">; readonly now: number },
): void {
  const full = brands.find((slug) => stores.apiKeys.workingOf(slug, now) > MOST_WORKING);
  if (full === undefined) return;
  throw refusal("INVALID_INPUT.too_many_keys", { most: MOST_WORKING, say: { brand: full } });
}
