import { guestNameInText, plainName } from "./plain-text.ts";
import { plainPunctuation, segmentsOf } from "./segments.ts";
import type { TemplateKind } from "./text-template.ts";
import { clockTime, dateOf } from "./time.ts";

/** What a text tells. Instants are epoch milliseconds, shown as wall times in `zone`. */
export interface MessageFacts {
  readonly brandName: string;
  readonly guestName: string;
  readonly partySize: number;
  /** The start that the text is about. */
  readonly at: number;
  readonly zone: string;
  /** Until when the guest may answer: attendance_ask and follow_up need it. */
  readonly deadlineAt?: number | null;
  /** Until when the table is held: offer needs it. */
  readonly holdUntil?: number | null;
  /** The brand's own wording, if it has one. */
  readonly template?: string | undefined;
  /** The first text to this phone says how to stop them. */
  readonly firstText: boolean;
  /** An address as long as the instance's links are: what a text costs depends on it. */
  readonly sampleLink: string;
}

/** Where the guest's own link goes when a text is sent. */
export const LINK = "{link}";
const MAX_GUEST_NAME = 30;
const MAX_BRAND_NAME = 40;
const OPT_OUT = "Reply STOP to opt out";

/**
 * The wordings of each kind, best first; a later one is taken where it costs fewer segments. None
 * tells a guest to reply with a word that gateways read as an opt-out.
 */
const WORDINGS: Readonly<Record<TemplateKind, readonly Wording[]>> = {
  confirmation: [
    "{brand}: {name}your table for {size} is booked on {day} at {time}. Change of plans? {link}",
    "{brand}: {name}table for {size} booked on {day} at {time}. Changes? {link}",
    "{brand}: {name}your table for {size} is booked on {day} at {time}. Please call us if your plans change.",
  ].map(cut),
  update: [
    "{brand}: {name}your reservation has changed: table for {size} on {day} at {time}. If that is wrong, please call us.",
  ].map(cut),
  cancellation: [
    "{brand}: {name}your table for {size} on {day} at {time} has been cancelled. If that is wrong, please call us.",
  ].map(cut),
  request_received: [
    "{brand}: {name}we have your request for {size} on {day} at {time}. It is not booked yet, we will text you.",
  ].map(cut),
  request_declined: [
    "{brand}: {name}we could not confirm your request for {size} on {day} at {time}, so nothing is booked. Please call us for another time.",
    "{brand}: {name}we could not confirm your request for {size} on {day} at {time}. Nothing is booked. Please call us.",
  ].map(cut),
  request_cancelled: [
    "{brand}: {name}your request for {size} on {day} at {time} has been cancelled. If that is wrong, please call us.",
  ].map(cut),
  offer: [
    "{brand}: a table for {size} has come free on {day} at {time}. Reply YES by {until} to take it, NO to pass, or {link}",
    "{brand}: table for {size} free {day} {time}. Reply YES by {until}, NO to pass or {link}",
    "{brand}: table for {size} {day} {time}? YES by {until}, NO or {link}",
    "{brand}: table for {size} {day} {time}? YES by {until} or {link}",
  ].map(cut),
  attendance_ask: [
    "{brand}: {name}coming {day} {time}, table for {size}? Reply YES or NO by {until} or {link}",
    "{brand}: {name}coming {day} {time} for {size}? Reply YES or NO by {until} or {link}",
    "{brand}: {name}will you come on {day} at {time}, table for {size}? Please reply YES or NO by {until}.",
  ].map(cut),
  follow_up: [
    "{brand}: {name}still coming {day} {time}, table for {size}? YES or NO by {until} or {link}",
    "{brand}: {name}still coming {day} {time} for {size}? YES or NO by {until} or {link}",
    "{brand}: {name}are you still coming on {day} at {time}, table for {size}? Please reply YES or NO by {until}.",
  ].map(cut),
  reminder: [
    "{brand}: {name}see you on {day} at {time}, table for {size}. Please call us if your plans change.",
  ].map(cut),
};

/** A template cut at its fields: words and names of fields, in turn. */
type Wording = readonly string[];

function cut(template: string): Wording {
  return template.split(/\{(brand|name|size|day|time|until)\}/);
}

