import { createHmac, timingSafeEqual } from "node:crypto";
import { isRecord } from "../domain/json.ts";
import type { ParsedWebhook } from "../domain/sms-provider.ts";
import { MINUTE } from "../domain/time.ts";

const CLOCK_TOLERANCE_MS = 5 * MINUTE;

export const FORGED: ParsedWebhook = { verified: false, why: "forged" };
export const MALFORMED: ParsedWebhook = { verified: false, why: "malformed" };

type Part = string | Uint8Array;

export function keyedHash(algorithm: "sha1" | "sha256", key: Part, parts: readonly Part[]): Buffer {
  const hmac = createHmac(algorithm, key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

export function sameSignature(
  expected: Buffer,
  given: string,
  encoding: "hex" | "base64",
): boolean {
  const bytes = Buffer.from(given, encoding);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** `timestamp` in whole seconds, `receivedAt` in epoch milliseconds. */
export const isFresh = (timestamp: string, receivedAt: number): boolean =>
  /^\d{1,12}$/.test(timestamp) &&
  Math.abs(Number(timestamp) * 1000 - receivedAt) <= CLOCK_TOLERANCE_MS;

/** `secret`: `whsec_` followed by the key in base64 (Standard Webhooks), or the key itself. */
export const standardKey = (secret: string): Buffer =>
  secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);

/** Signs with a symmetric key (Standard Webhooks 1.0). `at` in epoch milliseconds. */
export function standardHeaders(
  key: Buffer,
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signature = keyedHash("sha256", key, [`${id}.${timestamp}.`, body]).toString("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

export function standardId(
  key: Buffer,
  request: { readonly headers: Headers; readonly body: Uint8Array; readonly receivedAt: number },
): string | null {
  const id = request.headers.get("webhook-id") ?? "";
  const timestamp = request.headers.get("webhook-timestamp") ?? "";
  const signatures = (request.headers.get("webhook-signature") ?? "").split(" ");
  if (id === "" || id.length > 128 || !isFresh(timestamp, request.receivedAt)) return null;
  const expected = keyedHash("sha256", key, [`${id}.${timestamp}.`, request.body]);
  // There are several signatures while a secret is being replaced.
  const matching = signatures.filter(
    (one) => one.startsWith("v1,") && sameSignature(expected, one.slice(3), "base64"),
  );
  return matching.length > 0 ? id : null;
}

export function objectIn(body: Uint8Array | string): Readonly<Record<string, unknown>> | null {
  try {
    const text = typeof body === "string" ? body : new TextDecoder().decode(body);
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** Null if the field is not a string or is longer than `most`. `empty`: allows an empty string. */
export function textIn(
  fields: Readonly<Record<string, unknown>>,
  name: string,
  { most = 200, empty = false }: { readonly most?: number; readonly empty?: boolean } = {},
): string | null {
  const value = fields[name];
  const fits = typeof value === "string" && value.length <= most && (empty || value !== "");
  return fits ? value : null;
}

/** Epoch milliseconds; undefined if the field is not ISO 8601 with an offset from UTC. */
export function instantIn(
  fields: Readonly<Record<string, unknown>>,
  name: string,
): number | undefined {
  const text = textIn(fields, name, { most: 40 });
  if (text === null || !WITH_OFFSET.test(text)) return undefined;
  const at = Date.parse(text);
  return at >= 0 ? at : undefined;
}

const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** A phone can split one text into at most 255 segments of 153 characters. */
export const LONGEST_TEXT = 255 * 153;
