import { isLive } from "../../domain/waitlist.ts";
import { heldForReading } from "../../domain/waitlist-matching.ts";
import { asGuest, type MachineContext } from "../call/acting-as.ts";
import { askAgain } from "../waitlist/ask-again.ts";
import { HEARD } from "../waitlist/end-offer.ts";
import { recordEntryChange } from "../waitlist/record-entry-change.ts";
import { type Asked, askedOf, writingOf } from "./asked.ts";
import type { ReplyText } from "./yes-or-no.ts";

/**
 * Records that the guest has answered, so that the guest does not lose the table before somebody has
 * read the text.
 */
export function noteUnread(
  phone: string,
  { writtenAt }: Pick<ReplyText, "writtenAt">,
  contexts: readonly MachineContext[],
): void {
  const [any] = contexts;
  if (any === undefined) return;
  for (const asked of askedOf(phone, writingOf(writtenAt, any.now), contexts)) {
    if (asked.kind === "question") noteQuestion(asked);
    else noteOffer(asked);
  }
}

function noteQuestion({ standing, subject, context }: Asked & { kind: "question" }): void {
  if (standing === "open") context.stores.messages.markAnswered(subject.id, context.now);
}

/** A hold that ended is not extended: somebody else may have the seats. */
function noteOffer({ standing, subject, context }: Asked & { kind: "offer" }): void {
  const { stores, now } = context;
  if (isLive(subject)) {
    const holdUntil = standing === "open" ? heldForReading(subject) : subject.holdUntil;
    stores.offers.markAnswered(subject.id, holdUntil, now);
    return;
  }
  if (standing !== "missed" || subject.state !== "expired") return;
  if (!stores.offers.markAnswered(subject.id, subject.holdUntil, now)) return;
  const entry = stores.waitlist.entry(subject.entryId);
  if (entry === null || (entry.status !== "waiting" && entry.status !== "paused")) return;
  const guest = asGuest(entry, context);
  const { entry: heard } = recordEntryChange(entry, HEARD, "hear_guest", guest);
  if (entry.status === "paused") askAgain(heard, subject.createdAt, context);
}
