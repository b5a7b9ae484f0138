import { servicesOn } from "../../src/domain/calendar.ts";
import { countHeads, type OverFull, type Taken } from "../../src/domain/head-count.ts";
import type { Brand } from "../../src/domain/settings.ts";
import { addDays, dateOf, MINUTE } from "../../src/domain/time.ts";
import { type Counting, takenFrom } from "../../src/operations/capacity/over-full.ts";
import { overFullInWords } from "../../src/operations/selftest/check-records.ts";

/** Watches one brand through many writes, minute by minute. */
export interface LoadWatch {
  /**
   * Each minute or slot that the last write raised above a limit, in words. Empty if there is none.
   */
  look(): string[];
  readonly minutes: number;
}

interface Slot {
  readonly from: number;
  readonly to: number;
  readonly paceCovers: number;
  readonly paceParties: number;
}

/** The counts of every minute and every slot after a write. */
interface Load {
  readonly covers: Int32Array;
  readonly parties: Int32Array;
  readonly starts: readonly (readonly [covers: number, parties: number])[];
}

/**
 * Rule C17: a write may raise the covers or parties present, or the starts in a slot, at most to
 * their limit. What is above its limit already may not rise at all.
 */
export function watchLoad(brand: Brand, counting: Counting, until: number): LoadWatch {
  const from = Math.ceil((counting.now + 1) / MINUTE) * MINUTE;
  const slots = slotsBetween(brand, from, until);
  const measure = (taken: readonly Taken[]): Load => ({
    ...countHeads(taken, from, until),
    starts: slots.map((slot) => startsIn(taken, slot)),
  });
  const count = (): readonly Taken[] => takenFrom(brand, { ...counting, excuses: false });
  let before = measure(count());
  return {
    minutes: before.covers.length,
    look() {
      const taken = count();
      const after = measure(taken);
      const raised = [
        ...raisedMinutes(taken, before, after, from),
        ...raisedSlots(slots, before, after),
      ];
      before = after;
      const { slug, settings } = brand;
      return raised.map((one) => overFullInWords(slug, settings.timeZone, one));
    },
  };
}

function startsIn(taken: readonly Taken[], { from, to }: Slot): readonly [number, number] {
  const starting = taken.filter(
    ({ startsAt }) => (startsAt ?? -1) >= from && (startsAt ?? -1) < to,
  );
  return [starting.reduce((sum, one) => sum + one.covers, 0), starting.length];
}

/**
 * The first minute in which a write raised the covers above their limit, and the same for parties.
 */
function raisedMinutes(
  taken: readonly Taken[],
  before: Load,
  after: Load,
  from: number,
): OverFull[] {
  const found: OverFull[] = [];
  for (const of of ["seats", "parties"] as const) {
    const counts = of === "seats" ? after.covers : after.parties;
    const former = of === "seats" ? before.covers : before.parties;
    for (const [minute, count] of counts.entries()) {
      if (count <= (former[minute] ?? 0)) continue;
      const at = from + minute * MINUTE;
      const there = taken.filter((one) => one.from <= at && at < one.to);
      const limit = Math.max(...there.map((one) => one[of]));
      if (count <= limit) continue;
      found.push({ of, from: at, to: at + MINUTE, count, limit, excused: false });
      break;
    }
  }
  return found;
}

function raisedSlots(slots: readonly Slot[], before: Load, after: Load): OverFull[] {
  return slots.flatMap(({ from, to, paceCovers, paceParties }, index): OverFull[] => {
    const [covers = 0, parties = 0] = after.starts[index] ?? [];
    const [formerCovers = 0, formerParties = 0] = before.starts[index] ?? [];
    const slot = { of: "pace", from, to, excused: false } as const;
    // A party larger than the pace may start if no other party starts in its slot.
    if (covers > Math.max(paceCovers, formerCovers) && parties > 1) {
      return [{ ...slot, count: covers, limit: paceCovers }];
    }
    return parties > Math.max(paceParties, formerParties)
      ? [{ ...slot, count: parties, limit: paceParties }]
      : [];
  });
}

function slotsBetween({ settings }: Brand, from: number, until: number): Slot[] {
  const zone = settings.timeZone;
  const last = dateOf(until, zone);
  const slots: Slot[] = [];
  for (let date = addDays(dateOf(from, zone), -1); date <= last; date = addDays(date, 1)) {
    for (const { opens, lastSeating, closes, limits } of servicesOn(settings, date).services) {
      const length = limits.slotMinutes * MINUTE;
      const ends = Math.max(closes, lastSeating + 1);
      for (let at = opens; at < ends; at += length) {
        const paceCovers = limits.paceCovers ?? Number.POSITIVE_INFINITY;
        const paceParties = limits.paceParties ?? Number.POSITIVE_INFINITY;
        slots.push({ from: at, to: Math.min(at + length, ends), paceCovers, paceParties });
      }
    }
  }
  return slots;
}
