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

export interface RoomSearch {
  /**
   * Starts of stays that overlap the freed time, also those without room. The starts nearest to the
   * beginning of the freed time come first.
   */
  starts(partySize: number): readonly number[];
  whyNot(entry: WaitlistEntry, startAt: number): Reason | null;
  feasible(sizes: readonly number[]): number[];
  /** The next time at which more starts may be offered. Null if no start must wait. */
  moreAt(sizes: readonly number[]): number | null;
  /** Call after each offer, because the held table may have taken the room of other starts. */
  taken(): void;
}

/** Remembers full starts. They stay full during the search, because offers only take room. */
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

function reasonAgainst(
  { partySize, area }: Pick<WaitlistEntry, "partySize" | "area">,
  startAt: number,
  world: AdmissionWorld,
): Reason | null {
  const { reasons, warnings } = admit(newRequest(startAt, partySize, { area }), world);
  if (reasons[0] !== undefined) return reasons[0];
  // Guests at the door may exceed the kitchen's pace; guests who get an offer may not.
  const over = warnings.find((one) => one.kind === "OVER_LIMIT");
  if (over === undefined) return null;
  const { kind: _kind, code: _code, ...facts } = over;
  return reason("PACE_FULL.over_limit", facts);
}
