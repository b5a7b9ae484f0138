import type { Operation } from "../define.ts";
import { approveRequest } from "./approve-request.ts";
import { bookTable } from "./book-table.ts";
import { changeContact } from "./change-contact.ts";
import { daySheet } from "./day-sheet.ts";
import { declineRequest } from "./decline-request.ts";
import { outbox } from "./outbox.ts";
import { pauseEntry, resumeEntry } from "./pause-entry.ts";
import { markTextRead } from "./read-text.ts";
import { recentChanges } from "./recent-changes.ts";
import { reservationCard } from "./reservation-card.ts";
import { seatWalkIn } from "./seat-walk-in.ts";
import { releaseText, sendTestText, sendTextAgain } from "./send-texts.ts";
import { setSettings } from "./set-settings.ts";
import { undoWalkIn } from "./undo-walk-in.ts";
import { waitingGuests } from "./waiting-guests.ts";
import { writeNotes } from "./write-notes.ts";

/**
 * What people do at the desk and no tool offers: never in tools/list, in docs/tools.md or among the
 * tools of a key. One line each, in order of name.
 */
export const DESK_OPERATIONS: readonly Operation[] = [
  approveRequest,
  bookTable,
  changeContact,
  declineRequest,
  daySheet,
  markTextRead,
  outbox,
  pauseEntry,
  recentChanges,
  releaseText,
  reservationCard,
  resumeEntry,
  seatWalkIn,
  sendTestText,
  sendTextAgain,
  setSettings,
  undoWalkIn,
  waitingGuests,
  writeNotes,
];
