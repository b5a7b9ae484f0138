import { formatTime } from "../../../domain/time.ts";
import type { ReasonSentences } from "../../catalogue.ts";
import { access } from "../both/access.ts";
import { account } from "../both/account.ts";
import {
  admission,
  exceedsPace,
  held,
  largeParty,
  noRoom,
  noTable,
  overLimit,
} from "../both/admission.ts";
import { call } from "../both/call.ts";
import { desk } from "../both/desk.ts";
import { input, timestampMismatch, weekdayMismatch } from "../both/input.ts";
import { tableTaken } from "../both/seating.ts";
import { settings } from "../both/settings.ts";
import { must, roomPart, seatingTimes } from "../phrases.ts";
import { planFault } from "./plan-faults.ts";
import { reservation } from "./reservation.ts";
import { waitlist } from "./waitlist.ts";

const NAMES = { ids: false };

/** Refusals for hosts. They name no tools or ids, and say what to do at the desk. */
export const reasons: ReasonSentences = {
  ...call,
  ...input,
  ...settings,
  ...admission,
  ...reservation,
  ...waitlist,
  ...desk,
  ...access,
  ...account,
  "SETTINGS_CONFLICT.last_seating": ({ say }) =>
    `The last seating of ${say.service}, ${formatTime(say.lastSeating)}, is not between its opening at ` +
    `${formatTime(say.opens)} and its closing at ${formatTime(say.closes)}.`,
  BRAND_UNKNOWN: ({ brand }) => `There is no restaurant "${brand}".`,
  "INVALID_INPUT.parameter": ({ parameter, say }) => `${parameter} ${must(say.expected)}.`,
  "INVALID_INPUT.plan": ({ say }) => planFault(say.problem),
  "INVALID_INPUT.note_too_long": ({ length, limit }) =>
    `The note would have ${length} characters; the maximum is ${limit}. Shorten the note.`,
  WEEKDAY_MISMATCH: weekdayMismatch,
  TIMESTAMP_MISMATCH: timestampMismatch,
  "TIMESTAMP_MISMATCH.alone": timestampMismatch,
  CLOSED: ({ date, note, didYouMean, say }) =>
    `The restaurant is closed on ${date}${note === null ? "" : ` (${note})`}.` +
    (didYouMean === undefined ? " Choose another day." : nightBefore(didYouMean, say.service)) +
    roomPart(say),
  "OUTSIDE_SERVICE.not_open": (facts) =>
    seatingTimes(facts) +
    (facts.didYouMean === undefined ? "" : nightBefore(facts.didYouMean, facts.say.service)) +
    roomPart(facts.say),
  PARTY_TOO_LARGE: ({ numberOfPeople, maxPartySize }) =>
    `A party of ${numberOfPeople} is more than this restaurant takes: the largest party is ${maxPartySize}. ` +
    "Ask the guest for a smaller party.",
  LARGE_PARTY_REVIEW: (facts) => `${largeParty(facts)} Ask a manager to book it.`,
  ATTENDANCE_CONTACT_REQUIRED: ({ numberOfPeople, phoneRequiredFrom, say }) =>
    `Parties of ${phoneRequiredFrom} or more are asked by text to confirm, so this party of ` +
    `${numberOfPeople} needs a phone that takes texts, and ` +
    (say.optedOut
      ? "this phone has opted out of texts. Ask for another phone of the party."
      : "no phone was given. Ask for the guest's phone."),
  CAPACITY_FULL: noRoom(NAMES),
  PARTIES_FULL: noRoom(NAMES),
  TABLES_FULL: noTable,
  TABLE_TAKEN: tableTaken(NAMES),
  PACE_FULL: noRoom(NAMES),
  "PACE_FULL.over_limit": overLimit(NAMES),
  PARTY_EXCEEDS_PACE: exceedsPace(NAMES),
  HELD_FOR_WAITLIST: held(NAMES),
  "NOT_FOUND.feed": "This calendar link no longer exists.",
  "NOT_FOUND.text": "This text no longer exists. Somebody may have sent it again: reload the page.",
  "NOT_FOUND.guest_text": "This text does not exist in this restaurant.",
  "INVALID_TRANSITION.text": ({ say }) => TEXTS[say.why],
  "NOT_FOUND.person": ({ say }) => `This person is no longer in the team of ${say.team}.`,
  "NOT_FOUND.key": "This API key has no access to this restaurant.",
};

const nightBefore = (
  { date, time }: { readonly date: string; readonly time: string },
  service: string | null,
): string => ` ${service} runs past midnight: for that night choose ${time} on ${date}.`;

const TEXTS = {
  not_held: "Only a held text whose time has not passed can be sent.",
  not_failed:
    "Only a text that was definitely not sent, and whose time has not passed, can be tried again.",
};
