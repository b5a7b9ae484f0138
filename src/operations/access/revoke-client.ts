import { z } from "zod";
import type { Stores } from "../../storage/stores.ts";
import { auditEach } from "../call/audit.ts";
import { defineOperation } from "../define.ts";
import { writeParams } from "../params.ts";
import { CLIENT_CHANGE, type ClientResult, clientIdParam, clientOf } from "./client-change.ts";

const input = z.strictObject({ id: clientIdParam, ...writeParams });

export const revokeClient = defineOperation<z.infer<typeof input>, ClientResult>({
  ...CLIENT_CHANGE,
  name: "revoke_client",
  title: "Revoke an OAuth client",
  words: { history: "App blocked by the operator" },
  input,
  run({ id }, context) {
    const { stores, now: at, dryRun } = context;
    const { name, revokedAt } = clientOf(id, stores);
    if (revokedAt !== null) return { id, name, grants: 0, dryRun };
    stores.oauthClients.revoke(id, at);
    for (const [brand, connections] of connectionsOf(id, stores)) {
      const change = { before: {}, after: { name, connections } };
      auditEach([brand], revokeClient.name, change, context);
    }
    const grants = stores.grants.endOfClient(id, at, "client_revoked");
    const detail = { name, grants, by: "operator" };
    stores.securityEvents.insert({ at, kind: "client_revoked", clientId: id, detail });
    return { id, name, grants, dryRun };
  },
});

function connectionsOf(id: string, { grants }: Pick<Stores, "grants">): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { clientId, brands } of grants.live()) {
    if (clientId !== id) continue;
    for (const brand of Object.keys(brands)) counts.set(brand, (counts.get(brand) ?? 0) + 1);
  }
  return counts;
}
