import type { Admission } from "../../domain/admission.ts";
import type { StoredFlag } from "../../domain/reservation-states.ts";
import { type Warning, warning } from "../../domain/warnings.ts";

export function flagsOf(admission: Admission): StoredFlag[] {
  const flags: StoredFlag[] = [];
  if (admission.large) flags.push("large");
  if (admission.walkIn) flags.push("walk_in");
  if (admission.attendance.callToConfirm) flags.push("call_to_confirm");
  if (admission.overLimit) flags.push("over_limit");
  return flags;
}

export function callToConfirm(admission: Admission): Warning[] {
  if (!admission.attendance.callToConfirm) return [];
  return [warning("CALL_TO_CONFIRM", {})];
}
