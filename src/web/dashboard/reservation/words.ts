import type { ActorKind } from "../../../domain/caller.ts";
import { type Field, fieldsWith } from "../../../domain/fields.ts";
import type { MessageKind, MessageState } from "../../../domain/message.ts";
import { RESERVATION_FIELDS } from "../../../domain/reservation-fields.ts";
import type { AttendanceState, Source, Status } from "../../../domain/reservation-states.ts";
import type { Tone } from "../components/badge.tsx";

/** States, as people say them. */
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  booked: "Booked",
  pending: "Asks to come",
  arrived: "Arrived",
  seated: "Seated",
  completed: "Done",
  no_show: "No-show",
  cancelled: "Cancelled",
};

export const STATUS_TONES: Readonly<Record<Status, Tone>> = {
  booked: "plain",
  pending: "care",
  arrived: "good",
  seated: "good",
  completed: "plain",
  no_show: "stop",
  cancelled: "stop",
};

/** Whether the guest has said that they come. */
export const ATTENDANCE_WORDS: Readonly<Record<AttendanceState, string>> = {
  not_required: "not asked",
  pending: "asked, no answer yet",
  confirmed: "confirmed",
  declined: "declined",
  no_reply: "no reply, call",
};

export const KIND_WORDS: Readonly<Record<MessageKind, string>> = {
  confirmation: "Confirmation",
  update: "Change",
  cancellation: "Cancellation",
  request_received: "Request received",
  offer: "Offer",
  offer_gone: "Offer gone",
  attendance_ask: "Are you coming?",
  follow_up: "Are you coming? (again)",
  reminder: "Reminder",
  reply: "Answer",
};

export const STATE_WORDS: Readonly<Record<MessageState, readonly [string, Tone]>> = {
  due: ["waits", "plain"],
  sending: ["being sent", "plain"],
  accepted: ["sent", "plain"],
  delivered: ["delivered", "good"],
  failed: ["failed", "stop"],
  unknown: ["perhaps sent", "care"],
  void: ["withdrawn", "plain"],
  expired: ["too late, not sent", "care"],
  held: ["held: texts used up", "care"],
};

/** Who did it: the kind of actor, beside their name. */
export const ACTOR_WORDS: Readonly<Record<ActorKind, string>> = {
  user: "person",
  api_key: "key",
  oauth: "app",
  guest: "guest",
  system: "system",
};

/** By which way a reservation came. */
export const SOURCE_WORDS: Readonly<Record<Source, string>> = {
  tool: "an assistant or a program",
  dashboard: "the desk",
  waitlist: "the waitlist",
  import: "an import",
};

/** Every change on record, by the name that it has there. */
const CHANGE_WORDS: Readonly<Record<string, string>> = {
  mark_alert: "Alert changed by hand",
  create_booking: "Booked",
  accept_offer: "Booked from the waitlist",
  update_booking: "Changed",
  change_contact: "Contact changed",
  cancel_booking: "Cancelled",
  mark_arrived: "Arrived",
  mark_seated: "Seated",
  mark_completed: "Done",
  mark_no_show: "No-show",
  add_note: "Note written",
  undo_last_change: "Undone",
  approve_request: "Request approved",
  decline_request: "Request declined",
  confirm_attendance: "Attendance confirmed",
  decline_attendance: "Attendance declined",
  record_no_reply: "No reply by the deadline",
  release_unconfirmed: "Released, not confirmed",
  readmit_reservation: "Booked again, confirmed late",
  ask_for_call: "To be called",
  complete_automatically: "Done, by the clock",
  add_to_waitlist: "Put on the waitlist",
  remove_from_waitlist: "Taken off the waitlist",
  pause_entry: "Waiting paused",
  resume_entry: "Waits again",
  lapse_entry: "Waited until it was too late",
  offer_table: "Table offered",
  decline_offer: "Offer declined",
  expire_offer: "Offer without an answer",
  withdraw_offer: "Offer withdrawn",
  fail_offer: "Offer not brought",
  set_settings: "Settings changed",
  create_brand: "Restaurant added",
  end_guide: "First steps put away",
  release_text: "Held text let go",
  send_text_again: "Text tried again",
  send_test_text: "Test text sent",
  add_person: "Added to the team",
  set_password: "Password set by the operator",
  change_role: "Role changed",
  take_out: "Taken out of the team",
  close_account: "Account closed",
  reset_second_factor: "Second factor removed",
  open_account: "Account opened",
  make_account_link: "Link for a password made",
  create_api_key: "API key made",
  rotate_api_key: "API key replaced",
  revoke_api_key: "API key revoked",
  connect_app: "App connected",
  disconnect_app: "App disconnected",
  revoke_client: "App shut out by the operator",
  create_feed: "Calendar address made",
  revoke_feed: "Calendar address taken back",
  import: "Data imported by the operator",
  anonymise: "Guests' data cleared, by the clock",
  erase_guest: "Guest erased",
};

/** The names of all changes. */
export const CHANGE_NAMES: readonly string[] = Object.keys(CHANGE_WORDS);

/** What an operation did, in a word or two; one that is not known here is named as it is. */
export const changeWords = (operation: string): string =>
  CHANGE_WORDS[operation] ?? operation.replaceAll("_", " ");

/** What the history calls a field of a reservation, and what the page does. */
const FIELD_WORDS: ReadonlyMap<string, string> = new Map(
  fieldsWith(RESERVATION_FIELDS, "label").map((name) => {
    const { history = name, label }: Field = RESERVATION_FIELDS[name];
    return [history, label] as const;
  }),
);

/** "settings.quietHours.from" as people read it: "quiet hours from". */
const spelt = (field: string): string =>
  field
    .replace(/^settings\./, "")
    .replaceAll(".", " ")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A line of a change with the field named as the page names it. */
export function lineWords(line: string): string {
  const named = line.replace(/^[\w.]+(?=:)/, (field) => FIELD_WORDS.get(field) ?? spelt(field));
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}`.replace(" -> ", " → ");
}
