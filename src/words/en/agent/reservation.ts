import type { NotUndoable, RefusedMove, Remedy } from "../../../domain/reasons/reservation.ts";
import { clockTime, inWords } from "../../../domain/time.ts";
import type { ReasonSentences } from "../../catalogue.ts";
import { toolCall } from "./tool-call.ts";

export const reservation = {
  "NOT_FOUND.reservation": ({ id, say }) =>
    say.brand === null
      ? `There is no reservation ${id}.`
      : `There is no reservation ${id} in brand "${say.brand}". list_bookings shows the ids of a day.`,
  "BRAND_MISMATCH.reservation": ({ brand, belongsTo, say }) =>
    `Reservation ${say.id} belongs to brand "${belongsTo}", not to "${brand}". Pass brand "${belongsTo}".`,
  "REVISION_CONFLICT.reservation": ({ id, say: { by } }) =>
    `Reservation ${id} was changed meanwhile${by === null ? "" : ` by ${by.name} (${by.operation})`}. ` +
    "Read it again, then repeat the change.",
  "REVISION_CONFLICT.stored": ({ id, revision }) =>
    `Reservation ${id} was changed meanwhile (it is at revision ${revision}); read it again and repeat the change.`,
  NOTHING_TO_UPDATE: ({ id, fields }) =>
    `Nothing to change on reservation ${id}: pass at least one of ${fields.join(", ")}.`,
  "INVALID_TRANSITION.reservation": ({ status, say }) => {
    const { id, moves, update, ended } = say;
    const calls = moves.map((tool) => toolCall({ tool, arguments: { id } }));
    const possible = calls.length === 0 ? "" : ` Possible: ${calls.join(", ")}.`;
    const undo = toolCall({ tool: "undo_last_change", arguments: { id } });
    return (
      `Reservation ${id} is ${status}; ${refusedMove(say).operation} is not possible from that status.` +
      `${possible} ${STILL_CHANGES[update]}` +
      (ended ? ` ${undo} can undo its last change within 15 minutes.` : "")
    );
  },
  "INVALID_TRANSITION.no_request": ({ status, say }) =>
    `Reservation ${say.id} is ${status} and not a request, so there is nothing to decide.`,
  TOO_EARLY: ({ earliest, startsAt, say: { id, move, zone } }) => {
    const named = { id };
    const advice =
      move === "mark_no_show"
        ? `The guest may still come: ${toolCall({ tool: "mark_arrived", arguments: named })} when they do`
        : `Perhaps another reservation is meant. ${toolCall({ tool: "get_booking", arguments: named })} shows this one, ` +
          "list_bookings finds others";
    return (
      `${move} is possible from ${inWords(earliest, zone)}, because reservation ${id} starts at ` +
      `${inWords(startsAt, zone)}. ${advice}.`
    );
  },
  NOTHING_TO_UNDO: ({ id, say }) => `Nothing to undo on reservation ${id}: ${notUndoable(say, id)}`,
  UNDO_EXPIRED: ({ operation, undoMinutes, say: { id, opposite } }) =>
    `${operation} on reservation ${id} is older than ${undoMinutes} minutes and cannot be undone. ` +
    "Make the opposite change instead, or ask a manager." +
    (opposite === null ? "" : ` The opposite is ${toolCall(opposite)}.`),
  "SLOT_REUSED.late_guest": ({ say: { id, until, zone, remedy } }) =>
    `There is no longer room for the late guest of reservation ${id} to stay until ${clockTime(until, zone)}. ${cure(remedy)}`,
  "SLOT_REUSED.undo": ({ say: { id, remedy } }) =>
    `The last change of reservation ${id} cannot be undone. ${cure(remedy)}`,
  "SLOT_REUSED.given_away": ({ say: { id, operation } }) =>
    `Seats of reservation ${id} were given away after ${operation}, so this tool cannot undo it. ` +
    "Somebody who is signed in to the dashboard can still undo it.",
} satisfies Partial<ReasonSentences>;

export const refusedMove = ({ tool, of, moves, update }: RefusedMove) => ({
  operation: of === null ? tool : `${tool}${CHANGED[of]}`,
  possible: [...moves, `update_booking${UPDATE[update]}`, "add_note"],
});

const CHANGED = { start: " of date or time", start_or_size: " of date, time or party size" };
const UPDATE = { all: "", size_and_notes: " (party size and notes only)", notes: " (notes only)" };

const STILL_CHANGES = {
  all: "update_booking and add_note can still change it.",
  size_and_notes:
    "update_booking can still change its party size and notes, and add_note its notes.",
  notes: "Only its notes can still be changed, by add_note or update_booking.",
};

function notUndoable(why: NotUndoable, id: string): string {
  switch (why.is) {
    case "no_change":
      return "it has no change on record.";
    case "creation":
      return `its newest change is its creation. Use ${toolCall({ tool: "cancel_booking", arguments: { id } })} instead.`;
    case "taken_back":
      return `its newest change (${why.operation}) has been undone already.`;
    case "no_walk_in":
      return "it is not a walk-in that was just seated. Use undo_last_change instead.";
    case "not_yours": {
      const who =
        why.actor === "guest"
          ? "the guest. Only a manager can undo it."
          : why.actor === "system"
            ? "the system. Only a manager can undo it."
            : `${why.name}. They can undo it, or a manager can.`;
      return `its newest change (${why.operation}) was made by ${who}`;
    }
  }
}

const CURES = {
  book_anew: "Book the party again where there is room",
  move: "The reservation stays as it is: move or resize it where there is room",
  stays_seated: "Leave the party seated as it is now",
};

function cure({ is, id, free }: Remedy): string {
  const move =
    is === "move" ? ` for ${toolCall({ tool: "update_booking", arguments: { id } })}` : "";
  const call = free === null ? "" : ` ${toolCall(free)} lists the nearest free times${move}.`;
  return `${CURES[is]}, or ask a manager to override.${call}`;
}
