import { parseApiKey } from "../auth/api-keys.ts";
import type { ApiKeyRow, Stores } from "../storage/stores.ts";
import { operatorChange } from "./changes.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { CliError, type Verb } from "./verb.ts";

/** `maitred key revoke ID or KEY`: the next request with it is refused. */
export const keyRevoke: Verb = {
  name: "key revoke",
  summary: "Revoke an API key, by its id or the key itself.",
  positionals: ["ID"],
  flags: DATA_FLAG,
  run: async ({ positionals, config, io }) =>
    await withInstance({ config, io }, {}, async ({ stores, writer, now }) => {
      const row = await writer.write(() => {
        const found = keyNamed(stores, positionals[0] ?? "");
        if (found.revokedAt !== null) return { ...found, revokedAt: found.revokedAt };
        const revokedAt = now();
        stores.apiKeys.revoke(found.id, revokedAt);
        for (const brand of found.brands) {
          const after = { keyId: found.id, name: found.name };
          const change = { brand, operation: "key_revoke", before: {}, after };
          stores.audit.insert(operatorChange(io, revokedAt, change));
        }
        return { ...found, revokedAt };
      });
      const { id, name, revokedAt } = row;
      return { json: { id, revokedAt }, text: `Key ${name} (${id}) is revoked.` };
    }),
};

/** By id, by the public part that lists show, or by the whole key. Refuses with NOT_FOUND. */
function keyNamed(stores: Stores, text: string): ApiKeyRow {
  const publicId = parseApiKey(text)?.publicId ?? text;
  const row = stores.apiKeys.byId(text.toLowerCase()) ?? stores.apiKeys.byPublicId(publicId);
  if (row !== null) return row;
  throw new CliError("NOT_FOUND", "There is no such key. See: maitred key list");
}
