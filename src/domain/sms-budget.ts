import type { MessageKind } from "./message.ts";
import type { BrandSettings } from "./settings.ts";

/** Texts sent in the last 24 hours. */
export interface SmsUse {
  readonly toPhone: number;
  readonly forBrand: number;
}

const PHONE_PER_DAY = 6;
/** Limits the texts that somebody can cause by booking and cancelling again and again. */
const DIRECT_PER_PHONE = 12;
const MORE_CORRECTIONS = 12;
const BRAND_PER_DAY = 300;
const PER_SEAT = 15;
const NEAR = 0.8;

/** Texts about what a person just did. Once written, they are not held (rule T12). */
const DIRECT: readonly MessageKind[] = [
  "confirmation",
  "update",
  "cancellation",
  "request_received",
  "offer_gone",
  "reply",
  "staff",
];

/** After this number of the brand's texts in a day, its offers, questions and reminders are held. */
export const brandBudget = ({ seats, smsBudget }: BrandSettings): number =>
  smsBudget?.perBrand ?? Math.max(BRAND_PER_DAY, PER_SEAT * (seats ?? 0));

/** After this number of texts to one phone in a day, its offers, questions and reminders are held. */
export const phoneBudget = ({ smsBudget }: BrandSettings): number =>
  smsBudget?.perPhone ?? PHONE_PER_DAY;

/** After this number of direct texts to one phone in a day, bookings and changes write no text to it. */
export const directPhoneBudget = ({ smsBudget }: BrandSettings): number =>
  smsBudget?.directPerPhone ?? DIRECT_PER_PHONE;

/** `correcting`: an earlier text to the guest is no longer true, so more texts are allowed. */
export const overDirectBudget = (
  settings: BrandSettings,
  sent: number,
  correcting: boolean,
): boolean => sent >= directPhoneBudget(settings) + (correcting ? MORE_CORRECTIONS : 0);

export const isDirect = (kind: MessageKind): boolean => DIRECT.includes(kind);

export const overBudget = (kind: MessageKind, settings: BrandSettings, use: SmsUse): boolean =>
  !isDirect(kind) &&
  (use.toPhone >= phoneBudget(settings) || use.forBrand >= brandBudget(settings));

export const nearBudget = (settings: BrandSettings, used: number): boolean =>
  used >= NEAR * brandBudget(settings);
