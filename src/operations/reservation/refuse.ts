import type { Admission, AdmissionRequest, AdmissionWorld } from "../../domain/admission.ts";
import {
  type Alternatives,
  alternatives,
  isCuredByTime,
  withCures,
} from "../../domain/alternatives.ts";
import { DomainError, type Reason } from "../../domain/errors.ts";
import type { OperationContext } from "../define.ts";

/** Returns an admission without reasons; otherwise throws all its reasons, with suggestions. */
export function orRefuse(
  admission: Admission,
  request: AdmissionRequest,
  world: AdmissionWorld,
  context: OperationContext,
): Admission {
  const [first, ...others] = admission.reasons;
  if (first === undefined) return admission;
  throw refuseAll([first, ...others], admission.retryAt, request, withinBudget(world, context));
}

/** Cuts the booking window to the caller's budget, so that no later time is suggested. */
export function withinBudget(world: AdmissionWorld, { caller }: OperationContext): AdmissionWorld {
  const { daysAhead } = caller.budgets;
  if (daysAhead === null) return world;
  const window = world.settings.bookingWindowDays;
  const bookingWindowDays = window === null ? daysAhead : Math.min(window, daysAhead);
  return { ...world, settings: { ...world.settings, bookingWindowDays } };
}

export function refuseAll(
  reasons: readonly [Reason, ...Reason[]],
  retryAt: number | null,
  request: AdmissionRequest,
  world: AdmissionWorld,
): DomainError {
  if (isCuredByTime(reasons)) {
    const found = alternatives(atAnotherTime(request), world);
    return new DomainError(reasons, { retryAt, ...onlyMeantStart(reasons, found) });
  }
  return new DomainError(withCures(reasons, request, world), { retryAt });
}

/** Leaves out the fields that apply only to a party that sits down now. */
function atAnotherTime({ sits: _sits, toleranceMs: _tolerance, ...request }: AdmissionRequest) {
  return request;
}

/** If only the timestamp is wrong, suggests only the start that date and time name. */
export function onlyMeantStart(reasons: readonly Reason[], found: Alternatives): Alternatives {
  const [first] = found.suggestions;
  const mismatch = reasons.find((one) => one.code === "TIMESTAMP_MISMATCH");
  if (first === undefined || first.timestamp !== mismatch?.expected) return found;
  return { suggestions: [first], otherDays: null };
}

/** Near which time to look for others if the given start is invalid, in epoch milliseconds. */
export function nearbyInstant(reason: Reason, now: number): number {
  if (reason.code === "NONEXISTENT_TIME") return reason.before.timestamp;
  return reason.code === "TIMESTAMP_MISMATCH" ? reason.expected : now;
}
