import { type Reason, refused } from "../domain/errors.ts";
import type { Clock, RandomBytes } from "../domain/ids.ts";
import { note } from "../operations/team/team-changes.ts";
import { sha256Hex } from "../storage/sha256.ts";
import type { PasskeyRow, UserRow } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { addFactor, type FactorOwner, type FactorStores, renewCodes } from "./add-factor.ts";
import type { AsksForFactor } from "./factor-rule.ts";
import type { KnownBrowsers } from "./known-browsers.ts";
import { recoveryCodeHash } from "./recovery-codes.ts";
import { seal, unseal } from "./seal.ts";
import { takeAttempt } from "./throttle.ts";
import { makeTotpSecret, stepOfCode, totpUri } from "./totp.ts";

/** So few attempts that nobody can try all of the million codes. */
const BUCKET = { burst: 10, refillMs: 300_000 };
const MOST_SEALED = 400;

/** `retryAfterS`: seconds to wait after too many attempts. Null if the code is wrong. */
export type CodeOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly retryAfterS: number | null };

export interface NewTotp {
  readonly secret: string;
  readonly uri: string;
  readonly sealed: string;
}

export interface FactorsHeld {
  readonly passkeys: readonly PasskeyRow[];
  readonly totpSince: number | null;
  /** False without an authenticator app, or if the instance secret was replaced after the app was added. */
  readonly appWorks: boolean;
  readonly codesLeft: number;
}

/** `codes` are new recovery codes, shown once; null if the earlier codes stay valid. */
export type Added =
  | { readonly ok: true; readonly codes: readonly string[] | null }
  | { readonly ok: false; readonly reason: Reason };

/** `none`: the user has no such factor. `kept`: it is the last one, and the account must have one. */
export type Removal = "removed" | "none" | "kept";

/** The caller must check who is signed in. */
export interface SecondFactors {
  has(userId: string): boolean;
  held(userId: string): FactorsHeld;
  /** Accepts an app's code or a recovery code, each only once. */
  check(user: UserRow, code: string, marks?: readonly string[]): Promise<CodeOutcome>;
  /** Reuses the secret in `sealed` if it was made for this user. */
  newTotp(user: UserRow, sealed?: string): NewTotp;
  addTotp(owner: FactorOwner, sealed: string, code: string): Promise<Added>;
  removeTotp(owner: FactorOwner): Promise<Removal>;
  removePasskey(owner: FactorOwner, id: string): Promise<Removal>;
  renamePasskey(owner: FactorOwner, id: string, name: string): Promise<boolean>;
  newCodes(owner: FactorOwner): Promise<readonly string[] | null>;
}

export interface SecondFactorOptions {
  readonly stores: FactorStores;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly knownBrowsers: Pick<KnownBrowsers, "bucketOf">;
  readonly asks: AsksForFactor;
  readonly origin: string;
  readonly derive: (label: string) => Uint8Array;
}

export function createSecondFactors(options: SecondFactorOptions): SecondFactors {
  const { stores, writer, clock, random } = options;
  const { factors } = stores;
  const apps = createApps(options);
  const held = (userId: string): FactorsHeld => {
    const app = factors.totp(userId);
    return {
      passkeys: factors.passkeysOf(userId),
      totpSince: app?.createdAt ?? null,
      appWorks: app !== null && apps.openedAtRest({ id: userId }, app.sealedSecret) !== null,
      codesLeft: factors.codesLeft(userId),
    };
  };
  return {
    has: (userId) => factors.has(userId),
    held,
    check: createCheck(options, apps),
    newTotp: apps.make,
    async addTotp(owner, sealed, code) {
      const { user } = owner;
      const secret = apps.opened(user, sealed);
      const step = secret === null ? null : stepOfCode(secret, digitsOf(code), clock());
      if (secret === null || step === null) return refused("INVALID_INPUT.app_code", {});
      return await writer.write((): Added => {
        const at = clock();
        const row = {
          sealedSecret: apps.sealedAtRest(user, secret),
          lastStep: step,
          createdAt: at,
        };
        const add = () => factors.setTotp(user.id, row);
        return {
          ok: true,
          codes: addFactor(stores, owner, at, { kind: "app_added", add, random }),
        };
      });
    },
    removeTotp: (owner) =>
      removal(owner, "app_removed", {
        isThere: ({ totpSince }) => totpSince !== null,
        remove: () => factors.removeTotp(owner.user.id),
      }),
    removePasskey: (owner, id) =>
      removal(owner, "passkey_removed", {
        isThere: ({ passkeys }) => passkeys.some((one) => one.id === id),
        remove: () => factors.removePasskey(owner.user.id, id),
      }),
    renamePasskey: ({ user }, id, name) =>
      writer.write(() => factors.renamePasskey(user.id, id, name)),
    newCodes: ({ user: { id: userId } }) =>
      writer.write(() => {
        if (!factors.has(userId)) return null;
        note(stores, "recovery_codes_made", { userId, at: clock() });
        return renewCodes(stores, userId, random);
      }),
  };

  function removal(
    { user, teams }: FactorOwner,
    kind: string,
    change: { isThere(had: FactorsHeld): boolean; remove(): void },
  ): Promise<Removal> {
    return writer.write(() => {
      const had = held(user.id);
      if (!change.isThere(had)) return "none";
      const isLast = had.passkeys.length + (had.totpSince === null ? 0 : 1) === 1;
      if (isLast && options.asks(user, teams)) return "kept";
      change.remove();
      if (isLast) factors.setCodes(user.id, []);
      note(stores, kind, { userId: user.id, at: clock() });
      return "removed";
    });
  }
}

