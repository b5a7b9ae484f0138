import type { MessageKind } from "./message.ts";
import type { BrandSettings } from "./settings.ts";

/** Texts that went out within a day, and how many may. */
export interface SmsUse {
  readonly toPhone: number;
  readonly forBrand: number;
}

/** One phone gets no more than this a day, whoever writes. */
const PHONE_PER_DAY = 6;
const BRAND_PER_DAY = 300;
const PER_SEAT = 15;
/** From here on somebody should know. */
const NEAR = 0.8;

/** Answers to what a person just did: they count, but are never held back. */
const DIRECT: readonly MessageKind[] = [
  "confirmation",
  "update",
  "cancellation",
  "request_received",
  "offer_gone",
  "reply",
];

/** How many texts a brand may cause in a day. */
export const brandBudget = ({ seats, smsBudget }: BrandSettings): number =>
  smsBudget?.perBrand ?? Math.max(BRAND_PER_DAY, PER_SEAT * (seats ?? 0));

/** How many texts of a day one phone may get before a brand's offers and questions wait. */
export const phoneBudget = ({ smsBudget }: BrandSettings): number =>
  smsBudget?.perPhone ?? PHONE_PER_DAY;

/** True where a kind waits for nobody, however many texts the day has had. */
export const isDirect = (kind: MessageKind): boolean => DIRECT.includes(kind);

/** True where this text has to wait for a person, because the day's texts are used up. */
export const overBudget = (kind: MessageKind, settings: BrandSettings, use: SmsUse): boolean =>
  !isDirect(kind) &&
  (use.toPhone >= phoneBudget(settings) || use.forBrand >= brandBudget(settings));

/** True where a brand has used most of its texts of the day. */
export const nearBudget = (settings: BrandSettings, used: number): boolean =>
  used >= NEAR * brandBudget(settings);
