import type { SendResult } from "../domain/sms-provider.ts";
import type { GatewayAnswer, NoAnswer } from "./gateway-call.ts";
import { objectIn } from "./signed-webhook.ts";

const MAX_RETRY_AFTER_S = 6 * 60 * 60;
const OPERATOR_CAN_FIX: readonly number[] = [401, 403, 404, 405, 407];

export function refusalOf(
  answer: GatewayAnswer | NoAnswer,
  detail: { readonly code?: string | undefined; readonly optedOut?: boolean } = {},
): SendResult {
  if ("mayHaveArrived" in answer) {
    const { mayHaveArrived, code } = answer;
    return mayHaveArrived
      ? { status: "unknown", code }
      : { status: "rejected", code, permanent: false };
  }
  const { status, headers } = answer;
  const code = detail.code ?? `http_${status}`;
  const optedOut = detail.optedOut === true ? { optedOut: true } : {};
  if (status === 429 || status === 503) {
    const retryAfterSeconds = retryAfterOf(headers);
    const wait = retryAfterSeconds === null ? {} : { retryAfterSeconds };
    return { status: "rejected", code, permanent: false, ...wait };
  }
  // 511 comes from the sign-in page of a network, not from the gateway (RFC 6585, section 6).
  const leadsElsewhere = status >= 300 && status < 400 && status !== 303;
  if (leadsElsewhere || status === 511) return { status: "rejected", code, permanent: false };
  // The text may have been sent: the gateway failed, timed out, or shows the result elsewhere (303).
  if (status >= 500 || status === 408 || status === 303) return { status: "unknown", code };
  return { status: "rejected", code, permanent: !OPERATOR_CAN_FIX.includes(status), ...optedOut };
}

/** The Retry-After header (RFC 9110, section 10.2.3) in seconds. */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), MAX_RETRY_AFTER_S);
  const wait = (Date.parse(text) - Date.parse(headers.get("date") ?? "")) / 1000;
  return Number.isFinite(wait) ? Math.min(Math.max(0, Math.ceil(wait)), MAX_RETRY_AFTER_S) : null;
}

export const wasTaken = (answer: GatewayAnswer | NoAnswer): answer is GatewayAnswer =>
  "status" in answer && answer.status >= 200 && answer.status < 300;

/** Null if the answer is incomplete or is not a JSON object. */
export const fieldsOf = (answer: GatewayAnswer | NoAnswer): Record<string, unknown> | null =>
  "status" in answer && answer.text !== null ? objectIn(answer.text) : null;

export const NOT_THE_GATEWAY: SendResult = { status: "unknown", code: "not_the_gateway" };
