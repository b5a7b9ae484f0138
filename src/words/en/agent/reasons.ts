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
import { input, pastMidnight, timestampMismatch, weekdayMismatch } from "../both/input.ts";
import { tableTaken } from "../both/seating.ts";
import { settings } from "../both/settings.ts";
import { must, roomPart, seatingTimes, shown } from "../phrases.ts";
import { typed } from "../typed.ts";
import { reservation } from "./reservation.ts";
import { waitlist } from "./waitlist.ts";

const IDS = { ids: true };

const LARGE_PARTY_CURES = {
  request:
    "Pass requestReview: true to create_booking to file a request that a manager decides, or have a manager book the party on the Book page.",
  declined:
    "Your user was asked and wants no request filed. A manager can still book it on the Book page.",
  book: "A manager can still book it on the Book page.",
  change: "A manager can change it in the dashboard.",
  guest_calls: "Have the guest call.",
};

const ANY_AREA = " Leave area out to search every area.";
const TOO_LARGE_FOR_TABLES =
  " Offer several smaller tables, or have the guest call the restaurant.";

/** The sentences of refusals for agents. They name values, limits and the call that helps. */
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
  UNAVAILABLE: (facts) =>
    `${call.UNAVAILABLE(facts)}${facts.say.outcome === "unknown" ? " A repeat with the same idempotencyKey is safe." : ""}`,
  BRAND_UNKNOWN: ({ brand }) =>
    `brand "${brand}" does not exist. list_brands shows the brands you can access.`,
  "INVALID_INPUT.parameter": ({ parameter, say }) =>
    `${parameter} ${must(say.expected)}; ${say.value === undefined ? "it is missing" : `got ${shown(say.value)}`}.`,
  "INVALID_INPUT.note_too_long": ({ length, limit, say }) =>
    `${say.field} would have ${length} characters with this note; the maximum is ${limit}. ` +
    "Shorten the note, or pass append: false to replace the existing note.",
  WEEKDAY_MISMATCH: weekdayMismatch,
  TIMESTAMP_MISMATCH: timestampMismatch,
  "TIMESTAMP_MISMATCH.alone": ({ timestamp, timestampReads }) =>
    "timestamp alone moves nothing: it is only compared with the reservation's date and time. " +
    `To move the reservation, pass date "${timestampReads?.date}" and time "${timestampReads?.time}", with or without timestamp ${timestamp}.`,
  CLOSED: (facts) => {
    const { date, note, didYouMean, say } = facts;
    const hint = didYouMean === undefined ? " Choose another day." : pastMidnight(facts);
    return `The restaurant is closed on ${date}${note === null ? "" : ` (${typed(note)})`}.${hint}${roomPart(say)}`;
  },
  "OUTSIDE_SERVICE.not_open": (facts) =>
    `${seatingTimes(facts)}${pastMidnight(facts)}${roomPart(facts.say)}`,
  PARTY_TOO_LARGE: ({ numberOfPeople, maxPartySize }) =>
    `A party of ${numberOfPeople} is more than this restaurant takes: the largest party is ${maxPartySize}. ` +
    "Ask the guest to come with fewer people or to call the restaurant.",
  LARGE_PARTY_REVIEW: (facts) => `${largeParty(facts)} ${LARGE_PARTY_CURES[facts.say.cure]}`,
  ATTENDANCE_CONTACT_REQUIRED: ({ numberOfPeople, phoneRequiredFrom, say }) =>
    `Parties of ${phoneRequiredFrom} or more are asked by text to confirm, so this party of ` +
    `${numberOfPeople} needs a phone that takes texts, and ` +
    (say.optedOut
      ? "this phone has opted out of texts. Send another phone of the party."
      : "no phone was given. Send the guest's phone."),
  CAPACITY_FULL: noRoom(IDS),
  PARTIES_FULL: noRoom(IDS),
  TABLES_FULL: (facts) =>
    noTable(facts) +
    (facts.places > 0 ? "" : facts.area === null ? TOO_LARGE_FOR_TABLES : ANY_AREA),
  TABLE_TAKEN: tableTaken(IDS),
  PACE_FULL: noRoom(IDS),
  "PACE_FULL.over_limit": overLimit(IDS),
  PARTY_EXCEEDS_PACE: exceedsPace(
    IDS,
    " check_availability shows the slots that are open to this party.",
  ),
  HELD_FOR_WAITLIST: held(IDS),
  "NOT_FOUND.feed": ({ id }) => `There is no calendar link ${id} in this brand.`,
  "NOT_FOUND.text": ({ id }) =>
    `There is no text ${id} in this brand. Somebody may have sent it again: look at the texts again.`,
  "NOT_FOUND.guest_text": ({ id }) => `There is no text ${id} from a guest of this brand.`,
  "INVALID_TRANSITION.text": ({ status, say }) => `Text ${say.id} is ${status}: ${TEXTS[say.why]}.`,
  "NOT_FOUND.person": ({ say }) => `Nobody in the team of ${say.team} has the id ${say.id}.`,
  "NOT_FOUND.key": ({ say }) => `There is no API key ${say.id} for this restaurant.`,
};

const TEXTS = {
  not_held: "only a held text whose time has not passed can be sent",
  not_failed:
    "only a text that was definitely not sent, and whose time has not passed, can be tried again",
};
