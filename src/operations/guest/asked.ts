import type { Reservation } from "../../domain/reservation.ts";
import { MINUTE } from "../../domain/time.ts";
import { isLive, type WaitlistOffer } from "../../domain/waitlist.ts";
import type { SentQuestion } from "../../storage/guest-store.ts";
import type { MachineContext } from "../call/acting-as.ts";
import { isReleased } from "../reservation/attendance-answers.ts";
import { isAbout } from "../reservation/text-rows.ts";

/** A gateway's clock may differ from ours by this much. */
export const CLOCKS_MS = 5 * MINUTE;
const MAX_LOOK_BACK = 100;

export interface Writing {
  readonly at: number;
  /** What was sent after this instant may have arrived only after the guest wrote. */
  readonly sentBy: number;
}

/** `writtenAt`: null if unknown. Then every offer or question counts as sent before the text. */
export const writingOf = (writtenAt: number | null, now: number): Writing => ({
  at: writtenAt ?? now,
  sentBy: writtenAt ?? Number.POSITIVE_INFINITY,
});

const isAfterText = (sentAt: number, { sentBy }: Writing): boolean => sentAt > sentBy + CLOCKS_MS;

/**
 * State of an offer or a question. `open`: the guest can answer now. `missed`: time ran out after the
 * guest wrote. `settled`: decided after the guest wrote, for example on the guest's page. `lapsed`: over
 * before the guest wrote, but a YES may still get the table if it is free.
 */
type Standing = "open" | "missed" | "settled" | "lapsed";

export type Asked = {
  readonly sentAt: number;
  readonly until: number;
  readonly standing: Standing;
  /** True if the guest may have written before seeing this offer or question. */
  readonly isInDoubt: boolean;
  readonly context: MachineContext;
} & (
  | { readonly kind: "offer"; readonly subject: WaitlistOffer }
  | { readonly kind: "question"; readonly subject: Reservation }
);

export function askedOf(
  phone: string,
  writing: Writing,
  contexts: readonly MachineContext[],
): Asked[] {
  const found = contexts.flatMap((context) => [
    ...offersTo(phone, writing, context),
    ...questionsTo(phone, writing, context),
  ]);
  return found.sort((one, other) => other.sentAt - one.sentAt);
}

/** The offers and questions that the text may answer. Null if `first.isInDoubt` is false. */
export function rivalsOf(first: Asked, asked: readonly Asked[], writing: Writing): Asked[] | null {
  if (!first.isInDoubt) return null;
  const before = asked.find((one) => !one.isInDoubt && one.until > writing.at - CLOCKS_MS);
  const doubtful = asked.filter((one) => one.isInDoubt && one.standing !== "lapsed");
  return before === undefined ? doubtful : [...doubtful, before];
}

function offersTo(phone: string, writing: Writing, context: MachineContext): Asked[] {
  const { stores, brand, now } = context;
  const read = stores.offers
    .ofPhone(phone)
    .filter(
      ({ brand: slug, startAt }) => slug === brand.slug && startAt > stores.clock.endingsAt(now),
    )
    .map((subject) => ({ subject, sentAt: subject.sentAt ?? subject.createdAt }))
    .filter(({ sentAt }) => !isAfterText(sentAt, writing))
    .map((one) => ({ ...one, wentOut: stores.offers.wentOut(one.subject) }))
    .filter(({ wentOut }) => wentOut !== "never")
    .map(({ subject, sentAt, wentOut }): Asked => {
      const standing = standingOfOffer(subject, writing, context);
      const isInDoubt = sentAt > writing.sentBy || wentOut === "perhaps";
      const until = subject.holdUntil;
      return { kind: "offer", subject, sentAt, until, standing, isInDoubt, context };
    });
  const last = read.slice(0, 1);
  const before = read.find((one) => !one.isInDoubt);
  return before === undefined || before === last[0] ? last : [...last, before];
}

function standingOfOffer(
  offer: WaitlistOffer,
  { at }: Writing,
  { stores, now }: MachineContext,
): Standing {
  const { state, holdUntil, entryId } = offer;
  if (isLive(offer) && stores.clock.endingsAt(now) < holdUntil) return "open";
  if (at >= holdUntil) return "lapsed";
  if (state !== "accepted" && state !== "declined") return "missed";
  const decidedAt = stores.waitlist.entry(entryId)?.updatedAt ?? 0;
  return decidedAt > at ? "settled" : "lapsed";
}

function questionsTo(phone: string, writing: Writing, context: MachineContext): Asked[] {
  const { stores, brand } = context;
  const found: Asked[] = [];
  const seen = new Set<string>();
  for (const question of stores.guests.questionsTo(phone)) {
    const { reservationId, sentAt } = question;
    if (question.brand !== brand.slug || isAfterText(sentAt, writing)) continue;
    if (seen.has(reservationId)) continue;
    seen.add(reservationId);
    const subject = stores.reservations.get(reservationId);
    if (subject === null || subject.phone !== phone) continue;
    const standing = standingOfQuestion(question, subject, writing, context);
    const until = subject.cancelledAt ?? subject.startAt;
    const isInDoubt = sentAt > writing.sentBy || question.inDoubt === 1;
    if (standing !== null) {
      found.push({ kind: "question", subject, sentAt, until, standing, isInDoubt, context });
    }
  }
  return found;
}

/** Null if the question was answered or no longer valid when the guest wrote. */
function standingOfQuestion(
  question: SentQuestion,
  reservation: Reservation,
  { at }: Writing,
  context: MachineContext,
): Standing | null {
  if (asksAboutPresentStart(question, reservation, context)) {
    if (isOpen(reservation, context)) return "open";
    if (isReleased(reservation, context)) {
      return (reservation.cancelledAt ?? 0) > at ? "missed" : "lapsed";
    }
  }
  return reservation.updatedAt > at ? "settled" : null;
}

function asksAboutPresentStart(
  question: SentQuestion,
  reservation: Reservation,
  { stores }: MachineContext,
): boolean {
  if (isAbout(question, reservation)) return true;
  const since = stores.audit
    .ofReservation(reservation.id, MAX_LOOK_BACK)
    .filter(
      ({ at, before }) => at >= question.sentAt && ("startAt" in before || "phone" in before),
    );
  // `timeRevision` counts these changes. Some may be older than the rows that were read.
  if (since.length !== reservation.timeRevision - (question.timeRevision ?? 0)) return false;
  const first = since.findLast(({ before }) => "startAt" in before);
  return first === undefined || first.before["startAt"] === reservation.startAt;
}

const isOpen = (
  { status, attendance, startAt }: Reservation,
  { now, stores }: MachineContext,
): boolean =>
  status === "booked" &&
  (attendance === "pending" || attendance === "no_reply") &&
  startAt > stores.clock.endingsAt(now);
