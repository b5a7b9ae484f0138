import type { Reservation } from "../../domain/reservation.ts";
import { MINUTE } from "../../domain/time.ts";
import type { WaitlistOffer } from "../../domain/waitlist.ts";
import type { SentQuestion } from "../../storage/guest-store.ts";
import { isReleased } from "../reservation/attendance-answers.ts";
import type { MachineContext } from "../reservation/machine-changes.ts";
import { isAbout } from "../reservation/texts.ts";

/** By how much the clock of a gateway's phone, or of its network, may differ from ours. */
export const CLOCKS_MS = 5 * MINUTE;
/** Changes of a reservation that are looked through for what a guest was asked about. */
const MAX_LOOK_BACK = 100;

/** When a text was written. Instants are epoch milliseconds. */
export interface Writing {
  readonly at: number;
  /** What was sent by then came before it; what was sent minutes later, after it. */
  readonly sentBy: number;
}

/** The writing of a text that is brought at `now`; a gateway that gives no time brings it at once. */
export const writingOf = (writtenAt: number | null, now: number): Writing => ({
  at: writtenAt ?? now,
  sentBy: writtenAt ?? Number.POSITIVE_INFINITY,
});

/** True where it was sent after a text was written, however the clocks differ. */
const isLater = (sentAt: number, { sentBy }: Writing): boolean => sentAt > sentBy + CLOCKS_MS;

/**
 * `open`: it may be answered. `missed`: it could when the text was written, and is over. `settled`:
 * it was decided otherwise since. `lapsed`: it was over by then, but may still be had.
 */
type Standing = "open" | "missed" | "settled" | "lapsed";

/** Something that a guest was asked before their text, or at that time. */
export type Asked = {
  /** Epoch milliseconds, as is `until`: when it was over, or will be. */
  readonly sentAt: number;
  readonly until: number;
  readonly standing: Standing;
  /** Nobody knows whether it was asked before the text was written, or at all. */
  readonly isInDoubt: boolean;
  readonly context: MachineContext;
} & (
  | { readonly kind: "offer"; readonly subject: WaitlistOffer }
  | { readonly kind: "question"; readonly subject: Reservation }
);

/**
 * What a phone had been asked when a text of it was written, and may have meant by YES or NO: the
 * last one first. A reply never answers what was asked after it.
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
 * Those among which nobody can tell which one was meant, `first` having been sent last of what is
 * open: where it may have been sent after the text was written, or not at all, whatever was open
 * just before.
 */
export function rivalsOf(first: Asked, asked: readonly Asked[], writing: Writing): Asked[] | null {
  if (!first.isInDoubt) return null;
  const before = asked.find((one) => !one.isInDoubt && one.until > writing.at - CLOCKS_MS);
  const doubtful = asked.filter((one) => one.isInDoubt && one.standing !== "lapsed");
  return before === undefined ? doubtful : [...doubtful, before];
}

/** The last offer of the brand to this phone, as far as its start lies ahead, and the one before. */
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
  { state, holdUntil, entryId }: WaitlistOffer,
  { at }: Writing,
  { stores, now }: MachineContext,
): Standing {
  if ((state === "queued" || state === "sent") && stores.clock.endingsAt(now) < holdUntil)
    return "open";
  if (at >= holdUntil) return "lapsed";
  if (state !== "accepted" && state !== "declined") return "missed";
  const decidedAt = stores.waitlist.entry(entryId)?.updatedAt ?? 0;
  return decidedAt > at ? "settled" : "lapsed";
}

/** The questions that were sent to this phone about starts of the brand to come, one for each. */
function questionsTo(phone: string, writing: Writing, context: MachineContext): Asked[] {
  const { stores, brand } = context;
  const found: Asked[] = [];
  const seen = new Set<string>();
  for (const question of stores.guests.questionsTo(phone)) {
    const { reservationId, sentAt } = question;
    if (question.brand !== brand.slug || isLater(sentAt, writing)) continue;
    // The last one to this phone about a reservation is the one that is answered.
    if (seen.has(reservationId)) continue;
    seen.add(reservationId);
    const subject = stores.reservations.get(reservationId);
    // A phone that was corrected since is a stranger's: they have no say about the table.
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

/** Null: it was answered, or about something else, before the text was written. */
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
 * A question about the time before a move says nothing about the time after it, unless the move, or
 * the correction of a phone, was taken back: then the guest was asked about what is so again.
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
  // Each of them made another revision of the time: unless all are known, the question is an old one.
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
