import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import { lastDigits } from "../../domain/phone.ts";
import { shownPhone } from "../../domain/phone-text.ts";
import { quietPeriodAt } from "../../domain/quiet-hours.ts";
import { LINK, plainPunctuation } from "../../domain/segments.ts";
import type { Brand } from "../../domain/settings.ts";
import { brandInText } from "../../words/guest-texts.ts";
import { audit } from "../call/audit.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, writeParams } from "../params.ts";
import { SENDING_HINTS } from "./one-text.ts";
import { queueStaffText, textableByHand } from "./staff-text.ts";
import { textedGuest } from "./texted-guest.ts";
import { unreadFrom } from "./unread-texts.ts";

/** Maximum characters: about four SMS segments in the GSM alphabet. */
export const LONGEST_TEXT = 600;

const input = z.strictObject({
  brand: brandParam,
  id: z.string().trim().min(1).max(64).describe("Id of a reservation, a waitlist entry or a text"),
  body: z
    .string()
    .trim()
    .min(1)
    .max(LONGEST_TEXT)
    .describe("What to write; the restaurant's name is added in front"),
  atNight: z.boolean().default(false).describe("Sends the text in quiet hours too"),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const output = z.strictObject({
  phone: z.string().describe("The last digits"),
  segments: z.int(),
  changed: z.boolean(),
  dryRun: z.boolean(),
});

/** Also marks the guest's texts as read. Errors: NOT_FOUND, INVALID_INPUT. */
export const textGuest = defineOperation({
  name: "text_guest",
  title: "Text the guest",
  words: { button: "Send", done: "Text on its way", history: "Guest texted" },
  scope: "bookings.write",
  role: "host",
  input,
  output,
  hints: { ...SENDING_HINTS, idempotent: false },
  examples: [{ input: { id: "01a1f03ea60027935d40f69e", body: "See you at seven!" } }],
  run: send,
});

function send({ id: about, body, atNight }: Input, context: OperationContext) {
  const { brand, stores, now, caller, dryRun } = context;
  const { reservation, entryId, ...guest } = textedGuest(about, context);
  const phone = textablePhone(guest.phone, context);
  refuseAtNight(atNight, context);
  const subject = { reservationId: reservation?.id ?? null, entryId };
  const { id, segments } = queueStaffText(
    { phone, body: writtenText(body, brand), ...subject },
    context,
  );
  for (const unread of unreadFrom(phone, context)) {
    stores.messageList.markRead(brand.slug, unread.id, caller.principal, now);
  }
  audit(subject, textGuest.name, { before: {}, after: { text: id } }, null, context);
  return { phone: lastDigits(phone), segments, changed: true, dryRun };
}

/** A typed {link} must not turn into the guest's own link. */
export const writtenText = (body: string, { name }: Pick<Brand, "name">): string =>
  `${brandInText(name)}: ${plainPunctuation(body).replaceAll(LINK, "link")}`;

function textablePhone(phone: string | null, context: OperationContext): string {
  const usable = textableByHand(phone, context);
  if (phone === null || usable === "no_phone") throw refusal("INVALID_INPUT.no_phone_to_text", {});
  const say = { phone: shownPhone(phone, context.brand.settings.defaultCountry) };
  if (usable === "opted_out") throw refusal("INVALID_INPUT.guest_opted_out", { say });
  if (usable === "country") throw refusal("INVALID_INPUT.country_not_texted", { say });
  if (usable === "landline") throw refusal("INVALID_INPUT.landline", { say });
  return phone;
}

function refuseAtNight(atNight: boolean, { brand, now }: OperationContext): void {
  const { quietHours, timeZone: zone } = brand.settings;
  const quiet = quietPeriodAt(quietHours, now, zone);
  if (quiet === null || atNight) return;
  throw refusal("INVALID_INPUT.quiet_hours", {
    parameter: "atNight",
    until: quiet.to,
    say: { zone },
  });
}
