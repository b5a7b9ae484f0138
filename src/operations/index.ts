import { addNote } from "./add-note.ts";
import { addToWaitlist } from "./add-to-waitlist.ts";
import { assignTable } from "./assign-table.ts";
import { blockTables } from "./block-tables.ts";
import { cancelBooking } from "./cancel-booking.ts";
import { checkAvailability } from "./check-availability.ts";
import { closeService } from "./close-service.ts";
import { createBooking } from "./create-booking.ts";
import type { Tool } from "./define.ts";
import { explainCapacity } from "./explain-capacity.ts";
import { getBooking } from "./get-booking.ts";
import { listBookings } from "./list-bookings.ts";
import { listBrands } from "./list-brands.ts";
import { listTables } from "./list-tables.ts";
import { listWaitlist } from "./list-waitlist.ts";
import { markArrived } from "./mark-arrived.ts";
import { markCompleted } from "./mark-completed.ts";
import { markNoShow } from "./mark-no-show.ts";
import { markSeated } from "./mark-seated.ts";
import { planTables } from "./plan-tables.ts";
import { removeFromWaitlist } from "./remove-from-waitlist.ts";
import { undoLastChange } from "./undo-last-change.ts";
import { updateBooking } from "./update-booking.ts";

/** In the order of tools/list. */
export const OPERATIONS: readonly Tool[] = [
  listBrands,
  checkAvailability,
  createBooking,
  listBookings,
  getBooking,
  updateBooking,
  cancelBooking,
  markArrived,
  markSeated,
  markCompleted,
  markNoShow,
  addNote,
  undoLastChange,
  explainCapacity,
  listTables,
  assignTable,
  blockTables,
  planTables,
  listWaitlist,
  addToWaitlist,
  removeFromWaitlist,
  closeService,
];
