import type { ClockDoubt } from "../../../domain/clock-watch.ts";
import { displayDate, displayTime, MINUTE, zoneAbbreviation } from "../../../domain/time.ts";
import type { InstanceFacts } from "./instance-facts.ts";
import type { Verdict } from "./verdict.ts";
import { lengthText } from "./words.ts";

/** The clock may be this far behind the newest change, because time synchronisation can set it back. */
const CLOCK_TOLERANCE_MS = MINUTE;

export const CLOCK_IS_RIGHT = "clock";
const SET_CLOCK = {
  words: "Set the clock, and keep it right:",
  command: "timedatectl set-ntp true",
};

export function clock(facts: InstanceFacts, zone: string): Verdict {
  const { now, newestChangeAt, clockOffset, clockDoubt } = facts;
  const inWords = (at: number): string =>
    `${displayDate(at, zone)}, ${displayTime(at, zone)} ${zoneAbbreviation(at, zone)}`;
  const shown = inWords(now);
  if (clockDoubt !== null) return doubted(clockDoubt, inWords);
  if (newestChangeAt !== null && newestChangeAt - now > CLOCK_TOLERANCE_MS) {
    const behind = lengthText(newestChangeAt - now);
    return {
      state: "act",
      seen: `The clock shows ${shown}, ${behind} before the newest change on record.`,
      todo: "Reservations and deadlines depend on the clock.",
      remedy: SET_CLOCK,
    };
  }
  const moved =
    clockOffset === 0
      ? ""
      : ` A test has moved the restaurants' time by ${lengthText(clockOffset)}.`;
  return {
    state: "ok",
    seen: `The clock shows ${shown} and agrees with the changes on record.${moved}`,
  };
}

function doubted({ cause, shown, expected }: ClockDoubt, inWords: (at: number) => string): Verdict {
  const seen = {
    jumped: `The clock jumped: it shows ${inWords(shown)} instead of ${inWords(expected)}.`,
    behind: `The clock shows ${inWords(shown)}, but ${inWords(expected)} has already passed.`,
    ahead: `The clock shows ${inWords(shown)}, long after the newest change on record: ${inWords(expected)}.`,
  }[cause];
  return {
    state: "act",
    seen,
    todo:
      "For now, bookings are taken and confirmations go out, but planned texts wait, and offers, questions and " +
      "requests do not expire. If the time shown is right, press the button. If it is wrong, set the clock of the " +
      "machine. After 15 minutes without another jump, the time counts as right.",
    remedy: SET_CLOCK,
    button: { words: "The clock is right", confirm: CLOCK_IS_RIGHT },
  };
}
