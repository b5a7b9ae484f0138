import { logDisconnected, theAppItself } from "../../operations/access/grant-log.ts";
import type { ClientRow } from "../../storage/stores.ts";
import { presentedToken } from "../bearer.ts";
import { readClientMetadata } from "./client-metadata.ts";
import { refusal, uncached } from "./endpoint.ts";
import { OAuthError } from "./errors.ts";
import { readJsonBody } from "./json-body.ts";
import { opaqueMatches } from "./opaque-token.ts";
import {
  clientInformation,
  notesMember,
  type RegistrationOptions,
  secretFor,
  secretMembers,
} from "./register.ts";

export type ManagementOptions = Omit<RegistrationOptions, "limit">;

/** RFC 7592. */
export function createRegistrationManagement(
  options: ManagementOptions,
): (request: Request, clientId: string) => Promise<Response> {
  return async (request, clientId) => {
    try {
      const known = authorize(options, request, clientId);
      if (request.method === "GET") return uncached(registrationOf(known, options));
      if (request.method === "PUT") return await replace(options, request, known);
      if (request.method === "DELETE") return await remove(options, known.row);
      throw new OAuthError("invalid_request", "A registration takes GET, PUT or DELETE.", {
        status: 405,
        headers: { Allow: "GET, PUT, DELETE" },
      });
    } catch (error) {
      return refusal("registration", error, options);
    }
  };
}

interface Known {
  readonly row: ClientRow;
  readonly token: string;
}

const registrationOf = ({ row, token }: Known, { issuer }: ManagementOptions): object => ({
  ...clientInformation(row, issuer),
  registration_access_token: token,
});

/** Does not reveal whether the client exists. */
function authorize({ stores }: ManagementOptions, request: Request, clientId: string): Known {
  const presented = presentedToken(request.headers.get("authorization"));
  const row = stores.oauthClients.byId(clientId);
  const expected = row?.revokedAt === null ? row.registrationTokenHash : null;
  const token = presented.kind === "token" ? presented.token : "";
  if (row !== null && expected !== null && opaqueMatches(token, expected)) return { row, token };
  throw new OAuthError(
    "invalid_token",
    "This needs the registration_access_token of this client: Authorization: Bearer <token>.",
    UNAUTHORIZED,
  );
}

/** RFC 7592, section 2.2. A client with a live grant or an open request keeps its name. */
async function replace(
  options: ManagementOptions,
  request: Request,
  { row: { id, redirectUris: kept }, token }: Known,
): Promise<Response> {
  const body = await readJsonBody(request);
  const rule = { redirectSchemes: options.redirectSchemes, kept };
  const described = readClientMetadata(withoutIdentity(body, id), "registration", rule);
  const { redirectUris, authMethod, metadata } = described;
  const fresh = secretFor(authMethod, options);
  const outcome = await options.writer.write(() => {
    const { oauthClients } = options.stores;
    const current = oauthClients.byId(id);
    if (current === null || current.revokedAt !== null) return null;
    const name = oauthClients.isKnown(id, options.clock()) ? current.name : described.name;
    const keepsSecret = fresh !== null && current.secretHash !== null;
    const secretHash = keepsSecret ? current.secretHash : (fresh?.hash ?? null);
    const row = { ...current, name, redirectUris, authMethod, metadata, secretHash };
    oauthClients.update(row);
    return { row, secret: keepsSecret ? undefined : fresh?.token };
  });
  if (outcome === null)
    throw new OAuthError("invalid_token", "This client was removed.", UNAUTHORIZED);
  const { name } = outcome.row;
  const notes = name === described.name ? described.notes : [...described.notes, nameStays(name)];
  options.log.info("client_changed", { clientId: id, name });
  return uncached({
    ...registrationOf({ row: outcome.row, token }, options),
    ...secretMembers(outcome.secret),
    ...notesMember(notes),
  });
}

const nameStays = (name: string): string =>
  `client_name stays '${name}': people know this client by that name.`;

const UNAUTHORIZED = {
  status: 401,
  headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
};
const NOT_SENT = [
  "registration_access_token",
  "registration_client_uri",
  "client_id_issued_at",
  "client_secret_expires_at",
];

function withoutIdentity(body: unknown, id: string): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const { client_id: named, client_secret: _secret, ...rest } = body as Record<string, unknown>;
  if (named !== id) {
    throw new OAuthError("invalid_client_metadata", "client_id must match the one in the URL.");
  }
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !NOT_SENT.includes(name)));
}

/** Ends the client's grants. Keeps the client's record if anybody ever consented to the client. */
async function remove(options: ManagementOptions, { id }: ClientRow): Promise<Response> {
  const { stores, writer, clock, random, log } = options;
  await writer.write(() => {
    const now = clock();
    stores.oauthClients.revoke(id, now);
    const logging = { stores, random, now, idempotencyKey: null };
    for (const grant of stores.grants.live().filter(({ clientId }) => clientId === id)) {
      logDisconnected(grant, theAppItself(grant), logging);
    }
    const grants = stores.grants.endOfClient(id, now, "client_removed");
    if (grants > 0) {
      const detail = { grants };
      stores.securityEvents.insert({ at: now, kind: "client_removed", clientId: id, detail });
    }
    stores.oauthClients.removeUnconfirmed(id);
  });
  log.info("client_removed", { clientId: id });
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}
