import { checkLoad } from "../../domain/admission/load.ts";
import { endOf } from "../../domain/admission.ts";
import { dayWorld } from "../../domain/alternatives.ts";
import { serviceAt } from "../../domain/calendar.ts";
import { cutToMinute, MINUTE } from "../../domain/time.ts";
import type { OperationContext } from "../define.ts";
import { seatingTolerance, worldOf } from "../reservation/world.ts";

/** Waits are quoted in steps: nobody says "17 minutes". */
const STEP_MINUTES = 5;

/**
 * How long a party at the door waits, in minutes rounded up to the next five; 0: it can sit down
 * now; null: not before the service closes. Computed like seating: from the stays of all parties
 * that are here or coming, and from the tables if the brand keeps them (rule W22).
 */
export function doorWait(size: number, context: OperationContext): number | null {
  const { brand, now } = context;
  const { settings } = brand;
  const service = serviceAt(settings, now);
  if (service === null || now >= service.closes) return null;
  const world = dayWorld([service], worldOf(context));
  const toleranceMs = seatingTolerance(context);
  const keepsTables = settings.tables.mode !== "off";
  const table = keepsTables ? { table: { area: null, present: [], pinned: false } } : {};
  const fits = (at: number): boolean => {
    const after = { from: at, to: endOf(at, size, settings), covers: size };
    const change = { before: null, after, toleranceMs };
    const { reasons, seat } = checkLoad(
      { change, ...table, service, paced: false, entering: true, factual: false },
      world,
    );
    return reasons.length === 0 && (!keepsTables || seat !== null);
  };
  const start = cutToMinute(now);
  // A table can only come free when a stay ends, or within the tolerance before that.
  const ends = world
    .occupants(start, service.closes)
    .flatMap(({ to }) => [to - (toleranceMs ?? 0), to])
    .filter((at) => at > start && at < service.closes);
  const at = [start, ...new Set(ends.sort((one, other) => one - other))].find(fits);
  return at === undefined ? null : minutesUntil(at, now);
}

const minutesUntil = (at: number, now: number): number =>
  at <= now ? 0 : Math.ceil((at - now) / (STEP_MINUTES * MINUTE)) * STEP_MINUTES;
