import type { MessageKind, MessageState } from "../../../domain/message.ts";
import type { TemplateKind } from "../../../domain/text-template.ts";
import { clockTime, dateOf, displayTime } from "../../../domain/time.ts";
import type { Tone } from "../components/badge.tsx";
import type { DeskVisit } from "../desk-visit.ts";

/** What a text is for, as people call it. */
export const KINDS: Record<MessageKind | TemplateKind, string> = {
  confirmation: "Confirmation",
  update: "Change",
  cancellation: "Cancellation",
  request_received: "Request received",
  request_declined: "Request not confirmed",
  request_cancelled: "Request cancelled",
  offer: "Offer from the waitlist",
  offer_gone: "Offer is gone",
  attendance_ask: "Are you coming?",
  follow_up: "Still coming?",
  reminder: "Reminder",
  reply: "Answer",
};

/** What became of a text, in a word and what that means. */
export const STATES: Record<
  MessageState,
  { readonly label: string; readonly tone: Tone; readonly meaning: string }
> = {
  due: { label: "Queued", tone: "plain", meaning: "It goes out at its time." },
  sending: { label: "Sending", tone: "plain", meaning: "The gateway has it in hand." },
  accepted: { label: "Sent", tone: "good", meaning: "The gateway has taken it." },
  delivered: { label: "Delivered", tone: "good", meaning: "The phone has it." },
  failed: { label: "Not sent", tone: "stop", meaning: "The gateway refused it." },
  unknown: {
    label: "Unsure",
    tone: "care",
    meaning: "Nobody knows whether it went out, so it is not sent again. Call the guest.",
  },
  void: { label: "Withdrawn", tone: "plain", meaning: "It was not true any more." },
  expired: { label: "Too late", tone: "care", meaning: "Its time passed before it went out." },
  held: {
    label: "Held",
    tone: "care",
    meaning: "The texts of the day are used up. A manager may send it all the same.",
  },
};

/** How a guest's text was understood. */
export const UNDERSTOOD: Readonly<Record<string, string>> = {
  opted_out: "wants no texts any more",
  opted_in: "wants texts again",
  overtaken: "came late: a later STOP or START counts",
  attendance_confirmed: "comes",
  attendance_declined: "does not come, table given back",
  attendance_gone: "too late, the table was given back",
  offer_accepted: "took the table",
  offer_declined: "passed on the table",
  offer_gone: "too late, the table is gone",
  ambiguous: "asked back which table was meant",
  unread: "for a person to read",
  too_many: "one of too many to read",
  repeated: "came before",
};

/** "7:05 PM" today, else with its date: "Nov 19, 7:05 PM". */
export function shortWhen(
  instant: number,
  { brand, now }: Pick<DeskVisit, "brand" | "now">,
): string {
  const zone = brand.settings.timeZone;
  const date = dateOf(instant, zone);
  if (date === dateOf(now, zone)) return displayTime(instant, zone);
  const [, month = "1", day = "1"] = date.split("-");
  return `${MONTHS[Number(month) - 1]} ${Number(day)}, ${clockTime(instant, zone)}`;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
