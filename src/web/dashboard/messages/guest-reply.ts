import { type DomainError, refusal } from "../../../domain/errors.ts";
import { UNDERSTOOD } from "../../../words/en/host/labels.ts";
import type { DeskVisit, Outcome } from "../desk-visit.ts";
import { newKey } from "../form-state.ts";

export const REPLY = "reply_as_guest";
/** Ten SMS segments of 153 characters. */
export const LONGEST_REPLY = 1530;

/** Only for phones that this brand has texted: a STOP ends the texts of every brand to that phone. */
export async function replyAsGuest(visit: DeskVisit, fields: URLSearchParams): Promise<Outcome> {
  const { desk, brand } = visit;
  const parameter = "body";
  const refuse = (error: DomainError): Outcome => ({
    ok: false,
    refused: { operation: REPLY, typed: fields, error },
  });
  const { replyAs } = desk.sms;
  if (replyAs === null) return refuse(refusal("INVALID_INPUT.no_guest_phone", { parameter }));
  const text = desk.stores.messages.get(fields.get("id") ?? "");
  if (text === null || text.brand !== brand.slug) {
    return refuse(refusal("INVALID_INPUT.no_phone_chosen", { parameter }));
  }
  const body = (fields.get("body") ?? "").trim();
  if (body === "") return refuse(refusal("INVALID_INPUT.no_reply_typed", { parameter }));
  if (body.length > LONGEST_REPLY) {
    const say = { length: body.length, most: LONGEST_REPLY };
    return refuse(refusal("INVALID_INPUT.reply_too_long", { parameter, say }));
  }
  const key = fields.get("idempotencyKey") ?? "";
  const once = /^[\w-]{1,128}$/.test(key) ? key : newKey(visit);
  const handledAs = await replyAs({
    brand: brand.slug,
    from: text.to,
    body,
    key: `${brand.slug}:${once}`,
  });
  return {
    ok: true,
    flash: { text: `Understood as: ${UNDERSTOOD[handledAs] ?? handledAs}`, warnings: [] },
  };
}
