import { emailOf, emailProblem, nameProblem, personName } from "../domain/account.ts";
import type { Reason } from "../domain/errors.ts";
import type { Clock, RandomBytes } from "../domain/ids.ts";
import { MINUTE } from "../domain/time.ts";
import { newUser } from "../operations/team/team-changes.ts";
import { sha256Hex } from "../storage/sha256.ts";
import type { Stores, UserRow } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { newPasswordProblem } from "./new-password.ts";
import type { Passwords } from "./passwords.ts";

const LIFETIME_MS = 30 * MINUTE;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const SETUP_PATH = "/setup/";

/** `closed`: there is an account already. `unknown`: the link was never made, or a newer link replaced it. */
export type SetupState = "open" | "expired" | "used" | "unknown" | "closed";

export interface SetupForm {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** State `open` means that a field was refused and that the link still works. */
export type SetupOutcome =
  | { readonly ok: true; readonly user: UserRow }
  | { readonly ok: false; readonly state: Exclude<SetupState, "open"> }
  | {
      readonly ok: false;
      readonly state: "open";
      readonly field: keyof SetupForm;
      readonly reason: Reason;
    };

interface SetupOptions {
  readonly stores: Pick<Stores, "setupLinks" | "users" | "securityEvents">;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

export interface Setup {
  openSetup(token: string): SetupState;
  completeSetup(token: string, form: SetupForm): Promise<SetupOutcome>;
}

/** Returns the token of a new link, which replaces earlier links. Null if there is an account already. */
export function makeSetupLink({
  stores,
  writer,
  clock,
  random,
}: SetupOptions): Promise<string | null> {
  const token = Buffer.from(random(TOKEN_BYTES)).toString("base64url");
  return writer.write(() => {
    if (stores.users.any()) return null;
    const createdAt = clock();
    const expiresAt = createdAt + LIFETIME_MS;
    stores.setupLinks.replace({ tokenHash: sha256Hex(token), createdAt, expiresAt, usedAt: null });
    return token;
  });
}

export function createSetup(
  options: SetupOptions & { readonly passwords: Pick<Passwords, "hash"> },
): Setup {
  const { stores, writer, clock, random, passwords } = options;

  const openSetup = (token: string): SetupState => {
    if (stores.users.any()) return "closed";
    const link = TOKEN.test(token) ? stores.setupLinks.find(sha256Hex(token)) : null;
    if (link === null) return "unknown";
    if (link.usedAt !== null) return "used";
    return link.expiresAt > clock() ? "open" : "expired";
  };

  return {
    openSetup,
    async completeSetup(token, form) {
      const early = openSetup(token);
      if (early !== "open") return { ok: false, state: early };
      const email = emailOf(form.email);
      const name = personName(form.name);
      const problem = await problemOf({ ...form, email, name });
      if (problem !== null) return { ok: false, state: "open", ...problem };
      const passwordHash = await passwords.hash(form.password);
      return await writer.write((): SetupOutcome => {
        const state = openSetup(token);
        if (state !== "open") return { ok: false, state };
        const now = clock();
        stores.setupLinks.use(sha256Hex(token), now);
        const user = newUser({ email, name, passwordHash, ownsInstance: true }, now, random);
        stores.users.insert(user);
        stores.securityEvents.insert({ at: now, kind: "instance_set_up", userId: user.id });
        return { ok: true, user };
      });
    },
  };
}

async function problemOf(
  form: SetupForm,
): Promise<{ field: keyof SetupForm; reason: Reason } | null> {
  const checks = [
    ["email", emailProblem(form.email)],
    ["name", nameProblem(form.name)],
    ["password", await newPasswordProblem(form.password, { ...form, brands: [] })],
  ] as const;
  for (const [field, reason] of checks) if (reason !== null) return { field, reason };
  return null;
}
