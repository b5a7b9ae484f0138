import { type Caller, type Role, roleAtLeast } from "../../domain/caller.ts";
import { type DomainError, refusal } from "../../domain/errors.ts";
import type { DeskTerms, Operation } from "../define.ts";
import { reasonParam } from "../params.ts";

/**
 * May this person do this in this brand? What has a least role is for people who are signed in, and
 * so is going over a limit, which takes a manager. Error: FORBIDDEN_TOOL.
 */
export function requireRole(
  { role, title }: Pick<Operation, "role" | "title">,
  caller: Caller,
  brand: string,
  desk?: DeskTerms,
): void {
  if (role !== undefined && !isPersonWith(role, caller, brand)) {
    throw notAllowed(title, role, brand);
  }
  const overrides = desk?.override !== undefined && desk.override !== null;
  if (overrides && !isPersonWith("manager", caller, brand)) {
    throw notAllowed("Going over a limit", "manager", brand);
  }
}

/** Whether somebody who is signed in has at least this role in the brand. */
export const isPersonWith = (role: Role, { kind, roles }: Caller, brand: string): boolean =>
  kind === "session" && roleAtLeast(roles[brand], role);

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
