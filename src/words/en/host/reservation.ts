import type { NotUndoable, Remedy } from "../../../domain/reasons/reservation.ts";
import { clockTime, inWords } from "../../../domain/time.ts";
import type { ReasonSentences } from "../../catalogue.ts";
import { statusWords } from "./labels.ts";
import { buttonOf, changeWords } from "./operations.ts";

export const reservation = {
  "NOT_FOUND.reservation": "This reservation does not exist in this restaurant.",
  "BRAND_MISMATCH.reservation": ({ belongsTo }) =>
    `This reservation belongs to the restaurant "${belongsTo}". Look for it there.`,
  "REVISION_CONFLICT.reservation": ({ say: { by } }) => {
    const who = by === null ? "" : ` by ${by.name} (${changeWords(by.operation)})`;
    return `This reservation was changed meanwhile${who}. Check it, then make your change again.`;
  },
  "REVISION_CONFLICT.stored":
    "This reservation was changed meanwhile. Check it, then make your change again.",
  NOTHING_TO_UPDATE: "Nothing to change: choose another time, another size or other notes.",
  "INVALID_TRANSITION.reservation": ({ status, say: { tool, of, moves, update } }) => {
    const possible = [...moves.map(buttonOf), ...UPDATE[update], "Notes"];
    const what = of === null ? `“${buttonOf(tool)}”` : CHANGES[of];
    return (
      `This reservation is ${statusWords(status)}: ${what} is not possible. ` +
      `Possible: ${possible.map((one) => `“${one}”`).join(", ")}.`
    );
  },
  "INVALID_TRANSITION.no_request": ({ status }) =>
    `This reservation is ${statusWords(status)} and not a request, so there is nothing to decide.`,
  TOO_EARLY: ({ earliest, startsAt, say: { move, zone } }) =>
    move === "mark_came"
      ? `“${buttonOf(move)}” is for parties that nobody marked during the service, which ends at ` +
        `${inWords(earliest, zone)}. Until then use “${buttonOf("mark_seated")}”.`
      : `“${buttonOf(move)}” is possible from ${inWords(earliest, zone)}, because this reservation starts at ` +
        `${inWords(startsAt, zone)}. ` +
        (move === "mark_no_show"
          ? "The guest may still come."
          : "Perhaps you mean another reservation."),
  NOTHING_TO_UNDO: ({ say }) => `Nothing to undo: ${notUndoable(say)}`,
  UNDO_EXPIRED: ({ operation, undoMinutes }) =>
    `“${changeWords(operation)}” was more than ${undoMinutes} minutes ago and cannot be undone. ` +
    "Change it back by hand, or ask a manager.",
  "SLOT_REUSED.late_guest": ({ say: { until, zone, remedy } }) =>
    `There is no longer room for this late guest to stay until ${clockTime(until, zone)}. ${CURES[remedy.is]}`,
  "SLOT_REUSED.undo": ({ say: { remedy } }) => `This cannot be undone. ${CURES[remedy.is]}`,
  "SLOT_REUSED.given_away": ({ say: { operation } }) =>
    `The seats were given away after “${changeWords(operation)}”, so this change cannot be undone.`,
} satisfies Partial<ReasonSentences>;

const UPDATE = { all: ["Move or resize"], size_and_notes: ["Party size"], notes: [] };
const CHANGES = { start: "another date or time", start_or_size: "another date, time or size" };

const CURES: Readonly<Record<Remedy["is"], string>> = {
  book_anew: "Book the party again where there is room, or ask a manager to go over the limit.",
  move: "The reservation stays as it is: move or resize it where there is room, or ask a manager to go over the limit.",
  stays_seated: "Leave the party seated as it is, or ask a manager to go over the limit.",
};

function notUndoable(why: NotUndoable): string {
  switch (why.is) {
    case "no_change":
      return "this reservation was never changed.";
    case "creation":
      return `this reservation has not been changed since it was made. Use “${buttonOf("cancel_booking")}” instead.`;
    case "taken_back":
      return `the last change (${changeWords(why.operation)}) has been undone already.`;
    case "no_walk_in":
      return "this is not a walk-in that was just seated. Undo the last change on the reservation's page.";
    case "not_yours": {
      const change = `the last change (${changeWords(why.operation)})`;
      return why.actor === "other"
        ? `${change} was made by ${why.name}. They can undo it, or a manager can.`
        : `${change} was made by the ${why.actor}. Only a manager can undo it.`;
    }
  }
}
