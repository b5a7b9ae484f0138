import { type Caller, type Environment, NO_BUDGETS } from "../domain/caller.ts";
import type { Clock } from "../domain/ids.ts";
import type { Log } from "../log.ts";
import type { ApiKeyRow, Stores } from "../storage/stores.ts";
import { parseApiKey, secretMatches } from "./api-keys.ts";
import { createAttemptLimit } from "./attempt-limit.ts";
import { presentedToken } from "./bearer.ts";
import { bearerChallenge } from "./challenge.ts";
import { brandsOfGrant } from "./oauth/grant-access.ts";
import { hashOpaque, looksLike } from "./oauth/opaque-token.ts";
import { callerOfSession } from "./session-caller.ts";
import type { Sessions } from "./sessions.ts";

/** The outcome of the gate: who calls, or the answer to send instead. */
export type Admission =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly response: Response };

/**
 * Decides who calls, from the Authorization header alone; `address` is the client's, for limits.
 * Keys and access tokens are judged at once; a session's signature takes a turn of the event loop.
 */
export type Gate = (request: Request, address: string) => Admission | Promise<Admission>;

export interface GateOptions {
  readonly stores: Pick<Stores, "apiKeys" | "grants" | "oauthTokens" | "oauthClients" | "users">;
  readonly writer: { write<T>(body: () => T): Promise<T> };
  readonly clock: Clock;
  readonly environment: Environment;
  /** The public origin; challenges name absolute addresses under it. */
  readonly origin: string;
  readonly log: Log;
  /** Left out: session JWTs are tokens like any other that is not known. */
  readonly sessions?: Pick<Sessions, "check">;
}

/** Why a token is not accepted. Only `expired` is told apart: its bearer has proved the secret. */
type Failure = "invalid" | "expired";

/** A caller as the token alone makes it; the request adds its own. */
type Known = Omit<Caller, "environment" | "headerBrand">;

/** `last used` is for people who look for what is idle: once a minute tells them enough. */
const TOUCH_EVERY_MS = 60_000;
/** Remembered at once; the rows themselves say the rest. */
const MAX_TOUCHED = 10_000;
/** An unknown key is compared with this, so that it takes as long as a known one. */
const NO_HASH = "00".repeat(32);
/** Three parts of base64url, the first a JSON object (RFC 7515, section 7.1). */
const JWT = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

/**
 * The bearer gate in front of /mcp and /test. What a token claims to be decides where it is looked
 * for, and there alone. Checks in this order: form, kind, existence, expiry, audience, environment.
 * Keys and access tokens have no audience of their own: they exist in one database only.
 */
export function createGate(options: GateOptions): Gate {
  const { clock, environment, origin, sessions } = options;
  const attempts = environment === "test" ? null : createAttemptLimit(clock);
  const byKey = createKeyCheck(options);
  const byGrant = createGrantCheck(options);

  const check = (token: string): Known | Failure | Promise<Known | Failure> => {
    if (looksLike("access", token)) return byGrant(token);
    if (sessions !== undefined && JWT.test(token)) return bySession(token, sessions);
    return byKey(token);
  };
  const admit = (outcome: Known | Failure, request: Request, address: string): Admission => {
    if (typeof outcome === "string") {
      const seconds = attempts?.fail(address) ?? null;
      const response = seconds === null ? invalidToken(origin, outcome) : tooManyAttempts(seconds);
      return { ok: false, response };
    }
    const headerBrand = request.headers.get("x-brand-slug");
    return { ok: true, caller: { ...outcome, environment, headerBrand } };
  };

  return (request, address) => {
    const presented = presentedToken(request.headers.get("authorization"));
    if (presented.kind === "none") return { ok: false, response: unauthorized(origin) };
    const outcome = presented.kind === "token" ? check(presented.token) : "invalid";
    return outcome instanceof Promise
      ? outcome.then((settled) => admit(settled, request, address))
      : admit(outcome, request, address);
  };
}

