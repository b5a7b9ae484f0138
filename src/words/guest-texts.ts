import { shownPhone } from "../domain/phone-text.ts";
import { guestNameInText, plainName } from "../domain/plain-text.ts";
import { costOf, plainPunctuation } from "../domain/segments.ts";
import type { Brand, BrandSettings } from "../domain/settings.ts";
import type { TemplateKind } from "../domain/text-template.ts";
import { dateOf } from "../domain/time.ts";
import { guestWords } from "./guest.ts";

export interface TextingBrand extends Pick<Brand, "name"> {
  readonly settings: Pick<BrandSettings, "timeZone" | "language" | "templates" | "contact">;
}

export interface MessageFacts {
  readonly brand: TextingBrand;
  readonly guestName: string;
  readonly partySize: number;
  readonly at: number;
  /** Until when the guest can answer. Required for attendance_ask and follow_up. */
  readonly deadlineAt?: number | null;
  /** Until when the offered table is held. Required for offer. */
  readonly holdUntil?: number | null;
  /** True for the first text to a phone, which says how to opt out. */
  readonly firstText: boolean;
  /** A link as long as this instance's links, because the cost of a text depends on the length. */
  readonly sampleLink: string;
}

const MAX_GUEST_NAME = 30;
const MAX_BRAND_NAME = 40;

/** Empty if the name has nothing that a text can show, or if a phone would show the name as a link. */
export const guestInText = (name: string): string => guestNameInText(name, MAX_GUEST_NAME);
export const brandInText = (name: string): string => plainName(name, MAX_BRAND_NAME);

/** A template split at its fields: items 0, 2, ... are words, items 1, 3, ... are names of fields. */
type Wording = readonly string[];

const cuts = new Map<string, Wording>();

function cut(template: string): Wording {
  const known = cuts.get(template) ?? template.split(/\{(brand|name|size|day|time|until|phone)\}/);
  cuts.set(template, known);
  return known;
}

/**
 * Uses the brand's own template if it has one (rule T26), otherwise the cheapest of maitred's wordings
 * (rule T28). Throws an Error if a required fact is missing.
 */
export function renderMessage(kind: TemplateKind, facts: MessageFacts): string {
  const { settings } = facts.brand;
  const { texts } = guestWords(settings.language);
  const name = guestInText(facts.guestName);
  const fields = fieldsOf(kind, name, facts);
  const ending = facts.firstText ? ` ${texts.optOut}` : "";
  const own = settings.templates?.[kind] ?? settings.templates?.[OWN_INSTEAD[kind] ?? kind];
  // A brand's own template has its own punctuation, so `name` gets no comma.
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

/** If a brand has no template of the first kind, its template of the second kind is used. */
const OWN_INSTEAD: Readonly<Partial<Record<TemplateKind, TemplateKind>>> = {
  cancelled_by_guest: "cancellation",
};

/** Adds the restaurant's phone if that costs no further segment. */
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

/** The international form, such as "+1 212 555 0142", which works from every country. */
export const dialled = (phone: string): string => shownPhone(phone, "");

/** The first body that costs one segment. If none does, the shortest of the cheapest. */
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

/** A guest's name such as "{time}" stays as it is: inserted text is not searched for fields. */
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
