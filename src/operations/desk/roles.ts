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
    throw refusal("FORBIDDEN_TOOL", `${title}: only on the command line of the server.`);
  }
  // Without a brand there is nothing that a role could be held in: `run` looks at it.
  if (brand === null) return;
  if (role !== undefined && !hasRole(role, caller, brand)) {
    throw notAllowed(title, role, brand);
  }
  const overrides = desk?.override !== undefined && desk.override !== null;
  if (overrides && !hasRole("manager", caller, brand)) {
    throw notAllowed("Going over a limit", "manager", brand);
  }
}

/** Whether somebody who is signed in has at least this role in the brand; the operator has all. */
export const hasRole = (role: Role, { kind, roles }: Caller, brand: string): boolean =>
  kind === "operator" || (kind === "session" && roleAtLeast(roles[brand], role));

function notAllowed(what: string, role: Role, brand: string): DomainError {
  const message = `${what} takes ${role === "owner" ? "an" : "a"} ${role} of ${brand}. Ask one of them to do it.`;
  return refusal("FORBIDDEN_TOOL", message, { role, brand });
}

/** Reads what a form says. Error: INVALID_INPUT where the reason of an override is missing. */
export function toDeskTerms(desk: DeskTerms): DeskTerms {
  if (desk.override === undefined || desk.override === null) return desk;
  const reason = reasonParam.safeParse(desk.override.reason);
  if (reason.success) return { ...desk, override: { reason: reason.data } };
  const typed = desk.override.reason.trim();
  const message =
    typed === ""
      ? "Going over a limit needs a reason: say in a few words why. It is kept with the reservation."
      : `The reason must have at most 500 characters; it has ${typed.length}.`;
  throw refusal("INVALID_INPUT", message, { parameter: "overrideReason" });
}
