/** What a caller may ask for; no scope implies another. */
export const SCOPES = ["bookings.read", "bookings.write", "settings.write"] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes of keys and apps that name none. `settings.write` has to be asked for by name. */
export const DEFAULT_SCOPES = ["bookings.read", "bookings.write"] as const satisfies Scope[];

/** A database is stamped with one of these when it is made and never changes it. */
export type Environment = "live" | "test";

/** A user's role in a brand; each allows more than the one before. */
export const ROLES = ["host", "manager", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role allows at least as much as another; without a role, nothing. */
export const roleAtLeast = (role: Role | undefined, least: Role): boolean =>
  role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(least);

/** Limits that an owner sets on an API key; null: none. */
export interface Budgets {
  readonly writesPerMinute: number | null;
  readonly smsPerDay: number | null;
  readonly largestParty: number | null;
  readonly daysAhead: number | null;
}

export const NO_BUDGETS: Budgets = {
  writesPerMinute: null,
  smsPerDay: null,
  largestParty: null,
  daysAhead: null,
};

export type ActorKind = "user" | "api_key" | "oauth" | "guest" | "system";

/** Who is named in the audit log. `name` is for people; `id` finds the record. */
export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
  readonly name: string;
}

/** `operator`: somebody at the server's command line, with every role in every brand. */
export type CallerKind = "api_key" | "oauth" | "session" | "system" | "operator";

/** Who calls and what they may do, whatever kind of token they used. */
export interface Caller {
  readonly kind: CallerKind;
  /** The API key, grant or user; the same after tokens are renewed. Owns idempotency keys. */
  readonly principal: string;
  readonly actor: Actor;
  readonly environment: Environment;
  /** Slugs of the brands that the caller can access. */
  readonly brands: readonly string[];
  readonly scopes: readonly Scope[];
  /** Names of the operations the caller may use; null: all. */
  readonly tools: readonly string[] | null;
  readonly budgets: Budgets;
  /**
   * True: it acts for guests; otherwise for the restaurant, which may decide about its own rules.
   */
  readonly forGuests?: boolean;
  /** The X-Brand-Slug header of this request; its meaning depends on `kind`. */
  readonly headerBrand: string | null;
  /**
   * The user's role by brand slug; empty for keys and connected apps. A manager may undo more.
   */
  readonly roles: Readonly<Record<string, Role>>;
}
