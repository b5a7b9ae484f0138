import type { Admission, AdmissionRequest, AdmissionWorld } from "../../domain/admission.ts";
import {
  type Alternatives,
  alternatives,
  isCuredByTime,
  withCures,
} from "../../domain/alternatives.ts";
import { DomainError, type Reason } from "../../domain/errors.ts";
import type { OperationContext } from "../define.ts";

/**
 * The admission of a request. If there are reasons against it, throws all of them, with times that
 * would be accepted if another time helps.
 */
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

/**
 * The same world for a caller whose budget ends before the brand's booking window: nothing later is
 * suggested.
 */
export function withinBudget(world: AdmissionWorld, { caller }: OperationContext): AdmissionWorld {
  const { daysAhead } = caller.budgets;
  if (daysAhead === null) return world;
  const window = world.settings.bookingWindowDays;
  const bookingWindowDays = window === null ? daysAhead : Math.min(window, daysAhead);
  return { ...world, settings: { ...world.settings, bookingWindowDays } };
}

/** The refusal of a request for these reasons; `world` is where alternatives are looked for. */
export function refuseAll(
  reasons: readonly [Reason, ...Reason[]],
  retryAt: number | null,
  request: AdmissionRequest,
  world: AdmissionWorld,
): DomainError {
  if (isCuredByTime(reasons)) {
    return new DomainError(reasons, { retryAt, ...asRead(reasons, alternatives(request, world)) });
  }
  return new DomainError(withCures(reasons, request, world), { retryAt });
}

/** If date and time are free and only the timestamp was wrong, suggest nothing else. */
export function asRead(reasons: readonly Reason[], found: Alternatives): Alternatives {
  const [first] = found.suggestions;
  const mismatch = reasons.find((one) => one.code === "TIMESTAMP_MISMATCH");
  if (first === undefined || first.timestamp !== mismatch?.expected) return found;
  return { suggestions: [first], otherDays: null };
}

/** If a start could not be resolved: the instant to look for alternatives around. */
export function nearbyInstant(reason: Reason, now: number): number {
  if (reason.code === "NONEXISTENT_TIME") return reason.before.timestamp;
  return reason.code === "TIMESTAMP_MISMATCH" ? reason.expected : now;
}
