import type { LinkTarget } from "../../domain/guest-link.ts";
import { newId } from "../../domain/ids.ts";
import { type Message, newMessage } from "../../domain/message.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { costOf } from "../../domain/segments.ts";
import { DAY, HOUR } from "../../domain/time.ts";
import type { WaitlistEntry, WaitlistOffer } from "../../domain/waitlist.ts";
import {
  type AnswerKind,
  renderAnswer,
  renderWhich,
  type TableToChoose,
} from "../../words/guest-answers.ts";
import type { OperationContext } from "../define.ts";
import { phoneUsable } from "../reservation/world.ts";

const FRESH_MS = HOUR;
/** A phone that gets more answers than this is probably a machine that replies to our texts. */
const MAX_ANSWERS_AN_HOUR = 5;
const MAX_ANSWERS_A_DAY = 15;

export interface AnsweredText {
  readonly id: string;
}

type Answer = Pick<Message, "kind" | "to" | "body"> &
  Partial<Pick<Message, "reservationId" | "entryId">>;

export function answerAboutReservation(
  kind: Extract<AnswerKind, "confirmed_late" | "released">,
  reservation: Reservation,
  text: AnsweredText,
  context: OperationContext,
): void {
  const { id, name, phone } = reservation;
  if (phone === null) return;
  const body = renderAnswer(kind, reservation, { brand: context.brand, guestName: name });
  queue({ kind: "reply", to: phone, body, reservationId: id }, text, context);
}

export function answerOfferGone(
  offer: WaitlistOffer,
  { entry, waiting }: { readonly entry: WaitlistEntry; readonly waiting: boolean },
  text: AnsweredText,
  context: OperationContext,
): string | null {
  const kind = waiting ? "gone_still_waiting" : "gone";
  const body = renderAnswer(kind, offer, { brand: context.brand, guestName: entry.name });
  const answer = { kind: "offer_gone", to: offer.phone, body, entryId: entry.id } as const;
  return queue(answer, text, context) ? body : null;
}

export function askWhich(
  phone: string,
  tables: readonly { readonly table: TableToChoose; readonly link: LinkTarget }[],
  text: AnsweredText,
  context: OperationContext,
): boolean {
  const body = renderWhich(tables.map(({ table }) => table));
  const links = tables.map(({ link }) => link);
  return queue({ kind: "reply", to: phone, body }, text, context, links);
}

function queue(
  answer: Answer,
  text: AnsweredText,
  context: OperationContext,
  links: readonly LinkTarget[] = [],
): boolean {
  const { stores, now, random, brand, caller } = context;
  if (phoneUsable(answer.to, context) !== "yes") return false;
  if (stores.messages.countAnswersTo(answer.to, now - FRESH_MS) >= MAX_ANSWERS_AN_HOUR)
    return false;
  if (stores.messages.countAnswersTo(answer.to, now - DAY) >= MAX_ANSWERS_A_DAY) return false;
  const reply = newMessage({
    ...answer,
    id: newId(now, random),
    brand: brand.slug,
    segments: costOf(answer.body, stores.guestLinks.sample),
    expiresAt: now + FRESH_MS,
    uniqueKey: `answer:${text.id}`,
    createdAt: now,
    createdBy: caller.principal,
  });
  return stores.messages.enqueue(reply, links);
}
