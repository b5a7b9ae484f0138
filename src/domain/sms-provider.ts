import type { MessageKind } from "./message.ts";

/** `to`: E.164. `id`: the id that maitred gave the text, the same for every attempt. */
export interface SmsMessage {
  readonly id: string;
  readonly kind: MessageKind;
  readonly to: string;
  readonly from?: string;
  readonly body: string;
  readonly ttlSeconds: number;
}

/** `rejected`: the text was not sent. `unknown`: it may have been sent. */
export type SendResult =
  | {
      readonly status: "accepted";
      readonly providerId: string;
      readonly segments?: number;
      readonly delivered?: boolean;
    }
  | {
      readonly status: "rejected";
      readonly code: string;
      readonly permanent: boolean;
      readonly optedOut?: boolean;
      readonly retryAfterSeconds?: number;
    }
  | { readonly status: "unknown"; readonly code?: string };

/** Anybody can send a request to the webhook, so `parseWebhook` verifies it. */
export interface WebhookRequest {
  /** The address that the gateway called: public origin, path and query. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly receivedAt: number;
}

/** `accepted` also stands for the status that gateways call "sent". */
export interface StatusEvent {
  readonly type: "status";
  readonly status: "accepted" | "delivered" | "failed";
  readonly providerId: string;
  /** The id of the text in maitred, if the gateway returns it. */
  readonly messageId: string | null;
  readonly code: string | null;
  readonly optedOut: boolean;
}

/** `from` and `to` are phones as the gateway writes them. */
export interface InboundEvent {
  readonly type: "inbound";
  /** A gateway that reports the text again repeats this id. */
  readonly providerEventId: string;
  readonly from: string;
  readonly to: string | null;
  readonly body: string;
  /** When the network got the text. The gateway may report it hours later. */
  readonly writtenAt?: number;
  /** What the gateway took the text for. maitred may read it differently. */
  readonly takenFor?: "stop" | "start";
}

export type GatewayEvent = StatusEvent | InboundEvent;

/** `malformed`: the signature is right, but the content cannot be read. */
export type ParsedWebhook =
  | { readonly verified: true; readonly events: readonly GatewayEvent[] }
  | { readonly verified: false; readonly why: "forged" | "malformed" };

export interface SmsProvider {
  readonly name: string;
  readonly capabilities: {
    /** True if a second attempt with the same id sends nothing. */
    readonly dedupesById: boolean;
    readonly deliveryReports: boolean;
    readonly inbound: boolean;
    /** How many texts may be sent at the same time. The default is `AT_ONCE` in background/deliveries.ts. */
    readonly atOnce?: number;
  };
  send(message: SmsMessage): Promise<SendResult>;
  /** Never throws. */
  parseWebhook?(request: WebhookRequest): Promise<ParsedWebhook>;
  readonly acknowledgement?: { readonly contentType: string; readonly body: string };
}
