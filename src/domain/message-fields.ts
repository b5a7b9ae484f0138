import { z } from "zod";
import type { Fields } from "./fields.ts";
import { count, instant, phoneOrNone, recordId, shortId, slug, word } from "./stored-values.ts";

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
  "staff",
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

const FIXED = { wire: {}, personal: false } as const;
const NOTHING = { initial: null } as const;
/** For the fields that `CLEAR_MESSAGE` in storage clears. */
const CLEARED = { wire: {}, personal: { cleared: "" } } as const;

export const MESSAGE_FIELDS = {
  id: { column: "id", stored: shortId, ...FIXED },
  brand: { column: "brand", stored: slug, ...FIXED },
  /** Never set together with `entryId`. Both may be null for the kinds `reply` and `staff`. */
  reservationId: {
    column: "reservation_id",
    stored: recordId.nullable(),
    ...FIXED,
    ...NOTHING,
  },
  entryId: { column: "entry_id", stored: recordId.nullable(), ...FIXED, ...NOTHING },
  offerId: {
    column: "offer_id",
    stored: shortId.nullable().default(null),
    csv: null,
    ...FIXED,
    ...NOTHING,
  },
  /** The reservation's `timeRevision` when the text was written. Null for offers, replies and staff texts. */
  timeRevision: {
    column: "time_revision",
    stored: z.int().min(1).nullable().default(null),
    csv: null,
    ...FIXED,
    ...NOTHING,
  },
  kind: { column: "kind", stored: z.enum(MESSAGE_KINDS), ...FIXED },
  to: { column: "recipient", stored: phoneOrNone, csv: "to", ...CLEARED },
  /** `{link}` stands for the guest's link. */
  body: { column: "body", stored: z.string().max(2000), ...CLEARED },
  segments: { column: "segments", stored: z.int().min(0).max(50), ...FIXED },
  dueAt: { column: "due_at", stored: instant, ...FIXED },
  expiresAt: { column: "expires_at", stored: instant, csv: null, ...FIXED },
  state: { column: "state", stored: z.enum(MESSAGE_STATES), ...FIXED, initial: "due" },
  attempt: { column: "attempt", stored: count, csv: "attempts", ...FIXED, initial: 0 },
  attemptedAt: { column: "attempted_at", stored: instant.nullable(), ...FIXED, ...NOTHING },
  fault: { column: "fault", stored: shortId.nullable(), ...FIXED, ...NOTHING },
  /** The gateway's id of the text. Not exported, because it means nothing to another instance. */
  providerId: {
    column: "provider_id",
    stored: z.string().nullable(),
    csv: null,
    ...FIXED,
    ...NOTHING,
  },
  /** Unique among the texts of a reservation, and among all texts without a reservation. */
  uniqueKey: { column: "unique_key", stored: word, csv: null, ...FIXED },
  createdAt: { column: "created_at", stored: instant, ...FIXED },
  /** The principal whose SMS budget pays for the text. */
  createdBy: { column: "created_by", stored: word, csv: null, ...FIXED },
  /** When the guest sent an answer that a person must read. Null if the guest sent none. */
  answeredAt: {
    column: "answered_at",
    stored: instant.nullable().default(null),
    csv: null,
    ...FIXED,
    ...NOTHING,
  },
} as const satisfies Fields;
