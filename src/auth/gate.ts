import type { Caller, Environment } from "../domain/caller.ts";
import type { Clock } from "../domain/ids.ts";
import type { Log } from "../log.ts";
import type { ApiKeyRow, Stores } from "../storage/stores.ts";
import { parseApiKey, secretMatches } from "./api-keys.ts";
import { createAttemptLimit } from "./attempt-limit.ts";
import { presentedToken } from "./bearer.ts";
import { bearerChallenge } from "./challenge.ts";

/** The outcome of the gate: who calls, or the answer to send instead. */
export type Admission =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly response: Response };

/**
 * Decides who calls, from the Authorization header alone; `address` is the client's, for limits.
 */
export type Gate = (request: Request, address: string) => Admission;

export interface GateOptions {
  readonly stores: Pick<Stores, "apiKeys">;
  readonly writer: { write<T>(body: () => T): Promise<T> };
  readonly clock: Clock;
  readonly environment: Environment;
  /** The public origin; challenges name absolute addresses under it. */
  readonly origin: string;
  readonly log: Log;
}

/** `last used` is for people who look for idle keys: once a minute tells them enough. */
const TOUCH_EVERY_MS = 60_000;
/** An unknown key is compared with this, so that it takes as long as a known one. */
const NO_HASH = "00".repeat(32);

/** Why a token is not accepted. Only `expired` is told apart: its bearer has proved the secret. */
type Failure = "invalid" | "expired";

/**
 * The bearer gate in front of /mcp and /test. Checks in this order: form, kind, existence, expiry,
 * audience, environment. A key has no audience of its own: it exists in one database only.
 */
export function createGate(options: GateOptions): Gate {
  const { stores, clock, environment, origin } = options;
  const attempts = environment === "test" ? null : createAttemptLimit(clock);
  const touch = createTouch(options);

  const check = (token: string): ApiKeyRow | Failure => {
    const parsed = parseApiKey(token);
    if (parsed === null) return "invalid";
    const row = stores.apiKeys.byPublicId(parsed.publicId);
    const known = secretMatches(parsed.secret, row?.secretHash ?? NO_HASH);
    if (row === null || !known || row.revokedAt !== null) return "invalid";
    if (row.expiresAt !== null && row.expiresAt <= clock()) return "expired";
    return parsed.environment === environment ? row : "invalid";
  };

  return (request, address) => {
    const presented = presentedToken(request.headers.get("authorization"));
    if (presented.kind === "none") return { ok: false, response: unauthorized(origin) };
    const outcome = presented.kind === "token" ? check(presented.token) : "invalid";
    if (typeof outcome === "string") {
      const seconds = attempts?.fail(address) ?? null;
      const response = seconds === null ? invalidToken(origin, outcome) : tooManyAttempts(seconds);
      return { ok: false, response };
    }
    touch(outcome);
    return { ok: true, caller: callerOf(outcome, environment, request) };
  };
}

/** Writes `last used` beside the request, never in its way; a failure costs a log line. */
function createTouch({ stores, writer, clock, log }: GateOptions): (row: ApiKeyRow) => void {
  const touched = new Map<string, number>();
  return (row) => {
    const now = clock();
    const last = Math.max(row.lastUsedAt ?? 0, touched.get(row.id) ?? 0);
    // A test clock may be set back: then the difference is negative and nothing is lost.
    if (now - last < TOUCH_EVERY_MS) return;
    touched.set(row.id, now);
    writer
      .write(() => stores.apiKeys.touch(row.id, now))
      .catch((error: unknown) => log.warn("last_used_not_written", { keyId: row.id, error }));
  };
}

const callerOf = (row: ApiKeyRow, environment: Environment, request: Request): Caller => ({
  kind: "api_key",
  principal: row.id,
  actor: { kind: "api_key", id: row.id, name: row.name },
  environment,
  brands: row.brands,
  scopes: row.scopes,
  tools: row.tools,
  budgets: row.budgets,
  headerBrand: request.headers.get("x-brand-slug"),
  roles: {},
});

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
