import type { Scope } from "../../domain/caller.ts";
import { MINUTE } from "../../domain/time.ts";
import type { ClientRow } from "../../storage/oauth-client-store.ts";
import type { RequestRow } from "../../storage/oauth-request-store.ts";
import type { Stores } from "../../storage/stores.ts";
import type { Endpoint } from "./endpoint.ts";
import { OAuthError } from "./errors.ts";
import { type Form, repeatedIn, repeatedParameter } from "./form.ts";
import { matchesRedirect } from "./redirect-uri.ts";
import { checkedResource, scopesAsked, shortened } from "./request-parameters.ts";

/** OAuth 2.1, section 4.1.1. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly clientName: string;
  readonly state: string | null;
  readonly scopes: readonly Scope[];
  readonly resource: string;
  readonly challenge: string;
  readonly signInAnew: boolean;
}

export const requestOf = ({ parameters }: Pick<RequestRow, "parameters">): AuthorizationRequest =>
  JSON.parse(parameters);

const MAX_OPEN = 20_000;
/** When MAX_OPEN requests are stored, undecided requests older than this are removed. */
const PATIENCE_MS = 10 * MINUTE;
const BATCH = 500;
const MAX_STATE = 4096;
/** SHA-256 in base64url without padding (RFC 7636, section 4.2). */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Throws OAuthError `temporarily_unavailable`. `browserHash` is null for a pushed request. */
export async function keepRequest(
  wanted: AuthorizationRequest,
  kept: Pick<RequestRow, "id" | "browserHash"> & { readonly lifetimeMs: number },
  { stores, writer, clock }: Pick<Endpoint, "stores" | "writer" | "clock">,
): Promise<void> {
  const { id, browserHash, lifetimeMs } = kept;
  const done = await writer.write(() => {
    const now = clock();
    if (!makeRoom(stores, now)) return false;
    stores.oauthRequests.insert({
      id,
      clientId: wanted.clientId,
      parameters: JSON.stringify(wanted),
      browserHash,
      createdAt: now,
      expiresAt: now + lifetimeMs,
    });
    return true;
  });
  if (done) return;
  const description = "Too many connection requests are open on this server. Try again later.";
  throw new OAuthError("temporarily_unavailable", description, { status: 503 });
}

function makeRoom({ oauthRequests }: Pick<Stores, "oauthRequests">, now: number): boolean {
  if (oauthRequests.count() < MAX_OPEN) return true;
  return oauthRequests.removeUndecided(now - PATIENCE_MS, BATCH) > 0;
}

/** Throws an OAuthError. Do not send it to the redirect URI: redirecting to an unchecked URI is unsafe. */
export function checkedRedirectUri(form: Form, client: ClientRow): string {
  const repeated = repeatedIn(form).find((name) => name === "redirect_uri" || name === "client_id");
  if (repeated !== undefined) throw repeatedParameter(repeated);
  if ((form.get("state") ?? "").length > MAX_STATE) {
    throw new OAuthError("invalid_request", `state is longer than ${MAX_STATE} characters.`);
  }
  const given = form.get("redirect_uri");
  const [only, ...others] = client.redirectUris;
  if (given === null && only !== undefined && others.length === 0) return only;
  if (given === null) {
    throw new OAuthError("invalid_request", "redirect_uri is missing; send a registered one.");
  }
  if (matchesRedirect(given, client.redirectUris)) return given;
  throw new OAuthError(
    "invalid_request",
    `redirect_uri '${shortened(given)}' is not registered for this client. It must equal a registered ` +
      "one, character by character; only the port of a loopback address may differ.",
  );
}

/** Throws an OAuthError that may be sent to the redirect URI (RFC 6749, section 4.1.2.1). */
export function checkedRequest(
  form: Form,
  client: ClientRow,
  redirectUri: string,
  issuer: string,
): AuthorizationRequest {
  const [repeated] = repeatedIn(form);
  if (repeated !== undefined) throw repeatedParameter(repeated);
  checkResponseType(form);
  if (form.has("request")) {
    throw new OAuthError(
      "invalid_request",
      "Request objects are not accepted; send plain parameters.",
    );
  }
  return {
    clientId: client.id,
    redirectUri,
    clientName: client.name,
    state: form.get("state"),
    scopes: scopesAsked(form.get("scope")),
    resource: checkedResource(form, issuer),
    challenge: checkedChallenge(form),
    signInAnew: checkedPrompts(form).includes("login"),
  };
}

export function redirectTo(
  redirectUri: string,
  parameters: Readonly<Record<string, string | null>>,
): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) added.append(name, value);
  }
  const joint = !redirectUri.includes("?") ? "?" : /[?&]$/.test(redirectUri) ? "" : "&";
  return redirectUri + joint + added;
}

function checkResponseType(form: Form): void {
  const type = form.get("response_type");
  if (type === null) {
    throw new OAuthError("invalid_request", "response_type is missing; send response_type=code.");
  }
  if (type !== "code") {
    throw new OAuthError(
      "unsupported_response_type",
      `response_type '${shortened(type)}' is not offered; the only one is code.`,
    );
  }
  const mode = form.get("response_mode");
  if (mode !== null && mode !== "query") {
    throw new OAuthError(
      "invalid_request",
      `response_mode '${shortened(mode)}' is not offered; the only one is query.`,
    );
  }
}

function checkedPrompts(form: Form): readonly string[] {
  const prompts = (form.get("prompt") ?? "").split(" ");
  if (!prompts.includes("none")) return prompts;
  throw new OAuthError(
    prompts.length > 1 ? "invalid_request" : "interaction_required",
    "prompt=none is not possible: a person must decide about every request on a page.",
  );
}

function checkedChallenge(form: Form): string {
  const challenge = form.get("code_challenge");
  if (challenge === null) {
    throw new OAuthError("invalid_request", "code_challenge is missing: PKCE is required (S256).");
  }
  const method = form.get("code_challenge_method");
  if (method !== "S256") {
    throw new OAuthError(
      "invalid_request",
      `code_challenge_method is ${method === null ? "missing, which means plain" : `'${shortened(method)}'`}; send S256.`,
    );
  }
  if (!S256_CHALLENGE.test(challenge)) {
    throw new OAuthError(
      "invalid_request",
      "code_challenge is not an S256 challenge: 43 characters of base64url without padding.",
    );
  }
  return challenge;
}
