// A model of consents, codes and tokens as plain values, without a database. interleavings.test.ts
// compares the authorization server with it.
import { type Role, roleAtLeast } from "../../../src/domain/caller.ts";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

interface Refresh {
  readonly token: string;
  readonly generation: number;
  readonly expiresAt: number;
  rotatedAt: number | null;
  successor: Pair | null;
}

/** What the token endpoint issues. */
export interface Pair {
  readonly access: string;
  readonly refresh: string;
}

export interface Grant {
  readonly client: string;
  readonly brands: ReadonlyMap<string, Role>;
  readonly createdAt: number;
  redeemed: boolean;
  wrongVerifiers: number;
  /** A used refresh token came again within two minutes, as if two processes shared it. */
  shared: boolean;
  ended: boolean;
  readonly refreshes: Refresh[];
  readonly accesses: { readonly token: string; readonly expiresAt: number; removed: boolean }[];
}

/** The expected answer of the token endpoint: new tokens, the same tokens again, or a refusal. */
export type Expected = "new" | "refused" | { readonly again: Pair };

/** Ada's consents, with their codes and tokens. Instants are epoch milliseconds. */
export class GrantModel {
  readonly grants: Grant[] = [];
  readonly roles: Map<string, Role>;
  readonly windows: Readonly<Record<string, number>>;
  now: number;

  /** `windows`: each client's replay window in seconds. */
  constructor(roles: Map<string, Role>, windows: Readonly<Record<string, number>>, now: number) {
    this.roles = roles;
    this.windows = windows;
    this.now = now;
  }

  consent(client: string, brands: readonly string[]): Grant {
    const held = brands.map((slug) => [slug, this.roles.get(slug) as Role] as const);
    const grant: Grant = {
      client,
      brands: new Map(held),
      createdAt: this.now,
      redeemed: false,
      wrongVerifiers: 0,
      shared: false,
      ended: false,
      refreshes: [],
      accesses: [],
    };
    for (const one of this.grants) if (one.shared && one.client === client) one.ended = true;
    this.grants.push(grant);
    return grant;
  }

  /** The brands that a grant gives access to now. */
  opens({ ended, brands }: Grant): string[] {
    if (ended) return [];
    return [...brands]
      .filter(([slug, role]) => roleAtLeast(this.roles.get(slug), role))
      .map(([slug]) => slug);
  }

  accepts(grant: Grant, access: Grant["accesses"][number]): boolean {
    return !access.removed && access.expiresAt > this.now && this.opens(grant).length > 0;
  }

  redeem(grant: Grant, client: string, rightVerifier: boolean): Expected {
    const expiresAt = grant.createdAt + 60 * SECOND;
    // The purge removes the code after a day; until then it can be recognised.
    if (client !== grant.client || expiresAt + DAY < this.now) return "refused";
    if (grant.redeemed) {
      grant.ended = true;
      return "refused";
    }
    if (expiresAt <= this.now || this.opens(grant).length === 0) return "refused";
    if (!rightVerifier) {
      grant.wrongVerifiers += 1;
      if (grant.wrongVerifiers === 5) grant.ended = true;
      return "refused";
    }
    grant.redeemed = true;
    return "new";
  }

  /** `crossed`: the request arrived before the token was rotated. */
  refresh(grant: Grant, token: string, client: string, crossed = false): Expected {
    const shown = grant.refreshes.find((one) => one.token === token);
    const purged = shown === undefined || shown.expiresAt < this.now;
    if (purged || client !== grant.client || this.opens(grant).length === 0) return "refused";
    if (shown.rotatedAt === null) {
      if (shown.expiresAt <= this.now) return "refused";
      shown.rotatedAt = this.now;
      return "new";
    }
    const again = shown.successor as Pair;
    if (crossed) return { again };
    const current = shown.generation === grant.refreshes.length - 2;
    const age = this.now - shown.rotatedAt;
    if (current && age < (this.windows[client] ?? 0) * SECOND) return { again };
    if (!current || age > 120 * SECOND) grant.ended = true;
    else grant.shared = true;
    return "refused";
  }

  /** Records issued tokens, as successors of `shown` if it is given. */
  issued(grant: Grant, pair: Pair, shown: string | null): void {
    const end = grant.createdAt + 365 * DAY;
    const before = grant.refreshes.find((one) => one.token === shown);
    if (before !== undefined) before.successor = pair;
    grant.refreshes.push({
      token: pair.refresh,
      generation: grant.refreshes.length,
      expiresAt: Math.min(this.now + 60 * DAY, end),
      rotatedAt: null,
      successor: null,
    });
    const expiresAt = Math.min(this.now + HOUR, end);
    grant.accesses.push({ token: pair.access, expiresAt, removed: false });
  }

  /**
   * Leaving a brand or getting a lower role ends every grant with that brand. Joining a brand ends
   * all grants.
   */
  setRole(brand: string, role: Role | null): void {
    const before = this.roles.get(brand);
    if (role === null) this.roles.delete(brand);
    else this.roles.set(brand, role);
    if (before === undefined && role !== null) this.endAll();
    if (before === undefined || (role !== null && roleAtLeast(role, before))) return;
    for (const grant of this.grants) if (grant.brands.has(brand)) grant.ended = true;
  }

  endAll(): void {
    for (const grant of this.grants) grant.ended = true;
  }

  /** Ends grants whose code and tokens have all expired. */
  purge(): void {
    for (const grant of this.grants) {
      const alive =
        grant.refreshes.some((one) => one.rotatedAt === null && one.expiresAt > this.now) ||
        grant.accesses.some((one) => !one.removed && one.expiresAt > this.now) ||
        (!grant.redeemed && grant.createdAt + 60 * SECOND > this.now);
      if (!alive) grant.ended = true;
    }
  }
}
