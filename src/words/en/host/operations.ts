/** What an operation is called where a host meets it. */
interface OperationWords {
  /** On the button, or over the form, that carries it out. */
  readonly button?: string;
  /** Once it is done. */
  readonly done?: string;
  /** In the history and the audit log. */
  readonly history?: string;
}

/** Operations, and the changes that the system, a guest or the operator makes. */
const OPERATIONS: Readonly<Record<string, OperationWords>> = {
  create_booking: { button: "Book", done: "Booked", history: "Booked" },
  book_table: { done: "Booked" },
  accept_offer: { history: "Booked from the waitlist" },
  update_booking: { button: "Move or resize", done: "changed", history: "Changed" },
  change_contact: { done: "contact saved", history: "Contact changed" },
  cancel_booking: { button: "Cancel reservation", done: "cancelled", history: "Cancelled" },
  mark_arrived: { button: "Arrived", done: "arrived", history: "Arrived" },
  mark_seated: { button: "Seat", done: "seated", history: "Seated" },
  mark_completed: { button: "Done", done: "done", history: "Done" },
  mark_no_show: { button: "No-show", done: "no-show", history: "No-show" },
  add_note: { button: "Notes", done: "note saved", history: "Note written" },
  write_notes: { done: "notes saved" },
  mark_alert: { done: "alert changed", history: "Alert changed by hand" },
  undo_last_change: { button: "Undo", done: "Undone", history: "Undone" },
  approve_request: { done: "approved", history: "Request approved" },
  decline_request: { done: "declined", history: "Request declined" },
  seat_walk_in: { button: "Walk-in", done: "seated" },
  undo_walk_in: { done: "taken back" },
  confirm_attendance: { history: "Attendance confirmed" },
  decline_attendance: { history: "Attendance declined" },
  record_no_reply: { history: "No reply by the deadline" },
  stop_asking: { history: "Attendance no longer asked" },
  release_unconfirmed: { history: "Released, not confirmed" },
  readmit_reservation: { history: "Booked again, confirmed late" },
  ask_for_call: { history: "To be called" },
  complete_automatically: { history: "Done, automatically" },
  add_to_waitlist: { button: "Add to the waitlist", history: "Added to the waitlist" },
  add_guest: { done: "On the waitlist" },
  remove_from_waitlist: {
    button: "Withdraw",
    done: "Off the waitlist",
    history: "Removed from the waitlist",
  },
  pause_entry: { done: "Paused", history: "Waiting paused" },
  resume_entry: { done: "Waiting again", history: "Waiting again" },
  lapse_entry: { history: "Waited until it was too late" },
  offer_table: { history: "Table offered" },
  decline_offer: { history: "Offer declined" },
  expire_offer: { history: "Offer without an answer" },
  withdraw_offer: { history: "Offer withdrawn" },
  fail_offer: { history: "Offer not delivered" },
  set_settings: { done: "Settings saved", history: "Settings changed" },
  create_brand: { history: "Restaurant added" },
  end_guide: { done: "The first steps are put away", history: "First steps put away" },
  mark_text_read: { done: "Read" },
  release_text: { done: "The text goes out now", history: "Held text sent" },
  send_text_again: { done: "The text is tried again", history: "Text tried again" },
  send_test_text: { done: "The test is on its way", history: "Test text sent" },
  add_person: { done: "Added to the team", history: "Added to the team" },
  set_password: { history: "Password set by the operator" },
  change_role: { done: "Role changed", history: "Role changed" },
  take_out: { done: "Taken out of the team", history: "Taken out of the team" },
  close_account: { done: "Account closed", history: "Account closed" },
  reset_second_factor: { done: "Second factor removed", history: "Second factor removed" },
  open_account: { done: "Account opened", history: "Account opened" },
  make_account_link: { done: "A new link", history: "Link for a password made" },
  create_api_key: { done: "Key made", history: "API key made" },
  rotate_api_key: { done: "Key replaced", history: "API key replaced" },
  revoke_api_key: { done: "Key revoked", history: "API key revoked" },
  connect_app: { history: "App connected" },
  disconnect_app: { done: "Disconnected", history: "App disconnected" },
  revoke_client: { history: "App shut out by the operator" },
  create_feed: { history: "Calendar link created" },
  revoke_feed: {
    done: "Revoked: the link no longer works",
    history: "Calendar link revoked",
  },
  import: { history: "Data imported by the operator" },
  anonymise: { history: "Guests' data cleared automatically" },
  erase_guest: { history: "Guest erased" },
};

/** What is written on the button that does it. */
export const buttonOf = (operation: string): string =>
  OPERATIONS[operation]?.button ?? changeWords(operation);

/** What is said once it is done; undefined: no more than that. */
export const doneWords = (operation: string): string | undefined => OPERATIONS[operation]?.done;

/** What it did, in a word or two; one that is not known here is named as it is. */
export const changeWords = (operation: string): string =>
  OPERATIONS[operation]?.history ?? operation.replaceAll("_", " ");

/** The names of all changes that a history may have. */
export const CHANGE_NAMES: readonly string[] = Object.keys(OPERATIONS).filter(
  (name) => OPERATIONS[name]?.history !== undefined,
);