/** API keys: brands, scopes, tools and budgets were fixed when the key was made. */
function createKeyCheck(options: GateOptions): (token: string) => Known | Failure {
  const { stores, clock, environment } = options;
  const touch = createTouch(options, (id, at) => stores.apiKeys.touch(id, at));
  const find = (token: string): ApiKeyRow | Failure => {
    const parsed = parseApiKey(token);
    if (parsed === null) return "invalid";
    const row = stores.apiKeys.byPublicId(parsed.publicId);
    const known = secretMatches(parsed.secret, row?.secretHash ?? NO_HASH);
    if (row === null || !known || row.revokedAt !== null) return "invalid";
    if (row.expiresAt !== null && row.expiresAt <= clock()) return "expired";
    return parsed.environment === environment ? row : "invalid";
  };
  return (token) => {
    const row = find(token);
    if (typeof row === "string") return row;
    touch(row);
    const { id, name, brands, scopes, tools, budgets } = row;
    const actor = { kind: "api_key", id, name } as const;
    return { kind: "api_key", principal: id, actor, brands, scopes, tools, budgets, roles: {} };
  };
}

/** Access tokens: what the person consented to, as far as it is still theirs to give. */
function createGrantCheck(options: GateOptions): (token: string) => Known | Failure {
  const { stores, clock } = options;
  const touch = createTouch(options, (id, at) => stores.grants.touch(id, at));
  return (token) => {
    const row = stores.oauthTokens.access(hashOpaque(token));
    const grant = row === null ? null : stores.grants.byId(row.grantId);
    const brands = grant === null ? null : brandsOfGrant(stores, grant);
    if (row === null || grant === null || brands === null) return "invalid";
    if (row.expiresAt <= clock()) return "expired";
    touch(grant);
    const name = stores.oauthClients.byId(grant.clientId)?.name ?? grant.clientId;
    return {
      kind: "oauth",
      principal: grant.id,
      actor: { kind: "oauth", id: grant.id, name },
      brands,
      scopes: row.scopes,
      tools: null,
      budgets: NO_BUDGETS,
      roles: {},
    };
  };
}

/** Sessions: all that the person may do, with their role in each brand. */
async function bySession(
  token: string,
  sessions: Pick<Sessions, "check">,
): Promise<Known | Failure> {
  const signedIn = await sessions.check(token);
  if (typeof signedIn === "string") return signedIn;
  return callerOfSession(signedIn);
}

/** Writes `last used` beside the request, never in its way; a failure costs a log line. */
function createTouch(
  { writer, clock, log }: GateOptions,
  write: (id: string, at: number) => void,
): (row: { readonly id: string; readonly lastUsedAt: number | null }) => void {
  const touched = new Map<string, number>();
  return ({ id, lastUsedAt }) => {
    const now = clock();
    const last = Math.max(lastUsedAt ?? 0, touched.get(id) ?? 0);
    // A test clock may be set back: then the difference is negative and nothing is lost.
    if (now - last < TOUCH_EVERY_MS) return;
    if (touched.size >= MAX_TOUCHED) touched.clear();
    touched.set(id, now);
    writer
      .write(() => write(id, now))
      .catch((error: unknown) => log.warn("last_used_not_written", { id, error }));
  };
}

const unauthorized = (origin: string): Response =>
  refuse(
    {
      error: "unauthorized",
      error_description: "Send an access token or an API key: Authorization: Bearer <token>.",
    },
    { "WWW-Authenticate": bearerChallenge({ origin }) },
  );

function invalidToken(origin: string, failure: Failure): Response {
  const description =
    failure === "expired" ? "This token has expired." : "This token is not accepted here.";
  return refuse(
    { error: "invalid_token", error_description: description },
    { "WWW-Authenticate": bearerChallenge({ origin, error: "invalid_token", description }) },
  );
}

const tooManyAttempts = (seconds: number): Response =>
  refuse(
    {
      error: "too_many_attempts",
      error_description: `Too many unaccepted tokens from this address. Try again in ${seconds} s.`,
    },
    { "Retry-After": String(seconds) },
    429,
  );

const refuse = (body: object, headers: Record<string, string>, status = 401): Response =>
  Response.json(body, { status, headers: { ...headers, "Cache-Control": "no-store" } });
