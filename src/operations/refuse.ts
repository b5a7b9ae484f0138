import {
  type Admission,
  type AdmissionRequest,
  type AdmissionWorld,
  admit,
} from "../domain/admission.ts";
import { alternatives, isCuredByTime } from "../domain/alternatives.ts";
import { DomainError, type Reason } from "../domain/errors.ts";

/** Admits a request, or throws all reasons against it, with times that would be accepted where another time helps. */
export function admitOrRefuse(request: AdmissionRequest, world: AdmissionWorld): Admission {
  const admission = admit(request, world);
  const [first, ...others] = admission.reasons;
  if (first === undefined) return admission;
  throw refuseAll([first, ...others], admission.retryAt, request, world);
}

/** The refusal of a request for these reasons. */
export function refuseAll(
  reasons: readonly [Reason, ...Reason[]],
  retryAt: number | null,
  request: AdmissionRequest,
  world: AdmissionWorld,
): DomainError {
  const suggestions = isCuredByTime(reasons) ? alternatives(request, world) : [];
  return new DomainError(reasons, { retryAt, suggestions });
}

/** Where a start could not be resolved: the instant that alternatives are looked for around. */
export function nearbyInstant(reason: Reason, now: number): number {
  const after = reason["after"] as { readonly timestamp: number } | undefined;
  return after?.timestamp ?? (reason["expected"] as number | undefined) ?? now;
}
