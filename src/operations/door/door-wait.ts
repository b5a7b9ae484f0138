import { checkLoad } from "../../domain/admission/load.ts";
import { endOf } from "../../domain/admission.ts";
import { dayWorld } from "../../domain/alternatives.ts";
import { serviceAt } from "../../domain/calendar.ts";
import { cutToMinute, MINUTE } from "../../domain/time.ts";
import type { OperationContext } from "../define.ts";
import { tablesAtDoor } from "../desk/walk-in-tables.ts";
import { seatingTolerance, worldOf } from "../reservation/world.ts";

/** Nobody is told "17 minutes". */
const STEP_MINUTES = 5;

/**
 * How long a party at the door waits, in whole minutes rounded up to five; 0: it can sit down now;
 * null: not before the service closes. Reckoned from the stays of everybody who is here or comes, and
 * from the tables where the brand keeps them (rule W22).
 */
export function doorWait(size: number, context: OperationContext): number | null {
  const { brand, now } = context;
  const { settings } = brand;
  const service = serviceAt(settings, now);
  if (service === null || now >= service.closes) return null;
  if (settings.tables.mode !== "off") {
    const { places, wait } = tablesAtDoor(size, context);
    if (places.length > 0) return 0;
    return wait === null || wait.at >= service.closes ? null : minutesUntil(wait.at, now);
  }
  const world = dayWorld([service], worldOf(context));
  const toleranceMs = seatingTolerance(context);
  for (let at = cutToMinute(now); at < service.closes; at += STEP_MINUTES * MINUTE) {
    const after = { from: at, to: endOf(at, size, settings), covers: size };
    const { reasons } = checkLoad(
      {
        change: { before: null, after, toleranceMs },
        service,
        paced: false,
        entering: true,
        factual: false,
      },
      world,
    );
    if (reasons.length === 0) return minutesUntil(at, now);
  }
  return null;
}

const minutesUntil = (at: number, now: number): number =>
  at <= now ? 0 : Math.ceil((at - now) / (STEP_MINUTES * MINUTE)) * STEP_MINUTES;
