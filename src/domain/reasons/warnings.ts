import type { Exceeded, InZone, LargeParty, OverLimit } from "./admission.ts";

export type UnverifiedPhone =
  | { readonly is: "meant"; readonly meant: string }
  | { readonly is: "no_country" }
  | { readonly is: "too_short" | "too_long" | "length" | "begins"; readonly place: Place };
export type Place = { readonly country: string } | { readonly callingCode: string };

export type Unsent = "no_phone" | "opted_out" | "country" | "silent" | "budget";

export interface WarningFacts {
  AMBIGUOUS_TIME: {
    readonly otherTimestamp: number;
    readonly say: InZone & {
      readonly date: string;
      readonly time: string;
      readonly startAt: number;
    };
  };
  POSSIBLE_DUPLICATE: {
    readonly id: string;
    readonly say: InZone & {
      readonly name: string;
      readonly startAt: number;
      readonly partySize: number;
      /** False if name and size are the same, but not the phone. */
      readonly samePhone: boolean;
    };
  };
  /** The person who uses the client chose to keep the existing reservation and book no second one. */
  "POSSIBLE_DUPLICATE.kept": { readonly id: string };
  DUPLICATE_CALL: { readonly id: string; readonly say: { readonly seconds: number } };
  PHONE_UNVERIFIED: { readonly say: { readonly phone: string; readonly why: UnverifiedPhone } };
  NO_SMS: {
    readonly why: Unsent;
    readonly say: { readonly tooMany: boolean; readonly walkIn: boolean };
  };
  "NO_SMS.no_gateway": { readonly why: "no_gateway" };
  "NO_SMS.offer": { readonly why: "opted_out" | "country" };
  "NO_SMS.ready": { readonly why: "opted_out" | "country" | "landline" };
  CALL_TO_CONFIRM: object;
  "CALL_TO_CONFIRM.too_late": object;
  "CALL_TO_CONFIRM.never_told": object;
  LARGE_PARTY: {
    readonly numberOfPeople: number;
    readonly largeFrom: number;
    readonly say: { readonly is: "by_manager" | "request" | "flagged" };
  };
  "LARGE_PARTY.waits": {
    readonly numberOfPeople: number;
    readonly say: { readonly large: LargeParty };
  };
  PACE_EXCEEDED: Pick<Exceeded, "present" | "needed" | "limit" | "from" | "to"> & {
    readonly say: InZone & { readonly limited: Exceeded["limited"] };
  };
  AFTER_LAST_SEATING: {
    readonly lastSeating: number;
    readonly say: InZone & { readonly service: string };
  };
  OVER_LIMIT: OverLimit;
  "OVER_LIMIT.table": {
    readonly limited: "table";
    readonly from: number;
    readonly to: number;
    readonly covers: number;
    readonly limit: number;
    readonly say: { readonly table: string };
  };
  "OVER_LIMIT.called": { readonly say: { readonly covers: number } };
  /** The party's tables went to another party or can no longer be used. */
  TABLE_LOST: {
    readonly id: string;
    readonly timestamp: number;
    readonly numberOfPeople: number;
    readonly tables: readonly string[];
    readonly say: InZone & { readonly name: string; readonly sits: boolean };
  };
  /**
   * Another party overstays at this party's tables. If it is still there when this party is due, this
   * party loses the tables.
   */
  "TABLE_LOST.when_due": {
    readonly id: string;
    readonly timestamp: number;
    readonly numberOfPeople: number;
    readonly tables: readonly string[];
    readonly say: InZone & { readonly name: string };
  };
  WAITING_ENTRY_BOOKED: { readonly entryId: string };
}
