import {
  type AnsweredTable,
  type AnswerKind,
  renderAnswer,
  renderWhich,
} from "../../domain/answer-text.ts";
import type { LinkTarget } from "../../domain/guest-link.ts";
import { newId } from "../../domain/ids.ts";
import { costOf } from "../../domain/message-text.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { HOUR } from "../../domain/time.ts";
import type { WaitlistEntry, WaitlistOffer } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";

/** Later than this an answer to a text is no answer any more. */
const FRESH_MS = HOUR;

interface Answer {
  readonly kind: "reply" | "offer_gone";
  readonly to: string;
  readonly body: string;
  readonly reservationId: string | null;
  readonly entryId: string | null;
  /** The same answer is given once. */
  readonly uniqueKey: string;
  readonly links: readonly LinkTarget[];
}

/** Answers a guest's text about a reservation; once for each of its revisions. */
export function answerAboutReservation(
  kind: Extract<AnswerKind, "confirmed_late" | "released">,
  reservation: Reservation,
  context: OperationContext,
): void {
  const { id, name, phone, revision } = reservation;
  if (phone === null) return;
  queue(
    {
      kind: "reply",
      to: phone,
      body: renderAnswer(kind, reservation, partiesOf(name, context)),
      reservationId: id,
      entryId: null,
      uniqueKey: `${id}:reply:${revision}`,
      links: [],
    },
    context,
  );
}

/**
 * Tells a waiting guest that the table is gone; once for each offer. Answers the text; null where
 * none is sent.
 */
export function answerOfferGone(
  offer: WaitlistOffer,
  { entry, waiting }: { readonly entry: WaitlistEntry; readonly waiting: boolean },
  context: OperationContext,
): string | null {
  const kind = waiting ? "gone_still_waiting" : "gone";
  const body = renderAnswer(kind, offer, partiesOf(entry.name, context));
  const queued = queue(
    {
      kind: "offer_gone",
      to: offer.phone,
      body,
      reservationId: null,
      entryId: entry.id,
      uniqueKey: `${entry.id}:offer_gone:${offer.id}`,
      links: [],
    },
    context,
  );
  return queued ? body : null;
}

/** Asks which of the tables a YES or NO meant; once for the same tables. */
export function askWhich(
  phone: string,
  tables: readonly { readonly table: AnsweredTable; readonly link: LinkTarget }[],
  context: OperationContext,
): void {
  const links = tables.map(({ link }) => link);
  const subjects = links.map(({ subjectId, revision }) => `${subjectId}.${revision}`).sort();
  queue(
    {
      kind: "reply",
      to: phone,
      body: renderWhich(
        tables.map(({ table }) => table),
        partiesOf("", context),
      ),
      reservationId: null,
      entryId: null,
      uniqueKey: `which:${subjects.join("+")}`,
      links,
    },
    context,
  );
}

const partiesOf = (guestName: string, { brand }: OperationContext) => ({
  brandName: brand.name,
  guestName,
  zone: brand.settings.timeZone,
});

/** False where the very same was sent before, or the phone wants no texts. */
function queue({ links, ...answer }: Answer, context: OperationContext): boolean {
  const { stores, now, random, brand, caller } = context;
  // Who wants no texts gets none, not even an answer.
  if (stores.optOuts.has(answer.to)) return false;
  const id = newId(now, random);
  const queued = stores.messages.enqueue({
    ...answer,
    id,
    brand: brand.slug,
    segments: costOf(answer.body),
    dueAt: now,
    expiresAt: now + FRESH_MS,
    state: "due",
    attempt: 0,
    providerId: null,
    createdAt: now,
    createdBy: caller.principal,
  });
  if (queued) stores.guestLinks.attach(id, links, now);
  return queued;
}
