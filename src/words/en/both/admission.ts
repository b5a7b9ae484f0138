import type { ReasonOf } from "../../../domain/errors.ts";
import type { Full, LargeParty, OverLimit } from "../../../domain/reasons/admission.ts";
import { clockTime, formatDate, inWords } from "../../../domain/time.ts";
import type { ReasonSentences } from "../../catalogue.ts";
import { between, counted, full, heldPart, limitName, roomPart, takenPart } from "../phrases.ts";

export const admission = {
  "OUTSIDE_SERVICE.after_last_seating": ({ service, lastSeating, say }) => {
    const last = clockTime(lastSeating, say.zone);
    const time = clockTime(say.startAt, say.zone);
    return `${time} is after the last seating of ${service} at ${last}. Choose ${last} or earlier.${roomPart(say)}`;
  },
  IN_THE_PAST: ({ now, say }) =>
    `${inWords(say.startAt, say.zone)} is in the past: it is now ${inWords(now, say.zone)}. Choose a later time.${roomPart(say)}`,
  NOTICE_TOO_SHORT: ({ minNoticeMinutes, earliest, say }) =>
    `${inWords(say.startAt, say.zone)} is too soon: this restaurant takes reservations at least ` +
    `${counted(minNoticeMinutes, "minute")} ahead. The earliest start now is ${clockTime(earliest, say.zone)}.${roomPart(say)}`,
  BEYOND_WINDOW: ({ daysAhead, bookingWindowDays, say }) =>
    `${inWords(say.startAt, say.zone)} is ${counted(daysAhead, "day")} ahead; reservations open ${counted(bookingWindowDays, "day")} ahead. ` +
    `The last day you can book now is ${formatDate(say.lastDate)}.${roomPart(say)}`,
} satisfies Partial<ReasonSentences>;

interface Naming {
  readonly ids: boolean;
}

export const noRoom =
  ({ ids }: Naming) =>
  (facts: Full): string => {
    const { limited, say } = facts;
    const lead = limited === "seats" ? `No room for a party of ${say.covers}: ` : "";
    return `${lead}${full(facts, say.zone)}${whoAndWhere(facts, ids)}`;
  };

export function noTable({ places, pinned, freeAt, area, say }: ReasonOf<"TABLES_FULL">): string {
  const { covers, zone } = say;
  const stay = `from ${clockTime(say.from, zone)} to ${clockTime(say.to, zone)}`;
  if (say.pinned) {
    return `The table chosen for this party is too small for ${covers} or is taken ${stay}. First choose another table.`;
  }
  const there = area === null ? "" : ` in ${area}`;
  if (places === 0) return `No table${there} takes a party of ${covers}.${roomPart(say)}`;
  const all =
    places === 1 ? "the only table or combination" : `all ${places} tables and combinations`;
  const by = places === 1 ? "by a party" : `${pinned} of them by parties`;
  const chosen = pinned === 0 ? "" : ` (${by} whose table a host chose)`;
  const free = freeAt === null ? "" : `; one comes free at ${clockTime(freeAt, zone)}`;
  const are = places === 1 ? "is" : "are";
  return `No table for ${covers}${there} ${stay}: ${all} for ${covers} ${are} taken${chosen}${free}.${roomPart(say)}`;
}

const TAKEN_SINCE = "Seats taken in the meantime by";

export const exceedsPace =
  ({ ids }: Naming, advice = "") =>
  (facts: Full): string =>
    `At most ${counted(facts.limit, "cover")} may start in one slot. A larger party, such as this party of ${facts.needed}, needs a slot ` +
    `in which no other party starts; ${counted(facts.present, "cover already starts", "covers already start")} ${between(facts, facts.say.zone)}.` +
    `${advice}${whoAndWhere(facts, ids)}`;

const OVER_UNITS = {
  seats: ["person", "people"],
  parties: ["party", "parties"],
  paceCovers: ["cover starts", "covers start"],
  paceParties: ["party starts", "parties start"],
} as const;

export const overLimit =
  ({ ids }: Naming) =>
  ({ from, to, covers, limit, limited, say }: OverLimit): string => {
    const [one, many] = OVER_UNITS[limited];
    return (
      `This party of ${say.partySize} exceeds the ${limitName(limited)} ${between({ from, to }, say.zone)}: ` +
      `${counted(covers, one, many)} with this party, and the limit is ${limit}.${heldPart(say, say.zone)}${takenPart(TAKEN_SINCE, say, ids)}`
    );
  };

export const held =
  ({ ids }: Naming) =>
  ({ heldUntil, say }: ReasonOf<"HELD_FOR_WAITLIST">): string =>
    `The seats for ${say.covers} at ${clockTime(say.from, say.zone)} are held for a waiting guest ` +
    `until ${inWords(heldUntil, say.zone)}. Try again then, or choose another time.` +
    `${takenPart("Offered to", say, ids)}${roomPart(say)}`;

const whoAndWhere = (facts: Full, ids: boolean): string =>
  `${heldPart(facts, facts.say.zone)}${takenPart(TAKEN_SINCE, facts.say, ids)}${roomPart(facts.say)}`;

export function largeParty({ numberOfPeople, largeFrom, say }: LargeParty): string {
  const lead = `A party of ${numberOfPeople} counts as large here (from ${largeFrom} people).`;
  switch (say.why) {
    case "decides_itself":
      return `${lead} A manager decides about large parties.`;
    case "enlarged":
      return `${lead} A reservation cannot be enlarged to this size without a manager's approval.`;
    case "too_late":
      return `${lead} A request must come at least ${counted(say.reviewHours, "hour")} before the start, so it is too late for a request.`;
  }
}
