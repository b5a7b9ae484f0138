import { isLiftable } from "../../domain/admission/override.ts";
import { type Admission, type AdmissionRequest, admit } from "../../domain/admission.ts";
import { slotOf } from "../../domain/calendar.ts";
import { lastDigits, TEXTED_DIGITS } from "../../domain/phone.ts";
import { costOf } from "../../domain/segments.ts";
import type { WaitlistOffer } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";
import { answerOfferGone } from "../guest/answer-texts.ts";
import type { WireNotification } from "../reservation/wire.ts";
import { type OwnStay, worldOf } from "../reservation/world.ts";
import { endOffer } from "../waitlist/end-offer.ts";

/** Offers whose text is looked up at once. */
const MOST_QUEUED = 1000;

/** The decision about a request, a manager's override included. */
export interface Decision {
  readonly admission: Admission;
  /** Why a manager went over a limit; null where none was in the way. */
  readonly reason: string | null;
  /** To waiting guests whose offer was withdrawn for it. */
  readonly notifications: readonly WireNotification[];
}

/**
 * Decides about a request. Where a manager answers for it, and everything against it is theirs to
 * lift, it is let in with the warning OVER_LIMIT; tables that are only held for waiting guests are
 * taken from them, in the same transaction as everything else, and they are told.
 */
export function decideAtDesk(
  request: AdmissionRequest,
  own: OwnStay,
  context: OperationContext,
): Decision {
  const admission = admit(request, worldOf(context, own));
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
 * Withdraws as few offers as make room, where nothing but holds is in the way. A house that is full
 * of guests is over its limit with or without them: then every promise is kept.
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
      // Who was asked last has had the least time to tell their friends.
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

/** The guest waits on, and hears that the table is gone if they ever heard of it. */
function withdraw(offer: WaitlistOffer, context: OperationContext): WireNotification[] {
  const { stores, now } = context;
  const heard = mayHaveHeard(offer, context);
  endOffer(offer, "withdrawn", context, context);
  const entry = stores.waitlist.entry(offer.entryId);
  if (!heard || entry === null) return [];
  const waiting = entry.status === "waiting";
  // Nobody texted: the offer itself is what is answered, once.
  const body = answerOfferGone(offer, { entry, waiting }, { id: `withdrawn:${offer.id}` }, context);
  if (body === null) return [];
  const phone = lastDigits(offer.phone, TEXTED_DIGITS);
  const segments = costOf(body, stores.guestLinks.sample);
  const told = { kind: "offer_gone", recipient: "waiting_guest", state: "queued" } as const;
  return [{ ...told, phone, body, segments, dueAt: now, why: null }];
}

/** False where the text of the offer still waits here: then it is withdrawn with it. */
function mayHaveHeard({ id, state }: WaitlistOffer, { stores }: OperationContext): boolean {
  if (state === "sent") return true;
  const text = stores.offers.queued(MOST_QUEUED).find((one) => one.id === id)?.text ?? null;
  return text !== null && text !== "due" && text !== "held" && text !== "void";
}
