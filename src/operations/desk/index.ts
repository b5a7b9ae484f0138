import { addPerson } from "../access/add-person.ts";
import { apiKeys } from "../access/api-keys.ts";
import { auditLog } from "../access/audit-log.ts";
import { changeRole } from "../access/change-role.ts";
import { closeAccount } from "../access/close-account.ts";
import { createApiKey } from "../access/create-api-key.ts";
import { disconnectApp } from "../access/disconnect-app.ts";
import { makeAccountLink } from "../access/make-account-link.ts";
import { openAccount } from "../access/open-account.ts";
import { resetSecondFactor } from "../access/reset-second-factor.ts";
import { revokeApiKey } from "../access/revoke-api-key.ts";
import { rotateApiKey } from "../access/rotate-api-key.ts";
import { takeOut } from "../access/take-out.ts";
import { team } from "../access/team.ts";
import type { Operation } from "../define.ts";
import { addToDoor } from "../door/add-to-door.ts";
import { callParty } from "../door/call-party.ts";
import { doorWaits } from "../door/door-waits.ts";
import { seatFromDoor } from "../door/seat-from-door.ts";
import { editFloor } from "../floor/edit-floor.ts";
import { floorPlan } from "../floor/floor-plan.ts";
import { makeTables } from "../floor/make-tables.ts";
import { addGuest } from "./add-guest.ts";
import { approveRequest } from "./approve-request.ts";
import { bookTable } from "./book-table.ts";
import { calendarFeeds } from "./calendar-feeds.ts";
import { changeContact } from "./change-contact.ts";
import { closeWithParties } from "./close-with-parties.ts";
import { conversation } from "./conversation.ts";
import { createBrand } from "./create-brand.ts";
import { createFeed } from "./create-feed.ts";
import { daySheet } from "./day-sheet.ts";
import { declineRequest } from "./decline-request.ts";
import { endGuide } from "./end-guide.ts";
import { exportDay } from "./export-day.ts";
import { findGuests } from "./find-guests.ts";
import { floorView } from "./floor-view.ts";
import { markAlert } from "./mark-alert.ts";
import { markCame } from "./mark-came.ts";
import { markTextRead } from "./mark-text-read.ts";
import { monthView } from "./month-view.ts";
import { openRequests } from "./open-requests.ts";
import { otherDays } from "./other-days.ts";
import { outbox } from "./outbox.ts";
import { pauseEntry } from "./pause-entry.ts";
import { recentChanges } from "./recent-changes.ts";
import { releaseText } from "./release-text.ts";
import { reservationCard } from "./reservation-card.ts";
import { resumeEntry } from "./resume-entry.ts";
import { revokeFeed } from "./revoke-feed.ts";
import { seatWalkIn } from "./seat-walk-in.ts";
import { sendTestText } from "./send-test-text.ts";
import { sendTextAgain } from "./send-text-again.ts";
import { setSections } from "./set-sections.ts";
import { setSettings } from "./set-settings.ts";
import { tableChoices } from "./table-choices.ts";
import { textGuest } from "./text-guest.ts";
import { troubledTexts } from "./troubled-texts.ts";
import { undoWalkIn } from "./undo-walk-in.ts";
import { unmarkedParties } from "./unmarked-parties.ts";
import { waitingGuests } from "./waiting-guests.ts";
import { walkInTables } from "./walk-in-tables.ts";
import { writeNotes } from "./write-notes.ts";

/**
 * What people do at the desk and no tool offers: never in tools/list, docs/tools.md or the tools of
 * a key. In alphabetical order.
 */
export const DESK_OPERATIONS: readonly Operation[] = [
  addGuest,
  addPerson,
  addToDoor,
  apiKeys,
  approveRequest,
  auditLog,
  bookTable,
  calendarFeeds,
  callParty,
  changeContact,
  changeRole,
  closeAccount,
  closeWithParties,
  conversation,
  createApiKey,
  createBrand,
  createFeed,
  daySheet,
  declineRequest,
  disconnectApp,
  doorWaits,
  editFloor,
  endGuide,
  exportDay,
  findGuests,
  floorPlan,
  floorView,
  makeAccountLink,
  makeTables,
  markAlert,
  markCame,
  markTextRead,
  monthView,
  openAccount,
  openRequests,
  otherDays,
  outbox,
  pauseEntry,
  recentChanges,
  releaseText,
  reservationCard,
  resetSecondFactor,
  resumeEntry,
  revokeApiKey,
  revokeFeed,
  rotateApiKey,
  seatFromDoor,
  seatWalkIn,
  sendTestText,
  sendTextAgain,
  setSections,
  setSettings,
  tableChoices,
  takeOut,
  team,
  textGuest,
  troubledTexts,
  undoWalkIn,
  unmarkedParties,
  waitingGuests,
  walkInTables,
  writeNotes,
];
