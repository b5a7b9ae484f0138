import type { MessageKind } from "./message.ts";

/**
 * One text on its way out. `to` is E.164, `body` complete; `id` is ours and the same at every
 * attempt.
 */
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
 * What became of an attempt. `accepted`: taken over, and with `delivered` already known to have
 * arrived. `rejected`: certainly not sent, `retryAfterSeconds` where the gateway said when to come
 * back. `unknown`: it may have been sent, so only a provider that dedupes by id may be asked again.
 * `code` says why, in the gateway's word or in ours.
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

/** A request that claims to come from a gateway, its body not yet looked at. */
export interface WebhookRequest {
  /** As the gateway was told to call it: public origin, path and query. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** When it came, epoch milliseconds. */
  readonly receivedAt: number;
}

/** How far a gateway knows a text to have come; `accepted` includes "sent". */
export interface StatusEvent {
  readonly type: "status";
  readonly status: "accepted" | "delivered" | "failed";
  readonly providerId: string;
  /** Our id of the text, where the gateway hands it back. */
  readonly messageId: string | null;
  /** Why it failed, in the gateway's own code. */
  readonly code: string | null;
  /** The gateway keeps the phone on its list of those that want no texts. */
  readonly optedOut: boolean;
}

/**
 * A text that a guest sent. `from` and `to` as the gateway writes them; `to` null where it does not
 * say.
 */
export interface InboundEvent {
  readonly type: "inbound";
  /** The same however often the gateway brings this text. */
  readonly providerEventId: string;
  readonly from: string;
  readonly to: string | null;
  readonly body: string;
  /**
   * When the network or the gateway had it, epoch milliseconds, where that is said: a gateway that
   * was cut off brings it hours later.
   */
  readonly writtenAt?: number;
  /** What the gateway took it for and acts on, where it says: it has words of its own. */
  readonly takenFor?: "stop" | "start";
}

export type GatewayEvent = StatusEvent | InboundEvent;

/**
 * `forged`: the signature is missing, wrong or too old. `malformed`: signed, and still not
 * understood.
 */
export type ParsedWebhook =
  | { readonly verified: true; readonly events: readonly GatewayEvent[] }
  | { readonly verified: false; readonly why: "forged" | "malformed" };

/**
 * The way to a gateway. Adapters implement it, the delivery step drives it, neither knows the
 * other.
 */
export interface SmsProvider {
  readonly name: string;
  readonly capabilities: {
    /** A second attempt with the same id is not sent twice. */
    readonly dedupesById: boolean;
    readonly deliveryReports: boolean;
    readonly inbound: boolean;
    /** How many texts it takes at once; as many as a phone that serves as gateway where missing. */
    readonly atOnce?: number;
  };
  send(message: SmsMessage): Promise<SendResult>;
  /** Verifies, then reads what a gateway reports. Never throws. */
  parseWebhook?(request: WebhookRequest): Promise<ParsedWebhook>;
  /** What the gateway wants to read when its request was taken; nothing where this is missing. */
  readonly acknowledgement?: { readonly contentType: string; readonly body: string };
}
