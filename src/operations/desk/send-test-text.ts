import { z } from "zod";
import { DomainError, refusal } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import { newMessage } from "../../domain/message.ts";
import { lastDigits, normalisePhone } from "../../domain/phone.ts";
import { costOf } from "../../domain/segments.ts";
import { isTexted } from "../../domain/sms-countries.ts";
import { displayTime, MINUTE } from "../../domain/time.ts";
import { testText } from "../../words/en/host/notices.ts";
import { brandInText } from "../../words/guest-texts.ts";
import { audit } from "../call/audit.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, phoneParam, writeParams } from "../params.ts";
import { SENDING_HINTS } from "./one-text.ts";

const testInput = z.strictObject({ brand: brandParam, phone: phoneParam, ...writeParams });
const testOutput = z.strictObject({ phone: z.string(), changed: z.boolean(), dryRun: z.boolean() });

export const sendTestText = defineOperation<z.infer<typeof testInput>, z.infer<typeof testOutput>>({
  name: "send_test_text",
  title: "Send a test text",
  words: { done: "The test is on its way", history: "Test text sent" },
  scope: "bookings.write",
  role: "manager",
  input: testInput,
  output: testOutput,
  hints: { ...SENDING_HINTS, idempotent: false },
  examples: [{ input: { phone: "+12125550123" } }],
  run: sendTest,
});

function sendTest(given: z.infer<typeof testInput>, context: OperationContext) {
  const { brand, stores, now, random, caller } = context;
  const read = normalisePhone(given.phone, brand.settings.defaultCountry);
  if (!read.ok) throw new DomainError([read.reason]);
  const { phone } = read;
  if (stores.optOuts.has(phone)) {
    throw refusal("INVALID_INPUT.opted_out", { parameter: "phone" });
  }
  if (!isTexted(phone, brand.settings)) {
    throw refusal("INVALID_INPUT.country_not_texted", { parameter: "phone", say: { phone } });
  }
  const at = displayTime(now, brand.settings.timeZone);
  const body = testText(brandInText(brand.name), at);
  const id = newId(now, random);
  const queued = stores.messages.enqueue(
    newMessage({
      id,
      brand: brand.slug,
      kind: "reply",
      to: phone,
      body,
      segments: costOf(body, stores.guestLinks.sample),
      expiresAt: now + 10 * MINUTE,
      uniqueKey: `test:${brand.slug}:${phone}:${Math.floor(now / MINUTE)}`,
      createdAt: now,
      createdBy: caller.principal,
    }),
  );
  if (!queued) throw refusal("INVALID_INPUT.tested_just_now", { parameter: "phone" });
  audit({}, sendTestText.name, { before: {}, after: { text: id } }, null, context);
  return { phone: lastDigits(phone), changed: true, dryRun: context.dryRun };
}
