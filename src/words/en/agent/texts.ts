import type { MessageKind } from "../../../domain/message.ts";
import { nameInLine } from "../../../domain/plain-text.ts";
import { clockTime, DAY, dateOf, inWords, shortDate } from "../../../domain/time.ts";
import { capitalised } from "../both/seating.ts";
import { counted, partOfDay } from "../phrases.ts";

const KINDS: Readonly<Record<MessageKind, string>> = {
  confirmation: "confirmation",
  update: "change",
  cancellation: "cancellation",
  request_received: "request received",
  offer: "offer of a table",
  offer_gone: "the offered table is gone",
  attendance_ask: "attendance question",
  follow_up: "follow-up question",
  reminder: "reminder",
  reply: "answer",
  staff: "text written by hand",
};

interface ShownText {
  readonly kind: MessageKind;
  readonly name: string;
  readonly phone: string | null;
  /** Null means now. */
  readonly dueAt: number | null;
}

interface Moment {
  readonly now: number;
  readonly zone: string;
  readonly dryRun: boolean;
}

/** "now", "tonight 7:30 PM", "tomorrow 7:30 PM", "Thu Nov 19 7:30 PM" */
function whenIn(at: number | null, { now, zone }: Moment): string {
  if (at === null || at <= now) return "now";
  const time = clockTime(at, zone);
  const date = dateOf(at, zone);
  if (date === dateOf(now, zone)) return `${partOfDay(at, zone)} ${time}`;
  if (date === dateOf(now + DAY, zone)) return `tomorrow ${time}`;
  return `${shortDate(at, zone)} ${time}`;
}

/** "A text goes now to Ana Lopez, phone ending 0142: confirmation. Reminder tonight 7:30 PM." */
export function textLines(texts: readonly ShownText[], moment: Moment): string[] {
  const byPhone = Map.groupBy(texts, ({ phone, name }) => `${phone} ${name}`);
  return [...byPhone.values()].flatMap(([first, ...later]) => {
    if (first === undefined) return [];
    const lead = moment.dryRun ? "A text would go" : "A text goes";
    const to = `to ${nameInLine(first.name)}, phone ending ${first.phone}`;
    const next = later.map(
      ({ kind, dueAt }) => ` ${capitalised(KINDS[kind])} ${whenIn(dueAt, moment)}.`,
    );
    return [`${lead} ${whenIn(first.dueAt, moment)} ${to}: ${KINDS[first.kind]}.${next.join("")}`];
  });
}

interface OfferedTo {
  readonly name: string;
  readonly phone: string | null;
}

export type SeatsFreed =
  | {
      readonly is: "offered";
      readonly guests: readonly OfferedTo[];
      readonly holds: readonly number[];
    }
  | { readonly is: "nobody" }
  | { readonly is: "later"; readonly guests: number; readonly quietUntil: number | null };

export function seatsFreed(freed: SeatsFreed, moment: Moment): string {
  const { zone, dryRun } = moment;
  const lead = dryRun ? "Seats would come free" : "Seats freed";
  switch (freed.is) {
    case "offered": {
      const until = [...new Set(freed.holds)].sort((a, b) => a - b);
      const times = until.map((at) => clockTime(at, zone)).join(" and ");
      const held = until.length === 0 ? "" : `, held until ${times}`;
      const guests = freed.guests.map(
        ({ name, phone }) => `${nameInLine(name)}, phone ending ${phone}`,
      );
      return `${lead}: ${dryRun ? "they would be " : ""}offered to ${guests.join("; to ")}${held}.`;
    }
    case "nobody":
      return `${lead}. Nobody is waiting for that time.`;
    case "later": {
      const { guests, quietUntil } = freed;
      const quiet = quietUntil === null ? "" : ` (quiet hours until ${inWords(quietUntil, zone)})`;
      return (
        `${lead}. ${counted(guests, "guest is", "guests are")} waiting, but cannot be offered a table now${quiet}; ` +
        "the waitlist tries again later."
      );
    }
  }
}

export type NotTold = "as_asked" | "changed" | "cancelled" | "over";

const NOT_TOLD: Readonly<Record<NotTold, string>> = {
  as_asked: "notifyCustomer is false",
  changed: "this restaurant sends no change texts",
  cancelled: "this restaurant sends no cancellation texts",
  over: "the time of the reservation is over",
};

export const notTold = (why: NotTold): string =>
  `The guest gets no text about this change: ${NOT_TOLD[why]}.`;
