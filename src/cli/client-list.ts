import type { ClientRow } from "../storage/stores.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { table } from "./print.ts";
import type { Verb } from "./verb.ts";

/** `maitred client list`: every OAuth client, however it became known, never its secret. */
export const clientList: Verb = {
  name: "client list",
  summary: "List the OAuth clients.",
  positionals: [],
  flags: DATA_FLAG,
  run: async ({ config, io }) =>
    await withInstance({ config, io }, {}, async ({ stores }) => {
      const rows = stores.oauthClients.list();
      const json = { clients: rows.map(shown) };
      return { json, text: table(HEADINGS, rows.map(cells)), plain: true };
    }),
};

const HEADINGS = ["ID", "NAME", "KNOWN BY", "PROVES ITSELF BY", "LAST USED", "STATE"];
const KNOWN_BY = {
  preregistered: "the operator",
  dynamic: "registration",
  metadata_document: "its document",
} as const;

const shown = (row: ClientRow): object => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  redirectUris: row.redirectUris,
  authMethod: row.authMethod,
  replayWindowS: row.replayWindowS,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  revokedAt: row.revokedAt,
});

const cells = (row: ClientRow): string[] => [
  row.id,
  row.name,
  KNOWN_BY[row.kind],
  row.authMethod,
  row.lastUsedAt === null ? "never" : day(row.lastUsedAt),
  row.revokedAt === null ? "active" : `revoked ${day(row.revokedAt)}`,
];

const day = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
