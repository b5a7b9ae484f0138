import type { Compromise } from "../../domain/reasons/access.ts";
import { type GrantLogging, logDisconnected } from "../../operations/access/grant-log.ts";
import type { GrantRow } from "../../storage/oauth-grant-store.ts";
import type { Stores } from "../../storage/stores.ts";
import type { Endpoint } from "./endpoint.ts";

/** The audit log names this actor, because the sender of the request is unknown. */
const SYSTEM = {
  principal: "system",
  actor: { kind: "system", id: "system", name: "maitred" },
} as const;

/** Call it inside `writer.write`. */
export function endCompromised(
  grant: GrantRow,
  reason: Compromise,
  now: number,
  {
    stores,
    random,
  }: Pick<Endpoint, "random"> & {
    readonly stores: GrantLogging["stores"] & Pick<Stores, "grants" | "securityEvents">;
  },
): void {
  const { id: grantId, userId, clientId } = grant;
  if (!stores.grants.end(grantId, now, reason)) return;
  stores.securityEvents.insert({ at: now, kind: reason, userId, clientId, grantId });
  const logging = { stores, random, now, idempotencyKey: null };
  logDisconnected(grant, SYSTEM, logging, reason);
}
