/** No scope includes another. */
export const SCOPES = ["bookings.read", "bookings.write", "settings.write"] as const;
export type Scope = (typeof SCOPES)[number];

export const DEFAULT_SCOPES = ["bookings.read", "bookings.write"] as const satisfies Scope[];

export type Environment = "live" | "test";

/** Each role includes the roles before it. */
export const ROLES = ["host", "manager", "owner"] as const;
export type Role = (typeof ROLES)[number];

export const roleAtLeast = (role: Role | undefined, least: Role): boolean =>
  role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(least);

/** Null means no limit. */
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

export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
  readonly name: string;
}

/** An `operator` is somebody at the server's command line, with every role in every brand. */
export type CallerKind = "api_key" | "oauth" | "session" | "system" | "operator";

export interface Caller {
  readonly kind: CallerKind;
  /** Id of the key, grant or user. A new token, or a key that replaces another, keeps the principal. */
  readonly principal: string;
  readonly actor: Actor;
  readonly environment: Environment;
  readonly brands: readonly string[];
  readonly scopes: readonly Scope[];
  /** Operation names, or null for all. */
  readonly tools: readonly string[] | null;
  readonly budgets: Budgets;
  readonly forGuests?: boolean;
  readonly headerBrand: string | null;
  /** The roles of a signed-in person, by brand slug. Empty for other callers. */
  readonly roles: Readonly<Record<string, Role>>;
}
