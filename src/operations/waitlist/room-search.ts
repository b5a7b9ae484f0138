import { newRequest } from "../../domain/admission/request.ts";
import { type AdmissionWorld, admit } from "../../domain/admission.ts";
import { dayWorld } from "../../domain/alternatives.ts";
import { type Reason, reason } from "../../domain/errors.ts";
import type { WaitlistEntry } from "../../domain/waitlist.ts";
import {
  type FreedWindow,
  mayOffer,
  mayOfferMoreAt,
  servicesNear,
  startsTouching,
} from "../../domain/waitlist-matching.ts";
import type { OperationContext } from "../define.ts";
import { worldOf } from "../reservation/world.ts";

/** What freed seats have room for, decided by the ordinary admission. */
export interface RoomSearch {
  /**
   * Starts that a party of that size may be looked at for, the best first, whether there is room or
   * not.
   */
  starts(partySize: number): readonly number[];
  /** Why this guest cannot have this start; null where they can. */
  whyNot(entry: WaitlistEntry, startAt: number): Reason | null;
  /** Of these sizes those with a start that somebody wishes and that there is room for. */
  feasible(sizes: readonly number[]): number[];
  /** When more of the starts for these sizes may be offered than now; null where all may be. */
  moreAt(sizes: readonly number[]): number | null;
  /** A table was just held: what had room before is looked at again. */
  taken(): void;
}

/**
 * Room in a freed window as it is now. Every guest who may be texted is judged alike, so that one
 * verdict does for all parties of a size and area. Where there is no room now, there is none after
 * more tables are held.
 */
export function searchRoom(window: FreedWindow, context: OperationContext): RoomSearch {
  const { brand, now, stores } = context;
  const { settings } = brand;
  const services = servicesNear(window, settings);
  const touching = new Map<number, readonly number[]>();
  const verdicts = new Map<string, Reason | null>();
  const worldNow = () => dayWorld(services, worldOf(context));
  let world = worldNow();

  const starts = (partySize: number): readonly number[] => {
    const known = touching.get(partySize);
    if (known !== undefined) return known;
    const found = startsTouching(window, partySize, services, { settings, now });
    touching.set(partySize, found);
    return found;
  };
  const verdictFor = (
    partySize: number,
    startAt: number,
    area: string | null = null,
  ): Reason | null => {
    const key = `${partySize} ${startAt} ${area ?? ""}`;
    const known = verdicts.get(key);
    if (known !== undefined) return known;
    const verdict = reasonAgainst({ partySize, area }, startAt, world);
    verdicts.set(key, verdict);
    return verdict;
  };
  return {
    starts,
    whyNot: (entry, startAt) =>
      entry.replaces === null
        ? verdictFor(entry.partySize, startAt, entry.area)
        : reasonAgainst(entry, startAt, worldOf(context, { id: entry.replaces })),
    feasible: (sizes) =>
      sizes.filter((size) =>
        starts(size).some(
          (at) =>
            mayOffer(at, settings, now) &&
            stores.waitlistQueue.isWished(brand.slug, size, at) &&
            verdictFor(size, at) === null,
        ),
      ),
    moreAt: (sizes) =>
      mayOfferMoreAt(
        sizes.flatMap((size) => starts(size)),
        settings,
        now,
      ),
    taken() {
      world = worldNow();
      for (const [key, verdict] of verdicts) if (verdict === null) verdicts.delete(key);
    },
  };
}

/** What the ordinary admission has against a guest with a phone that takes texts. */
function reasonAgainst(
  { partySize, area }: Pick<WaitlistEntry, "partySize" | "area">,
  startAt: number,
  world: AdmissionWorld,
): Reason | null {
  const { reasons, warnings } = admit(newRequest(startAt, partySize, { area }), world);
  if (reasons[0] !== undefined) return reasons[0];
  // Who stands at the door may exceed the kitchen's pace; who is called to it may not.
  const over = warnings.find((one) => one.kind === "OVER_LIMIT");
  if (over === undefined) return null;
  const { kind: _kind, code: _code, ...facts } = over;
  return reason("PACE_FULL.over_limit", facts);
}
