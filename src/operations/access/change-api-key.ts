import { z } from "zod";
import { type DomainError, refusal } from "../../domain/errors.ts";
import { HOUR } from "../../domain/time.ts";
import type { ApiKeyRow, Stores } from "../../storage/stores.ts";
import type { Changing } from "../call/audit.ts";
import { defineOperation, newSecret, type OperationContext } from "../define.ts";
import { hasRole } from "../desk/roles.ts";
import { brandParam, writeParams } from "../params.ts";
import { auditKey } from "./key-shape.ts";
import { insertKey, requireRoom } from "./new-key.ts";

const input = z.strictObject({
  brand: brandParam,
  id: z.string().max(64).describe("The key's id"),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const output = z.strictObject({
  id: z.string(),
  name: z.string(),
  changed: z.boolean(),
  dryRun: z.boolean(),
});

/** The next request with the key is refused. */
export const revokeApiKey = defineOperation<Input, z.infer<typeof output>>({
  name: "revoke_api_key",
  title: "Revoke an API key",
  words: { done: "Key revoked", history: "API key revoked" },
  scope: "bookings.write",
  role: "owner",
  input,
  output,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [{ input: { id: "6afe087027935d40f69e49ab" } }],
  run({ id }, context) {
    const key = keyOf(id, context);
    const changed = endKey(key, context);
    return { id, name: key.name, changed, dryRun: context.dryRun };
  },
});

/** What the end of a key is written to. */
type Ending = Changing & {
  readonly stores: Pick<Stores, "apiKeys" | "securityEvents" | "audit">;
};

/** Revokes a key and keeps who did it; false: it was revoked before. In a write. */
export function endKey(key: ApiKeyRow, context: Ending): boolean {
  if (!context.stores.apiKeys.revoke(key.id, context.now)) return false;
  noteRevoked(key, context);
  auditKey(revokeApiKey.name, key, {}, context);
  return true;
}

/** How long the old key goes on after it was replaced, in hours. */
export const KEEP_HOURS = [0, 1, 24, 168] as const;

const rotateInput = input.extend({
  keepHours: z.int().min(0).max(168).default(0).describe("Hours that the old key works on"),
});
const rotateOutput = z.strictObject({
  id: z.string(),
  name: z.string(),
  publicId: z.string(),
  dryRun: z.boolean(),
});

/**
 * A new key that may do what the old one may, and an end for the old one. Both are one principal:
 * a program that retries with the new key what it lost with the old one does nothing twice.
 */
export const rotateApiKey = defineOperation<
  z.infer<typeof rotateInput>,
  z.infer<typeof rotateOutput>
>({
  name: "rotate_api_key",
  title: "Replace an API key",
  words: { done: "Key replaced", history: "API key replaced" },
  scope: "bookings.write",
  role: "owner",
  input: rotateInput,
  output: rotateOutput,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [{ input: { id: "6afe087027935d40f69e49ab", keepHours: 24 } }],
  run: rotate,
});

function rotate(
  { id, keepHours }: z.infer<typeof rotateInput>,
  context: OperationContext,
): z.infer<typeof rotateOutput> {
  const { stores, now, caller, dryRun } = context;
  const old = keyOf(id, context);
  const foreign = old.brands.find((slug) => !hasRole("owner", caller, slug));
  if (foreign !== undefined) {
    throw refusal("FORBIDDEN_TOOL.foreign_key", { say: { name: old.name } });
  }
  if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= now)) {
    throw refusal("INVALID_TRANSITION.key_ended", { say: { name: old.name } });
  }
  const { publicId, hash } = newSecret(context);
  const kept = { publicId, secretHash: hash, principal: old.principal };
  const made = insertKey(stores, grantOf(old), kept, context);
  const until = now + keepHours * HOUR;
  if (keepHours === 0) {
    stores.apiKeys.revoke(old.id, now);
    noteRevoked(old, context);
  } else {
    if (old.expiresAt === null || old.expiresAt > until) stores.apiKeys.endAt(old.id, until);
    requireRoom(made, context);
  }
  const after = { replaces: old.publicId, ...(keepHours === 0 ? {} : { oldKeyUntil: until }) };
  auditKey(rotateApiKey.name, made, after, context);
  return { id: made.id, name: made.name, publicId, dryRun };
}

const grantOf = ({ name, brands, scopes, tools, budgets, forGuests, expiresAt }: ApiKeyRow) => ({
  name,
  brands,
  scopes,
  tools,
  budgets,
  forGuests,
  expiresAt,
});

/** A key that may act on this brand. Error: NOT_FOUND. */
function keyOf(id: string, { stores, brand }: OperationContext): ApiKeyRow {
  const row = stores.apiKeys.byId(id);
  if (row?.brands.includes(brand.slug) === true) return row;
  throw noSuchKey(id);
}

const noSuchKey = (id: string): DomainError => refusal("NOT_FOUND.key", { say: { id } });

function noteRevoked({ id: keyId, publicId }: ApiKeyRow, { stores, caller, now }: Ending): void {
  stores.securityEvents.insert({
    at: now,
    kind: "key_revoked",
    userId: caller.principal,
    detail: { keyId, publicId },
  });
}
