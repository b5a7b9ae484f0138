import type { z } from "zod";
import { nameProblem, personName } from "../domain/account.ts";
import { accepted, type Checked, type Reason, refused } from "../domain/errors.ts";
import type { Clock, RandomBytes } from "../domain/ids.ts";
import { note } from "../operations/team/team-changes.ts";
import type { PasskeyRow, UserRow } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { addFactor, type FactorOwner, type FactorStores } from "./add-factor.ts";
import {
  answerIn,
  ENROL_ANSWER,
  judgeClient,
  type RelyingParty,
  relyingPartyOf,
  SIGN_IN_ANSWER,
  wasVerified,
} from "./passkey-answer.ts";
import { type ChallengeBond, createChallenges } from "./passkey-challenges.ts";
import type { Added } from "./second-factors.ts";

/** Loads the library only when needed, because loading its three hundred modules is slow. */
async function webauthn(): Promise<typeof import("@simplewebauthn/server")> {
  // reflect-metadata must run before the library. In the bundle, a static import would run after the library.
  await import("reflect-metadata");
  return await import("@simplewebauthn/server");
}

const MOST_PASSKEYS = 20;
const SIGN_IN: ChallengeBond = { purpose: "sign-in", userId: null };

export type PasskeySignIn =
  | { readonly ok: true; readonly user: UserRow }
  | { readonly ok: false; readonly reason: Reason };

/** WebAuthn Level 3. A passkey counts as both factors, because the device checks who uses it. */
export interface Passkeys {
  readonly party: RelyingParty | null;
  signInOptions(browser: string): Promise<string | null>;
  enrolOptions(user: UserRow, browser: string): Promise<string | null>;
  signIn(answer: string, browsers: readonly string[]): Promise<PasskeySignIn>;
  enrol(
    owner: FactorOwner,
    name: string,
    answer: string,
    browsers: readonly string[],
  ): Promise<Added>;
}

interface PasskeyOptions {
  readonly stores: FactorStores;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly origin: string;
  readonly derive: (label: string) => Uint8Array;
}

const notHere = (origin: string) => refused("INVALID_INPUT.passkey_no_https", { say: { origin } });

