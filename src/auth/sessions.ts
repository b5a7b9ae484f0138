import { BoundedMap } from "../domain/bounded-map.ts";
import { type Clock, newId, type RandomBytes } from "../domain/ids.ts";
import { HOUR } from "../domain/time.ts";
import { sha256Hex } from "../storage/sha256.ts";
import type { Membership, Stores, UserRow } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import type { AsksForFactor } from "./factor-rule.ts";
import type { Signer } from "./signing.ts";

const LIFETIME_MS = 12 * HOUR;
/** Sessions per user; one more signs out the oldest. */
const MOST_PER_USER = 100;
const TYPE = "session+jwt";
/** How many JWTs with a checked signature are remembered. */
const MOST_REMEMBERED = 1000;

/** Somebody who is signed in. Instants are epoch milliseconds. */
export interface SignedIn {
  readonly sessionId: string;
  readonly user: UserRow;
  /** Their brands and roles now. */
  readonly teams: readonly Membership[];
  readonly startedAt: number;
  readonly expiresAt: number;
  /** A second factor is required and they have none: they can only add one. */
  readonly mustEnrol: boolean;
}

/** An opened session; `token` is its JWT, shown to its bearer only. */
export interface OpenedSession {
  readonly token: string;
  readonly id: string;
  /** Epoch milliseconds, a whole second. */
  readonly expiresAt: number;
}

type Checked = SignedIn | "invalid" | "expired";

/** Sessions. A JWT names a row, and the row decides whether it counts. */
export interface Sessions {
  /**
   * Opens a session for a person who has just proved who they are; `user`: the account at that
   * time. Null if the account has been disabled or its password changed, if it has a second factor
   * and `proved` does not say that it was shown, or if that factor was removed.
   */
  open(
    user: Pick<UserRow, "id" | "passwordChangedAt">,
    proved?: "both",
  ): Promise<OpenedSession | null>;
  /**
   * Who presents this JWT. Disabled users and ended sessions are `invalid`. Synchronous if the
   * signature was checked before.
   */
  check(token: string): Checked | Promise<Checked>;
  /** Ends one session; no effect if it has ended. */
  end(id: string): Promise<void>;
}

/** The sessions of an instance; `issuer` is also their audience. */
export function createSessions({
  stores,
  writer,
  clock,
  random,
  signer,
  issuer,
  asks = () => false,
}: {
  readonly stores: Pick<Stores, "sessions" | "users" | "teams" | "factors">;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly signer: Pick<Signer, "sign" | "verify">;
  readonly issuer: string;
  /** Who needs a second factor; left out: nobody. */
  readonly asks?: AsksForFactor;
}): Sessions {
  const start = (user: Pick<UserRow, "id" | "passwordChangedAt">, proved?: "both") => {
    const now = clock();
    const present = stores.users.byId(user.id);
    if (!isEnabled(present) || present.passwordChangedAt !== user.passwordChangedAt) return null;
    if ((proved === "both") !== stores.factors.has(user.id)) return null;
    const oldest = stores.sessions.liveOf(user.id, now).slice(MOST_PER_USER - 1);
    for (const { id } of oldest) stores.sessions.end(id, now);
    // In whole seconds like the JWT, so that row and JWT end together.
    const expiresAt = Math.floor(now / 1000) * 1000 + LIFETIME_MS;
    const row = {
      id: newId(now, random),
      userId: user.id,
      createdAt: now,
      expiresAt,
      endedAt: null,
    };
    stores.sessions.insert(row);
    stores.teams.signedIn(user.id, now);
    return row;
  };

  const namedBy = createReader(signer, issuer);
  const judge = (named: Named | "invalid" | "expired"): Checked => {
    if (typeof named === "string") return named;
    const session = stores.sessions.byId(named.sessionId);
    if (session === null || session.endedAt !== null) return "invalid";
    const { id: sessionId, createdAt: startedAt, expiresAt } = session;
    if (expiresAt <= clock()) return "expired";
    const user = stores.users.byId(session.userId);
    if (!isEnabled(user) || user.id !== named.userId) return "invalid";
    const teams = stores.users.teamsOf(user.id);
    const mustEnrol = asks(user, teams) && !stores.factors.has(user.id);
    return { sessionId, user, teams, startedAt, expiresAt, mustEnrol };
  };

  return {
    async open(user, proved) {
      const row = await writer.write(() => start(user, proved));
      if (row === null) return null;
      const { id, expiresAt } = row;
      const claims = { sub: row.userId, sid: id };
      const token = await signer.sign(claims, { type: TYPE, audience: issuer, expiresAt });
      return { token, id, expiresAt };
    },

    check(token) {
      const named = namedBy(token);
      return named instanceof Promise ? named.then(judge) : judge(named);
    },

    end: (id) => writer.write(() => void stores.sessions.end(id, clock())),
  };
}

/** What a session's JWT names; the session's row decides whether it is valid. */
interface Named {
  readonly sessionId: string;
  readonly userId: string;
}

/**
 * Reads a session's JWT. Checking the signature takes longer than everything else at the gate, so
 * it is done once per token. The row holds what can change, such as the end.
 */
function createReader(
  signer: Pick<Signer, "verify">,
  issuer: string,
): (token: string) => Named | Promise<Named | "invalid" | "expired"> {
  const remembered = new BoundedMap<string, Named>(MOST_REMEMBERED);
  const verified = async (token: string, hash: string): Promise<Named | "invalid" | "expired"> => {
    const claims = await signer.verify(token, { type: TYPE, audience: issuer });
    if (typeof claims === "string") return claims;
    const named = { sessionId: String(claims["sid"]), userId: String(claims.sub) };
    remembered.set(hash, named);
    return named;
  };
  return (token) => {
    const hash = sha256Hex(token);
    return remembered.get(hash) ?? verified(token, hash);
  };
}

const isEnabled = (user: UserRow | null): user is UserRow =>
  user !== null && user.disabledAt === null;
