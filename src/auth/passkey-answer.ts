import { isIP } from "node:net";
import { z } from "zod";
import { type Reason, refused } from "../domain/errors.ts";
import { sha256Hex } from "../storage/sha256.ts";
import type { ChallengeBond, Challenges } from "./passkey-challenges.ts";

const MOST = 16_384;
const base64url = z
  .string()
  .max(MOST)
  .regex(/^[\w-]*$/);
const shared = { id: base64url.min(1).max(1400), rawId: base64url, type: z.literal("public-key") };

/** WebAuthn, section 5.1. */
export const SIGN_IN_ANSWER = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

export const ENROL_ANSWER = z.object({
  ...shared,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
});

export function answerIn<T>(text: string, shape: z.ZodType<T>): T | null {
  if (text.length > MOST) return null;
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The caller stores `hash` until the instant `until`, to refuse a second use of the challenge. */
export type ClientJudgement =
  | { readonly ok: true; readonly challenge: string; readonly hash: string; readonly until: number }
  | { readonly ok: false; readonly reason: Reason };

export function judgeClient(
  clientDataJSON: string,
  {
    challenges,
    party,
    browsers,
    bond,
  }: {
    readonly challenges: Challenges;
    readonly party: RelyingParty;
    readonly browsers: readonly string[];
    readonly bond: ChallengeBond;
  },
): ClientJudgement {
  const told = clientData(clientDataJSON);
  if (told === null) return refused("INVALID_INPUT.passkey_unreadable", {});
  if (told.origin !== party.origin) {
    const say = { answeredFor: told.origin.slice(0, 200), origin: party.origin };
    return refused("INVALID_INPUT.passkey_elsewhere", { say });
  }
  const judged = challenges.judge(told.challenge, browsers, bond);
  if (judged === null) return refused("INVALID_INPUT.passkey_not_asked", {});
  if (judged.state === "old") return refused("INVALID_INPUT.passkey_too_late", {});
  const hash = sha256Hex(`challenge ${told.challenge}`);
  return { ok: true, challenge: told.challenge, hash, until: judged.until };
}

const CLIENT_DATA = z.object({ challenge: z.string(), origin: z.string() });

const clientData = (text: string): z.output<typeof CLIENT_DATA> | null =>
  answerIn(Buffer.from(text, "base64url").toString(), CLIENT_DATA);

/** The flags byte follows the hash of the host name (WebAuthn, section 6.1). */
const FLAGS_AT = 32;
const USER_VERIFIED = 0b100;

export function wasVerified(authenticatorData: string): boolean {
  const flags = Buffer.from(authenticatorData, "base64url")[FLAGS_AT] ?? 0;
  return (flags & USER_VERIFIED) !== 0;
}

export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Browsers allow passkeys for `localhost` and for https with a host name (WebAuthn, 5.1.3). */
export function relyingPartyOf(origin: string): RelyingParty | null {
  const { protocol, hostname } = new URL(origin);
  const isName = isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
  const isTrusted = protocol === "https:" || hostname === "localhost";
  return isName && isTrusted ? { id: hostname, origin } : null;
}