const digitsOf = (code: string): string => code.replace(/\s/g, "");

function createApps({ derive, random, origin }: SecondFactorOptions) {
  const key = derive("totp");
  const open = (sealed: Uint8Array, context: string): string | null => {
    const opened = unseal(key, sealed, context);
    return opened === null ? null : Buffer.from(opened).toString();
  };
  const inForm = ({ id }: UserRow): string => `totp being set up by ${id}`;
  const atRest = ({ id }: Pick<UserRow, "id">): string => `totp of ${id}`;
  const opened = (user: UserRow, sealed: string): string | null =>
    sealed.length > MOST_SEALED
      ? null
      : open(new Uint8Array(Buffer.from(sealed, "base64url")), inForm(user));
  return {
    opened,
    make(user: UserRow, before = ""): NewTotp {
      const secret = opened(user, before) ?? makeTotpSecret(random);
      const sealed = Buffer.from(seal(key, secret, inForm(user))).toString("base64url");
      return {
        secret,
        sealed,
        uri: totpUri(secret, `maitred ${new URL(origin).host}`, user.email),
      };
    },
    sealedAtRest: (user: UserRow, secret: string) => seal(key, secret, atRest(user)),
    openedAtRest: (user: Pick<UserRow, "id">, sealed: Uint8Array) => open(sealed, atRest(user)),
  };
}

/** Checks in one write, so that a code in two simultaneous requests works only once. */
function createCheck(
  options: SecondFactorOptions,
  apps: ReturnType<typeof createApps>,
): SecondFactors["check"] {
  const { stores, writer, clock, knownBrowsers } = options;
  const { factors } = stores;
  const isOfApp = (user: UserRow, code: string): boolean => {
    const row = factors.totp(user.id);
    const secret = row === null ? null : apps.openedAtRest(user, row.sealedSecret);
    const step = secret === null ? null : stepOfCode(secret, code, clock());
    return step !== null && factors.useStep(user.id, step);
  };
  const isRecovery = ({ id: userId }: UserRow, code: string): boolean => {
    if (!factors.useCode(userId, recoveryCodeHash(code))) return false;
    const left = factors.codesLeft(userId);
    note(stores, "recovery_code_used", { userId, at: clock() }, { left });
    return true;
  };
  return (user, typed, marks = []) =>
    writer.write((): CodeOutcome => {
      // All known browsers share one bucket. With a bucket each, a thief of the password would get more
      // attempts by making many browsers known before the account has a factor.
      const isKnown = knownBrowsers.bucketOf(marks, user) !== null;
      const name = sha256Hex(`second factor ${isKnown ? "known " : ""}${user.id}`);
      const retryAfterS = takeAttempt(name, BUCKET, options);
      if (retryAfterS !== null) return { ok: false, retryAfterS };
      const digits = digitsOf(typed);
      const isRight = /^\d{6}$/.test(digits) ? isOfApp(user, digits) : isRecovery(user, typed);
      if (!isRight) {
        note(stores, "second_factor_wrong", { userId: user.id, at: clock() });
        return { ok: false, retryAfterS: null };
      }
      stores.signInThrottle.clear(name);
      return { ok: true };
    });
}
