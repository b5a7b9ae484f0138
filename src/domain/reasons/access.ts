import type { Scope } from "../caller.ts";

export type NotYours =
  | "one_at_a_time"
  | "team_needs_owner"
  | "accounts_need_owner"
  | "yourself"
  | "owns_instance"
  | "owns_instance_and_you_do_not"
  | "works_elsewhere";

export type Compromise = "code_replayed" | "code_guessed" | "refresh_token_replayed";

export interface AccessReasons {
  "INVALID_INPUT.too_many_keys": {
    readonly most: number;
    readonly say: { readonly brand: string };
  };
  "INVALID_INPUT.too_many_people": {
    readonly most: number;
    readonly say: { readonly brand: string };
  };
  "INVALID_INPUT.user_exists": { readonly say: { readonly email: string } };
  "INVALID_INPUT.role_without_brand": { readonly say: { readonly role: string } };
  "FORBIDDEN_TOOL.operator_only": { readonly say: { readonly title: string } };
  "NOT_FOUND.account_id": { readonly say: { readonly id: string } };
  "NOT_FOUND.person": { readonly say: { readonly id: string; readonly team: string } };
  "FORBIDDEN_TOOL.not_yours": { readonly say: { readonly why: NotYours; readonly name: string } };
  "NOT_FOUND.account": { readonly say: { readonly name: string } };
  "INVALID_TRANSITION.in_every_team": { readonly say: { readonly name: string } };
  "INVALID_TRANSITION.last_of_instance": { readonly say: { readonly name: string } };
  "NOT_FOUND.in_team": { readonly say: { readonly name: string; readonly brand: string } };
  "INVALID_TRANSITION.last_owner": {
    readonly say: { readonly name: string; readonly brand: string };
  };
  "INVALID_TRANSITION.account_closed": { readonly say: { readonly name: string } };
  "INVALID_INPUT.in_team_already": { readonly say: { readonly email: string } };
  "INVALID_INPUT.not_by_you": object;
  "INVALID_INPUT.closed_account": { readonly say: { readonly email: string } };
  "INVALID_INPUT.days_backwards": object;
  "INVALID_INPUT.log_cursor": { readonly say: { readonly cursor: string } };
  "FORBIDDEN_TOOL.foreign_key": { readonly say: { readonly name: string } };
  "INVALID_TRANSITION.key_ended": { readonly say: { readonly name: string } };
  "NOT_FOUND.key": { readonly say: { readonly id: string } };
  "NOT_FOUND.app": object;
  "NOT_FOUND.client": object;
  "FORBIDDEN_TOOL.foreign_app": object;
  "INVALID_INPUT.key_without_name": object;
  "INVALID_INPUT.key_without_brand": object;
  "INVALID_INPUT.key_foreign_brands": { readonly say: { readonly brands: readonly string[] } };
  "INVALID_INPUT.key_without_scope": object;
  "INVALID_INPUT.key_tools_unclear": object;
  "INVALID_INPUT.key_without_tool": object;
  "INVALID_INPUT.key_tool_excluded": {
    readonly say: { readonly title: string; readonly scope: Scope };
  };
  "INVALID_INPUT.key_day_over": object;
  "INVALID_INPUT.key_budget": object;
}
