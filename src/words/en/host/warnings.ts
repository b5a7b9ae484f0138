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

const OTHER_PLACE = " Give that party another table or another time.";

export const warnings: WarningSentences = {
  ...both,
  AMBIGUOUS_TIME: ({ otherTimestamp, say }) =>
    `${ambiguousTime(say)} If the guest means the time in ${zoneAbbreviation(otherTimestamp, say.zone)}, ask a manager.`,
  POSSIBLE_DUPLICATE: ({ say }) =>
    `${duplicate(say)}. Cancel one of them if both are for the same visit.`,
  DUPLICATE_CALL: ({ say }) =>
    `The same form was sent twice within ${say.seconds} seconds: this reservation was made the first time.`,
  NO_SMS: ({ why, say }) =>
    why === "silent"
      ? "No text was sent: this guest gets no texts about this reservation."
      : notSent({ why, say }),
  OVER_LIMIT: overLimit({ ids: false }),
  TABLE_LOST: (facts) => `${tableLost(facts, "")}${facts.say.sits ? "" : OTHER_PLACE}`,
  "TABLE_LOST.when_due": (facts) => `${tableNeeded(facts, "")}${OTHER_PLACE}`,
  WAITING_ENTRY_BOOKED:
    "This guest was on the waitlist for that time; the waitlist entry is now marked as booked.",
};