export function createPasskeys(options: PasskeyOptions): Passkeys {
  const { stores, clock, random, origin } = options;
  const party = relyingPartyOf(origin);
  const challenges = createChallenges(options.derive("passkey-challenge"), clock, random);
  const enrolling = ({ id }: UserRow): ChallengeBond => ({ purpose: "enrol", userId: id });
  const signIn = createSignInCheck(options);
  const enrol = createEnrolment(options);
  return {
    party,
    async signInOptions(browser) {
      if (party === null) return null;
      const challenge = challenges.issue(browser, SIGN_IN);
      const asked = { rpID: party.id, challenge, userVerification: "required" } as const;
      return JSON.stringify(await (await webauthn()).generateAuthenticationOptions(asked));
    },
    async enrolOptions(user, browser) {
      if (party === null) return null;
      const { generateRegistrationOptions } = await webauthn();
      const asked = await generateRegistrationOptions({
        rpName: "maitred",
        rpID: party.id,
        userID: new TextEncoder().encode(user.id),
        userName: user.email,
        userDisplayName: user.name,
        challenge: challenges.issue(browser, enrolling(user)),
        attestationType: "none",
        excludeCredentials: stores.factors.passkeysOf(user.id).map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      return JSON.stringify(asked);
    },
    async signIn(text, browsers) {
      if (party === null) return notHere(origin);
      const answer = answerIn(text, SIGN_IN_ANSWER);
      if (answer === null) return refused("INVALID_INPUT.passkey_unreadable", {});
      const bound = { challenges, party, browsers, bond: SIGN_IN };
      const client = judgeClient(answer.response.clientDataJSON, bound);
      return client.ok ? await signIn(answer, client, party) : client;
    },
    async enrol(owner, name, text, browsers) {
      if (party === null) return notHere(origin);
      const answer = answerIn(text, ENROL_ANSWER);
      if (answer === null) return refused("INVALID_INPUT.passkey_unreadable", {});
      const bound = { challenges, party, browsers, bond: enrolling(owner.user) };
      const client = judgeClient(answer.response.clientDataJSON, bound);
      return client.ok ? await enrol(owner, name, answer, client, party) : client;
    },
  };
}

interface Challenge {
  readonly challenge: string;
  readonly hash: string;
  readonly until: number;
}

function createSignInCheck({ stores, writer, clock }: PasskeyOptions) {
  const { factors, users } = stores;
  return async (
    answer: z.output<typeof SIGN_IN_ANSWER>,
    { challenge, hash, until }: Challenge,
    party: RelyingParty,
  ): Promise<PasskeySignIn> => {
    const row = factors.passkey(answer.id);
    if (row === null) return refused("INVALID_INPUT.passkey_unknown", {});
    if (row.rpId !== party.id) {
      const say = { madeFor: row.rpId, host: party.id };
      return refused("INVALID_INPUT.passkey_other_host", { say });
    }
    if (!wasVerified(answer.response.authenticatorData))
      return refused("INVALID_INPUT.passkey_not_verified", {});
    const counter = await countedUses(answer, challenge, party, row);
    if (counter === null) return refused("INVALID_INPUT.passkey_signature", {});
    return await writer.write((): PasskeySignIn => {
      const present = factors.passkey(row.id);
      const user = present === null ? null : users.byId(present.userId);
      if (present === null || user === null || user.disabledAt !== null)
        return refused("INVALID_INPUT.passkey_unknown", {});
      const at = clock();
      if (!factors.spend(hash, until)) return refused("INVALID_INPUT.passkey_used", {});
      if ((counter > 0 || present.counter > 0) && counter <= present.counter) {
        note(stores, "passkey_copied", { userId: user.id, at }, { passkey: present.name });
        return refused("INVALID_INPUT.passkey_copied", {});
      }
      factors.usedPasskey(row.id, counter, at);
      return { ok: true, user };
    });
  };
}

async function countedUses(
  answer: z.output<typeof SIGN_IN_ANSWER>,
  challenge: string,
  party: RelyingParty,
  { id, publicKey, userId }: PasskeyRow,
): Promise<number | null> {
  const { userHandle, ...response } = answer.response;
  if (userHandle !== undefined && Buffer.from(userHandle, "base64url").toString() !== userId) {
    return null;
  }
  try {
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // Zero turns off the library's check of the counter. The write transaction checks it,
      // because two answers may arrive at the same moment.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

function createEnrolment({ stores, writer, clock, random }: PasskeyOptions) {
  const { factors } = stores;
  return async (
    owner: FactorOwner,
    typedName: string,
    answer: z.output<typeof ENROL_ANSWER>,
    { challenge, hash, until }: Challenge,
    party: RelyingParty,
  ): Promise<Added> => {
    const name = personName(typedName) || "Passkey";
    const problem = nameProblem(name);
    if (problem !== null) return { ok: false, reason: problem };
    const made = await madePasskey(answer, challenge, party);
    if (!made.ok) return made;
    return await writer.write((): Added => {
      const at = clock();
      if (!factors.spend(hash, until)) return refused("INVALID_INPUT.passkey_used", {});
      if (factors.passkey(made.value.id) !== null)
        return refused("INVALID_INPUT.passkey_added", {});
      if (factors.passkeysOf(owner.user.id).length >= MOST_PASSKEYS) {
        return refused("INVALID_INPUT.too_many_passkeys", { limit: MOST_PASSKEYS });
      }
      const row = { ...made.value, userId: owner.user.id, name, rpId: party.id };
      const add = () => factors.addPasskey({ ...row, createdAt: at, lastUsedAt: null });
      return {
        ok: true,
        codes: addFactor(stores, owner, at, { kind: "passkey_added", add, random }),
      };
    });
  };
}

async function madePasskey(
  answer: z.output<typeof ENROL_ANSWER>,
  challenge: string,
  party: RelyingParty,
): Promise<Checked<Pick<PasskeyRow, "id" | "publicKey" | "counter">>> {
  try {
    const { verifyRegistrationResponse } = await webauthn();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // Checked below, so that the refusal can name the reason.
      requireUserVerification: false,
    });
    if (!verified) return refused("INVALID_INPUT.passkey_unreadable", {});
    const { credential, userVerified } = registrationInfo;
    if (!userVerified) return refused("INVALID_INPUT.passkey_not_verified", {});
    const { id, publicKey, counter } = credential;
    return accepted({ id, publicKey, counter });
  } catch {
    return refused("INVALID_INPUT.passkey_damaged", {});
  }
}