/** Shorter offers to a phone that was never texted, the way out among the answers. */
const FIRST_OFFERS = [
  "{brand}: table for {size} free {day} {time}. Reply YES by {until}, NO to pass, STOP to opt out, or {link}",
  "{brand}: table for {size} {day} {time}? YES by {until}, NO, STOP to opt out, or {link}",
  "{brand}: table for {size} {day} {time}? YES by {until}, STOP to opt out, or {link}",
].map(cut);

/**
 * The text of a kind. `{link}` stays, to be filled in when it is sent: an offer always has one, a
 * confirmation and the questions have one where it costs no further segment. Names are put in once
 * and never read as templates. Throws when a fact that the kind needs is missing: a bug of the
 * caller.
 */
export function renderMessage(kind: TemplateKind, facts: MessageFacts): string {
  const fields = fieldsOf(kind, facts);
  const ending = facts.firstText ? ` ${OPT_OUT}` : "";
  const own = facts.template ?? null;
  // In the house's wordings the name opens a sentence; in the brand's own it stands for itself.
  if (own !== null) {
    return fill(cut(plainPunctuation(own)), { ...fields, name: bareName(facts) }) + ending;
  }
  const [wordings, complete] =
    kind === "offer" && facts.firstText
      ? [WORDINGS.offer.slice(0, 2), FIRST_OFFERS]
      : [WORDINGS[kind], []];
  const bodies = [
    ...wordings.map((wording) => () => fill(wording, fields) + ending),
    ...complete.map((wording) => () => fill(wording, fields)),
  ];
  return cheapest(bodies, facts.sampleLink);
}

/**
 * The first body that costs a single segment; where none does, the shortest of those that cost
 * least.
 */
function cheapest(bodies: readonly (() => string)[], sampleLink: string): string {
  let best = "";
  let lowest = Number.POSITIVE_INFINITY;
  for (const write of bodies) {
    const body = write();
    const cost = costOf(body, sampleLink);
    const shorter = cost === lowest && body.length < best.length;
    if (cost < lowest || shorter) [best, lowest] = [body, cost];
    if (lowest === 1) break;
  }
  return best;
}

/** Segments of a body as it will be sent, each of its links as long as the sample. */
export const costOf = (body: string, sampleLink: string): number =>
  segmentsOf(body.replaceAll(LINK, () => sampleLink));

type Fields = Readonly<Record<"brand" | "name" | "size" | "day" | "time" | "until", string>>;

/** What is put in is not looked at again. */
function fill(wording: Wording, fields: Fields): string {
  let body = "";
  for (const [place, part] of wording.entries()) {
    body += place % 2 === 0 ? part : fields[part as keyof Fields];
  }
  return body;
}

function fieldsOf(kind: TemplateKind, facts: MessageFacts): Fields {
  const { at, zone } = facts;
  const name = bareName(facts);
  return {
    brand: plainName(facts.brandName, MAX_BRAND_NAME),
    name: name === "" ? "" : `${name}, `,
    size: String(facts.partySize),
    day: shortDate(at, zone),
    time: clockTime(at, zone),
    until: untilOf(kind, facts),
  };
}

const bareName = ({ guestName }: MessageFacts): string =>
  guestNameInText(guestName, MAX_GUEST_NAME);

function untilOf(kind: TemplateKind, facts: MessageFacts): string {
  const { at, zone } = facts;
  if (kind === "offer") return clockTime(needed(facts.holdUntil, "holdUntil"), zone);
  if (kind !== "attendance_ask" && kind !== "follow_up") return "";
  const deadlineAt = needed(facts.deadlineAt, "deadlineAt");
  const time = clockTime(deadlineAt, zone);
  const sameDay = dateOf(deadlineAt, zone) === dateOf(at, zone);
  return sameDay ? `${time} that day` : `${time} on ${shortDate(deadlineAt, zone)}`;
}

function needed(instant: number | null | undefined, fact: string): number {
  if (instant === null || instant === undefined) throw new Error(`This text needs ${fact}.`);
  return instant;
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
const MONTHS = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

/** `Fri Nov 20`: the year goes without saying in a text about a table. */
export function shortDate(instant: number, zone: string): string {
  const date = Temporal.PlainDate.from(dateOf(instant, zone));
  return `${WEEKDAYS[date.dayOfWeek - 1]} ${MONTHS[date.month - 1]} ${date.day}`;
}
