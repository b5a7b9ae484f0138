import { type Caller, type Role, roleAtLeast } from "../../domain/caller.ts";
import { type DomainError, refusal } from "../../domain/errors.ts";
import type { DeskTerms, Operation } from "../define.ts";
import { reasonParam } from "../params.ts";

/**
 * May this person do this in this brand? What has a least role is for people who are signed in, and
 * so is going over a limit, which takes a manager. Error: FORBIDDEN_TOOL.
 */
export function requireRole(
  { role, title, operatorOnly }: Pick<Operation, "role" | "title" | "operatorOnly">,
  caller: Caller,
  brand: string | null,
  desk?: DeskTerms,
): void {
  if (operatorOnly === true && caller.kind !== "operator") {
    throw refusal("FORBIDDEN_TOOL.operator_only", { say: { title } });
  }
  // Without a brand there is nothing that a role could be held in: `run` looks at it.
  if (brand === null) return;
  if (role !== undefined && !hasRole(role, caller, brand)) {
    throw notAllowed(title, role, brand);
  }
  const overrides = desk?.override !== undefined && desk.override !== null;
  if (overrides && !hasRole("manager", caller, brand)) {
    throw notAllowed(null, "manager", brand);
  }
}

/** Whether somebody who is signed in has at least this role in the brand; the operator has all. */
export const hasRole = (role: Role, { kind, roles }: Caller, brand: string): boolean =>
  kind === "operator" || (kind === "session" && roleAtLeast(roles[brand], role));

const notAllowed = (what: string | null, role: Role, brand: string): DomainError =>
  refusal("FORBIDDEN_TOOL.role", { role, brand, say: { what } });

/** Reads what a form says. Error: INVALID_INPUT where the reason of an override is missing. */
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
