import { createHmac } from "node:crypto";
import { type AsksForFactor, asksForFactor } from "../../src/auth/factor-rule.ts";
import { createKnownBrowsers, type KnownBrowsers } from "../../src/auth/known-browsers.ts";
import { createPasskeys, type Passkeys } from "../../src/auth/passkeys.ts";
import { createPasswords, type Passwords, passwordCost } from "../../src/auth/passwords.ts";
import { createSecondFactors, type SecondFactors } from "../../src/auth/second-factors.ts";
import { createSessions, type Sessions } from "../../src/auth/sessions.ts";
import { createSetup, type Setup } from "../../src/auth/setup-link.ts";
import { createSignIn, type SignIn } from "../../src/auth/sign-in.ts";
import { createSigner, type Signer } from "../../src/auth/signing.ts";
import type { FactorRule } from "../../src/config.ts";
import type { Environment, Role } from "../../src/domain/caller.ts";
import type { RandomBytes } from "../../src/domain/ids.ts";
import { newUser } from "../../src/operations/team/team-changes.ts";
import type { UserRow } from "../../src/storage/stores.ts";
import { addBrands, NOW } from "../storage/samples.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { createTeams, type Teams } from "./teams.ts";

export const ISSUER = "https://book.example.com";
export const PASSWORD = "correct horse battery";

/**
 * Everything that works on accounts, over a real database with two brands and with a controlled
 * clock.
 */
export interface Accounts extends TestDatabase {
  /** The current instant, epoch milliseconds. */
  at: number;
  readonly clock: () => number;
  readonly random: RandomBytes;
  readonly passwords: Passwords;
  readonly signer: Signer;
  readonly knownBrowsers: KnownBrowsers;
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly asks: AsksForFactor;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly setup: Setup;
  readonly teams: Teams;
  /** The logged events. */
  readonly logged: string[];
  /**
   * Adds an account with PASSWORD and these roles by brand; without roles, an owner of the
   * instance.
   */
  addUser(email: string, roles?: Readonly<Record<string, Role>>): Promise<UserRow>;
}

/** Stands for the instance secret. Another `name` means another secret. */
export const derivations =
  (name: string) =>
  (label: string): Uint8Array =>
    new Uint8Array(createHmac("sha256", name).update(label).digest());

export const random: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

/** Use with `using`. `passwords` replaces the password hashing. */
export async function openAccounts(
  options: {
    environment?: Environment;
    passwords?: (real: Passwords) => Passwords;
    rule?: FactorRule;
    origin?: string;
  } = {},
): Promise<Accounts> {
  const { environment = "test", passwords: watch = (real) => real, rule = "off" } = options;
  const opened = openTestDatabase({ environment });
  const { stores, writer } = opened;
  addBrands(stores);
  const logged: string[] = [];
  const note = (event: string): void => void logged.push(event);
  const log = { debug: note, info: note, warn: note, error: note };
  const time = { now: NOW };
  const clock = (): number => time.now;
  const passwords = watch(createPasswords({ cost: passwordCost("test") }));
  const derive = derivations("the instance's secret");
  const signer = await createSigner({ stores, writer, derive, clock, issuer: ISSUER });
  const knownBrowsers = createKnownBrowsers(derive("known-browser"), random);
  const shared = { stores, writer, clock, random };
  const asks = asksForFactor(rule);
  const made = { ...shared, derive, origin: options.origin ?? ISSUER };
  return {
    ...opened,
    get at() {
      return time.now;
    },
    set at(instant) {
      time.now = instant;
    },
    clock,
    random,
    passwords,
    signer,
    factors: createSecondFactors({ ...made, knownBrowsers, asks }),
    passkeys: createPasskeys(made),
    asks,
    sessions: createSessions({ ...shared, signer, issuer: ISSUER, asks }),
    knownBrowsers,
    signIn: createSignIn({ ...shared, passwords, knownBrowsers, environment, log }),
    setup: createSetup({ ...shared, passwords }),
    teams: createTeams(shared),
    logged,
    async addUser(email, roles = {}) {
      const passwordHash = await passwords.hash(PASSWORD);
      const teams = Object.entries(roles);
      const fields = { email, name: `${email}'s name`, passwordHash };
      const user = newUser({ ...fields, ownsInstance: teams.length === 0 }, clock(), random);
      return await writer.write(() => {
        stores.users.insert(user);
        for (const [brand, role] of teams) stores.users.join(user.id, brand, role, clock());
        return user;
      });
    },
    [Symbol.dispose]: () => opened[Symbol.dispose](),
  };
}
