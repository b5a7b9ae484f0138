import { newId } from "../../domain/ids.ts";
import type { ClientAuthMethod, ClientRow } from "../../storage/stores.ts";
import type { AttemptLimit } from "../attempt-limit.ts";
import { readClientMetadata } from "./client-metadata.ts";
import { type Endpoint, refusal, uncached } from "./endpoint.ts";
import { OAuthError } from "./errors.ts";
import { readJsonBody } from "./json-body.ts";
import { makeOpaque } from "./opaque-token.ts";

export interface RegistrationOptions
  extends Pick<Endpoint, "stores" | "writer" | "clock" | "random" | "log" | "issuer"> {
  /** Null for no limit. A limit must be high, because all users of a hosted client share a few addresses. */
  readonly limit: AttemptLimit | null;
  readonly redirectSchemes: readonly string[];
}

/** RFC 7591, section 3. Anybody may register, but access needs a person's consent. */
export function createRegistration(
  options: RegistrationOptions,
): (request: Request, address: string) => Promise<Response> {
  return async (request, address) => {
    try {
      requireAllowed(options.limit, address);
      const body = await readJsonBody(request);
      const rule = { redirectSchemes: options.redirectSchemes, kept: [] };
      const described = readClientMetadata(body, "registration", rule);
      const secret = secretFor(described.authMethod, options);
      const token = makeOpaque("registration", options.random);
      const row = await store(options, described, secret?.hash ?? null, token.hash);
      options.log.info("client_registered", { clientId: row.id, name: row.name });
      const shown = {
        ...clientInformation(row, options.issuer),
        registration_access_token: token.token,
        ...secretMembers(secret?.token),
        ...notesMember(described.notes),
      };
      return uncached(shown, 201);
    } catch (error) {
      return refusal("register", error, options);
    }
  };
}

/** RFC 7591, section 3.2.1; RFC 7592, section 3. */
export const clientInformation = (row: ClientRow, issuer: string): Record<string, unknown> => ({
  client_id: row.id,
  client_id_issued_at: Math.floor(row.createdAt / 1000),
  client_name: row.name,
  redirect_uris: row.redirectUris,
  token_endpoint_auth_method: row.authMethod,
  ...row.metadata,
  registration_client_uri: `${issuer}/register/${row.id}`,
});

export const secretFor = (
  method: ClientAuthMethod,
  { random }: Pick<Endpoint, "random">,
): ReturnType<typeof makeOpaque> | null =>
  method.startsWith("client_secret") ? makeOpaque("clientSecret", random) : null;

/** With `client_secret_expires_at: 0` the secret never expires. */
export const secretMembers = (secret: string | undefined): object =>
  secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 };

export const notesMember = (notes: readonly string[]): object =>
  notes.length === 0 ? {} : { notes };

function requireAllowed(limit: AttemptLimit | null, address: string): void {
  const seconds = limit?.take(address) ?? null;
  if (seconds === null) return;
  throw new OAuthError(
    "temporarily_unavailable",
    `Too many registrations from this address. Try again in ${seconds} s.`,
    { status: 429, headers: { "Retry-After": String(seconds) } },
  );
}

async function store(
  { stores, writer, clock, random }: RegistrationOptions,
  described: ReturnType<typeof readClientMetadata>,
  secretHash: string | null,
  registrationTokenHash: string,
): Promise<ClientRow> {
  const { name, redirectUris, authMethod, metadata } = described;
  const now = clock();
  const row: ClientRow = {
    id: newId(now, random),
    kind: "dynamic",
    name,
    redirectUris,
    authMethod,
    secretHash,
    metadata,
    registrationTokenHash,
    replayWindowS: null,
    createdAt: now,
    lastUsedAt: null,
    freshUntil: null,
    revokedAt: null,
  };
  await writer.write(() => {
    stores.oauthClients.makeRoom(now);
    stores.oauthClients.insert(row);
  });
  return row;
}
