import type { WebhookRequest } from "../../src/domain/sms-provider.ts";

/** 7:00 PM on Friday, November 20, 2026 in New York. */
export const NOW = 1_795_219_200_000;

/** A gateway's request, as an adapter receives it. */
export const webhookRequest = (
  url: string,
  headers: Record<string, string>,
  body: string,
  receivedAt = NOW,
): WebhookRequest => ({
  url,
  headers: new Headers(headers),
  body: new TextEncoder().encode(body),
  receivedAt,
});

export const FORGED = { verified: false, why: "forged" } as const;
export const MALFORMED = { verified: false, why: "malformed" } as const;
