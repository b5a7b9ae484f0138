import { emailOf } from "../domain/account.ts";
import type { Environment } from "../domain/caller.ts";
import type { Clock, RandomBytes } from "../domain/ids.ts";
import { HOUR } from "../domain/time.ts";
import type { Log } from "../log.ts";
import { accountHash } from "../operations/team/team-changes.ts";
import type { Stores, UserRow } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { createAttemptLimit } from "./attempt-limit.ts";
import type { KnownBrowsers } from "./known-browsers.ts";
import { type Passwords, passwordProblem } from "./passwords.ts";
import { takeAttempt } from "./throttle.ts";

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  readonly marks?: readonly string[];
}

/** `retryAfterS` is null if the e-mail address or password is wrong, or if the account is closed. */
export type SignInOutcome =
  | { readonly ok: true; readonly user: UserRow }
  | { readonly ok: false; readonly retryAfterS: number | null };

export type SignIn = (attempt: SignInAttempt) => Promise<SignInOutcome>;

interface SignInOptions {
  readonly stores: Pick<Stores, "users" | "signInThrottle" | "securityEvents">;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly passwords: Passwords;
  readonly knownBrowsers: Pick<KnownBrowsers, "bucketOf">;
  readonly environment: Environment;
  readonly log: Log;
}

const BUCKET = { burst: 10, refillMs: 30_000 };
const ADDRESS_LIMIT = { burst: 100, refillMs: 1_000 };
/** Limits the memory: each comparison of a password needs about 20 MB. */
const MOST_AT_ONCE = 32;
const NOTE_EVERY_MS = HOUR;

const wait = (retryAfterS: number): SignInOutcome => ({ ok: false, retryAfterS });
const WRONG: SignInOutcome = { ok: false, retryAfterS: null };

/** An unknown e-mail address takes the same work and gets the same answer as a wrong password. */
export function createSignIn(options: SignInOptions): SignIn {
  const { stores, writer, clock, passwords } = options;
  const addresses =
    options.environment === "test" ? null : createAttemptLimit(clock, ADDRESS_LIMIT);
  const noteThrottling = createThrottlingNote(options);
  // The hash to compare with if the e-mail address is unknown. Made now, so that the first such sign-in
  // takes no longer than later ones.
  const nobody = passwords.hash(Buffer.from(options.random(32)).toString("base64url"));
  let running = 0;

  const judge = async ({ email, password, marks = [] }: SignInAttempt): Promise<SignInOutcome> => {
    const account = emailOf(email);
    const user = stores.users.byEmail(account);
    const marked = user ?? { email: account, passwordChangedAt: null };
    const bucket = options.knownBrowsers.bucketOf(marks, marked) ?? accountHash(account);
    const retryAfterS = await writer.write(() => takeAttempt(bucket, BUCKET, options));
    if (retryAfterS !== null) {
      if (user !== null) noteThrottling(user);
      return wait(retryAfterS);
    }
    const usable = passwordProblem(password) === null;
    const stored = user?.passwordHash ?? (await nobody);
    const right = await passwords.verify(usable ? password : "", stored);
    if (!right || !usable || user === null || user.passwordHash === null) return WRONG;
    if (user.disabledAt !== null) return WRONG;
    return { ok: true, user: await welcome(user, password, bucket, options) };
  };

  return async (attempt) => {
    if (running >= MOST_AT_ONCE) return wait(1);
    // Count the attempt before comparing passwords: attempts over the limit must cost no comparison.
    const tooMany = addresses?.take(attempt.address) ?? null;
    if (tooMany !== null) return wait(tooMany);
    running += 1;
    try {
      return await judge(attempt);
    } finally {
      running -= 1;
    }
  };
}

async function welcome(
  user: UserRow,
  password: string,
  bucket: string,
  { stores, writer, passwords }: SignInOptions,
): Promise<UserRow> {
  const { id, passwordHash: before } = user;
  const stale = before !== null && passwords.needsRehash(before);
  const hash = stale ? await passwords.hash(password) : null;
  await writer.write(() => {
    stores.signInThrottle.clear(bucket);
    if (hash !== null && before !== null) stores.users.rehash(id, hash, before);
  });
  return hash === null ? user : { ...user, passwordHash: hash };
}

/** Sign-in does not wait for this write: a slower answer would reveal that the account exists. */
function createThrottlingNote({
  stores,
  writer,
  clock,
  log,
}: SignInOptions): (user: UserRow) => void {
  const noted = new Map<string, number>();
  return ({ id: userId }) => {
    const at = clock();
    if (Math.abs(at - (noted.get(userId) ?? -Infinity)) < NOTE_EVERY_MS) return;
    noted.set(userId, at);
    writer
      .write(() => stores.securityEvents.insert({ at, kind: "sign_in_throttled", userId }))
      .catch((error: unknown) => log.warn("security_event_not_written", { userId, error }));
  };
}
