import type { NoStartToday, Reason, ReasonOf } from "../../../domain/errors.ts";
import { MONTH_NAMES, YEARS } from "../../../domain/local-date.ts";
import type { DateProblem, PhoneProblem, PlanProblem } from "../../../domain/reasons/input.ts";
import {
  clockTime,
  displayDate,
  displayTime,
  formatDate,
  formatTime,
} from "../../../domain/time.ts";
import type { ReasonSentences } from "../../catalogue.ts";
import {
  counted,
  countryNamed,
  listOf,
  meantPart,
  partOfDay,
  quoted,
  roomPart,
  shown,
} from "../phrases.ts";
import { capitalised, tableNamed } from "./seating.ts";

const EXAMPLE_DATE = "Friday, November 20, 2026";
const EXAMPLE_TIME = "7:30 PM";

export const input = {
  "INVALID_INPUT.no_object": ({ say }) =>
    `The arguments of ${say.operation} must be an object, got ${shown(say.value)}.`,
  "INVALID_INPUT.unknown_parameter": ({ parameter = "", nearest, say }) => {
    const known =
      say.known.length === 0 ? "It takes no parameters." : `Known: ${say.known.join(", ")}.`;
    const hint = nearest === null ? known : `Did you mean ${nearest}?`;
    return `${say.place} has no parameter ${JSON.stringify(parameter)}. ${hint}`;
  },
  "INVALID_INPUT.empty": ({ parameter }) =>
    `${parameter} is empty. Leave ${parameter} out if there is no value.`,
  "INVALID_INPUT.unknown_key": ({ nearest, say }) =>
    `There is no ${say.noun} "${say.shown}". ` +
    (nearest === null ? `Known: ${say.known.join(", ")}.` : `Did you mean "${nearest}"?`),
  "INVALID_INPUT.key": ({ path, expected, say }) =>
    `The key ${quoted(say.key)} in ${path} must be ${expected}.`,
  "INVALID_INPUT.value": ({ path, expected, say }) =>
    say.value === undefined
      ? `${path} is missing: give ${expected}.`
      : `${path} must be ${expected}, not ${quoted(say.value)}.`,
  "INVALID_INPUT.date": ({ value, send, say }) => {
    const problem = say.problem === null ? "" : `: ${dateProblem(say.problem)}`;
    const cure = send ?? `weekday, month, day and year like "${EXAMPLE_DATE}"`;
    return `The date ${JSON.stringify(value)} cannot be read${problem}. Send ${send === null ? cure : `"${cure}"`}.`;
  },
  "INVALID_INPUT.time": ({ value, say }) => {
    const sends = say.sends.map((time) => `"${time}"`).join(" or ");
    const cure = sends === "" ? `hour, minutes and AM or PM like "${EXAMPLE_TIME}"` : sends;
    return `The time ${JSON.stringify(value)} cannot be read. Send ${cure}.`;
  },
  NONEXISTENT_TIME: ({ before, after, say }) =>
    `${formatTime(say.time)} on ${formatDate(say.date)} does not exist in ${say.zone}: ` +
    `the clocks skip to ${displayTime(say.skipsTo, say.zone)} that night. ` +
    `The last time before the gap is ${before.time}, the first time after the gap is ${after.time}.${roomPart(say)}`,
  PHONE_INVALID: ({ say }) => {
    const country =
      say.country === null ? "" : `, or as it is dialled within ${countryNamed(say.country)}`;
    const none = say.saysNone
      ? " Ask for the number, or leave it out where a phone is not needed."
      : "";
    return `${JSON.stringify(say.raw)} is not a phone number: ${phoneProblem(say.problem)} Send it with + and the country code${country}.${none}`;
  },
  "INVALID_INPUT.cursor": ({ say }) =>
    `cursor "${say.cursor}" is not from this server. Pass nextCursor of the previous answer, or leave cursor out to start again.`,
  "INVALID_INPUT.area": ({ areas, nearest, say }) =>
    `There is no area called ${quoted(say.name)}.${meantPart(nearest)} Areas: ${listOf(areas)}. Leave the area out, or send "any", for every area.`,
  "INVALID_INPUT.table": ({ tables, nearest, say }) =>
    `There is no table called ${quoted(say.name)}.${meantPart(nearest)} Tables: ${listOf(tables)}.`,
  "INVALID_INPUT.plan": ({ say }) => `${say.at}: ${planProblem(say.problem)}`,
  "INVALID_INPUT.table_unsuitable": ({ say: { table, covers, maxCovers } }) =>
    maxCovers === null
      ? `${capitalised(tableNamed(table))} ${table.includes(" + ") ? "are" : "is"} kept for guests at the door. Only a host can seat a party at such a table.`
      : `${capitalised(tableNamed(table))} ${table.includes(" + ") ? "have" : "has"} ${counted(maxCovers, "seat")}, and the party is ${covers} people.`,
  "INVALID_INPUT.tables_off":
    "This restaurant does not assign tables to parties: tables.mode is off in its settings.",
  "INVALID_INPUT.service": ({ services, say }) =>
    `There is no service "${say.name}" that day. Services: ${services.join(", ")}.`,
  "INVALID_INPUT.date_over": ({ say }) =>
    `${formatDate(say.date)} is in the past: today is ${formatDate(say.today)}. Choose today or a later date.`,
  "INVALID_INPUT.dates_swapped": ({ say }) =>
    `toDate ${say.to} is before date ${say.from}. Swap the two.`,
  "INVALID_INPUT.too_many_days": ({ days, limit }) =>
    `From date to toDate is ${days} days, but one call can list at most ${limit} days.`,
} satisfies Partial<ReasonSentences>;

