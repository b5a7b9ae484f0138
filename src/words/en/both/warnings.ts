import { nameInLine } from "../../../domain/plain-text.ts";
import type { Place, UnverifiedPhone, WarningFacts } from "../../../domain/reasons/warnings.ts";
import {
  clockTime,
  displayTime,
  formatDate,
  formatTime,
  zoneAbbreviation,
} from "../../../domain/time.ts";
import type { WarningSentences } from "../../catalogue.ts";
import { counted, countryNamed, full } from "../phrases.ts";
import { largeParty } from "./admission.ts";
import { tableNamed } from "./seating.ts";

export const warnings = {
  "POSSIBLE_DUPLICATE.kept":
    "Your user was asked and wants no second reservation: this is the existing one. Nothing was booked.",
  PHONE_UNVERIFIED: ({ say }) =>
    `${say.phone} was kept, but texts may not reach it: ${unverified(say.why)}`,
  "NO_SMS.no_gateway":
    "Nobody is texted, because no SMS gateway is set up: tell the guests another way.",
  "NO_SMS.offer": ({ why }) =>
    why === "country"
      ? "The restaurant does not text phones of this country or kind: no offer can be sent, so somebody must call the guest."
      : "This phone has opted out of texts: no offer can be sent, so somebody must call the guest.",
  "NO_SMS.ready": ({ why }) =>
    `No text was sent: ${NOT_READY[why]}. Call out the name of the party.`,
  CALL_TO_CONFIRM:
    "No text can ask this guest to confirm: somebody should call before the day of the reservation.",
  "CALL_TO_CONFIRM.too_late":
    "It is too late to ask by text whether the guest is coming: somebody should call.",
  "CALL_TO_CONFIRM.never_told":
    "The guest was not asked, because they never got a text about this reservation. If the guest knows of it in another way, somebody should call.",
  LARGE_PARTY: ({ numberOfPeople, largeFrom, say }) =>
    `A party of ${numberOfPeople} counts as large here (from ${largeFrom} people): ${LARGE[say.is]}.`,
  "LARGE_PARTY.waits": ({ say }) =>
    `${largeParty(say.large)} The party is on the waitlist, but only a person can offer it a table.`,
  PACE_EXCEEDED: ({ present, needed, limit, from, to, say: { limited, zone } }) =>
    `${full({ limited, present, needed, limit, from, to }, zone)} Accepted anyway, because the party starts within 15 minutes.`,
  "OVER_LIMIT.table": ({ covers, limit, say }) =>
    `${covers} people sit at ${tableNamed(say.table)}, which has ${counted(limit, "seat")}.`,
  "OVER_LIMIT.called": ({ say }) =>
    `There is no room for the party of ${say.covers} yet, so no table is kept for it. Seat it as soon as another party leaves.`,
  AFTER_LAST_SEATING: ({ lastSeating, say }) =>
    `The last seating of ${say.service} was at ${clockTime(lastSeating, say.zone)}; accepted as a walk-in.`,
} satisfies Partial<WarningSentences>;

/** Example: "Okafor, party of 6, 7:30 PM, loses table 12 and gets no other." `id`: " (6afe...)" or "". */
export const tableLost = (
  { tables, timestamp, numberOfPeople, say }: WarningFacts["TABLE_LOST"],
  id: string,
): string => {
  const who = `${nameInLine(say.name)}${id}, party of ${numberOfPeople}, ${clockTime(timestamp, say.zone)}`;
  const lost = tableNamed(tables.join(" + "));
  return say.sits
    ? `${who}, was seated at ${lost}. Say where they sit now, or mark them as done.`
    : `${who}, loses ${lost} and gets no other.`;
};

/** "Okafor, party of 6, is due at table 12 at 7:30 PM and loses it if these guests are still there." */
export const tableNeeded = (
  { tables, timestamp, numberOfPeople, say }: WarningFacts["TABLE_LOST.when_due"],
  id: string,
): string =>
  `${nameInLine(say.name)}${id}, party of ${numberOfPeople}, is due at ${tableNamed(tables.join(" + "))} ` +
  `at ${clockTime(timestamp, say.zone)} and loses ${tables.length === 1 ? "it" : "them"} if these guests are still there.`;

const NOT_READY = {
  country: "the restaurant does not text phones of this country or kind",
  opted_out: "this phone has opted out of texts",
  landline: "this phone is a landline",
};

const LARGE = {
  by_manager: "accepted by a manager",
  request: "kept as a request until the restaurant approves it",
  flagged: 'accepted, with the flag "large"',
};

function unverified(why: UnverifiedPhone): string {
  switch (why.is) {
    case "meant":
      return `its country has no such number. Did you mean ${why.meant}?`;
    case "no_country":
      return "no country code begins like this. Check the digits after the +.";
    case "too_short":
      return `it is too short for a number ${placeOf(why.place)}. Check for a missing digit.`;
    case "too_long":
      return `it is too long for a number ${placeOf(why.place)}. Check for an extra digit.`;
    case "length":
      return `no number ${placeOf(why.place)} has this many digits. Check for a missing digit.`;
    case "begins":
      return `no number ${placeOf(why.place)} begins like this. Check for a mistyped digit.`;
  }
}

const placeOf = (place: Place): string =>
  "country" in place ? `in ${countryNamed(place.country)}` : `under ${place.callingCode}`;

export function ambiguousTime(say: {
  readonly date: string;
  readonly time: string;
  readonly startAt: number;
  readonly zone: string;
}): string {
  const spoken = `${formatTime(say.time)} on ${formatDate(say.date)}`;
  return `${spoken} happens twice, because the clocks go back that night. It was read as the time in ${zoneAbbreviation(say.startAt, say.zone)}.`;
}

/**
 * Without a full stop, because callers add it. Example: "This phone has another
 * reservation at that time: Ada, 7:00 PM, party of 4"
 */
export function duplicate(say: WarningFacts["POSSIBLE_DUPLICATE"]["say"]): string {
  const lead = say.samePhone
    ? "This phone has another reservation at that time"
    : "A party of this name and size is already booked at that time";
  const time = displayTime(say.startAt, say.zone);
  return `${lead}: ${nameInLine(say.name)}, ${time}, party of ${say.partySize}`;
}

export const notSent = ({ why, say }: UnsentText): string => {
  if (say.tooMany) return NOT_SENT.too_many;
  return why === "no_phone" && say.walkIn ? NOT_SENT.walk_in : NOT_SENT[why];
};

type UnsentText = Pick<WarningFacts["NO_SMS"], "say"> & {
  readonly why: Exclude<WarningFacts["NO_SMS"]["why"], "silent">;
};

const NOT_SENT = {
  walk_in: "No text was sent: this walk-in gave no phone. Tell the guest in person.",
  no_phone: "No text was sent: the reservation has no phone. Tell the guest another way.",
  opted_out: "No text was sent: this phone has opted out of texts. Tell the guest another way.",
  country:
    "No text was sent: the restaurant does not text phones of this country or kind. Tell the guest another way.",
  budget: "No text was sent: this key has used up its texts for today. Tell the guest another way.",
  too_many:
    "No text was sent: this phone has had too many texts about bookings in 24 hours. Somebody should call the guest.",
};
