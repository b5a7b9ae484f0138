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
  /** The offer that it tells of; null for every other text. */
  readonly offerId: string | null;
  /** The reservation's revision of the time that it tells; null: it tells none. */
  readonly timeRevision: number | null;
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
  /** The same text is never queued twice. Opaque: what it is made of stands in the other fields. */
  readonly uniqueKey: string;
  readonly createdAt: number;
  /** The principal whose write queued it (SMS budgets of API keys). */
  readonly createdBy: string;
}

type Given =
  | "id"
  | "brand"
  | "kind"
  | "to"
  | "body"
  | "segments"
  | "expiresAt"
  | "uniqueKey"
  | "createdAt"
  | "createdBy";

/** A text for the outbox: due at once and about nothing, unless said otherwise. */
export const newMessage = (fields: Pick<Message, Given> & Partial<Message>): Message => ({
  reservationId: null,
  entryId: null,
  offerId: null,
  timeRevision: null,
  dueAt: fields.createdAt,
  state: "due",
  attempt: 0,
  providerId: null,
  ...fields,
});
