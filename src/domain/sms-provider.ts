import type { MessageKind } from "./message.ts";

/** One text on its way out. `to` is E.164, `body` complete; `id` is ours and the same at every attempt. */
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
 * What became of an attempt. `accepted`: taken over, and with `delivered` already known to have arrived. `rejected`:
 * certainly not sent. `unknown`: it may have been sent, so only a provider that dedupes by id may be asked again.
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
    }
  | { readonly status: "unknown" };

/** The way to a gateway. Adapters implement it, the delivery step drives it, neither knows the other. */
export interface SmsProvider {
  readonly name: string;
  readonly capabilities: {
    /** A second attempt with the same id is not sent twice. */
    readonly dedupesById: boolean;
    readonly deliveryReports: boolean;
    readonly inbound: boolean;
  };
  send(message: SmsMessage): Promise<SendResult>;
}
