import { z } from "zod";
import { MESSAGE_KINDS, MESSAGE_STATES } from "./message.ts";
import { ATTENDANCE_STATES, SOURCES, STATUSES, STORED_FLAGS } from "./reservation.ts";
import { DAY, isLocalDate } from "./time.ts";
import { ENTRY_STATUSES, OFFER_STATES } from "./waitlist.ts";

// What a restaurant has on record, one JSON object each, as it leaves one instance and enters
// another. `type` says which it is; everything else is named and measured as in the records
// themselves.

/** Of the file; a program that does not know it refuses the file. */
export const PORTABLE_VERSION = 1;

const LATEST = 8.64e15;
const NOTE = 4000;

const id = z.string().regex(/^[0-9a-f]{24}$/, "must be 24 hexadecimal digits in lower case");
const shortId = z.string().min(1).max(64);
const slug = z.string().min(1).max(64);
const word = z.string().min(1).max(200);
const name = z.string().min(1).max(120);
const instant = z.int().min(-LATEST).max(LATEST);
const count = z.int().min(0);
const size = z.int().min(1).max(100_000);
const date = z.string().refine(isLocalDate, "must be an existing date such as 2026-11-20");
const phone = z.string().regex(/^\+\d{4,15}$/, "must be a phone such as +12125550123");
const note = z.string().max(NOTE);
const values = z.record(z.string(), z.unknown());
/** What is left of a phone when its guest was forgotten. */
const noPhone = z.literal("");

const stay = (one: { readonly startAt: number; readonly endAt: number }): boolean =>
  one.endAt > one.startAt && one.endAt - one.startAt <= DAY;
const STAY = "must end after it starts, and within a day";

const header = z.strictObject({
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
  /** What the owner set; everything else follows the defaults. */
  settings: values,
});

const reservation = z
  .strictObject({
    type: z.literal("reservation"),
    id,
    brand: slug,
    name,
    phone: phone.nullable(),
    email: z.string().min(1).max(254).nullable(),
    partySize: size,
    startAt: instant,
    endAt: instant,
    serviceDate: date,
    service: z.string().max(120).nullable(),
    status: z.enum(STATUSES),
    attendance: z.enum(ATTENDANCE_STATES),
    notes: note,
    foodDrinkNotes: note,
    seatingNotes: note,
    notifyCustomer: z.boolean(),
    source: z.enum(SOURCES),
    flags: z.array(z.enum(STORED_FLAGS)).max(STORED_FLAGS.length),
    arrivedAt: instant.nullable(),
    seatedAt: instant.nullable(),
    completedAt: instant.nullable(),
    cancelledAt: instant.nullable(),
    createdAt: instant,
    createdBy: word,
    updatedAt: instant,
    revision: z.int().min(1),
    // Each of them had a link: all are ended when the phone changes.
    timeRevision: z.int().min(1).max(10_000),
  })
  .refine(stay, { path: ["endAt"], error: STAY })
  .refine(({ status, seatedAt }) => status !== "seated" || seatedAt !== null, {
    path: ["seatedAt"],
    error: "must be there where the status is seated",
  })
  .refine(({ status, completedAt }) => status !== "completed" || completedAt !== null, {
    path: ["completedAt"],
    error: "must be there where the status is completed",
  })
  .refine(({ status, cancelledAt }) => status !== "cancelled" || cancelledAt !== null, {
    path: ["cancelledAt"],
    error: "must be there where the status is cancelled",
  });

const entry = z
  .strictObject({
    type: z.literal("waitlist_entry"),
    id,
    brand: slug,
    name,
    phone: z.union([phone, noPhone]),
    partySize: size,
    date,
    wishedAt: instant,
    earliestAt: instant,
    latestAt: instant,
    replaces: id.nullable(),
    priority: z.int().min(0).max(9),
    notes: note,
    source: z.enum(["tool", "dashboard"]),
    status: z.enum(ENTRY_STATUSES),
    offersSent: count,
    silentOffers: count,
    bookingId: id.nullable(),
    passedOver: z.array(
      z.strictObject({ timestamp: instant, code: word, message: z.string().max(2000) }),
    ),
    createdAt: instant,
    updatedAt: instant,
  })
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
    entryId: id,
    brand: slug,
    phone: z.union([phone, noPhone]),
    partySize: size,
    startAt: instant,
    endAt: instant,
    state: z.enum(OFFER_STATES),
    createdAt: instant,
    sentAt: instant.nullable(),
    holdUntil: instant,
    answeredAt: instant.nullable().default(null),
    cause: shortId.nullable(),
  })
  .refine(stay, { path: ["endAt"], error: STAY });

const message = z
  .strictObject({
    type: z.literal("message"),
    id: shortId,
    brand: slug,
    reservationId: id.nullable(),
    entryId: id.nullable(),
    offerId: shortId.nullable().default(null),
    timeRevision: z.int().min(1).nullable().default(null),
    kind: z.enum(MESSAGE_KINDS),
    to: z.union([phone, noPhone]),
    body: z.string().max(2000),
    segments: z.int().min(0).max(50),
    dueAt: instant,
    expiresAt: instant,
    state: z.enum(MESSAGE_STATES),
    attempt: count,
    attemptedAt: instant.nullable(),
    fault: shortId.nullable(),
    uniqueKey: word,
    createdAt: instant,
    createdBy: word,
    answeredAt: instant.nullable().default(null),
  })
  .refine(({ reservationId, entryId }) => reservationId === null || entryId === null, {
    path: ["entryId"],
    error: "must be null where reservationId is not",
  })
  .refine(
    ({ kind, reservationId, entryId }) =>
      kind === "reply" || reservationId !== null || entryId !== null,
    { path: ["reservationId"], error: "must be there, or entryId" },
  );

const change = z.strictObject({
  type: z.literal("change"),
  id: shortId,
  at: instant,
  brand: slug,
  reservationId: id.nullable(),
  entryId: id.nullable(),
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
  body: z.string().max(NOTE),
  receivedAt: instant,
  handledAs: shortId,
});

/** A guest of the same file who wants no texts. */
const optOut = z.strictObject({ type: z.literal("opt_out"), phone });

/** Every line that a file may have after its first one. */
export const portableSchemas = {
  brand,
  reservation,
  waitlist_entry: entry,
  freed_slot: freed,
  waitlist_offer: offer,
  message,
  change,
  inbound_text: inbound,
  opt_out: optOut,
} as const;

/** The first line. */
export const portableHeader = header;

export type PortableType = keyof typeof portableSchemas;
export type Portable<Type extends PortableType = PortableType> = {
  [Each in Type]: z.infer<(typeof portableSchemas)[Each]>;
}[Type];
export type PortableHeader = z.infer<typeof header>;

/** The types in the order in which they refer to one another. */
export const PORTABLE_TYPES = Object.keys(portableSchemas) as PortableType[];

/**
 * A record as it may enter an instance: nothing is texted because of it, no table is held, and
 * nobody is offered what came free elsewhere.
 */
export function atRest(record: Portable, now: number): Portable {
  switch (record.type) {
    case "message":
      if (record.state === "due" || record.state === "held") return { ...record, state: "void" };
      return record.state === "sending" ? { ...record, state: "unknown" } : record;
    case "waitlist_offer":
      return record.state === "queued" || record.state === "sent"
        ? { ...record, state: "withdrawn" }
        : record;
    case "waitlist_entry":
      return record.status === "offered" ? { ...record, status: "waiting" } : record;
    case "freed_slot":
      return record.doneAt === null ? { ...record, doneAt: now } : record;
    default:
      return record;
  }
}
