import type { GrantRow } from "../../storage/oauth-grant-store.ts";
import type { Stores } from "../../storage/stores.ts";

/**
 * Ends a grant of which somebody else may hold a code or a token, with all its tokens, and leaves
 * word for the owner; inside a write. `reason` is in one word.
 */
export function endCompromised(
  { grants, securityEvents }: Pick<Stores, "grants" | "securityEvents">,
  { id: grantId, userId, clientId }: GrantRow,
  reason: string,
  at: number,
): void {
  if (!grants.end(grantId, at, reason)) return;
  securityEvents.insert({ at, kind: reason, userId, clientId, grantId });
}
