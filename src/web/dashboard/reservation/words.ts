import type { ActorKind } from "../../../domain/caller.ts";
import { type Field, fieldsWith } from "../../../domain/fields.ts";
import type { MessageKind, MessageState } from "../../../domain/message.ts";
import { RESERVATION_FIELDS } from "../../../domain/reservation-fields.ts";
import type { AttendanceState, Source, Status } from "../../../domain/reservation-states.ts";
import type { Tone } from "../components/badge.tsx";

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
