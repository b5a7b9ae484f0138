import { z } from "zod";
import { ENTRY_FIELDS } from "./entry-fields.ts";
import { storedShape } from "./fields.ts";
import { SECTION_COLORS, SHAPES } from "./floor-records.ts";
import { MESSAGE_FIELDS } from "./message-fields.ts";
import { RESERVATION_FIELDS } from "./reservation-fields.ts";
import { BOOKABLE } from "./seating/unit.ts";
import {
  date,
  instant,
  name,
  note,
  phone,
  phoneOrNone,
  recordId,
  shortId,
  size,
  slug,
  word,
} from "./stored-values.ts";
import { DAY } from "./time.ts";
import { isLive, OFFER_STATES } from "./waitlist.ts";

export const PORTABLE_VERSION = 1;

const values = z.record(z.string(), z.unknown());

const stay = (one: { readonly startAt: number; readonly endAt: number }): boolean =>
  one.endAt > one.startAt && one.endAt - one.startAt <= DAY;
const STAY = "must be after startAt, at most one day later";

export const portableHeader = z.strictObject({
  type: z.literal("maitred"),
  version: z.literal(PORTABLE_VERSION),
  program: word,
  environment: z.enum(["live", "test"]),
  exportedAt: instant,
});

const brand = z.strictObject({
  type: z.literal("brand"),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(64),
  name,
  /** Only the settings that somebody changed; the others have their defaults. */
  settings: values,
});

const reservation = z
  .strictObject({
    type: z.literal("reservation"),
    ...storedShape(RESERVATION_FIELDS),
  })
  .omit({ nextQuestionAt: true })
  .refine(stay, { path: ["endAt"], error: STAY })
  .refine(({ status, seatedAt }) => status !== "seated" || seatedAt !== null, {
    path: ["seatedAt"],
    error: "must be set if the status is seated",
  })
  .refine(({ status, completedAt }) => status !== "completed" || completedAt !== null, {
    path: ["completedAt"],
    error: "must be set if the status is completed",
  })
  .refine(({ status, cancelledAt }) => status !== "cancelled" || cancelledAt !== null, {
    path: ["cancelledAt"],
    error: "must be set if the status is cancelled",
  });

const entry = z
  .strictObject({ type: z.literal("waitlist_entry"), ...storedShape(ENTRY_FIELDS) })
  .refine(({ earliestAt, latestAt }) => latestAt >= earliestAt, {
    path: ["latestAt"],
    error: "must not be before earliestAt",
  });

const freed = z
  .strictObject({
    type: z.literal("freed_slot"),
    id: shortId,
    brand: slug,
    from: instant,
    to: instant,
    cause: shortId,
    offerId: shortId.nullable(),
    createdAt: instant,
    doneAt: instant.nullable(),
  })
  .refine(({ from, to }) => to > from, { path: ["to"], error: "must be after from" });

const offer = z
  .strictObject({
    type: z.literal("waitlist_offer"),
    id: shortId,
    entryId: recordId,
    brand: slug,
    phone: phoneOrNone,
    partySize: size,
    startAt: instant,
    endAt: instant,
    state: z.enum(OFFER_STATES),
    createdAt: instant,
    sentAt: instant.nullable(),
    holdUntil: instant,
    tables: z.string().max(200).default(""),
    answeredAt: instant.nullable().default(null),
    cause: shortId.nullable(),
  })
  .refine(stay, { path: ["endAt"], error: STAY });

const message = z
  .strictObject({ type: z.literal("message"), ...storedShape(MESSAGE_FIELDS) })
  .omit({ providerId: true })
  .refine(({ reservationId, entryId }) => reservationId === null || entryId === null, {
    path: ["entryId"],
    error: "must be null if reservationId is set",
  })
  .refine(
    ({ kind, reservationId, entryId }) =>
      kind === "reply" || kind === "staff" || reservationId !== null || entryId !== null,
    { path: ["reservationId"], error: "must be set if entryId is null" },
  );

