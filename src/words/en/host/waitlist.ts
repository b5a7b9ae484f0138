import { clockTime } from "../../../domain/time.ts";
import type { ReasonSentences } from "../../catalogue.ts";
import { counted } from "../phrases.ts";
import { statusWords } from "./labels.ts";

export const seatsFreed = (waiting: number): string =>
  `The freed seats may suit ${counted(waiting, "waiting guest")}: the waitlist shows who is offered them.`;

export const waitlist = {
  "NOT_FOUND.entry": "This waitlist entry does not exist in this restaurant.",
  "BRAND_MISMATCH.entry": ({ belongsTo }) =>
    `This waitlist entry belongs to the restaurant "${belongsTo}". Look for it there.`,
  "INVALID_INPUT.replaces_over": ({ say }) =>
    `The reservation that this guest would give up for the new table is ${statusWords(say.status)} already. Add the guest without it.`,
  "INVALID_INPUT.replaces_foreign": ({ say }) =>
    `The reservation that this guest would give up for the new table ${say.hasPhone ? "belongs to another phone" : "has no phone"}, ` +
    "so it may not be theirs. Add the guest without it.",
  "INVALID_INPUT.outside_window": ({ say: { wishedAt, earliestAt, latestAt, zone } }) =>
    `${clockTime(wishedAt, zone)} is not between ${clockTime(earliestAt, zone)} and ${clockTime(latestAt, zone)}. ` +
    "Widen the window or change the time.",
  "INVALID_TRANSITION.entry_removed": ({ status }) =>
    status === "booked"
      ? "This guest has a table now and is no longer waiting."
      : "This guest is no longer waiting.",
  "INVALID_TRANSITION.entry_over":
    "This guest is no longer waiting. Add them again if they still want a table.",
  "INVALID_TRANSITION.entry_too_late":
    "The time that this guest waited for has passed. Add them again with another window.",
  "INVALID_TRANSITION.phone_has_offer":
    "This phone was offered a table already: wait for the answer, or withdraw the offer.",
  "INVALID_TRANSITION.entry_has_offer":
    "This guest was offered a table already: wait for the answer, or withdraw the offer.",
} satisfies Partial<ReasonSentences>;

/** `minutes` is null if no table comes free before the service closes. */
export function waitOf(minutes: number | null): string {
  if (minutes === null) return "no table before closing";
  if (minutes < 90) return minutes === 0 ? "no wait" : `about ${minutes} min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `about ${hours} h${rest === 0 ? "" : ` ${rest} min`}`;
}

export function waitSentence(minutes: number | null, ahead: number): string {
  if (minutes === null) return "No table comes free before closing.";
  if (minutes === 0) return "There is room now.";
  const behind = ahead === 0 ? "" : `, after ${counted(ahead, "party", "parties")} at the door`;
  return `The wait is ${waitOf(minutes)}${behind}.`;
}
