import type { Admission, AdmissionRequest, AdmissionWorld } from "../../domain/admission.ts";
import {
  type Alternatives,
  alternatives,
  isCuredByTime,
  withCures,
} from "../../domain/alternatives.ts";
import { DomainError, type Reason } from "../../domain/errors.ts";
import type { OperationContext } from "../define.ts";

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

/** Cuts the booking window to the caller's `daysAhead`, so that no start beyond it is suggested. */
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

function atAnotherTime({ pinned: _pinned, toleranceMs: _tolerance, ...request }: AdmissionRequest) {
  return request;
}

/** If the timestamp is wrong and the start at `date` and `time` is free, suggests only that start. */
export function onlyMeantStart(reasons: readonly Reason[], found: Alternatives): Alternatives {
  const [first] = found.suggestions;
  const mismatch = reasons.find((one) => one.code === "TIMESTAMP_MISMATCH");
  if (first === undefined || first.timestamp !== mismatch?.expected) return found;
  return { suggestions: [first], otherDays: null };
}

export function nearbyInstant(reason: Reason, now: number): number {
  if (reason.code === "NONEXISTENT_TIME") return reason.before.timestamp;
  return reason.code === "TIMESTAMP_MISMATCH" ? reason.expected : now;
}