const change = z.strictObject({
  type: z.literal("change"),
  id: shortId,
  at: instant,
  brand: slug,
  reservationId: recordId.nullable(),
  entryId: recordId.nullable(),
  principal: word,
  actor: z.strictObject({
    kind: z.enum(["user", "api_key", "oauth", "guest", "system"]),
    id: z.string().max(400),
    name: z.string().max(400),
  }),
  operation: shortId,
  before: values,
  after: values,
  idempotencyKey: z.string().min(1).max(128).nullable(),
  reason: z.string().max(500).nullable(),
});

const inbound = z.strictObject({
  type: z.literal("inbound_text"),
  id: shortId,
  provider: z.string().min(1).max(32),
  providerEventId: word,
  sender: z.string().max(64),
  recipient: z.string().max(64).nullable(),
  body: note,
  receivedAt: instant,
  handledAs: shortId,
});

const wallSpan = z.strictObject({ from: word, to: word });
const seats = {
  minCovers: size,
  maxCovers: size,
  priority: z.int().min(0).max(9),
  bookable: z.enum(BOOKABLE),
  extraMinutes: z.int().min(0).max(240),
};
const place = z.int().nullable();

const area = z.strictObject({
  type: z.literal("area"),
  id: shortId,
  brand: slug,
  name: z.string().min(1).max(60),
  position: z.int().min(0),
  bookable: z.enum(BOOKABLE),
  closed: z.array(wallSpan),
  archivedAt: instant.nullable(),
});

const table = z.strictObject({
  type: z.literal("dining_table"),
  id: shortId,
  brand: slug,
  area: shortId,
  name: z.string().min(1).max(12),
  ...seats,
  shape: z.enum(SHAPES),
  x: place,
  y: place,
  width: place,
  height: place,
  angle: place,
  archivedAt: instant.nullable(),
});

const combination = z.strictObject({
  type: z.literal("combination"),
  id: shortId,
  brand: slug,
  tables: z.array(shortId),
  ...seats,
  enabled: z.boolean(),
});

const block = z.strictObject({
  type: z.literal("table_block"),
  id: shortId,
  brand: slug,
  tables: z.array(shortId),
  from: instant,
  to: instant,
  reason: z.string().max(500),
  createdAt: instant,
  createdBy: word,
});

const section = z.strictObject({
  type: z.literal("floor_section"),
  id: shortId,
  brand: slug,
  serviceDate: date,
  name: z.string().min(1).max(30),
  color: z.enum(SECTION_COLORS),
  server: z.string().max(60),
  tables: z.array(shortId),
});

const optOut = z.strictObject({ type: z.literal("opt_out"), phone });

export const portableSchemas = {
  brand,
  area,
  dining_table: table,
  combination,
  table_block: block,
  floor_section: section,
  reservation,
  waitlist_entry: entry,
  freed_slot: freed,
  waitlist_offer: offer,
  message,
  change,
  inbound_text: inbound,
  opt_out: optOut,
} as const;

export type PortableType = keyof typeof portableSchemas;
export type Portable<Type extends PortableType = PortableType> = {
  [Each in Type]: z.infer<(typeof portableSchemas)[Each]>;
}[Type];
export type PortableHeader = z.infer<typeof portableHeader>;

/**
 * In the order of an export: each record comes after the records that it refers to. The
 * one exception: a freed slot comes before the offer that its `offerId` names.
 */
export const PORTABLE_TYPES = Object.keys(portableSchemas) as PortableType[];

/** Changes a record so that importing it sends no text, holds no table and offers no seats. */
export function atRest(record: Portable, now: number): Portable {
  switch (record.type) {
    case "message":
      if (record.state === "due" || record.state === "held") return { ...record, state: "void" };
      return record.state === "sending" ? { ...record, state: "unknown" } : record;
    case "waitlist_offer":
      return isLive(record) ? { ...record, state: "withdrawn" } : record;
    case "waitlist_entry":
      return record.status === "offered" ? { ...record, status: "waiting" } : record;
    case "freed_slot":
      return record.doneAt === null ? { ...record, doneAt: now } : record;
    default:
      return record;
  }
}
