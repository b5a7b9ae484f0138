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
const ABOUT =
  /\b(no )?(reservation|waitlist entry|entry|text|calendar address|API key) [0-9a-f]{24}\b/gi;

/** What is said to somebody who calls for a guest, as it is of use to whoever stands at the desk. */
const AT_THE_DESK: readonly (readonly [RegExp, string])[] = [
  // About tools that only read: whoever is on a page looks at it.
  [/ (?:list|get|check|explain)_[a-z]+ [^.]*\./g, ""],
  [/ The opposite is [a-z_]+ \{.*\}\./s, ""],
  [/ undo_last_change \{[^}]*\} takes [^.]*\./, ""],
  [/: mark_arrived \{[^}]*\} when they do\./, "."],
  [/ Its reservation is [0-9a-f]{24}: [^.]*\./, ""],
  [/\b([a-z]+(?:_[a-z]+)+) \{ id: "[0-9a-f]{24}" \}/g, "$1"],
  [/ Pass brand "[^"]*"\./, " Look for it there."],
  [/^Nobody in (the team of .*) has the id [0-9a-f]{24} any more/, "They are not in $1 any more"],
  // The guest is on the telephone already, or at the door.
  [
    / (?:Have the guest call|Pass requestReview: true [^.]*|A manager can (?:still book|change) it [^.]*)\./,
    " It is for a manager to book.",
  ],
  [/, or to call the restaurant\./, "."],
  [/ Send the guest's phone\./, " Ask for the guest's phone."],
  [/\bis no_show\b/g, "is a no-show"],
  [/update_booking \(notes only\), /, ""],
  [/update_booking \(party size and notes only\)/, "“Party size”"],
];

/**
 * What an operation says, for people at a page: tools are called by their buttons, what is in front
 * of them goes without its id, and nobody is sent to the telephone that they answer. Every other
 * word is the operation's own.
 */
export function buttonWords(message: string): string {
  return AT_THE_DESK.reduce((text, [said, read]) => text.replace(said, read), message)
    .replace(ABOUT, (_, no: string | undefined, what: string) =>
      no === undefined ? thisOne(what) : `${no}such ${what}`,
    )
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
  { desk, brand }: Pick<DeskVisit, "brand"> & { readonly desk: Pick<DeskVisit["desk"], "stores"> },
  { message, id }: Warning,
): string {
  const other = typeof id === "string" ? desk.stores.reservations.get(id) : null;
  if (other?.brand !== brand.slug) return buttonWords(message);
  const { name, startAt, partySize } = other;
  const time = displayTime(startAt, brand.settings.timeZone);
  return buttonWords(message.replace(other.id, () => `${name}, ${time}, party of ${partySize}`));
}
