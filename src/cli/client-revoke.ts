import type { ClientRow, Stores } from "../storage/stores.ts";
import { operatorChange } from "./changes.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { CliError, type Verb } from "./verb.ts";

/** `maitred client revoke ID`: the client and everything that people allowed it ends at once. */
export const clientRevoke: Verb = {
  name: "client revoke",
  summary: "Shut out an OAuth client and end its grants.",
  positionals: ["ID"],
  flags: DATA_FLAG,
  run: async ({ positionals, config, io }) =>
    await withInstance({ config, io }, {}, async ({ stores, writer, now }) => {
      const { id, name, revokedAt, grants } = await writer.write(() => {
        const found = clientNamed(stores, positionals[0] ?? "");
        if (found.revokedAt !== null) return { ...found, revokedAt: found.revokedAt, grants: 0 };
        const at = now();
        stores.oauthClients.revoke(found.id, at);
        for (const [brand, connections] of connectionsOf(stores, found)) {
          const after = { name: found.name, connections };
          const change = { brand, operation: "client_revoke", before: {}, after };
          stores.audit.insert(operatorChange(io, at, change));
        }
        const ended = stores.grants.endOfClient(found.id, at, "client_revoked");
        const detail = { name: found.name, grants: ended, by: "operator" };
        stores.securityEvents.insert({ at, kind: "client_revoked", clientId: found.id, detail });
        return { ...found, revokedAt: at, grants: ended };
      });
      const text = `Client ${name} (${id}) is shut out; ${grants} of its grants ended.`;
      return { json: { id, revokedAt }, text };
    }),
};

/** In which restaurants a client is connected, and how often. */
function connectionsOf({ grants }: Pick<Stores, "grants">, { id }: ClientRow): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { clientId, brands } of grants.live()) {
    if (clientId !== id) continue;
    for (const brand of Object.keys(brands)) counts.set(brand, (counts.get(brand) ?? 0) + 1);
  }
  return counts;
}

/** A client by its id. Refuses with NOT_FOUND. */
export function clientNamed(stores: Pick<Stores, "oauthClients">, id: string): ClientRow {
  const row = stores.oauthClients.byId(id);
  if (row !== null) return row;
  throw new CliError("NOT_FOUND", "There is no such client. See: maitred client list");
}
