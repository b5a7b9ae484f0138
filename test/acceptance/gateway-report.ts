// A gateway's report to the product, signed as Standard Webhooks requires. Shares no code with the
// product's own signing.
import { createHmac } from "node:crypto";
import type { Desk } from "./support.ts";

/** The webhook secret set by `gatewayEnvironment`. */
const SECRET = "secret";

/** Variables that configure a gateway at `url` and accept its webhooks. */
export const gatewayEnvironment = (url: string): Record<string, string> => ({
  MAITRED_SMS_PROVIDER: "webhook",
  MAITRED_WEBHOOK_URL: url,
  MAITRED_WEBHOOK_SECRET: SECRET,
});

/**
 * Posts a gateway's report, signed at `at`, about an event at `happenedAt` (both epoch
 * milliseconds; `happenedAt` may be missing). Returns the HTTP status.
 */
export async function report(
  desk: Desk,
  {
    type,
    data,
    at,
    happenedAt,
    id = crypto.randomUUID(),
    secret = SECRET,
  }: {
    type: string;
    data: object;
    at: number;
    happenedAt?: number;
    id?: string;
    secret?: string;
  },
): Promise<number> {
  const when = happenedAt === undefined ? {} : { timestamp: new Date(happenedAt).toISOString() };
  const body = JSON.stringify({ type, ...when, data });
  const timestamp = String(Math.floor(at / 1000));
  const hmac = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${hmac.digest("base64")}`,
  };
  const url = `${desk.ready.url}/hooks/sms/webhook`;
  return (await fetch(url, { method: "POST", headers, body })).status;
}
