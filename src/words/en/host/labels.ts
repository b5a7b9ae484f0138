import { alertsShown, hasAlert, type Noted } from "../../../domain/alerts.ts";
import type { ActorKind, Scope } from "../../../domain/caller.ts";
import type { MessageKind, ToldState } from "../../../domain/message.ts";
import type {
  AttendanceState,
  Source,
  Status,
  StoredFlag,
} from "../../../domain/reservation-states.ts";
import type { TemplateKind } from "../../../domain/text-template.ts";
import type { EntryStatus, OfferState } from "../../../domain/waitlist.ts";

export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  booked: "Booked",
  pending: "Request",
  arrived: "Arrived",
  seated: "Seated",
  completed: "Done",
  no_show: "No-show",
  cancelled: "Cancelled",
};

const IN_A_SENTENCE: Readonly<Record<string, string>> = {
  no_show: "a no-show",
  pending: "a request",
};

/** Words to use after "is": "seated", "a no-show". */
export const statusWords = (status: string): string =>
  IN_A_SENTENCE[status] ?? (STATUS_WORDS[status as Status] ?? status).toLowerCase();

export const ATTENDANCE_WORDS: Readonly<Record<AttendanceState, string>> = {
  not_required: "not asked",
  pending: "asked, no answer yet",
  confirmed: "confirmed",
  declined: "declined",
  no_reply: "no reply, call",
};

export const FLAG_WORDS: Readonly<Record<StoredFlag | "sms_off" | "no_table", string>> = {
  large: "large party",
  walk_in: "walk-in",
  call_to_confirm: "call to confirm",
  over_limit: "over limit",
  alert: "alert set by hand",
  no_alert: "alert removed by hand",
  sms_off: "SMS off",
  no_table: "no table",
};

/** An alert that somebody set by hand has no phrase, so it is shown as "see the notes". */
export function alertPhrases(one: Noted): string[] {
  const phrases = [...new Set(alertsShown(one).map(({ phrase }) => phrase))];
  return phrases.length === 0 && hasAlert(one) ? ["see the notes"] : phrases;
}

export const SOURCE_WORDS: Readonly<Record<Source, string>> = {
  tool: "an assistant or a program",
  dashboard: "the desk",
  waitlist: "the waitlist",
  import: "an import",
};

export const ACTOR_WORDS: Readonly<Record<ActorKind, string>> = {
  user: "person",
  api_key: "key",
  oauth: "app",
  guest: "guest",
  system: "system",
};

export const SCOPE_WORDS: Readonly<
  Record<Scope, { readonly short: string; readonly long: string }>
> = {
  "bookings.read": {
    short: "See reservations and the waitlist",
    long: "With guests’ names, phone numbers and notes, and how full the restaurant is.",
  },
  "bookings.write": {
    short: "Book, change and cancel reservations",
    long: "Includes the waitlist. Guests may get texts about these changes.",
  },
  "settings.write": {
    short: "Close and reopen days and services",
    long: "Cancels no reservations. Only managers and owners can grant it.",
  },
};

export const ENTRY_WORDS: Readonly<Record<EntryStatus, string>> = {
  waiting: "Waiting",
  offered: "Table offered",
  paused: "Paused",
  booked: "Booked",
  left: "Left",
  lapsed: "Time passed",
};

export const OFFER_WORDS: Readonly<Record<OfferState, string>> = {
  queued: "being sent",
  sent: "sent",
  accepted: "accepted",
  declined: "declined",
  expired: "no answer",
  withdrawn: "withdrawn",
  failed: "text not sent",
};

export const TEXT_KINDS: Readonly<Record<MessageKind | TemplateKind, string>> = {
  confirmation: "Confirmation",
  update: "Change",
  cancellation: "Cancellation",
  cancelled_by_guest: "Cancelled by the guest",
  request_received: "Request received",
  request_declined: "Request not confirmed",
  request_cancelled: "Request cancelled",
  offer: "Offer from the waitlist",
  offer_gone: "Offer is gone",
  attendance_ask: "Are you coming?",
  follow_up: "Still coming?",
  reminder: "Reminder",
  reply: "Answer",
  staff: "Written by hand",
};

export const TEXT_STATES: Readonly<
  Record<ToldState, { readonly label: string; readonly meaning: string }>
> = {
  due: { label: "Queued", meaning: "It will be sent at the scheduled time." },
  sending: { label: "Sending", meaning: "It is being handed to the gateway." },
  accepted: { label: "Sent", meaning: "The gateway has accepted it." },
  delivered: { label: "Delivered", meaning: "It reached the phone." },
  failed: { label: "Not sent", meaning: "The gateway refused it." },
  unknown: {
    label: "Unsure",
    meaning: "It may or may not have been sent, so it is not sent again. Call the guest.",
  },
  logged: {
    label: "Not sent",
    meaning: "No gateway is set up; the text was only written to the log.",
  },
  void: { label: "Withdrawn", meaning: "Its content was out of date." },
  expired: { label: "Too late", meaning: "Its time passed before it was sent." },
  held: {
    label: "Held",
    meaning: "The day's limit of texts is used up. A manager can send it anyway.",
  },
};

export const UNDERSTOOD: Readonly<Record<string, string>> = {
  opted_out: "wants no more texts",
  opted_in: "wants texts again",
  overtaken: "replaced by a later STOP or START",
  attendance_confirmed: "is coming",
  attendance_declined: "is not coming, table given back",
  attendance_gone: "too late, the table was given back",
  offer_accepted: "took the table",
  offer_declined: "declined the table",
  offer_gone: "too late, the table is gone",
  ambiguous: "unclear which table; we asked by text",
  unread: "for a person to read",
  too_many: "too many texts, not shown as unread",
  repeated: "sent twice",
};
