import { formatDate, inWords } from "../../../domain/time.ts";
import type { SkipSentences } from "../../catalogue.ts";

export const skips: SkipSentences = {
  "LARGE_PARTY_REVIEW.waiting": "A large party: only a person can offer it a table.",
  OFFER_OPEN:
    "This phone had another table on offer; when that ends, the guest is considered again.",
  QUIET_HOURS: ({ until, zone }) =>
    `The seats came free in quiet hours, which last until ${inWords(until, zone)}; the guest is considered again then.`,
  PASSED_BEFORE: "The guest was offered this start before and did not take it.",
  OFFERS_TODAY: ({ count, date }) =>
    `This phone was offered ${count} tables on ${formatDate(date)}, the maximum for one day.`,
  NOT_SENT: ({ date }) =>
    `The text that offered this start could not be sent on ${formatDate(date)}.`,
  NO_ANSWER: ({ date }) => `The guest gave no answer about these seats on ${formatDate(date)}.`,
  SMS_BUDGET: ({ until, zone }) =>
    `The daily limit of texts, for this phone or for all guests, was reached: no offer could be sent before ${inWords(until, zone)}.`,
  SMS_OFF: ({ why }) =>
    why === "country"
      ? "SMS off, call: the restaurant does not text phones of this country or kind."
      : "SMS off, call: this phone has opted out of texts.",
};
