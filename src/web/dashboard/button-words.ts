import { DomainError, type Reason } from "../../domain/errors.ts";
import { displayTime } from "../../domain/time.ts";
import type { Warning } from "../../domain/warnings.ts";
import type { DeskVisit } from "./desk-visit.ts";
import { CHANGE_NAMES, changeWords } from "./reservation/words.ts";

/** What is written on the button, or over the form, that does what a tool does. */
const BUTTONS: Readonly<Record<string, string>> = {
  mark_arrived: "Arrived",
  mark_seated: "Seat",
  mark_completed: "Done",
  mark_no_show: "No-show",
  cancel_booking: "Cancel reservation",
  update_booking: "Move or resize",
  add_note: "Notes",
  create_booking: "Book",
  undo_last_change: "Undo",
  seat_walk_in: "Walk-in",
  add_to_waitlist: "Add to the waitlist",
  remove_from_waitlist: "Withdraw",
};

const NAME = /\b[a-z]+(?:_[a-z]+)+\b/g;
const ABOUT = /\b(no )?(reservation|waitlist entry|entry|text) [0-9a-f]{24}\b/gi;
/** Sentences about tools that only read: whoever is on a page looks at it. */
const READING = / (?:list|get|check|explain)_[a-z]+ [^.]*\./g;

/**
 * What an operation says, for people at a page: tools are called by their buttons, and what is in
 * front of them goes without its id. Every other word is the operation's own.
 */
export function buttonWords(message: string): string {
  return message
    .replace(READING, "")
    .replace(": check the id.", ".")
    .replace(ABOUT, (_, no: string | undefined, what: string) =>
      no === undefined ? thisOne(what) : `no such ${what}`,
    )
    .replaceAll("is no_show", "is a no-show")
    .replace("update_booking (notes only), ", "")
    .replace("update_booking (party size and notes only)", "“Party size”")
    .replace(NAME, (name) => {
      const known = BUTTONS[name] ?? (CHANGE_NAMES.includes(name) ? changeWords(name) : null);
      return known === null ? name : `“${known}”`;
    });
}

const thisOne = (what: string): string =>
  /^[A-Z]/.test(what) ? `This ${what.toLowerCase()}` : `this ${what}`;

/** The same refusal in those words. */
export function inButtonWords({ reasons, retryAt, suggestions }: DomainError): DomainError {
  const [first, ...others] = reasons.map((one) => ({ ...one, message: buttonWords(one.message) }));
  return new DomainError([first as Reason, ...others], { retryAt, suggestions });
}

/** A warning in those words; another reservation is named by its guest and time, not by its id. */
export function warningWords(
  { desk, brand }: Pick<DeskVisit, "desk" | "brand">,
  { message, id }: Warning,
): string {
  const other = typeof id === "string" ? desk.stores.reservations.get(id) : null;
  if (other?.brand !== brand.slug) return buttonWords(message);
  const { name, startAt, partySize } = other;
  const time = displayTime(startAt, brand.settings.timeZone);
  return buttonWords(message.replace(other.id, () => `${name}, ${time}, party of ${partySize}`));
}
