import { z } from "zod";
import { type Budgets, SCOPES } from "../../domain/caller.ts";
import type { ApiKeyRow } from "../../storage/stores.ts";
import { auditEach, type Changing } from "../call/audit.ts";
import type { OperationContext } from "../define.ts";
import { hasRole } from "../desk/roles.ts";
import { type Maker, makerShape } from "./maker.ts";

const budgetShape = z.int().min(1).nullable();

export const keyShape = z.strictObject({
  id: z.string(),
  publicId: z.string().describe("Prefix of the key; not secret"),
  principal: z.string().describe("Id in the log; a replacement key keeps this id"),
  name: z.string(),
  brands: z
    .array(z.string())
    .describe("Names of the key's restaurants that the caller can access as well"),
  otherBrands: z.int().describe("Number of the key's restaurants that the caller cannot access"),
  scopes: z.array(z.enum(SCOPES)),
  tools: z.array(z.string()).nullable().describe("null: all tools that the scopes allow"),
  budgets: z.strictObject({
    writesPerMinute: budgetShape,
    smsPerDay: budgetShape,
    largestParty: budgetShape,
    daysAhead: budgetShape,
  } satisfies Record<keyof Budgets, unknown>),
  forGuests: z.boolean().describe("The key acts for guests, not for the restaurant"),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  expiresAt: z.number().nullable(),
  state: z.enum(["works", "expired", "revoked"]),
  maker: makerShape.nullable(),
  mayRevoke: z.boolean(),
  mayRotate: z.boolean(),
});
export type ListedKey = z.infer<typeof keyShape>;

export function listedKey(
  row: ApiKeyRow,
  maker: Maker | null,
  { caller, stores, now }: OperationContext,
): ListedKey {
  const { secretHash: _, revokedAt, brands, scopes, tools, ...rest } = row;
  const own = brands.filter((slug) => caller.brands.includes(slug));
  const isOver = rest.expiresAt !== null && rest.expiresAt <= now;
  const state = revokedAt !== null ? "revoked" : isOver ? "expired" : "works";
  const owned = brands.filter((slug) => hasRole("owner", caller, slug));
  return {
    ...rest,
    brands: own.map((slug) => stores.brands.get(slug)?.name ?? slug),
    otherBrands: brands.length - own.length,
    scopes: [...scopes],
    tools: tools === null ? null : [...tools],
    state,
    maker,
    mayRevoke: state === "works" && owned.length > 0,
    mayRotate: state === "works" && owned.length === brands.length,
  };
}

export function auditKey(
  operation: string,
  key: ApiKeyRow,
  facts: object,
  context: Changing,
): void {
  const after = { keyId: key.id, name: key.name, ...facts };
  auditEach(key.brands, operation, { before: {}, after }, context);
}
