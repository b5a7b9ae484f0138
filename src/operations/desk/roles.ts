import { type Caller, type Role, roleAtLeast } from "../../domain/caller.ts";
import { type DomainError, refusal } from "../../domain/errors.ts";
import type { Stores } from "../../storage/stores.ts";
import type { CallContext, DeskTerms, Operation } from "../define.ts";
import { reasonParam } from "../params.ts";

export function requireRole(
  {
    role,
    title,
    operatorOnly,
    scope,
  }: Pick<Operation, "role" | "title" | "operatorOnly" | "scope">,
  { caller, stores, desk }: Pick<CallContext, "caller" | "stores" | "desk">,
  brand: string | null,
): void {
  if (operatorOnly === true && caller.kind !== "operator") {
    throw refusal("FORBIDDEN_TOOL.operator_only", { say: { title } });
  }
  // Roles belong to brands. An operation without a brand checks its callers itself.
  if (brand === null) return;
  if (role !== undefined && !hasRole(role, caller, brand)) {
    throw notAllowed(title, role, brand);
  }
  if (scope === "settings.write" && !maySet(caller, brand, stores)) {
    throw notAllowed(title, "manager", brand);
  }
  const overrides = desk?.override !== undefined && desk.override !== null;
  if (overrides && !hasRole("manager", caller, brand)) {
    throw notAllowed(null, "manager", brand);
  }
}

export const hasRole = (role: Role, { kind, roles }: Caller, brand: string): boolean =>
  kind === "operator" || (kind === "session" && roleAtLeast(roles[brand], role));

/** For an app, the person who connected it must be a manager. An API key needs no role. */
function maySet(caller: Caller, brand: string, { grants, users }: Stores): boolean {
  if (caller.kind === "session") return hasRole("manager", caller, brand);
  if (caller.kind !== "oauth") return true;
  const person = grants.byId(caller.principal)?.userId;
  const teams = person === undefined ? [] : users.teamsOf(person);
  return roleAtLeast(teams.find((team) => team.brand === brand)?.role, "manager");
}

const notAllowed = (what: string | null, role: Role, brand: string): DomainError =>
  refusal("FORBIDDEN_TOOL.role", { role, brand, say: { what } });

/** Error: INVALID_INPUT if an override's reason is empty or too long. */
export function toDeskTerms(desk: DeskTerms): DeskTerms {
  if (desk.override === undefined || desk.override === null) return desk;
  const reason = reasonParam.safeParse(desk.override.reason);
  if (reason.success) return { ...desk, override: { reason: reason.data } };
  const { length } = desk.override.reason.trim();
  const parameter = "overrideReason";
  throw length === 0
    ? refusal("INVALID_INPUT.no_override_reason", { parameter })
    : refusal("INVALID_INPUT.override_reason_too_long", { parameter, say: { length } });
}
