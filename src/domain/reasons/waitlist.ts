import type { InZone } from "./admission.ts";

export interface WaitlistReasons {
  "NOT_FOUND.entry": { readonly id: string; readonly say: { readonly brand: string | null } };
  "BRAND_MISMATCH.entry": {
    readonly brand: string;
    readonly belongsTo: string;
    readonly say: { readonly id: string };
  };
  "INVALID_INPUT.replaces_over": { readonly say: { readonly id: string; readonly status: string } };
  "INVALID_INPUT.replaces_foreign": {
    readonly say: { readonly id: string; readonly hasPhone: boolean };
  };
  "INVALID_INPUT.outside_window": {
    readonly say: InZone & {
      readonly wishedAt: number;
      readonly earliestAt: number;
      readonly latestAt: number;
    };
  };
  "INVALID_TRANSITION.entry_removed": {
    readonly status: string;
    readonly bookingId: string | null;
    readonly say: { readonly id: string };
  };
  "INVALID_TRANSITION.entry_over": {
    readonly status: string;
    readonly operation: string;
    readonly possible: readonly string[];
    readonly say: { readonly id: string };
  };
  "INVALID_TRANSITION.entry_too_late": WaitlistReasons["INVALID_TRANSITION.entry_over"];
  "INVALID_TRANSITION.phone_has_offer": object;
  "INVALID_TRANSITION.entry_has_offer": object;
}

export interface SkipFacts {
  "LARGE_PARTY_REVIEW.waiting": object;
  OFFER_OPEN: object;
  QUIET_HOURS: InZone & { readonly until: number };
  PASSED_BEFORE: object;
  OFFERS_TODAY: { readonly count: number; readonly date: string };
  NOT_SENT: { readonly date: string };
  NO_ANSWER: { readonly date: string };
  SMS_BUDGET: InZone & { readonly until: number };
  SMS_OFF: { readonly why: "opted_out" | "country" };
}
export type SkipOf<Kinds extends keyof SkipFacts> = {
  [Kind in Kinds]: SkipFacts[Kind] & { readonly kind: Kind };
}[Kinds];
export type Skip = SkipOf<keyof SkipFacts>;
