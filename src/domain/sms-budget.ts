import type { MessageKind } from "./message.ts";
import type { BrandSettings } from "./settings.ts";

/** How many texts were sent within a day, to a phone and for a brand. */
export interface SmsUse {
  readonly toPhone: number;
  readonly forBrand: number;
}

/** Offers, questions and reminders to one phone wait from this number on. */
const PHONE_PER_DAY = 6;
/** Confirmations and changes to one phone: stops people who book and cancel again and again. */
const DIRECT_PER_PHONE = 12;
/** Further texts that correct what the guest was told. */
const MORE_CORRECTIONS = 12;
const BRAND_PER_DAY = 300;
const PER_SEAT = 15;
/** Above this share of the budget, warn. */
const NEAR = 0.8;

/** Answers to what a person just did: they count, but are never held back. */
const DIRECT: readonly MessageKind[] = [
  "confirmation",
  "update",
  "cancellation",
  "request_received",
  "offer_gone",
  "reply",
  "staff",
];

/** How many texts a brand may cause in a day. */
export const brandBudget = ({ seats, smsBudget }: BrandSettings): number =>
  smsBudget?.perBrand ?? Math.max(BRAND_PER_DAY, PER_SEAT * (seats ?? 0));

/** How many texts of a day one phone may get before a brand's offers and questions wait. */
export const phoneBudget = ({ smsBudget }: BrandSettings): number =>
  smsBudget?.perPhone ?? PHONE_PER_DAY;

/** How many texts of a day about bookings and changes one phone may get. */
export const directPhoneBudget = ({ smsBudget }: BrandSettings): number =>
  smsBudget?.directPerPhone ?? DIRECT_PER_PHONE;

/**
 * Whether a phone that got `sent` texts within a day has had too many for one more confirmation,
 * update or answer to a request. `correcting`: what the guest was told is no longer true.
 */
export const overDirectBudget = (
  settings: BrandSettings,
  sent: number,
  correcting: boolean,
): boolean => sent >= directPhoneBudget(settings) + (correcting ? MORE_CORRECTIONS : 0);

/** Whether texts of this kind are sent however many were sent that day. */
export const isDirect = (kind: MessageKind): boolean => DIRECT.includes(kind);

/** Whether this text has to be held because the day's texts are used up. */
export const overBudget = (kind: MessageKind, settings: BrandSettings, use: SmsUse): boolean =>
  !isDirect(kind) &&
  (use.toPhone >= phoneBudget(settings) || use.forBrand >= brandBudget(settings));

/** Whether a brand has used most of its texts for the day. */
export const nearBudget = (settings: BrandSettings, used: number): boolean =>
  used >= NEAR * brandBudget(settings);
