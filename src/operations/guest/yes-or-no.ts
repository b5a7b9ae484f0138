import type { LinkTarget } from "../../domain/guest-link.ts";
import { MINUTE } from "../../domain/time.ts";
import type { TableToChoose } from "../../words/guest-answers.ts";
import { asGuest, type MachineContext } from "../call/acting-as.ts";
import { cancelByGuest, confirmAttendance } from "../reservation/attendance-answers.ts";
import { acceptOffer } from "../waitlist/accept-offer.ts";
import { endOffer } from "../waitlist/end-offer.ts";
import {
  type AnsweredText,
  answerAboutReservation,
  answerOfferGone,
  askWhich,
} from "./answer-texts.ts";
import { type Asked, askedOf, rivalsOf, writingOf } from "./asked.ts";

/** `writtenAt` is when the guest wrote the text; null if that is unknown. */
export interface ReplyText extends AnsweredText {
  readonly writtenAt: number | null;
}

/** What the reply did. Null if a person must read the text. */
export type Answered =
  | "attendance_confirmed"
  | "attendance_declined"
  | "attendance_gone"
  | "offer_accepted"
  | "offer_declined"
  | "offer_gone"
  | "ambiguous"
  | null;

const TWICE_MS = MINUTE;
const NO_TAKEN = ["attendance_declined", "offer_declined"] as const;

/** Two texts that were sent less than this time apart may arrive in either order. */
const INDISTINGUISHABLE_MS = 10_000;
const MAX_CHOICES = 4;

/**
 * A YES or NO answers the latest offer or question that has not lapsed. If all have lapsed, a YES answers the
 * latest of them. If it is unclear which one the guest means, asks the guest (rules T20 and W15).
 */
export function answerYesOrNo(
  word: "yes" | "no",
  phone: string,
  text: ReplyText,
  contexts: readonly MachineContext[],
): Answered {
  const [any] = contexts;
  if (any === undefined) return null;
  const writing = writingOf(text.writtenAt, any.now);
  const asked = askedOf(phone, writing, contexts);
  const open = asked.filter(({ standing }) => standing !== "lapsed");
  const meant = open.length > 0 || word === "no" ? open : asked;
  const [first] = meant;
  if (first === undefined) return null;
  const alike =
    rivalsOf(first, asked, writing) ??
    meant.filter(({ sentAt }) => first.sentAt - sentAt < INDISTINGUISHABLE_MS);
  if (alike.length > 1) {
    const choices = alike.slice(0, MAX_CHOICES);
    const tables = choices.map((one) => ({ table: tableOf(one), link: linkOf(one) }));
    const guest = asGuest({ id: first.subject.id, name: "Guest" }, first.context);
    return askWhich(phone, tables, text, guest) ? "ambiguous" : null;
  }
  if (first.standing === "settled") return meant.length === 1 ? asDecided(word, first) : null;
  if (word === "yes") return sayYes(first, text);
  if (first.standing !== "open" || isSecondNo(first, phone, writing.at)) return null;
  return sayNo(first);
}

/** A NO that is sent twice must not cancel a second table. */
function isSecondNo({ sentAt, context }: Asked, phone: string, writtenAt: number): boolean {
  const { inboundTexts } = context.stores;
  const since = Math.max(sentAt, writtenAt - TWICE_MS);
  return NO_TAKEN.some((handledAs) => inboundTexts.saidSince(phone, handledAs, since));
}

const linkOf = ({ kind, subject }: Asked): LinkTarget => ({
  kind: kind === "offer" ? "offer" : "reservation",
  subjectId: subject.id,
});

const tableOf = ({ subject, context: { brand } }: Asked): TableToChoose => ({
  partySize: subject.partySize,
  startAt: subject.startAt,
  brand,
});

function sayYes(one: Asked, text: AnsweredText): Answered {
  if (one.kind === "question") {
    const { kind, reservation } = confirmAttendance(one.subject, one.context);
    const guest = asGuest(reservation, one.context);
    if (kind === "confirmed_late") answerAboutReservation(kind, reservation, text, guest);
    if (kind === "gone") answerAboutReservation("released", reservation, text, guest);
    return kind === "gone" ? "attendance_gone" : "attendance_confirmed";
  }
  const acceptance = acceptOffer(one.subject, one.context);
  if (acceptance.kind === "booked") return "offer_accepted";
  answerOfferGone(one.subject, acceptance, text, asGuest(acceptance.entry, one.context));
  return "offer_gone";
}

function sayNo(one: Asked): Answered {
  if (one.kind === "question") {
    cancelByGuest(one.subject, "decline_attendance", one.context);
    return "attendance_declined";
  }
  endOffer(one.subject, "declined", one.context);
  return "offer_declined";
}

/** For a settled offer or question. Null if the reply contradicts the result. */
function asDecided(word: "yes" | "no", one: Asked): Answered {
  if (one.kind === "offer") {
    const { state } = one.subject;
    if (word === "yes") return state === "accepted" ? "offer_accepted" : null;
    return state === "declined" ? "offer_declined" : null;
  }
  const { status, attendance } = one.subject;
  if (word === "yes") {
    return status === "booked" && attendance === "confirmed" ? "attendance_confirmed" : null;
  }
  return attendance === "declined" ? "attendance_declined" : null;
}
