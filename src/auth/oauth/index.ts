import type { Config } from "../../config.ts";
import { DAY, MINUTE } from "../../domain/time.ts";
import { createAttemptLimit } from "../attempt-limit.ts";
import type { Signer } from "../signing.ts";
import { createAuthorize } from "./authorize.ts";
import { createClientAuthentication } from "./client-authentication.ts";
import { createClients } from "./clients.ts";
import { createConsent } from "./consent.ts";
import type { Endpoint, Lifetimes } from "./endpoint.ts";
import { createIntrospect } from "./introspect.ts";
import { createPushedRequest } from "./pushed-request.ts";
import { createRegistration } from "./register.ts";
import { createRegistrationManagement } from "./registration-management.ts";
import { createRevoke } from "./revoke.ts";
import { createSafeFetch, type FetchDocument } from "./safe-fetch.ts";
import { resourceMetadata, serverMetadata } from "./server-metadata.ts";
import { createSignedMetadata } from "./signed-metadata.ts";
import { createToken } from "./token.ts";
import { checkSharerNames, replayWindowOf } from "./token-sharers.ts";

export type OAuthConfig = Pick<
  Config,
  | "accessTokenMinutes"
  | "refreshTokenDays"
  | "grantDays"
  | "replayWindowS"
  | "strictTokenSharers"
  | "clientDocuments"
  | "redirectSchemes"
>;

export interface AuthorizationServerOptions extends Omit<Endpoint, "lifetimes"> {
  readonly config: OAuthConfig;
  readonly derive: (label: string) => Uint8Array;
  readonly signer: Pick<Signer, "jwks" | "sign">;
  readonly limited: boolean;
  readonly fetchDocument?: FetchDocument;
  readonly gather?: () => Promise<void>;
}

/** How long a token request waits for other requests that the client sent at the same time. */
const GATHER_MS = 25;

export function createAuthorizationServer(options: AuthorizationServerOptions) {
  const { config, signer, clock, issuer, gather = () => Bun.sleep(GATHER_MS) } = options;
  const { fetchDocument = createSafeFetch() } = options;
  const { clientDocuments, redirectSchemes } = config;
  checkSharerNames(config.strictTokenSharers);
  const endpoint: Endpoint = { ...options, lifetimes: lifetimesOf(config) };
  const clients = createClients({
    ...options,
    clientDocuments,
    redirectSchemes,
    fetchDocument,
  });
  const authenticateClient = createClientAuthentication({ ...options, clients, fetchDocument });
  const known = { ...endpoint, authenticateClient };
  const limit = options.limited ? createAttemptLimit(clock) : null;
  return {
    metadata: createSignedMetadata(serverMetadata(issuer, config), signer.sign),
    jwks: (): object => signer.jwks(),
    resourceMetadata: createSignedMetadata(resourceMetadata(issuer), signer.sign),
    authorize: createAuthorize({ ...endpoint, clients }),
    consent: createConsent({ ...endpoint, derive: options.derive }),
    token: createToken({
      ...known,
      replayWindow: (client, grant) => replayWindowOf(client, config, [grant]),
      gather,
    }),
    register: createRegistration({ ...options, redirectSchemes, limit }),
    registration: createRegistrationManagement({ ...options, redirectSchemes }),
    revoke: createRevoke(known),
    introspect: createIntrospect(known),
    pushedRequest: createPushedRequest(known),
  };
}

export type AuthorizationServer = ReturnType<typeof createAuthorizationServer>;

const lifetimesOf = (config: OAuthConfig): Lifetimes => ({
  accessMs: config.accessTokenMinutes * MINUTE,
  refreshIdleMs: config.refreshTokenDays * DAY,
  grantMs: config.grantDays * DAY,
});
