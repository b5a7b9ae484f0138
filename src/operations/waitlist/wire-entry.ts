import { z } from "zod";
import { ENTRY_FIELDS } from "../../domain/entry-fields.ts";
import { refusal } from "../../domain/errors.ts";
import { wireShape } from "../../domain/fields.ts";
import { lastDigits } from "../../domain/phone.ts";
import type { SkipOf } from "../../domain/reasons/waitlist.ts";
import { displayDate, displayTime, formatDate } from "../../domain/time.ts";
import { isQueued, OFFER_STATES, type WaitlistEntry } from "../../domain/waitlist.ts";
import { coded, outcomeLine } from "../../words/en/agent/answers.ts";
import { entryLine } from "../../words/en/agent/entries.ts";
import { publishPassedOver } from "../../words/render.ts";
import { type OperationContext, readerOf } from "../define.ts";
import { suggestionShape, warningShape } from "../reservation/wire.ts";
import { phoneUsable } from "../reservation/world.ts";
import { areaName } from "../seating/names.ts";
import { positionsOf } from "./positions.ts";

export function smsOff(
  phone: string,
  context: Pick<OperationContext, "stores" | "brand">,
): SkipOf<"SMS_OFF"> | null {
  const why = phoneUsable(phone, context);
  return why === "opted_out" || why === "country" ? { kind: "SMS_OFF", why } : null;
}

export const entryShape = z.strictObject({
  ...wireShape(ENTRY_FIELDS),
  kind: z
    .literal("door")
    .optional()
    .describe(
      "A walk-in who waits at the door and gets no offers; absent for a guest who waits for an offer",
    ),
  area: z.string().optional().describe("The area that the guest waits for; absent if any will do"),
  position: z
    .int()
    .nullable()
    .describe(
      "Position among the guests who wait for that date, guests with an offer included; null if the guest does not wait",
    ),
  offer: z
    .strictObject({
      id: z.string(),
      state: z.enum(OFFER_STATES),
      timestamp: z.number(),
      date: z.string(),
      time: z.string(),
      holdUntil: z.number(),
      answered: z
        .boolean()
        .describe("True if the guest texted something that a person has to read"),
    })
    .nullable(),
});
export type WireEntry = z.infer<typeof entryShape>;

export const entryResultShape = z.strictObject({
  entry: entryShape,
  changed: z.boolean(),
  dryRun: z.boolean(),
  warnings: z.array(warningShape),
});

export const addedEntryShape = z.strictObject({
  ...entryResultShape.shape,
  room: z
    .array(suggestionShape)
    .describe("Starts in the window that are free now: book one of them instead of waiting"),
});

export function wireEntry(
  entry: WaitlistEntry,
  context: OperationContext,
  positions?: ReadonlyMap<string, number>,
): WireEntry {
  const { brand, stores, now } = context;
  const zone = brand.settings.timeZone;
  const live = stores.waitlist.offerOf(entry.id);
  // The background loop marks an offer as expired only some time after its hold has ended.
  const offer = live !== null && live.holdUntil > stores.clock.endingsAt(now) ? live : null;
  const { id, brand: slug, name, phone, partySize, date, earliestAt, latestAt, ...others } = entry;
  const { wishedAt: _wish, replaces: _gives, source: _by, silentOffers: _silent, ...rest } = others;
  const { updatedAt: _updated, passedOver: _noted, area: areaId, ...known } = rest;
  const { kind, quotedMinutes: _quoted, readyUntil: _ready, ...shown } = known;
  const area = areaName(areaId, context);
  return {
    id,
    brand: slug,
    name,
    phone: lastDigits(phone),
    numberOfPeople: partySize,
    date: formatDate(date),
    earliestTimestamp: earliestAt,
    latestTimestamp: latestAt,
    earliestTime: displayTime(earliestAt, zone),
    latestTime: displayTime(latestAt, zone),
    ...shown,
    ...(kind === "door" ? { kind } : {}),
    ...(area === null ? {} : { area }),
    position: isQueued(entry)
      ? ((positions ?? positionsOf([entry], context)).get(entry.id) ?? null)
      : null,
    offer:
      offer === null
        ? null
        : {
            id: offer.id,
            state: offer.state,
            timestamp: offer.startAt,
            date: displayDate(offer.startAt, zone),
            time: displayTime(offer.startAt, zone),
            holdUntil: offer.holdUntil,
            answered: offer.answeredAt !== null,
          },
    passedOver: kind === "door" ? [] : passedOver(entry, context),
  };
}

/** Checks whether the phone takes texts now, because the stored reason may be outdated. */
function passedOver(entry: WaitlistEntry, context: OperationContext): WireEntry["passedOver"] {
  const off = smsOff(entry.phone, context);
  const noted = entry.passedOver.filter(({ why }) => why.kind !== "SMS_OFF");
  const all = off === null ? noted : [...noted, { timestamp: entry.wishedAt, why: off }];
  return all.map(({ timestamp, why }) => ({
    timestamp,
    ...publishPassedOver(why, readerOf(context)),
  }));
}

/** Errors: NOT_FOUND, BRAND_MISMATCH. */
export function findEntry(id: string, { stores, brand, caller }: OperationContext): WaitlistEntry {
  const found = stores.waitlist.entry(id);
  if (found !== null && found.brand === brand.slug) return found;
  if (found !== null && caller.brands.includes(found.brand)) {
    const facts = { brand: brand.slug, belongsTo: found.brand, say: { id } };
    throw refusal("BRAND_MISMATCH.entry", facts);
  }
  throw refusal("NOT_FOUND.entry", { id, say: { brand: brand.slug } });
}

export const entryText = (
  result: z.infer<typeof entryResultShape>,
  { brand }: OperationContext,
): string =>
  [
    outcomeLine(result, entryLine(result.entry, brand.settings.timeZone)),
    ...result.warnings.map(coded),
  ].join("\n");