function planProblem(problem: PlanProblem): string {
  switch (problem.is) {
    case "unknown_table":
      return `there is no table called ${quoted(problem.name)} in the plan.${meantPart(problem.nearest)} Add the table to tables, or remove it here.`;
    case "unknown_area":
      return `there is no area called ${quoted(problem.name)} in the plan.${meantPart(problem.nearest)} Add the area to areas, or name another area.`;
    case "too_many":
      return `there are ${problem.count} ${problem.what}, and a plan can have ${problem.most}. Only the first ${problem.most} were checked.`;
    case "twice":
      return `the ${problem.what} ${quoted(problem.name)} is in this list twice. Names must differ by more than capitals.`;
    case "least_above_most":
      return `minCovers ${problem.minCovers} is more than maxCovers ${problem.maxCovers}. Swap them, or lower minCovers.`;
    case "same_combination":
      return `${problem.tables.join(" + ")} is listed as a combination twice. Keep one of the two.`;
    case "ends_before":
      return `it ends at ${problem.to}, which is not after ${problem.from}. Give a later end.`;
    case "no_such_time":
      return `${problem.time} does not exist in ${problem.zone}: clocks are put forward then. Give a time before or after.`;
  }
}

function dateProblem(problem: DateProblem): string {
  switch (problem.is) {
    case "no_year":
      return "it has no year";
    case "year":
      return `the year must be ${YEARS}`;
    case "weekday":
      return `${JSON.stringify(problem.word)} is not an English day of the week`;
    case "month":
      return `${JSON.stringify(problem.word)} is not an English month`;
    case "no_such_day":
      return `${MONTH_NAMES[problem.month - 1]} ${problem.year} has no day ${problem.day}`;
  }
}

function phoneProblem(problem: PhoneProblem): string {
  switch (problem.is) {
    case "too_long":
      return "it is too long.";
    case "no_digits":
      return "it has no digits.";
    case "no_country":
      return "the country code is missing.";
    case "not_national":
      return `no number in ${countryNamed(problem.country)} has these ${problem.digits} digits.`;
    case "not_international":
      return `an international number has 8 to 15 digits, this one has ${problem.digits}.`;
    case "invisible":
      return "it contains an invisible character.";
    case "extension":
      return "extensions cannot be texted.";
    case "other":
      return "only digits, spaces, dashes, brackets, dots and a leading + are understood.";
  }
}

const MISTAKES = {
  seconds: "The timestamp looks like seconds: milliseconds are expected.",
  read_as_utc:
    "The timestamp looks like the wall time read as UTC: compute the timestamp in the brand's time zone.",
};

export const mistakeOf = ({
  say,
}: ReasonOf<"TIMESTAMP_MISMATCH" | "TIMESTAMP_MISMATCH.alone">): string | null =>
  say.mistake === null ? null : MISTAKES[say.mistake];

export function timestampMismatch(
  facts: ReasonOf<"TIMESTAMP_MISMATCH" | "TIMESTAMP_MISMATCH.alone">,
): string {
  const { timestamp, timestampReads, dateAndTimeRead, say } = facts;
  const reading =
    timestampReads === null
      ? "is out of range"
      : `is ${timestampReads.time} on ${timestampReads.date}`;
  const { date, time } = dateAndTimeRead;
  const mistake = mistakeOf(facts);
  return (
    `timestamp ${timestamp} ${reading} in ${say.zone}, but date and time say ${time} on ${date} ` +
    `(${say.candidates.join(" or ")}).${mistake === null ? "" : ` ${mistake}`} ` +
    `Leave timestamp out, or send ${facts.expected}.${roomPart(say)}`
  );
}

/** Says for each of the two possible days whether the call would succeed. */
export function weekdayMismatch(
  { dated, weekday, candidates: [first, second], say: { verdicts } }: ReasonOf<"WEEKDAY_MISMATCH">,
  say: (reason: Reason) => string,
): string {
  const [name, day, year] = formatDate(dated).split(", ");
  const read = verdicts.map(({ date, reasons, otherDays, nearest }) => {
    const today = otherDays === null ? "" : ` ${noStartToday(otherDays.today)}`;
    const start = nearest === null ? "" : ` The nearest accepted start that day is ${nearest}.`;
    return ` For ${formatDate(date)}: ${reasons.map(say).join(" ")}${today}${start}`;
  });
  return (
    `${day}, ${year} falls on a ${name}, not on a ${weekday}. ` +
    `Ask which day is meant and send "${first}" or "${second}".${read.join("")}`
  );
}

export function noStartToday({ partySize, from, until, zone }: NoStartToday): string {
  const stretch =
    until === null
      ? `from ${clockTime(from, zone)} on`
      : `between ${clockTime(from, zone)} and ${clockTime(until, zone)}`;
  return `No start is free for a party of ${partySize} ${partOfDay(from, zone)} ${stretch}.`;
}

/** Friday at 1:00 AM may mean the night after Friday's dinner. The hint begins with a space. */
export const pastMidnight = ({
  didYouMean,
  say,
}: ReasonOf<"CLOSED"> | ReasonOf<"OUTSIDE_SERVICE.not_open">): string =>
  didYouMean === undefined
    ? ""
    : ` ${say.service} of ${displayDate(say.startAt, say.zone)} runs past midnight: for that night send ` +
      `date "${didYouMean.date}" with time "${didYouMean.time}".`;
