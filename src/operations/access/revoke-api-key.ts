import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import type { ApiKeyRow, Stores } from "../../storage/stores.ts";
import type { Changing } from "../call/audit.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, type NamedChange, namedChangeShape, writeParams } from "../params.ts";
import { auditKey } from "./key-shape.ts";

export const keyInput = z.strictObject({
  brand: brandParam,
  id: z.string().max(64).describe("The key's id"),
  ...writeParams,
});

export const revokeApiKey = defineOperation<z.infer<typeof keyInput>, NamedChange>({
  name: "revoke_api_key",
  title: "Revoke an API key",
  words: { done: "Key revoked", history: "API key revoked" },
  scope: "bookings.write",
  role: "owner",
  input: keyInput,
  output: namedChangeShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [{ input: { id: "01a1f050f58027935d40f69e" } }],
  run({ id }, context) {
    const key = keyOf(id, context);
    const changed = endKey(key, context);
    return { id, name: key.name, changed, dryRun: context.dryRun };
  },
});

type Ending = Changing & {
  readonly stores: Pick<Stores, "apiKeys" | "securityEvents" | "audit">;
};

export function endKey(key: ApiKeyRow, context: Ending): boolean {
  if (!context.stores.apiKeys.revoke(key.id, context.now)) return false;
  noteRevoked(key, context);
  auditKey(revokeApiKey.name, key, {}, context);
  return true;
}

export function keyOf(id: string, { stores, brand }: OperationContext): ApiKeyRow {
  const row = stores.apiKeys.byId(id);
  if (row?.brands.includes(brand.slug) === true) return row;
  throw refusal("NOT_FOUND.key", { say: { id } });
}

export function noteRevoked(
  { id: keyId, publicId }: ApiKeyRow,
  { stores, caller, now }: Ending,
): void {
  stores.securityEvents.insert({
    at: now,
    kind: "key_revoked",
    userId: caller.principal,
    detail: { keyId, publicId },
  });
}
