import { makeOpaque } from "../auth/oauth/opaque-token.ts";
import { checkRedirectUri } from "../auth/oauth/redirect-uri.ts";
import { checkDocumentAddress } from "../auth/oauth/safe-fetch.ts";
import { SCOPES } from "../domain/caller.ts";
import { newId } from "../domain/ids.ts";
import { plainName } from "../domain/plain-text.ts";
import { CLIENT_AUTH_METHODS, type ClientAuthMethod, type ClientRow } from "../storage/stores.ts";
import { chosenWindow, WINDOW_FLAG } from "./client-window.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { type Flags, usageError, type Verb } from "./verb.ts";

const MAX_NAME = 100;

/** `maitred client create`: a client that the operator vouches for; its secret is shown once. */
export const clientCreate: Verb = {
  name: "client create",
  summary: "Add an OAuth client that cannot register itself.",
  positionals: [],
  flags: {
    name: { type: "string", required: true, value: "NAME", help: "What people see at consent." },
    "redirect-uri": {
      type: "string",
      multiple: true,
      required: true,
      value: "URI",
      help: "Where codes may be sent; the port of a loopback address is free.",
    },
    "auth-method": {
      type: "string",
      value: "METHOD",
      choices: CLIENT_AUTH_METHODS,
      help: `${CLIENT_AUTH_METHODS.join(", ")} (default none).`,
    },
    "jwks-uri": { type: "string", value: "URL", help: "Its public keys, for private_key_jwt." },
    ...WINDOW_FLAG,
    ...DATA_FLAG,
  },
  run: async ({ flags, config, io }) => {
    const wish = wishOf(flags);
    return await withInstance({ config, io }, {}, async ({ stores, writer, now }) => {
      const secret = wish.authMethod.startsWith("client_secret")
        ? makeOpaque("clientSecret", io.random)
        : null;
      const createdAt = now();
      const row: ClientRow = {
        ...wish,
        id: newId(createdAt, io.random),
        kind: "preregistered",
        secretHash: secret?.hash ?? null,
        registrationTokenHash: null,
        createdAt,
        lastUsedAt: null,
        freshUntil: null,
        revokedAt: null,
      };
      await writer.write(() => {
        stores.oauthClients.insert(row);
        const { id: clientId, name } = row;
        const detail = { name, by: "operator" };
        stores.securityEvents.insert({ at: createdAt, kind: "client_created", clientId, detail });
      });
      const { id, name, redirectUris, authMethod, replayWindowS } = row;
      const token = secret?.token ?? null;
      const json = {
        id,
        secret: token,
        name,
        redirectUris,
        authMethod,
        replayWindowS,
        createdAt,
      };
      const told = `Client ${name} has the client id ${id}.`;
      if (token === null) return { json, text: told };
      return { json, secret: token, text: `${told} Its secret is shown only now.` };
    });
  },
};

function wishOf(
  flags: Flags,
): Pick<ClientRow, "name" | "redirectUris" | "authMethod" | "metadata" | "replayWindowS"> {
  const name = plainName(flags.required("name"), MAX_NAME);
  if (name === "") throw usageError("--name needs letters that can be seen.");
  const redirectUris = [...new Set(flags.list("redirect-uri"))];
  for (const uri of redirectUris) {
    const checked = checkRedirectUri(uri);
    if (!checked.ok) throw usageError(`--redirect-uri ${uri} cannot be used: ${checked.reason}.`);
  }
  const authMethod = methodNamed(flags.text("auth-method") ?? "none");
  return {
    name,
    redirectUris,
    authMethod,
    metadata: { ...METADATA, ...keysOf(flags, authMethod) },
    replayWindowS: chosenWindow(flags),
  };
}

const METADATA = {
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  scope: SCOPES.join(" "),
};

function methodNamed(text: string): ClientAuthMethod {
  const method = CLIENT_AUTH_METHODS.find((known) => known === text);
  if (method !== undefined) return method;
  throw usageError(`--auth-method takes ${CLIENT_AUTH_METHODS.join(", ")}, not ${text}.`);
}

function keysOf(flags: Flags, method: ClientAuthMethod): object {
  const address = flags.text("jwks-uri");
  if (address === undefined) {
    if (method !== "private_key_jwt") return {};
    throw usageError("--auth-method private_key_jwt needs --jwks-uri.");
  }
  const checked = checkDocumentAddress(address);
  if (!checked.ok) throw usageError(`--jwks-uri ${address} cannot be used: ${checked.reason}.`);
  return { jwks_uri: address };
}
