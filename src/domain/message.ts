export const MESSAGE_KINDS = [
  "confirmation",
  "update",
  "cancellation",
  "request_received",
  "offer",
  "offer_gone",
  "attendance_ask",
  "follow_up",
  "reminder",
  "reply",
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const MESSAGE_STATES = [
  "due",
  "sending",
  "accepted",
  "delivered",
  "failed",
  "unknown",
  "void",
  "expired",
  "held",
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** A text in the outbox. Exactly one of reservationId and entryId is set, except for replies. */
export interface Message {
  readonly id: string;
  readonly brand: string;
  readonly reservationId: string | null;
  readonly entryId: string | null;
  readonly kind: MessageKind;
  /** E.164. */
  readonly to: string;
  /** As kept: `{link}` stands where the guest's link will be. */
  readonly body: string;
  readonly segments: number;
  readonly dueAt: number;
  /** Never sent at or after this instant. */
  readonly expiresAt: number;
  readonly state: MessageState;
  readonly attempt: number;
  readonly providerId: string | null;
  /** Subject, kind and revision of the time: the same text is never queued twice. */
  readonly uniqueKey: string;
  readonly createdAt: number;
  /** The principal whose write queued it (SMS budgets of API keys). */
  readonly createdBy: string;
}
