import { BoundedMap } from "../domain/bounded-map.ts";
import { type Caller, type Environment, NO_BUDGETS } from "../domain/caller.ts";
import type { Clock } from "../domain/ids.ts";
import { MINUTE } from "../domain/time.ts";
import type { Log } from "../log.ts";
import { sha256Hex } from "../storage/sha256.ts";
import type { ApiKeyRow, Stores } from "../storage/stores.ts";
import { parseApiKey, secretMatches } from "./api-keys.ts";
import { createAttemptLimit } from "./attempt-limit.ts";
import { presentedToken } from "./bearer.ts";
import { bearerChallenge } from "./bearer-challenge.ts";
import { brandsOfGrant } from "./oauth/grant-access.ts";
import { hashOpaque, isAccessToken } from "./oauth/opaque-token.ts";
import { callerOfSession } from "./session-caller.ts";
import type { Sessions, SignedIn } from "./sessions.ts";

export type Admission =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly response: Response };

export type Gate = (request: Request, address: string) => Admission | Promise<Admission>;

export interface GateOptions {
  readonly stores: Pick<Stores, "apiKeys" | "grants" | "oauthTokens" | "users" | "derivedCache">;
  readonly writer: { write<T>(body: () => T): Promise<T> };
  readonly clock: Clock;
  readonly environment: Environment;
  readonly origin: string;
  readonly log: Log;
  readonly sessions?: Pick<Sessions, "check">;
}

type Failure = "invalid" | "expired" | "no_factor";

interface Known {
  readonly caller: Caller;
  readonly expiresAt: number | null;
  readonly touch: ((now: number) => void) | null;
}
type Outcome = Known | Failure;

const TOUCH_EVERY_MS = MINUTE;
const MAX_TOUCHED = 10_000;
/** Compared with the secret of an unknown key, so that the refusal takes as long as for a wrong secret. */
const NO_HASH = "00".repeat(32);
const JWT = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

export function createGate(options: GateOptions): Gate {
  const { clock, environment, origin, sessions } = options;
  const attempts = environment === "test" ? null : createAttemptLimit(clock);
  const remembered = options.stores.derivedCache<Known>();
  const byKey = createKeyCheck(options);
  const byGrant = createGrantCheck(options);

  const check = (token: string): Outcome | Promise<Outcome> => {
    if (isAccessToken(token)) return byGrant(token);
    if (sessions !== undefined && JWT.test(token)) return bySession(token, sessions, environment);
    return byKey(token);
  };
  const lookUp = (token: string): Outcome | Promise<Outcome> => {
    let found: Outcome | Promise<Outcome> = "invalid";
    const known = remembered.get(sha256Hex(token), () => {
      found = check(token);
      return typeof found === "string" || found instanceof Promise ? null : found;
    });
    return known ?? found;
  };
  const admit = (outcome: Outcome, request: Request, address: string): Admission => {
    const now = clock();
    const failure = typeof outcome === "string" ? outcome : lapsed(outcome, now);
    if (typeof outcome === "string" || failure !== null) {
      const seconds = attempts?.take(address) ?? null;
      const response =
        seconds === null ? invalidToken(origin, failure ?? "invalid") : tooManyAttempts(seconds);
      return { ok: false, response };
    }
    outcome.touch?.(now);
    const headerBrand = request.headers.get("x-brand-slug");
    const { caller } = outcome;
    return { ok: true, caller: headerBrand === null ? caller : { ...caller, headerBrand } };
  };

  return (request, address) => {
    const presented = presentedToken(request.headers.get("authorization"));
    if (presented.kind === "none") return { ok: false, response: unauthorized(origin) };
    const outcome = presented.kind === "token" ? lookUp(presented.token) : "invalid";
    return outcome instanceof Promise
      ? outcome.then((settled) => admit(settled, request, address))
      : admit(outcome, request, address);
  };
}

const lapsed = ({ expiresAt }: Known, now: number): Failure | null =>
  expiresAt !== null && expiresAt <= now ? "expired" : null;

