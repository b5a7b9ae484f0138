import { z } from "zod";
import type { Reason } from "./errors.ts";
import { type Fields, FORMER_GUEST } from "./fields.ts";
import type { Skip } from "./reasons/waitlist.ts";
import {
  count,
  date,
  instant,
  name,
  note,
  phoneOrNone,
  recordId,
  shortId,
  size,
  slug,
  word,
} from "./stored-values.ts";

export const ENTRY_STATUSES = ["waiting", "offered", "booked", "left", "lapsed", "paused"] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** A `wish` waits for freed seats; a party at the `door` waits for a host to call it. */
const ENTRY_KINDS = ["wish", "door"] as const;

export interface PassedOver {
  readonly timestamp: number;
  readonly why: Reason | Skip;
}

/** Of a reason, checks only the kind. Imports check the facts, too. */
const anyReasons: z.ZodType = z.array(
  z.strictObject({ timestamp: instant, why: z.looseObject({ kind: word }) }),
);

const passedOver = anyReasons as z.ZodType<readonly PassedOver[]>;

const KEPT = { personal: false } as const;
const CLEARED = { personal: { cleared: "" } } as const;

export const ENTRY_FIELDS = {
  id: {
    column: "id",
    stored: recordId,
    wire: {
      id: z
        .string()
        .nullable()
        .describe("24 hexadecimal digits; null only in a dry run of add_to_waitlist"),
    },
    ...KEPT,
    fixed: true,
  },
  brand: { column: "brand", stored: slug, wire: { brand: z.string() }, ...KEPT, fixed: true },
  name: {
    column: "name",
    stored: name,
    wire: { name: z.string() },
    personal: { cleared: FORMER_GUEST },
  },
  phone: {
    column: "phone",
    stored: phoneOrNone,
    wire: { phone: z.string().describe("Last four digits") },
    ...CLEARED,
  },
  partySize: {
    column: "party_size",
    stored: size,
    wire: { numberOfPeople: z.int() },
    ...KEPT,
  },
  date: { column: "date", stored: date, wire: { date: z.string() }, ...KEPT },
  wishedAt: { column: "wished_at", stored: instant, wire: {}, csv: null, ...KEPT },
  earliestAt: {
    column: "earliest_at",
    stored: instant,
    wire: { earliestTimestamp: z.number(), earliestTime: z.string() },
    csv: "earliest",
    ...KEPT,
  },
  latestAt: {
    column: "latest_at",
    stored: instant,
    wire: { latestTimestamp: z.number(), latestTime: z.string() },
    csv: "latest",
    ...KEPT,
  },
  /** Id of a reservation to cancel when the guest accepts an offer. */
  replaces: {
    column: "replaces",
    stored: recordId.nullable(),
    wire: {},
    csv: null,
    ...KEPT,
  },
  /** From 0 to 9. Entries with a higher priority are offered seats first. */
  priority: {
    column: "priority",
    stored: z.int().min(0).max(9),
    wire: { priority: z.int() },
    ...KEPT,
  },
  area: {
    column: "area",
    stored: shortId.nullable(),
    wire: {},
    csv: null,
    ...KEPT,
    initial: null,
  },
  kind: {
    column: "kind",
    stored: z.enum(ENTRY_KINDS),
    wire: {},
    csv: "kind",
    ...KEPT,
    fixed: true,
    initial: "wish",
  },
  quotedMinutes: {
    column: "quoted_minutes",
    stored: z.int().min(0).max(1440).nullable(),
    wire: {},
    csv: "quoted_minutes",
    ...KEPT,
    initial: null,
  },
  /** For a party at the door: ten minutes after the host called it. Null if it was not called. */
  readyUntil: {
    column: "ready_until",
    stored: instant.nullable(),
    wire: {},
    csv: null,
    ...KEPT,
    initial: null,
  },
  notes: { column: "notes", stored: note, wire: { notes: z.string() }, ...CLEARED },
  source: {
    column: "source",
    stored: z.enum(["tool", "dashboard"]),
    wire: {},
    ...KEPT,
    fixed: true,
    initial: "tool",
  },
  status: {
    column: "status",
    stored: z.enum(ENTRY_STATUSES),
    wire: { status: z.enum(ENTRY_STATUSES) },
    ...KEPT,
    initial: "waiting",
  },
  offersSent: {
    column: "offers_sent",
    stored: count,
    wire: {
      offersSent: z.int().describe("Offers made. An offer whose text was not sent does not count"),
    },
    ...KEPT,
    initial: 0,
  },
  /** How many offers in a row the guest left without an answer. */
  silentOffers: {
    column: "silent_offers",
    stored: count,
    wire: {},
    csv: null,
    ...KEPT,
    initial: 0,
  },
  bookingId: {
    column: "booking_id",
    stored: recordId.nullable(),
    wire: { bookingId: z.string().nullable() },
    ...KEPT,
    initial: null,
  },
  passedOver: {
    column: "passed_over",
    stored: passedOver,
    wire: {
      passedOver: z.array(
        z.strictObject({ timestamp: z.number(), code: z.string(), message: z.string() }),
      ),
    },
    csv: null,
    ...KEPT,
    initial: [],
  },
  createdAt: {
    column: "created_at",
    stored: instant,
    wire: { createdAt: z.number() },
    ...KEPT,
    fixed: true,
  },
  updatedAt: { column: "updated_at", stored: instant, wire: {}, ...KEPT },
} as const satisfies Fields;
