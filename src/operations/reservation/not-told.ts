import { z } from "zod";
import type { BrandSettings } from "../../domain/settings.ts";
import { type NotTold, sayNotTold } from "../../words/render.ts";
import type { OperationContext } from "../define.ts";
import { type WriteResult, writeResultShape } from "./wire.ts";

export const toldResultShape = z.strictObject({
  ...writeResultShape.shape,
  notTold: z
    .string()
    .nullable()
    .describe(
      "Why the guest gets no text. Null if they get one, if a warning says why, or if the change needs no text",
    ),
});
export type ToldResult = z.infer<typeof toldResultShape>;

const ABOUT_THE_CHANGE: ReadonlySet<string> = new Set([
  "confirmation",
  "request_received",
  "update",
  "cancellation",
]);

/** `unsaid`: the caller wants no text sent. */
export function withNotTold<Result extends WriteResult>(
  result: Result,
  what: "changed" | "cancelled",
  unsaid: boolean,
  { brand: { settings }, now }: OperationContext,
): Result & ToldResult {
  const { changed, notifications, warnings, reservation } = result;
  const hears = notifications.some(
    ({ kind, recipient }) => recipient === "guest" && ABOUT_THE_CHANGE.has(kind),
  );
  // After a cancellation, CALL_TO_CONFIRM says that the guest gets no text.
  const isSaid = warnings.some(
    ({ code }) => code === "NO_SMS" || (what === "cancelled" && code === "CALL_TO_CONFIRM"),
  );
  if (!changed || hears || isSaid) return { ...result, notTold: null };
  const why = whyNotTold(what, unsaid, reservation.endTimestamp <= now, settings);
  return { ...result, notTold: why === null ? null : sayNotTold(why) };
}

function whyNotTold(
  what: "changed" | "cancelled",
  unsaid: boolean,
  isOver: boolean,
  { updateNotification, cancelNotification }: BrandSettings,
): NotTold | null {
  if (unsaid) return "as_asked";
  const isOn = what === "changed" ? updateNotification : cancelNotification;
  if (!isOn) return what;
  return isOver ? "over" : null;
}

export const notToldLine = ({ notTold }: ToldResult): string[] =>
  notTold === null ? [] : [notTold];
