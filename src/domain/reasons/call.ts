export interface Call {
  readonly tool: string;
  readonly arguments: object;
}

export interface CallReasons {
  BRAND_REQUIRED: { readonly brands: readonly string[] };
  "BRAND_UNKNOWN.not_yours": {
    readonly brand: string;
    readonly brands: readonly string[];
    readonly say: { readonly where: string };
  };
  BRAND_UNKNOWN: { readonly brand: string; readonly brands: readonly string[] };
  "BRAND_UNKNOWN.stored": { readonly say: { readonly brand: string } };
  "BRAND_MISMATCH.header": { readonly brand: string; readonly header: string };
  FORBIDDEN_SCOPE: {
    readonly scope: string;
    readonly scopes: readonly string[];
    readonly say: { readonly tool: string };
  };
  FORBIDDEN_TOOL: { readonly tool: string; readonly tools: readonly string[] };
  /** `what`: title of the operation that needs the role. Null if overriding a limit needs it. */
  "FORBIDDEN_TOOL.role": {
    readonly role: string;
    readonly brand: string;
    readonly say: { readonly what: string | null };
  };
  "BUDGET_EXCEEDED.party": {
    readonly budget: "largestParty";
    readonly limit: number;
    readonly asked: number;
  };
  "BUDGET_EXCEEDED.days": {
    readonly budget: "daysAhead";
    readonly limit: number;
    readonly asked: number;
    readonly say: { readonly date: string; readonly last: string };
  };
  "BUDGET_EXCEEDED.writes": {
    readonly budget: "writesPerMinute";
    readonly limit: number;
    readonly used: number;
    readonly say: { readonly seconds: number };
  };
  IDEMPOTENCY_KEY_REUSED: {
    readonly idempotencyKey: string;
    readonly say: { readonly tool: string };
  };
  "IDEMPOTENCY_KEY_REUSED.stored": object;
  "INVALID_INPUT.answer": {
    readonly say: {
      readonly why: "unknown" | "of_another" | "to_another" | "late";
      readonly tool: string;
      readonly minutes: number;
    };
  };
  "INVALID_INPUT.slug_taken": object;
  INTERNAL: { readonly requestId: string };
  "INTERNAL.taken": { readonly say: { readonly columns: string } };
  UNAVAILABLE: { readonly say: { readonly why: Unavailable; readonly outcome: Outcome } };
  "NOT_FOUND.referred": object;
  "INVALID_INPUT.stored": { readonly say: { readonly constraint: string } };
}

export type Outcome = "nothing_saved" | "unknown";

export type Unavailable =
  | "disk_full"
  | "out_of_memory"
  | "in_use"
  | "unreadable"
  | "ended"
  | "shutting_down"
  | "locked";
