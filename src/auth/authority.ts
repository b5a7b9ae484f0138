import type { Config } from "../config.ts";
import type { Environment } from "../domain/caller.ts";
import type { Clock, RandomBytes } from "../domain/ids.ts";
import type { Log } from "../log.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { type AccountLinks, createAccountLinks } from "./account-links.ts";
import { asksForFactor } from "./factor-rule.ts";
import { createGate, type Gate } from "./gate.ts";
import { createKnownBrowsers, type KnownBrowsers } from "./known-browsers.ts";
import {
  type AuthorizationServer,
  createAuthorizationServer,
  type OAuthConfig,
} from "./oauth/index.ts";
import { createPasskeys, type Passkeys } from "./passkeys.ts";
import { createPasswordProofs, type PasswordProofs } from "./password-proofs.ts";
import { createPasswords, passwordCost } from "./passwords.ts";
import { createPins, type Pins } from "./pins.ts";
import { createSecondFactors, type SecondFactors } from "./second-factors.ts";
import { createSessionEndpoint, type SessionEndpoint } from "./session-endpoint.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSetup, type Setup } from "./setup-link.ts";
import { createSignIn, type SignIn } from "./sign-in.ts";
import { createSigner } from "./signing.ts";

/** Everything that authenticates people and programs. */
export interface Authority {
  readonly gate: Gate;
  readonly signIn: SignIn;
  readonly knownBrowsers: KnownBrowsers;
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly passwordProofs: PasswordProofs;
  readonly pins: Pins;
  readonly sessions: Sessions;
  /** `POST /session`. */
  readonly session: SessionEndpoint;
  readonly setup: Setup;
  readonly accountLinks: AccountLinks;
  /** Null without encryption: its tokens could be read in transit. */
  readonly oauth: AuthorizationServer | null;
}

export interface AuthorityOptions {
  readonly stores: Stores;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly environment: Environment;
  /** Public origin without a trailing slash: issuer and audience of everything. */
  readonly origin: string;
  /** Whether the origin is https or loopback. */
  readonly encrypted: boolean;
  /** 32 bytes of the instance secret for one purpose. */
  readonly derive: (label: string) => Uint8Array;
  readonly config: OAuthConfig & Partial<Pick<Config, "requireSecondFactor">>;
}

/** Puts sign-in, sessions, the authorization server and the gate together. */
export async function createAuthority(options: AuthorityOptions): Promise<Authority> {
  const { environment, origin: issuer, encrypted } = options;
  const signer = await createSigner({ ...options, issuer });
  const passwords = createPasswords({ cost: passwordCost(environment) });
  const asks = asksForFactor(options.config.requireSecondFactor ?? "off");
  const sessions = createSessions({ ...options, signer, issuer, asks });
  const knownBrowsers = createKnownBrowsers(options.derive("known-browser"), options.random);
  const signIn = createSignIn({ ...options, passwords, knownBrowsers });
  const factors = createSecondFactors({ ...options, knownBrowsers, asks });
  const limited = environment !== "test";
  return {
    gate: createGate({ ...options, sessions }),
    signIn,
    knownBrowsers,
    factors,
    passkeys: createPasskeys(options),
    passwordProofs: createPasswordProofs(options.derive("password-proof"), options),
    pins: createPins({ ...options, passwords }),
    sessions,
    session: createSessionEndpoint({ ...options, sessions, signIn, factors, asks }),
    setup: createSetup({ ...options, passwords }),
    accountLinks: createAccountLinks({ ...options, passwords }),
    oauth: encrypted ? createAuthorizationServer({ ...options, issuer, signer, limited }) : null,
  };
}
