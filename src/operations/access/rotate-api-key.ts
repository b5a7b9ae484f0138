import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import { HOUR } from "../../domain/time.ts";
import type { ApiKeyRow } from "../../storage/stores.ts";
import { defineOperation, newSecret, type OperationContext } from "../define.ts";
import { hasRole } from "../desk/roles.ts";
import { auditKey } from "./key-shape.ts";
import { insertKey, requireRoom } from "./new-key.ts";
import { keyInput, keyOf, noteRevoked } from "./revoke-api-key.ts";

export const KEEP_HOURS = [0, 1, 24, 168] as const;

const input = keyInput.extend({
  keepHours: z.int().min(0).max(168).default(0).describe("Number of hours until the old key ends"),
});
const output = z.strictObject({
  id: z.string(),
  name: z.string(),
  publicId: z.string(),
  dryRun: z.boolean(),
});

/**
 * The new key has the old key's principal. If a call made with the old key is repeated with the new key and the
 * same idempotency key, it gets the answer of the first call.
 */
export const rotateApiKey = defineOperation<z.infer<typeof input>, z.infer<typeof output>>({
  name: "rotate_api_key",
  title: "Replace an API key",
  words: { done: "Key replaced", history: "API key replaced" },
  scope: "bookings.write",
  role: "owner",
  input,
  output,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [{ input: { id: "01a1f050f58027935d40f69e", keepHours: 24 } }],
  run: rotate,
});

function rotate(
  { id, keepHours }: z.infer<typeof input>,
  context: OperationContext,
): z.infer<typeof output> {
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
