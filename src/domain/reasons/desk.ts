import type { InZone } from "./admission.ts";

export interface DeskReasons {
  "INVALID_INPUT.too_many_feeds": { readonly most: number };
  "INVALID_INPUT.feed_known": object;
  "NOT_FOUND.feed": { readonly id: string };
  "INVALID_INPUT.brand_name_taken": { readonly say: { readonly name: string } };
  "INVALID_INPUT.brand_slug_taken": { readonly say: { readonly slug: string } };
  "INVALID_INPUT.brand_slug": {
    readonly expected: string;
    readonly say: { readonly slug: string };
  };
  "INVALID_INPUT.brand_name": {
    readonly expected: string;
    readonly say: { readonly name: string };
  };
  "FORBIDDEN_TOOL.add_brand": { readonly role: "owner" };
  "INVALID_INPUT.no_override_reason": object;
  "INVALID_INPUT.override_reason_too_long": { readonly say: { readonly length: number } };
  "INVALID_INPUT.opted_out": object;
  "INVALID_INPUT.country_not_texted": { readonly say: { readonly phone: string } };
  "INVALID_INPUT.tested_just_now": object;
  "INVALID_INPUT.no_phone_to_text": object;
  "INVALID_INPUT.landline": { readonly say: { readonly phone: string } };
  "INVALID_INPUT.guest_opted_out": { readonly say: { readonly phone: string } };
  "INVALID_INPUT.quiet_hours": {
    readonly parameter: string;
    readonly until: number;
    readonly say: { readonly zone: string };
  };
  "INVALID_INPUT.no_tables_wanted": { readonly parameter: string };
  "INVALID_INPUT.tables_there": { readonly count: number };
  "INVALID_INPUT.name_on_plan": {
    readonly parameter: string;
    readonly say: { readonly kind: "table" | "area"; readonly name: string };
  };
  "NOT_FOUND.on_plan": {
    readonly nearest: string | null;
    readonly say: { readonly kind: "area" | "table" | "combination"; readonly name: string };
  };
  "NOT_FOUND.conversation": { readonly id: string };
  "NOT_FOUND.text": { readonly id: string };
  "NOT_FOUND.guest_text": { readonly id: string };
  "INVALID_TRANSITION.text": {
    readonly status: string;
    readonly say: { readonly id: string; readonly why: "not_held" | "not_failed" };
  };
  "INVALID_INPUT.no_time": object;
  "INVALID_INPUT.likely_twin": {
    readonly id: string;
    readonly say: InZone & {
      readonly name: string;
      readonly startAt: number;
      readonly partySize: number;
      readonly samePhone: boolean;
    };
  };
  "FORBIDDEN_TOOL.retention": { readonly role: "owner"; readonly brand: string };
  "REVISION_CONFLICT.settings": object;
  "INVALID_INPUT.last_day": { readonly say: { readonly until: string; readonly most: number } };
  "INVALID_INPUT.no_such_date": { readonly say: { readonly typed: string } };
  "INVALID_INPUT.days_swapped": { readonly say: { readonly from: string; readonly to: string } };
  "INVALID_INPUT.days_of_download": {
    readonly say: { readonly days: number; readonly most: number };
  };
  "INVALID_INPUT.no_guest_phone": object;
  "INVALID_INPUT.no_phone_chosen": object;
  "INVALID_INPUT.no_reply_typed": object;
  "INVALID_INPUT.reply_too_long": {
    readonly say: { readonly length: number; readonly most: number };
  };
  "FORBIDDEN_TOOL.clock": object;
  "REVISION_CONFLICT.page": object;
}