function createKeyCheck(options: GateOptions): (token: string) => Outcome {
  const { stores, environment } = options;
  const touch = createTouch(options, (id, at) => stores.apiKeys.touch(id, at));
  const find = (token: string): ApiKeyRow | null => {
    const parsed = parseApiKey(token);
    if (parsed === null) return null;
    const row = stores.apiKeys.byPublicId(parsed.publicId);
    const known = secretMatches(parsed.secret, row?.secretHash ?? NO_HASH);
    if (row === null || !known || row.revokedAt !== null) return null;
    return parsed.environment === environment ? row : null;
  };
  return (token) => {
    const row = find(token);
    if (row === null) return "invalid";
    const { id, principal, name, brands, scopes, tools, budgets, forGuests, expiresAt } = row;
    const actor = { kind: "api_key", id, name } as const;
    const fixed = { brands, scopes, tools, budgets, forGuests, roles: {}, headerBrand: null };
    const caller = { kind: "api_key", principal, actor, environment, ...fixed } as const;
    return { caller, expiresAt, touch: touch(row) };
  };
}

function createGrantCheck(options: GateOptions): (token: string) => Outcome {
  const { stores, environment } = options;
  const touch = createTouch(options, (id, at) => stores.grants.touch(id, at));
  return (token) => {
    const row = stores.oauthTokens.access(hashOpaque(token));
    const grant = row === null ? null : stores.grants.byId(row.grantId);
    const brands = grant === null ? null : brandsOfGrant(stores, grant);
    if (row === null || grant === null || brands === null) return "invalid";
    const caller: Caller = {
      kind: "oauth",
      principal: grant.id,
      actor: { kind: "oauth", id: grant.id, name: grant.clientName },
      environment,
      brands,
      scopes: row.scopes,
      tools: null,
      budgets: NO_BUDGETS,
      headerBrand: null,
      roles: {},
    };
    return { caller, expiresAt: row.expiresAt, touch: touch(grant) };
  };
}

function bySession(
  token: string,
  sessions: Pick<Sessions, "check">,
  environment: Environment,
): Outcome | Promise<Outcome> {
  const known = (signedIn: SignedIn | "invalid" | "expired"): Outcome => {
    if (typeof signedIn === "string") return signedIn;
    if (signedIn.mustEnrol) return "no_factor";
    return {
      caller: { ...callerOfSession(signedIn), environment, headerBrand: null },
      expiresAt: signedIn.expiresAt,
      touch: null,
    };
  };
  const checked = sessions.check(token);
  return checked instanceof Promise ? checked.then(known) : known(checked);
}

function createTouch(
  { writer, log }: GateOptions,
  write: (id: string, at: number) => void,
): (row: { readonly id: string; readonly lastUsedAt: number | null }) => (now: number) => void {
  const touched = new BoundedMap<string, number>(MAX_TOUCHED);
  return ({ id, lastUsedAt }) =>
    (now) => {
      const last = touched.get(id) ?? lastUsedAt ?? 0;
      // `Math.abs`: a stored time in the future (the clock was wrong) is overwritten too.
      if (Math.abs(now - last) < TOUCH_EVERY_MS) return;
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
  const description = {
    invalid: "This token is not accepted here.",
    expired: "This token has expired.",
    no_factor: `This account needs a second factor first. Sign in at ${origin}/account and add one.`,
  }[failure];
  return refuse(
    { error: "invalid_token", error_description: description },
    { "WWW-Authenticate": bearerChallenge({ origin, error: "invalid_token", description }) },
  );
}

const tooManyAttempts = (seconds: number): Response =>
  refuse(
    {
      error: "too_many_attempts",
      error_description: `Too many invalid tokens from this address. Try again in ${seconds} s.`,
    },
    { "Retry-After": String(seconds) },
    429,
  );

const refuse = (body: object, headers: Record<string, string>, status = 401): Response =>
  Response.json(body, { status, headers: { ...headers, "Cache-Control": "no-store" } });
