import { shownPhone } from "../domain/phone-text.ts";
import { guestNameInText, plainName } from "../domain/plain-text.ts";
import { costOf, plainPunctuation } from "../domain/segments.ts";
import type { Brand, BrandSettings } from "../domain/settings.ts";
import type { TemplateKind } from "../domain/text-template.ts";
import { dateOf } from "../domain/time.ts";
import { guestWords } from "./guest.ts";

/** The restaurant that sends a text: its name, zone, language and own wordings. */
export interface TextingBrand extends Pick<Brand, "name"> {
  readonly settings: Pick<BrandSettings, "timeZone" | "language" | "templates" | "contact">;
}

/** The facts of a text. Instants are epoch milliseconds, shown as wall times of the brand. */
export interface MessageFacts {
  readonly brand: TextingBrand;
  readonly guestName: string;
  readonly partySize: number;
  /** The start that the text is about. */
  readonly at: number;
  /** Until when the guest may answer: attendance_ask and follow_up need it. */
  readonly deadlineAt?: number | null;
  /** Until when the table is held: offer needs it. */
  readonly holdUntil?: number | null;
  /** The first text to this phone says how to opt out. */
  readonly firstText: boolean;
  /** An address as long as this instance's links: the cost of a text depends on it. */
  readonly sampleLink: string;
}

const MAX_GUEST_NAME = 30;
const MAX_BRAND_NAME = 40;

/** The names as a text has them; the guest's is empty if it would contain a link. */
export const guestInText = (name: string): string => guestNameInText(name, MAX_GUEST_NAME);
export const brandInText = (name: string): string => plainName(name, MAX_BRAND_NAME);

/** A template split at its fields: words and names of fields, alternating. */
type Wording = readonly string[];

/** Each wording is split only once. */
const cuts = new Map<string, Wording>();

function cut(template: string): Wording {
  const known = cuts.get(template) ?? template.split(/\{(brand|name|size|day|time|until|phone)\}/);
  cuts.set(template, known);
  return known;
}

/**
 * The text of a kind, in the brand's own wording or else its language's (rules T26 and T28).
 * `{link}` stays and is filled in when the text is sent: an offer always has one, a confirmation
 * and the questions if it costs no further segment. Names are never read as templates. Throws if a
 * fact that the kind needs is missing, which is a bug of the caller.
 */
export function renderMessage(kind: TemplateKind, facts: MessageFacts): string {
  const { settings } = facts.brand;
  const { texts } = guestWords(settings.language);
  const name = guestInText(facts.guestName);
  const fields = fieldsOf(kind, name, facts);
  const ending = facts.firstText ? ` ${texts.optOut}` : "";
  const own = settings.templates?.[kind] ?? settings.templates?.[OWN_INSTEAD[kind] ?? kind];
  // Our wordings put the name at the start of a sentence; in the brand's own it has no comma.
  if (own !== undefined) {
    return fill(cut(plainPunctuation(own)), { ...fields, name }) + ending;
  }
  const isFirstOffer = kind === "offer" && facts.firstText;
  const wordings = isFirstOffer ? texts.wordings.offer.slice(0, 2) : texts.wordings[kind];
  const complete: readonly string[] = isFirstOffer ? texts.firstOffers : [];
  const all = [...wordings, ...complete];
  const write = (phone: string): string => {
    const inserted = { ...fields, phone };
    const bodyOf = (wording: string): string =>
      fill(cut(wording), inserted) + (complete.includes(wording) ? "" : ending);
    return cheapest(all, bodyOf, facts.sampleLink);
  };
  return withPhone(write, settings, facts.sampleLink);
}

/** Which of the brand's templates is used if it has none of this kind. */
const OWN_INSTEAD: Readonly<Partial<Record<TemplateKind, TemplateKind>>> = {
  cancelled_by_guest: "cancellation",
};

/**
 * A text with the restaurant's phone if it asks for a call, but without it if the phone would cost
 * a further segment. `write` gets the replacement for `{phone}`.
 */
export function withPhone(
  write: (phone: string) => string,
  { contact, language }: Pick<BrandSettings, "contact" | "language">,
  sampleLink: string,
): string {
  const without = write("");
  if (contact?.phone === undefined) return without;
  const full = write(guestWords(language).texts.atPhone + dialled(contact.phone));
  return costOf(full, sampleLink) <= costOf(without, sampleLink) ? full : without;
}

/** In a form that can be dialled in every country: "+1 212 555 0142". */
export const dialled = (phone: string): string => shownPhone(phone, "");

/** The first body that costs a single segment; if none does, the shortest of the cheapest. */
function cheapest(
  wordings: readonly string[],
  bodyOf: (wording: string) => string,
  sampleLink: string,
): string {
  let best = "";
  let lowest = Number.POSITIVE_INFINITY;
  for (const wording of wordings) {
    const body = bodyOf(wording);
    const cost = costOf(body, sampleLink);
    const shorter = cost === lowest && body.length < best.length;
    if (cost < lowest || shorter) [best, lowest] = [body, cost];
    if (lowest === 1) break;
  }
  return best;
}

type Fields = Readonly<
  Record<"brand" | "name" | "size" | "day" | "time" | "until" | "phone", string>
>;

/** Inserted text is not searched for fields again. */
function fill(wording: Wording, fields: Fields): string {
  let body = "";
  wording.forEach((part, place) => {
    body += place % 2 === 0 ? part : fields[part as keyof Fields];
  });
  return body;
}

function fieldsOf(kind: TemplateKind, name: string, facts: MessageFacts): Fields {
  const { at, brand, partySize } = facts;
  const { timeZone, language } = brand.settings;
  const { dates } = guestWords(language);
  return {
    brand: brandInText(brand.name),
    name: name === "" ? "" : `${name}, `,
    size: String(partySize),
    day: dates.shortDay(at, timeZone),
    time: dates.time(at, timeZone),
    until: untilOf(kind, facts),
    phone: "",
  };
}

function untilOf(kind: TemplateKind, { at, brand, holdUntil, deadlineAt }: MessageFacts): string {
  const { timeZone: zone, language } = brand.settings;
  const { dates, texts } = guestWords(language);
  if (kind === "offer") return dates.time(needed(holdUntil, "holdUntil"), zone);
  if (kind !== "attendance_ask" && kind !== "follow_up") return "";
  const until = needed(deadlineAt, "deadlineAt");
  const sameDay = dateOf(until, zone) === dateOf(at, zone);
  return texts.deadline({ at: until, zone, sameDay });
}

function needed(instant: number | null | undefined, fact: string): number {
  if (instant === null || instant === undefined) throw new Error(`This text needs ${fact}.`);
  return instant;
}
