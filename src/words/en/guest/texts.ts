import type { TemplateKind } from "../../../domain/text-template.ts";
import { dates } from "./dates.ts";

interface Deadline {
  readonly at: number;
  readonly zone: string;
  /** Whether the deadline is on the day of the start. */
  readonly sameDay: boolean;
}

/** Best wording first. The first that fits in one segment is sent. If none fits, the cheapest is sent. */
type Wordings = Readonly<Record<TemplateKind, readonly string[]>>;

/**
 * No wording may ask for a reply that gateways treat as an opt-out. Every offer needs `{link}`.
 * `{name}` becomes "Ana, " or nothing.
 */
const wordings: Wordings = {
  confirmation: [
    "{brand}: {name}your table for {size} is booked on {day} at {time}. Change of plans? {link}",
    "{brand}: {name}table for {size} booked on {day} at {time}. Changes? {link}",
    "{brand}: {name}your table for {size} is booked on {day} at {time}. Please call us{phone} if your plans change.",
  ],
  update: [
    "{brand}: {name}your reservation has changed: table for {size} on {day} at {time}. If that is wrong, please call us{phone}.",
  ],
  cancellation: [
    "{brand}: {name}your table for {size} on {day} at {time} has been cancelled. If that is wrong, please call us{phone}.",
  ],
  cancelled_by_guest: [
    "{brand}: {name}you have cancelled your table for {size} on {day} at {time}. Thank you for letting us know.",
  ],
  request_received: [
    "{brand}: {name}we have your request for {size} on {day} at {time}. It is not booked yet; we will text you.",
  ],
  request_declined: [
    "{brand}: {name}we could not confirm your request for {size} on {day} at {time}, so nothing is booked. Please call us{phone} for another time.",
    "{brand}: {name}we could not confirm your request for {size} on {day} at {time}. Nothing is booked. Please call us{phone}.",
  ],
  request_cancelled: [
    "{brand}: {name}your request for {size} on {day} at {time} has been cancelled. If that is wrong, please call us{phone}.",
  ],
  offer: [
    "{brand}: a table for {size} has come free on {day} at {time}. Reply YES by {until} to take it, NO to pass, or {link}",
    "{brand}: table for {size} free {day} {time}. Reply YES by {until}, NO to pass or {link}",
    "{brand}: table for {size} {day} {time}? YES by {until}, NO or {link}",
    "{brand}: table for {size} {day} {time}? YES by {until} or {link}",
  ],
  attendance_ask: [
    "{brand}: {name}coming {day} {time}, table for {size}? Reply YES or NO by {until} or {link}",
    "{brand}: {name}coming {day} {time} for {size}? Reply YES or NO by {until} or {link}",
    "{brand}: {name}will you come on {day} at {time}, table for {size}? Please reply YES or NO by {until}.",
  ],
  follow_up: [
    "{brand}: {name}still coming {day} {time}, table for {size}? YES or NO by {until} or {link}",
    "{brand}: {name}still coming {day} {time} for {size}? YES or NO by {until} or {link}",
    "{brand}: {name}are you still coming on {day} at {time}, table for {size}? Please reply YES or NO by {until}.",
  ],
  reminder: [
    "{brand}: {name}see you on {day} at {time}, table for {size}. Please call us{phone} if your plans change.",
  ],
};

export const texts = {
  wordings,
  /** For an offer that is the first text to a phone. These wordings mention STOP, so `optOut` is not added. */
  firstOffers: [
    "{brand}: table for {size} free {day} {time}. Reply YES by {until}, NO to pass, STOP to opt out, or {link}",
    "{brand}: table for {size} {day} {time}? YES by {until}, NO, STOP to opt out, or {link}",
    "{brand}: table for {size} {day} {time}? YES by {until}, STOP to opt out, or {link}",
  ],
  /** `{phone}` becomes this word and the restaurant's phone number. */
  atPhone: " at ",
  optOut: "Reply STOP to opt out",
  /** For example "4:30 PM that day" or "9:29 PM on Thu Nov 19". */
  deadline: ({ at, zone, sameDay }: Deadline): string =>
    `${dates.time(at, zone)} ${sameDay ? "that day" : `on ${dates.shortDay(at, zone)}`}`,
};
export type TextWords = typeof texts;
