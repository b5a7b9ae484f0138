import type { Config } from "../config.ts";
import type { Environment } from "../domain/caller.ts";
import type { Clock, RandomBytes } from "../domain/ids.ts";
import type { Log } from "../log.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { createAccountLinks } from "./account-links.ts";
import { asksForFactor } from "./factor-rule.ts";
import { createGate } from "./gate.ts";
import { createKnownBrowsers } from "./known-browsers.ts";
import { createAuthorizationServer, type OAuthConfig } from "./oauth/index.ts";
import { createPasskeys } from "./passkeys.ts";
import { createPasswordProofs } from "./password-proofs.ts";
import { createPasswords, passwordCost } from "./passwords.ts";
import { createPins } from "./pins.ts";
import { createSecondFactors } from "./second-factors.ts";
import { createSessionEndpoint } from "./session-endpoint.ts";
import { createSessions } from "./sessions.ts";
import { createSetup } from "./setup-link.ts";
import { createSignIn } from "./sign-in.ts";
import { createSigner } from "./signing.ts";

export interface AuthorityOptions {
  readonly stores: Stores;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly environment: Environment;
  readonly origin: string;
  readonly encrypted: boolean;
  readonly derive: (label: string) => Uint8Array;
  readonly config: OAuthConfig & Partial<Pick<Config, "requireSecondFactor">>;
}

export async function createAuthority(options: AuthorityOptions) {
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
    /** Null without https (except on loopback), because others could read tokens in transit. */
    oauth: encrypted ? createAuthorizationServer({ ...options, issuer, signer, limited }) : null,
  };
}

export type Authority = Awaited<ReturnType<typeof createAuthority>>;
