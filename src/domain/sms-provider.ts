import type { MessageKind } from "./message.ts";

/** One text to send. `to` is E.164, `body` complete; `id` is ours and the same at every attempt. */
export interface SmsMessage {
  readonly id: string;
  readonly kind: MessageKind;
  readonly to: string;
  readonly from?: string;
  readonly body: string;
  /** Of no use to the guest after this many seconds. */
  readonly ttlSeconds: number;
}

/**
 * The result of an attempt. `accepted`: the gateway took it; `delivered` if it is already known to
 * have arrived. `rejected`: certainly not sent; `retryAfterSeconds` if the gateway said when to try
 * again. `unknown`: it may have been sent, so only a provider that recognises our id may be asked
 * again. `code` says why, in the gateway's word or ours.
 */
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

/** A request that claims to come from a gateway; not verified yet. */
export interface WebhookRequest {
  /** The URL as the gateway was given it: public origin, path and query. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** When it arrived, epoch milliseconds. */
  readonly receivedAt: number;
}

/** What a gateway reports about a text of ours; `accepted` includes "sent". */
export interface StatusEvent {
  readonly type: "status";
  readonly status: "accepted" | "delivered" | "failed";
  readonly providerId: string;
  /** Our id of the text, if the gateway sends it back. */
  readonly messageId: string | null;
  /** Why it failed, in the gateway's own code. */
  readonly code: string | null;
  /** The gateway lists the phone as opted out. */
  readonly optedOut: boolean;
}

/**
 * A text from a guest. `from` and `to` as the gateway writes them; `to` is null if it does not say.
 */
export interface InboundEvent {
  readonly type: "inbound";
  /** The same each time the gateway reports this text. */
  readonly providerEventId: string;
  readonly from: string;
  readonly to: string | null;
  readonly body: string;
  /**
   * When the network or the gateway got it, epoch milliseconds, if known: a gateway that was
   * offline reports it hours later.
   */
  readonly writtenAt?: number;
  /**
   * What the gateway itself took it for, if it says so; some have their own words for STOP and
   * START.
   */
  readonly takenFor?: "stop" | "start";
}

export type GatewayEvent = StatusEvent | InboundEvent;

/**
 * `forged`: the signature is missing, wrong or too old. `malformed`: correctly signed but not
 * understood.
 */
export type ParsedWebhook =
  | { readonly verified: true; readonly events: readonly GatewayEvent[] }
  | { readonly verified: false; readonly why: "forged" | "malformed" };

/**
 * A connection to a gateway. Adapters implement it, the delivery step uses it; neither knows the
 * other.
 */
export interface SmsProvider {
  readonly name: string;
  readonly capabilities: {
    /** A text is sent only once, even if there is a second attempt with the same id. */
    readonly dedupesById: boolean;
    readonly deliveryReports: boolean;
    readonly inbound: boolean;
    /** How many texts it takes at once; absent: as many as a phone used as gateway. */
    readonly atOnce?: number;
  };
  send(message: SmsMessage): Promise<SendResult>;
  /** Verifies and reads what a gateway reports. Never throws. */
  parseWebhook?(request: WebhookRequest): Promise<ParsedWebhook>;
  /** The response that the gateway expects; absent: an empty one. */
  readonly acknowledgement?: { readonly contentType: string; readonly body: string };
}
