import { clockTime, formatDate, inWords } from "../../../domain/time.ts";
import type { SkipSentences } from "../../catalogue.ts";
import { counted } from "../phrases.ts";

export const skips: SkipSentences = {
  HELD_FOR_WAITLIST: ({ heldUntil, say }) =>
    `The seats for ${say.covers} at ${clockTime(say.from, say.zone)} were held for another waiting guest ` +
    `until ${inWords(heldUntil, say.zone)}. If they come free, this guest is considered again.`,
  "LARGE_PARTY_REVIEW.waiting": "This is a large party: only a person can offer it a table.",
  OFFER_OPEN:
    "Another offer to this phone was open; the guest is considered again when that offer ends.",
  QUIET_HOURS: ({ until, zone }) =>
    `The seats came free in quiet hours, which last until ${inWords(until, zone)}; the guest is considered again then.`,
  PASSED_BEFORE: "The guest was offered this start before and did not take it.",
  OFFERS_TODAY: ({ count, date }) =>
    `This phone was offered ${counted(count, "table")} on ${formatDate(date)}, the limit for one day.`,
  NOT_SENT: ({ date }) =>
    `The text that offered this start could not be sent on ${formatDate(date)}.`,
  NO_ANSWER: ({ date }) =>
    `The guest did not answer the offer of these seats on ${formatDate(date)}.`,
  SMS_BUDGET: ({ until, zone }) =>
    `The daily limit of texts (to this phone, or to all guests) was reached: no offer could be sent before ${inWords(until, zone)}.`,
  SMS_OFF: ({ why }) =>
    why === "country"
      ? "Call this guest (SMS off): the restaurant does not text phones of this country or kind."
      : "Call this guest (SMS off): this phone has opted out of texts.",
};
