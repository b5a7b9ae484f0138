import type { Reservation } from "../../domain/reservation.ts";
import { MINUTE } from "../../domain/time.ts";
import { isLive, type WaitlistOffer } from "../../domain/waitlist.ts";
import type { SentQuestion } from "../../storage/guest-store.ts";
import type { MachineContext } from "../call/acting-as.ts";
import { isReleased } from "../reservation/attendance-answers.ts";
import { isAbout } from "../reservation/text-rows.ts";

/** By how much the clock of a gateway's phone, or of its network, may differ from ours. */
export const CLOCKS_MS = 5 * MINUTE;
/** How many changes of a reservation to search for the one that moved it. */
const MAX_LOOK_BACK = 100;

/** When a text was written. Instants are epoch milliseconds. */
export interface Writing {
  readonly at: number;
  /** Texts sent by then came before it; texts sent minutes later came after it. */
  readonly sentBy: number;
}

/** When a text was written that arrives at `now`: just now, if the gateway gives no time. */
export const writingOf = (writtenAt: number | null, now: number): Writing => ({
  at: writtenAt ?? now,
  sentBy: writtenAt ?? Number.POSITIVE_INFINITY,
});

/** True if it was certainly sent after the text was written, even if the clocks differ. */
const isLater = (sentAt: number, { sentBy }: Writing): boolean => sentAt > sentBy + CLOCKS_MS;

/**
 * `open`: can still be answered. `missed`: could be answered when the text was written, but is over
 * now. `settled`: has been decided since. `lapsed`: was over when the text was written, but the
 * table may still be free.
 */
type Standing = "open" | "missed" | "settled" | "lapsed";

/** Something that a guest was asked before or around the time of their text. */
export type Asked = {
  /** Epoch milliseconds, as is `until`: when it was over, or will be. */
  readonly sentAt: number;
  readonly until: number;
  readonly standing: Standing;
  /** It may have been sent after the text was written, or not at all. */
  readonly isInDoubt: boolean;
  readonly context: MachineContext;
} & (
  | { readonly kind: "offer"; readonly subject: WaitlistOffer }
  | { readonly kind: "question"; readonly subject: Reservation }
);

/**
 * The questions and offers that a phone had got when its text was written, latest first. A reply
 * never answers a later one.
 */
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

/**
 * What the text may answer if it is in doubt whether `first`, the latest open question, was sent:
 * all questions in doubt, and the latest open one that was certainly sent. Null if `first` is
 * certain.
 */
export function rivalsOf(first: Asked, asked: readonly Asked[], writing: Writing): Asked[] | null {
  if (!first.isInDoubt) return null;
  const before = asked.find((one) => !one.isInDoubt && one.until > writing.at - CLOCKS_MS);
  const doubtful = asked.filter((one) => one.isInDoubt && one.standing !== "lapsed");
  return before === undefined ? doubtful : [...doubtful, before];
}

/** The brand's last offer to this phone for a start ahead, and the last one not in doubt. */
function offersTo(phone: string, writing: Writing, context: MachineContext): Asked[] {
  const { stores, brand, now } = context;
  const read = stores.offers
    .ofPhone(phone)
    .filter(
      ({ brand: slug, startAt }) => slug === brand.slug && startAt > stores.clock.endingsAt(now),
    )
    .map((subject) => ({ subject, sentAt: subject.sentAt ?? subject.createdAt }))
    .filter(({ sentAt }) => !isLater(sentAt, writing))
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

/** The brand's questions to this phone about starts ahead, the latest for each reservation. */
function questionsTo(phone: string, writing: Writing, context: MachineContext): Asked[] {
  const { stores, brand } = context;
  const found: Asked[] = [];
  const seen = new Set<string>();
  for (const question of stores.guests.questionsTo(phone)) {
    const { reservationId, sentAt } = question;
    if (question.brand !== brand.slug || isLater(sentAt, writing)) continue;
    // Only the latest question about a reservation can be answered.
    if (seen.has(reservationId)) continue;
    seen.add(reservationId);
    const subject = stores.reservations.get(reservationId);
    // The reservation has another phone now: this one belongs to somebody else.
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

/** Null: it had been answered or no longer applied when the text was written. */
function standingOfQuestion(
  question: SentQuestion,
  reservation: Reservation,
  { at }: Writing,
  context: MachineContext,
): Standing | null {
  if (isStillAsked(question, reservation, context)) {
    if (isOpen(reservation, context)) return "open";
    if (isReleased(reservation, context)) {
      return (reservation.cancelledAt ?? 0) > at ? "missed" : "lapsed";
    }
  }
  return reservation.updatedAt > at ? "settled" : null;
}

/**
 * A question asked before a move is not about the new time, unless the move (or a correction of the
 * phone) was undone.
 */
function isStillAsked(
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
  // Each change raises the time's revision by one. If the audit log has fewer, older ones were
  // deleted and the question is too old.
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
