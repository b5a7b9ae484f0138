export interface OperationWords {
  readonly button?: string;
  readonly done?: string;
  readonly history?: string;
}

/** Words for changes in the audit log that are not operations. `nameOperation` adds the words of operations. */
const CHANGES: Readonly<Record<string, OperationWords>> = {
  accept_offer: { history: "Booked from the waitlist" },
  confirm_attendance: { history: "Attendance confirmed" },
  decline_attendance: { history: "Attendance declined" },
  record_no_reply: { history: "No reply by the deadline" },
  stop_asking: { history: "No longer asked to confirm" },
  release_unconfirmed: { history: "Released because not confirmed" },
  readmit_reservation: { history: "Booked again, confirmed late" },
  ask_for_call: { history: "Marked “call to confirm”" },
  complete_automatically: { history: "Marked done automatically" },
  move_table: { history: "Moved to another table" },
  lapse_entry: { history: "Removed from the waitlist: too late for the wished time" },
  offer_table: { history: "Table offered" },
  decline_offer: { history: "Offer declined" },
  expire_offer: { history: "Offer not answered" },
  withdraw_offer: { history: "Offer withdrawn" },
  fail_offer: { history: "Offer not delivered" },
  reopen_service: { history: "Opened again" },
  connect_app: { history: "App connected" },
  import: { history: "Data imported by the operator" },
  anonymise: { history: "Guests' data cleared automatically" },
  erase_guest: { history: "Guest erased" },
};

const WORDS = new Map(Object.entries(CHANGES));

export function nameOperation(operation: string, words: OperationWords): void {
  WORDS.set(operation, words);
}

export const buttonOf = (operation: string): string =>
  WORDS.get(operation)?.button ?? changeWords(operation);

export const doneWords = (operation: string): string | undefined => WORDS.get(operation)?.done;

export const changeWords = (operation: string): string =>
  WORDS.get(operation)?.history ?? operation.replaceAll("_", " ");

export const changeNames = (): readonly string[] =>
  [...WORDS].flatMap(([name, { history }]) => (history === undefined ? [] : [name]));
