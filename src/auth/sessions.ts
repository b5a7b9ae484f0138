import { BoundedMap } from "../domain/bounded-map.ts";
import { type Clock, newId, type RandomBytes } from "../domain/ids.ts";
import { HOUR } from "../domain/time.ts";
import { sha256Hex } from "../storage/sha256.ts";
import type { Membership, Stores, UserRow } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import type { AsksForFactor } from "./factor-rule.ts";
import type { Signer } from "./signing.ts";

const LIFETIME_MS = 12 * HOUR;
const MOST_PER_USER = 100;
const TYPE = "session+jwt";
const MOST_REMEMBERED = 1000;

export interface SignedIn {
  readonly sessionId: string;
  readonly user: UserRow;
  readonly teams: readonly Membership[];
  readonly startedAt: number;
  readonly expiresAt: number;
  /** True if the user must add a second factor before doing anything else. */
  readonly mustEnrol: boolean;
}

export interface OpenedSession {
  readonly token: string;
  readonly id: string;
  readonly expiresAt: number;
}

type Checked = SignedIn | "invalid" | "expired";

/** The JWT only names a row of the database. The row says whether the session is still valid. */
export interface Sessions {
  /**
   * `proved` is "both" after a passkey, or after a password and a code. Returns null if the account was
   * closed, got another password, or gained or lost its second factor while the user signed in.
   */
  open(
    user: Pick<UserRow, "id" | "passwordChangedAt">,
    proved?: "both",
  ): Promise<OpenedSession | null>;
  check(token: string): Checked | Promise<Checked>;
  end(id: string): Promise<void>;
}

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
  readonly asks?: AsksForFactor;
}): Sessions {
  const start = (user: Pick<UserRow, "id" | "passwordChangedAt">, proved?: "both") => {
    const now = clock();
    const present = stores.users.byId(user.id);
    if (!isEnabled(present) || present.passwordChangedAt !== user.passwordChangedAt) return null;
    if ((proved === "both") !== stores.factors.has(user.id)) return null;
    const oldest = stores.sessions.liveOf(user.id, now).slice(MOST_PER_USER - 1);
    for (const { id } of oldest) stores.sessions.end(id, now);
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

interface Named {
  readonly sessionId: string;
  readonly userId: string;
}

/** Remembers verified tokens, because checking a signature is slow. */
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
