import { checkDocumentAddress } from "../auth/oauth/document-address.ts";
import { makeOpaque } from "../auth/oauth/opaque-token.ts";
import { checkRedirectUri } from "../auth/oauth/redirect-uri.ts";
import { createClient } from "../operations/access/create-client.ts";
import { revokeClient } from "../operations/access/revoke-client.ts";
import { setClient } from "../operations/access/set-client.ts";
import type { ClientRow } from "../storage/stores.ts";
import { listVerb } from "./list-verb.ts";
import { operatorVerb } from "./operator-verb.ts";
import { dayOf, pick } from "./print.ts";
import { type DeclaredFlags, type Flags, textFlag, usageError, type Verb } from "./verb.ts";

const WINDOW_FLAG: DeclaredFlags = {
  "replay-window": textFlag(
    "SECONDS",
    "How many seconds a used refresh token still works: 0 to 3600, or the word default, which lets the server decide.",
  ),
};

const clientCreate: Verb = operatorVerb({
  name: "client create",
  summary: "Add an OAuth client that cannot register itself.",
  operation: createClient,
  flags: {
    name: "name",
    "redirect-uri": "redirectUris",
    "auth-method": "authMethod",
    "jwks-uri": { to: "jwksUri", value: "URL" },
  },
  ownFlags: WINDOW_FLAG,
  read({ flags }) {
    for (const uri of flags.list("redirect-uri")) {
      const checked = checkRedirectUri(uri);
      if (!checked.ok) throw usageError(`--redirect-uri ${uri} cannot be used: ${checked.reason}.`);
    }
    const keys = flags.text("jwks-uri");
    if (keys === undefined && flags.text("auth-method") === "private_key_jwt") {
      throw usageError("--auth-method private_key_jwt needs --jwks-uri.");
    }
    const checked = keys === undefined ? null : checkDocumentAddress(keys);
    if (checked?.ok === false) {
      throw usageError(`--jwks-uri ${keys} cannot be used: ${checked.reason}.`);
    }
    return windowOf(flags);
  },
  prepare({ flags, io }) {
    const hasSecret = flags.text("auth-method")?.startsWith("client_secret") === true;
    const made = hasSecret ? makeOpaque("clientSecret", io.random) : null;
    if (made === null) return { kept: null };
    return { secret: () => ({ publicId: "", hash: made.hash }), kept: made.token };
  },
  answer({ id }, { stores }, secret) {
    const row = stores.oauthClients.byId(id);
    if (row === null) throw new Error(`The client ${id} is gone`);
    const shown = pick(row, "name", "redirectUris", "authMethod", "replayWindowS", "createdAt");
    const json = { id, secret, ...shown };
    const text = `Client ${row.name} has the client id ${id}.`;
    if (secret === null) return { json, text };
    return { json, secret, text: `${text} Its secret is shown only now.` };
  },
});

const ADDED_BY = {
  preregistered: "the operator",
  dynamic: "itself",
  metadata_document: "its metadata document",
} as const;

const clientList: Verb = listVerb({
  name: "client list",
  summary: "List the OAuth clients.",
  of: "clients",
  rows: ({ stores }) => stores.oauthClients.list(),
  shown: (row: ClientRow) => ({
    ...pick(row, "id", "name", "kind", "redirectUris", "authMethod", "replayWindowS"),
    ...pick(row, "createdAt", "lastUsedAt", "revokedAt"),
  }),
  columns: {
    ID: ({ id }) => id,
    NAME: ({ name }) => name,
    "ADDED BY": ({ kind }) => ADDED_BY[kind],
    AUTHENTICATION: ({ authMethod }) => authMethod,
    "LAST USED": ({ lastUsedAt }) => dayOf(lastUsedAt, "never"),
    STATE: ({ revokedAt }) => dayOf(revokedAt, "active", "revoked "),
  },
});

const clientSet: Verb = operatorVerb({
  name: "client set",
  summary: "Change how long a used refresh token of an OAuth client still works.",
  positionals: ["ID"],
  operation: setClient,
  ownFlags: WINDOW_FLAG,
  read({ flags, positionals: [id] }) {
    if (!flags.has("replay-window")) throw usageError("client set needs --replay-window.");
    return { id, ...windowOf(flags) };
  },
  answer({ id, name }, { flags }) {
    const { replayWindowS = null } = windowOf(flags);
    const window = replayWindowS === null ? "the default" : `${replayWindowS} s`;
    return {
      json: { id, replayWindowS },
      text: `Client ${name} (${id}), replay window: ${window}.`,
    };
  },
});

const clientRevoke: Verb = operatorVerb({
  name: "client revoke",
  summary: "Revoke an OAuth client and end its grants.",
  positionals: ["ID"],
  operation: revokeClient,
  read: ({ positionals: [id] }) => ({ id }),
  answer({ id, name, grants }, { stores }) {
    const revokedAt = stores.oauthClients.byId(id)?.revokedAt ?? null;
    return {
      json: { id, revokedAt },
      text: `Client ${name} (${id}) is revoked; grants ended: ${grants}.`,
    };
  },
});

function windowOf(flags: Flags): { readonly replayWindowS?: number } {
  const text = flags.text("replay-window") ?? "default";
  if (text === "default") return {};
  if (/^\d{1,4}$/.test(text) && Number(text) <= 3600) return { replayWindowS: Number(text) };
  throw usageError(`--replay-window takes 0 to 3600 (seconds) or default, not ${text}.`);
}

export const CLIENT_VERBS: readonly Verb[] = [clientCreate, clientList, clientSet, clientRevoke];
