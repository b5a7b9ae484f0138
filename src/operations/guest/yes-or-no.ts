import type { TableToChoose } from "../../domain/answer-text.ts";
import { type LinkTarget, offerLink, reservationLink } from "../../domain/guest-link.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { WaitlistOffer } from "../../domain/waitlist.ts";
import { confirmAttendance, giveBack, openQuestions } from "../reservation/attendance-answers.ts";
import type { MachineContext } from "../reservation/machine-changes.ts";
import { acceptOffer } from "../waitlist/accept-offer.ts";
import { endOffer } from "../waitlist/end-offer.ts";
import {
  type AnsweredText,
  answerAboutReservation,
  answerOfferGone,
  askWhich,
} from "./answer-texts.ts";
import { asGuest } from "./guest-caller.ts";

/** What a YES or NO came to; null: it answers nothing, so a person has to read it. */
export type Answered =
  | "attendance_confirmed"
  | "attendance_declined"
  | "attendance_gone"
  | "offer_accepted"
  | "offer_declined"
  | "offer_gone"
  | "ambiguous"
  | null;

/** Something that a YES or NO may answer. `sentAt` in epoch milliseconds. */
type Candidate = { readonly sentAt: number; readonly context: MachineContext } & (
  | { readonly kind: "offer"; readonly subject: WaitlistOffer }
  | { readonly kind: "question"; readonly subject: Reservation }
);

/**
 * Texts sent within this time may arrive in either order: nobody can tell which one was answered.
 */
const INDISTINGUISHABLE_MS = 10_000;
/** A text with more links than this costs too much; the others are asked for by a further YES. */
const MAX_CHOICES = 4;

/**
 * Takes a YES or NO from a phone (waitlist, offers; booking rules, attendance). It answers what was
 * sent last among the live offer and the open questions; without any, what has lapsed while it may
 * still be had. Sent at the same time: the guest is asked which one they mean. `contexts` are those
 * of the brands that the text belongs to. What has to be said is said again to a guest who texts
 * again; `text` is theirs. Runs inside the write transaction.
 */
export function answerYesOrNo(
  word: "yes" | "no",
  phone: string,
  text: AnsweredText,
  contexts: readonly MachineContext[],
): Answered {
  const questions = contexts.flatMap((context) =>
    openQuestions(phone, context).map(({ reservation, sentAt, released }) => {
      const candidate: Candidate = { kind: "question", subject: reservation, sentAt, context };
      return { candidate, open: !released };
    }),
  );
  const offers = offerTo(phone, contexts);
  const candidates = [...offers, ...questions];
  const open = newestFirst(candidates.filter((one) => one.open));
  const lapsed = newestFirst(candidates.filter((one) => !one.open));
  const meant = open.length > 0 || word === "no" ? open : lapsed;
  const [first] = meant;
  if (first === undefined) return null;
  const alike = meant.filter(({ sentAt }) => first.sentAt - sentAt < INDISTINGUISHABLE_MS);
  if (alike.length > 1) {
    const choices = alike.slice(0, MAX_CHOICES);
    const tables = choices.map((one) => ({ table: tableOf(one), link: linkOf(one) }));
    const guest = asGuest({ id: first.subject.id, name: "Guest" }, first.context);
    askWhich(phone, tables, text, guest);
    return "ambiguous";
  }
  return word === "yes" ? sayYes(first, text) : sayNo(first);
}

const newestFirst = (found: readonly { readonly candidate: Candidate }[]): Candidate[] =>
  found.map(({ candidate }) => candidate).sort((one, other) => other.sentAt - one.sentAt);

const linkOf = (one: Candidate): LinkTarget =>
  one.kind === "offer" ? offerLink(one.subject) : reservationLink(one.subject);

const tableOf = ({ subject, context: { brand } }: Candidate): TableToChoose => ({
  partySize: subject.partySize,
  startAt: subject.startAt,
  brandName: brand.name,
  zone: brand.settings.timeZone,
});

/** The last offer to this phone, as far as its start lies ahead. */
function offerTo(
  phone: string,
  contexts: readonly MachineContext[],
): { readonly candidate: Candidate; readonly open: boolean }[] {
  const [any] = contexts;
  const offer = any?.stores.offers.liveOfPhone(phone) ?? any?.stores.offers.lastOfPhone(phone);
  const context = contexts.find(({ brand }) => brand.slug === offer?.brand);
  if (!offer || context === undefined || offer.startAt <= context.now) return [];
  const live = offer.state === "queued" || offer.state === "sent";
  const sentAt = offer.sentAt ?? offer.createdAt;
  const candidate: Candidate = { kind: "offer", subject: offer, sentAt, context };
  return [{ candidate, open: live && context.now < offer.holdUntil }];
}

function sayYes(one: Candidate, text: AnsweredText): Answered {
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

function sayNo(one: Candidate): Answered {
  if (one.kind === "question") {
    giveBack(one.subject, "decline_attendance", one.context);
    return "attendance_declined";
  }
  endOffer(one.subject, "declined", one.context);
  return "offer_declined";
}
