import { z } from "zod";
import { SCOPES } from "../../domain/caller.ts";
import { newId } from "../../domain/ids.ts";
import { plainName } from "../../domain/plain-text.ts";
import { CLIENT_AUTH_METHODS } from "../../storage/stores.ts";
import { type CallContext, defineOperation } from "../define.ts";
import { writeParams } from "../params.ts";

const MAX_NAME = 100;
const MOST_URIS = 100;
const MAX_WINDOW_S = 3600;

export const replayWindowParam = z.int().min(0).max(MAX_WINDOW_S).optional();

const input = z.strictObject({
  name: z.string().max(300).describe("Name that people see when they give consent"),
  redirectUris: z
    .array(z.string().max(2048))
    .min(1)
    .max(MOST_URIS)
    .describe("Addresses that may get authorization codes; a loopback address allows every port"),
  authMethod: z
    .enum(CLIENT_AUTH_METHODS)
    .default("none")
    .describe(`${CLIENT_AUTH_METHODS.join(", ")} (default none)`),
  jwksUri: z
    .string()
    .max(2048)
    .describe("Address of the client's public keys, for private_key_jwt")
    .optional(),
  replayWindowS: replayWindowParam,
  ...writeParams,
});

const output = z.strictObject({ id: z.string(), name: z.string(), dryRun: z.boolean() });

/** Does not check `redirectUris` and `jwksUri`: the command line does. */
export const createClient = defineOperation<z.infer<typeof input>, z.infer<typeof output>>({
  name: "create_client",
  title: "Add an OAuth client",
  scope: "bookings.write",
  operatorOnly: true,
  brandless: true,
  input,
  output,
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  examples: [{ input: { name: "Till", redirectUris: ["https://till.example.com/callback"] } }],
  run: create,
});

function create(given: z.infer<typeof input>, context: CallContext): z.infer<typeof output> {
  const { stores, now, random, desk, dryRun } = context;
  const { authMethod, jwksUri, replayWindowS = null } = given;
  const id = newId(now, random);
  const name = plainName(given.name, MAX_NAME);
  stores.oauthClients.insert({
    id,
    kind: "preregistered",
    name,
    redirectUris: [...new Set(given.redirectUris)],
    authMethod,
    secretHash: desk?.secret?.hash ?? null,
    metadata: {
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      scope: SCOPES.join(" "),
      ...(jwksUri === undefined ? {} : { jwks_uri: jwksUri }),
    },
    registrationTokenHash: null,
    replayWindowS,
    createdAt: now,
    lastUsedAt: null,
    freshUntil: null,
    revokedAt: null,
  });
  const detail = { name, by: "operator" };
  stores.securityEvents.insert({ at: now, kind: "client_created", clientId: id, detail });
  return { id, name, dryRun };
}
