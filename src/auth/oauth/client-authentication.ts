import { MINUTE } from "../../domain/time.ts";
import type { Log } from "../../log.ts";
import type { ClientRow, Stores } from "../../storage/stores.ts";
import {
  ASSERTION_TYPE,
  type AssertionOptions,
  type CheckAssertion,
  claimedClient,
  createAssertionCheck,
} from "./client-assertion.ts";
import { type Clients, isClient } from "./clients.ts";
import type { AuthenticateClient } from "./endpoint.ts";
import { OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";
import { opaqueMatches } from "./opaque-token.ts";

export interface ClientAuthenticationOptions extends AssertionOptions {
  readonly stores: Pick<Stores, "oauthClients" | "oauthAssertions">;
  readonly log: Log;
  readonly clients: Clients;
}

interface Credentials {
  readonly clientId: string;
  readonly secret: string | null;
  readonly assertion: string | null;
  readonly basic: boolean;
}

const TOUCH_EVERY_MS = MINUTE;

/** RFC 6749, section 2.3; RFC 7523. Throws OAuthError `invalid_client` or `invalid_request`. */
export function createClientAuthentication(
  options: ClientAuthenticationOptions,
): AuthenticateClient {
  const checkAssertion = createAssertionCheck(options);
  return async (request, form) => {
    const credentials = credentialsOf(request, form);
    const client = await find(options.clients, credentials);
    await prove(client, credentials, checkAssertion);
    touch(options, client);
    return client;
  };
}

function credentialsOf(request: Request, form: Form): Credentials {
  const basic = basicCredentials(request.headers.get("authorization"));
  const named = form.get("client_id");
  const secret = form.get("client_secret");
  const assertion = assertionOf(form);
  const ways = [basic?.secret ?? null, secret, assertion].filter((one) => one !== null);
  if (ways.length > 1) {
    throw new OAuthError(
      "invalid_request",
      "The client authenticates in more than one way; use one.",
    );
  }
  const clientId = basic?.clientId ?? named ?? (assertion && claimedClient(assertion));
  if (clientId === null || clientId === "") {
    const nobody = "The request does not say which client it is from: send client_id.";
    throw failure(nobody, basic !== null);
  }
  if (named !== null && named !== clientId) {
    throw new OAuthError("invalid_request", "client_id differs from the Authorization header.");
  }
  return { clientId, secret: basic?.secret ?? secret, assertion, basic: basic !== null };
}

/** Id and secret are form-encoded (RFC 6749, section 2.3.1). */
function basicCredentials(
  header: string | null,
): { readonly clientId: string; readonly secret: string | null } | null {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) {
    if (/^basic\b/i.test(header ?? "")) throw failure("The Authorization header is damaged.", true);
    return null;
  }
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) throw failure("The Authorization header is damaged.", true);
  const secret = formDecoded(text.slice(colon + 1));
  // A client without a secret may send an empty secret.
  return { clientId: formDecoded(text.slice(0, colon)), secret: secret === "" ? null : secret };
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

function assertionOf(form: Form): string | null {
  const assertion = form.get("client_assertion");
  const type = form.get("client_assertion_type");
  if (assertion === null && type === null) return null;
  if (assertion === null || type !== ASSERTION_TYPE) {
    throw failure(`A client assertion needs client_assertion_type=${ASSERTION_TYPE}.`);
  }
  return assertion;
}

async function find(clients: Clients, { clientId, basic }: Credentials): Promise<ClientRow> {
  const found = await clients.find(clientId);
  if (isClient(found)) return found;
  const unknown =
    "This client is not registered here. Register it again and use the new client_id.";
  throw failure(found?.problem ?? unknown, basic);
}

async function prove(
  client: ClientRow,
  { secret, assertion, basic }: Credentials,
  checkAssertion: CheckAssertion,
): Promise<void> {
  if (assertion !== null) {
    await checkAssertion(assertion, client);
    return;
  }
  if (client.authMethod === "private_key_jwt") {
    throw failure("This client authenticates with private_key_jwt: send client_assertion.", basic);
  }
  if (client.secretHash === null) {
    if (secret === null) return;
    throw failure("This client has no secret: leave client_secret out.", basic);
  }
  if (secret === null) throw failure("This client has a secret: send client_secret.", basic);
  if (!opaqueMatches(secret, client.secretHash))
    throw failure("The client secret is wrong.", basic);
}

function touch(options: ClientAuthenticationOptions, { id, lastUsedAt }: ClientRow): void {
  const { stores, writer, clock, log } = options;
  const now = clock();
  if (Math.abs(now - (lastUsedAt ?? 0)) < TOUCH_EVERY_MS) return;
  writer
    .write(() => stores.oauthClients.touch(id, now))
    .catch((error: unknown) => log.warn("last_used_not_written", { clientId: id, error }));
}

/** If the client tried Basic, the answer must name this scheme (RFC 6749, section 5.2). */
const failure = (description: string, basic = false): OAuthError =>
  new OAuthError("invalid_client", description, {
    status: 401,
    headers: basic ? { "WWW-Authenticate": 'Basic realm="maitred"' } : {},
  });
