import { HOUR } from "../../domain/time.ts";
import type { ClientRow } from "../../storage/oauth-client-store.ts";
import {
  type AuthorizationRequest,
  checkedRedirectUri,
  checkedRequest,
  keepRequest,
  redirectTo,
  requestOf,
} from "./authorization-requests.ts";
import { type Clients, isClient } from "./clients.ts";
import { type Endpoint, noteRefusal } from "./endpoint.ts";
import { asciiOf, OAuthError } from "./errors.ts";
import { type Form, formOf, readForm, repeatedIn, repeatedParameter } from "./form.ts";
import { hashOpaque } from "./opaque-token.ts";
import { isRequestUri } from "./pushed-request.ts";
import { hostOf } from "./redirect-uri.ts";

export type AuthorizeOutcome =
  /** Shown on our own page, because redirecting would be unsafe (RFC 9700, section 4.11). */
  | {
      readonly kind: "refused";
      readonly title: string;
      readonly description: string;
      readonly status: number;
    }
  /** Shown on our own page. Its button goes to `location`, which may be unsafe (RFC 9700, section 4.11.2). */
  | {
      readonly kind: "stopped";
      readonly title: string;
      readonly description: string;
      readonly status: number;
      readonly location: string;
      readonly redirectHost: string;
    }
  | { readonly kind: "redirect"; readonly location: string }
  | { readonly kind: "pending"; readonly requestId: string };

export interface AuthorizeOptions extends Endpoint {
  readonly clients: Clients;
}

const REQUEST_MS = HOUR;
const ID_BYTES = 24;

/** OAuth 2.1, section 4.1.1. */
export function createAuthorize(
  options: AuthorizeOptions,
): (request: Request, browserHash: string) => Promise<AuthorizeOutcome> {
  const { issuer } = options;
  return async (request, browserHash) => {
    try {
      const form = await parametersOf(request);
      const client = await clientOf(form, options.clients);
      const pushed = await takePushed(form, client, options);
      const redirectUri = pushed?.redirectUri ?? checkedRedirectUri(form, client);
      const state = pushed === null ? form.get("state") : pushed.state;
      try {
        const wanted = pushed ?? checkedRequest(form, client, redirectUri, issuer);
        return { kind: "pending", requestId: await open(wanted, browserHash, options) };
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        noteRefusal("authorize", error, options);
        const location = errorRedirect(error, redirectUri, state, issuer);
        if (client.kind === "preregistered" || wantsNoPage(form)) {
          return { kind: "redirect", location };
        }
        return { ...refusal(error), kind: "stopped", location, redirectHost: hostOf(redirectUri) };
      }
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      noteRefusal("authorize", error, options);
      return { ...refusal(error), kind: "refused" };
    }
  };
}

const refusal = ({ message, status }: OAuthError) => ({
  title: "This connection cannot be made",
  description: message,
  status,
});

const wantsNoPage = (form: Form): boolean => (form.get("prompt") ?? "").split(" ").includes("none");

async function parametersOf(request: Request): Promise<Form> {
  if (request.method === "POST") return readForm(request);
  return formOf(new URL(request.url).searchParams);
}

async function clientOf(form: Form, clients: Clients): Promise<ClientRow> {
  if (repeatedIn(form).includes("client_id")) throw repeatedParameter("client_id");
  const clientId = form.get("client_id");
  if (clientId === null) throw new OAuthError("invalid_request", "client_id is missing.");
  const found = await clients.find(clientId);
  if (isClient(found)) return found;
  if (found !== null) throw new OAuthError("invalid_client", found.problem);
  throw new OAuthError(
    "invalid_client",
    "The app that sent you here is not registered with this server. Connect it again from the app.",
    { detail: `client_id ${clientId.slice(0, 200)}` },
  );
}

/** A pushed request works once, and only for the client that pushed it (RFC 9126, section 4). */
async function takePushed(
  form: Form,
  client: ClientRow,
  { stores, writer, clock }: AuthorizeOptions,
): Promise<AuthorizationRequest | null> {
  const requestUri = form.get("request_uri");
  if (requestUri === null) return null;
  const id = hashOpaque(requestUri);
  const parameters = await writer.write(() => {
    const row = isRequestUri(requestUri) ? stores.oauthRequests.byId(id) : null;
    const good = row !== null && row.browserHash === null && row.expiresAt > clock();
    if (!good || row.clientId !== client.id) return null;
    return stores.oauthRequests.remove(id) ? row.parameters : null;
  });
  if (parameters === null) {
    throw new OAuthError(
      "invalid_request_uri",
      "The request_uri is unknown here, was used before, or has expired. Connect again from the app.",
    );
  }
  const pushed = requestOf({ parameters });
  // The registration may have changed after the push.
  checkedRedirectUri(formOf(new URLSearchParams({ redirect_uri: pushed.redirectUri })), client);
  return pushed;
}

async function open(
  wanted: AuthorizationRequest,
  browserHash: string,
  options: AuthorizeOptions,
): Promise<string> {
  const id = Buffer.from(options.random(ID_BYTES)).toString("base64url");
  await keepRequest(wanted, { id, browserHash, lifetimeMs: REQUEST_MS }, options);
  return id;
}

const errorRedirect = (
  { code, message }: OAuthError,
  redirectUri: string,
  state: string | null,
  iss: string,
): string =>
  redirectTo(redirectUri, { error: code, error_description: asciiOf(message), state, iss });
