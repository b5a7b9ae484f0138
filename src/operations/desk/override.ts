import { isLiftable } from "../../domain/admission/override.ts";
import {
  type Admission,
  type AdmissionRequest,
  type AdmissionWorld,
  admit,
} from "../../domain/admission.ts";
import { slotOf } from "../../domain/calendar.ts";
import { lastDigits } from "../../domain/phone.ts";
import { costOf } from "../../domain/segments.ts";
import type { WaitlistOffer } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";
import { answerOfferGone } from "../guest/answer-texts.ts";
import type { WireNotification } from "../reservation/wire.ts";
import { type OwnStay, worldOf } from "../reservation/world.ts";
import { endOffer } from "../waitlist/end-offer.ts";

const MOST_QUEUED = 1000;

export interface Decision {
  readonly admission: Admission;
  /** Null if no limit was overridden. */
  readonly reason: string | null;
  readonly notifications: readonly WireNotification[];
}

/**
 * At a manager's request, overrides a refusal if all its reasons may be overridden: turns the reasons into
 * warnings and withdraws the waitlist offers that hold the seats. `world` must not contain the `own` stay.
 */
export function decideAtDesk(
  request: AdmissionRequest,
  own: OwnStay,
  world: AdmissionWorld,
  context: OperationContext,
): Decision {
  const admission = admit(request, world);
  const reason = context.desk?.override?.reason ?? null;
  const { reasons } = admission;
  if (reason === null || reasons.length === 0 || !reasons.every(isLiftable)) {
    return { admission, reason: null, notifications: [] };
  }
  const overruled = { ...request, overruled: true };
  const notifications = takeHolds(overruled, own, context);
  return { admission: admit(overruled, worldOf(context, own)), reason, notifications };
}

/**
 * Withdraws live offers until the party has room. If one of them holds enough seats, withdraws only that
 * offer; otherwise withdraws the newest offers, one by one.
 */
function takeHolds(
  request: AdmissionRequest,
  own: OwnStay,
  context: OperationContext,
): WireNotification[] {
  const told: WireNotification[] = [];
  for (;;) {
    const world = worldOf(context, own);
    const { retryAt, service, endAt } = admit(request, world);
    if (retryAt === null) return told;
    const slot = service === null ? null : slotOf(service, request.startAt);
    const from = Math.min(request.startAt, slot?.from ?? request.startAt);
    const to = Math.max(endAt, slot?.to ?? endAt);
    const { stores, brand, now } = context;
    const inTheWay = stores.waitlist
      .liveOffers(brand.slug, from, to, stores.clock.endingsAt(now))
      .filter(({ phone, holdUntil }) => phone !== own.phone && holdUntil <= retryAt)
      // The guest of the newest offer had the least time to make plans.
      .sort((one, other) => other.createdAt - one.createdAt);
    const enough = inTheWay.find(({ id }) => {
      const occupants = (start: number, end: number) =>
        world.occupants(start, end).filter((one) => one.id !== id);
      return admit(request, { ...world, occupants }).retryAt === null;
    });
    const offer = enough ?? inTheWay[0];
    if (offer === undefined) return told;
    told.push(...withdraw(offer, context));
  }
}

function withdraw(offer: WaitlistOffer, context: OperationContext): WireNotification[] {
  const { stores, now } = context;
  const heard = mayHaveHeard(offer, context);
  endOffer(offer, "withdrawn", context, context);
  const entry = stores.waitlist.entry(offer.entryId);
  if (!heard || entry === null || offer.phone === "") return [];
  const waiting = entry.status === "waiting";
  // `answerOfferGone` needs the id of the guest's text. Here the guest sent none, so make up an id.
  const body = answerOfferGone(offer, { entry, waiting }, { id: `withdrawn:${offer.id}` }, context);
  if (body === null) return [];
  const phone = lastDigits(offer.phone);
  const segments = costOf(body, stores.guestLinks.sample);
  const told = { kind: "offer_gone", recipient: "waiting_guest", state: "queued" } as const;
  return [{ ...told, name: entry.name, phone, body, segments, dueAt: now, why: null }];
}

/** False if the offer's text was not sent yet. endOffer then withdraws the text too. */
function mayHaveHeard({ id, state }: WaitlistOffer, { stores }: OperationContext): boolean {
  if (state === "sent") return true;
  const text = stores.offers.queued(MOST_QUEUED).find((one) => one.id === id)?.text ?? null;
  return text !== null && text !== "due" && text !== "held" && text !== "void";
}
