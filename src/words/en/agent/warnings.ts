import { zoneAbbreviation } from "../../../domain/time.ts";
import type { WarningSentences } from "../../catalogue.ts";
import { overLimit } from "../both/admission.ts";
import {
  ambiguousTime,
  warnings as both,
  duplicate,
  notSent,
  tableLost,
  tableNeeded,
} from "../both/warnings.ts";
import { OTHER_PLACE } from "./answers.ts";

export const warnings: WarningSentences = {
  ...both,
  AMBIGUOUS_TIME: ({ otherTimestamp, say }) =>
    `${ambiguousTime(say)} For the time in ${zoneAbbreviation(otherTimestamp, say.zone)}, pass timestamp ${otherTimestamp}.`,
  POSSIBLE_DUPLICATE: ({ id, say }) =>
    `${duplicate(say)} (${id}). If both are for the same visit, cancel one with cancel_booking.`,
  DUPLICATE_CALL: ({ say }) =>
    `The same call came within ${say.seconds} seconds: this is the reservation that the first call made.`,
  NO_SMS: ({ why, say }) =>
    why === "silent"
      ? "No text was sent: this reservation was made with notifyCustomer false."
      : notSent({ why, say }),
  OVER_LIMIT: overLimit({ ids: true }),
  TABLE_LOST: (facts) =>
    `${tableLost(facts, ` (${facts.id})`)}${facts.say.sits ? "" : ` ${OTHER_PLACE}`}`,
  "TABLE_LOST.when_due": (facts) => `${tableNeeded(facts, ` (${facts.id})`)} ${OTHER_PLACE}`,
  WAITING_ENTRY_BOOKED: ({ entryId }) =>
    `This guest was on the waitlist for that time; entry ${entryId} is now marked as booked.`,
};
