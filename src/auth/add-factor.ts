import type { RandomBytes } from "../domain/ids.ts";
import { MINUTE } from "../domain/time.ts";
import { note } from "../operations/team/team-changes.ts";
import type { Stores } from "../storage/stores.ts";
import { makeRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import type { SignedIn } from "./sessions.ts";

const FRESH_MS = 15 * MINUTE;

/** A session that seems to start in the future (the clock was set back) is not fresh. */
export const isFresh = ({ startedAt }: Pick<SignedIn, "startedAt">, now: number): boolean =>
  startedAt <= now && now - startedAt < FRESH_MS;

export type FactorStores = Pick<
  Stores,
  "users" | "factors" | "sessions" | "signInThrottle" | "securityEvents"
>;

export type FactorOwner = Pick<SignedIn, "user" | "sessionId" | "teams">;

/**
 * Call it inside `writer.write`. A user's first factor ends their other sessions. Returns recovery codes
 * for a first factor, otherwise null.
 */
export function addFactor(
  stores: FactorStores,
  { user: { id: userId }, sessionId }: FactorOwner,
  at: number,
  { kind, add, random }: { readonly kind: string; add(): void; readonly random: RandomBytes },
): readonly string[] | null {
  const isFirst = !stores.factors.has(userId);
  add();
  note(stores, kind, { userId, at });
  if (!isFirst) return null;
  stores.sessions.endOthersOf(userId, sessionId, at);
  return renewCodes(stores, userId, random);
}

export function renewCodes(
  { factors }: Pick<Stores, "factors">,
  userId: string,
  random: RandomBytes,
): readonly string[] {
  const codes = makeRecoveryCodes(random);
  factors.setCodes(userId, codes.map(recoveryCodeHash));
  return codes;
}
