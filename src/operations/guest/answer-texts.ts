import type { LinkTarget } from "../../domain/guest-link.ts";
import { newId } from "../../domain/ids.ts";
import { newMessage } from "../../domain/message.ts";
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

/** Later than this an answer to a text is no answer any more. */
const FRESH_MS = HOUR;
/** More answers to a phone within that hour: it is a machine that answers ours. */
const MAX_ANSWERS = 5;
/** And whoever has had as many in a day wants us to pay for them. */
const MAX_ANSWERS_A_DAY = 15;

/** The text that is answered: another one, though in the same words, gets an answer of its own. */
export interface AnsweredText {
  readonly id: string;
}

interface Answer {
  readonly kind: "reply" | "offer_gone";
  readonly to: string;
  readonly body: string;
  readonly reservationId: string | null;
  readonly entryId: string | null;
}

/** Answers a guest's text about a reservation. */
export function answerAboutReservation(
  kind: Extract<AnswerKind, "confirmed_late" | "released">,
  reservation: Reservation,
  text: AnsweredText,
  context: OperationContext,
): void {
  const { id, name, phone } = reservation;
  if (phone === null) return;
  queue(
    {
      kind: "reply",
      to: phone,
      body: renderAnswer(kind, reservation, { brand: context.brand, guestName: name }),
      reservationId: id,
      entryId: null,
    },
    text,
    context,
  );
}

/** Tells a waiting guest that the table is gone. Answers the text; null where none is sent. */
export function answerOfferGone(
  offer: WaitlistOffer,
  { entry, waiting }: { readonly entry: WaitlistEntry; readonly waiting: boolean },
  text: AnsweredText,
  context: OperationContext,
): string | null {
  const kind = waiting ? "gone_still_waiting" : "gone";
  const body = renderAnswer(kind, offer, { brand: context.brand, guestName: entry.name });
  const queued = queue(
    {
      kind: "offer_gone",
      to: offer.phone,
      body,
      reservationId: null,
      entryId: entry.id,
    },
    text,
    context,
  );
  return queued ? body : null;
}

/** Asks which of the tables a YES or NO meant; false where no question is sent. */
export function askWhich(
  phone: string,
  tables: readonly { readonly table: TableToChoose; readonly link: LinkTarget }[],
  text: AnsweredText,
  context: OperationContext,
): boolean {
  const links = tables.map(({ link }) => link);
  return queue(
    {
      kind: "reply",
      to: phone,
      body: renderWhich(tables.map(({ table }) => table)),
      reservationId: null,
      entryId: null,
    },
    text,
    context,
    links,
  );
}

/**
 * One answer for each text of the guest, and an end where two machines talk to each other. False
 * where none is sent.
 */
function queue(
  answer: Answer,
  text: AnsweredText,
  context: OperationContext,
  links: readonly LinkTarget[] = [],
): boolean {
  const { stores, now, random, brand, caller } = context;
  // Who wants no texts gets none, not even an answer.
  if (phoneUsable(answer.to, context) !== "yes") return false;
  if (stores.messages.answersTo(answer.to, now - FRESH_MS) >= MAX_ANSWERS) return false;
  if (stores.messages.answersTo(answer.to, now - DAY) >= MAX_ANSWERS_A_DAY) return false;
  const id = newId(now, random);
  const reply = newMessage({
    ...answer,
    id,
    brand: brand.slug,
    segments: costOf(answer.body, stores.guestLinks.sample),
    expiresAt: now + FRESH_MS,
    uniqueKey: `answer:${text.id}`,
    createdAt: now,
    createdBy: caller.principal,
  });
  return stores.messages.enqueue(reply, links);
}
