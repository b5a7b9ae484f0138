import { z } from "zod";
import { type Fields, FORMER_GUEST } from "./fields.ts";
import { ATTENDANCE_STATES, SOURCES, STATUSES, STORED_FLAGS } from "./reservation-states.ts";
import {
  date,
  instant,
  name,
  note,
  phone,
  recordId,
  shortId,
  size,
  slug,
  word,
} from "./stored-values.ts";

export const MOST_JOINED = 8;

export interface Note {
  /** Who may write the note in a new booking. `tool`: agents and hosts. `desk`: only hosts. */
  readonly create: "tool" | "desk";
  readonly words: { readonly create: string; readonly update: string };
  readonly hint: string;
  /** Where the day sheet shows the note. `place`: with the table. */
  readonly sheet: "note" | "place";
}

const milliseconds = z.number();
const later = z.number().nullable();
const KEPT = { personal: false } as const;
const CLEARED = { personal: { cleared: "" }, initial: "" } as const;
const REMOVED = { personal: { cleared: null } } as const;
const COMES_LATER = { stored: instant.nullable(), initial: null, personal: false } as const;

export const RESERVATION_FIELDS = {
  id: {
    column: "id",
    stored: recordId,
    wire: {
      id: z
        .string()
        .nullable()
        .describe("24 hexadecimal digits; null only in a dry run of create_booking"),
    },
    aliases: [],
    ...KEPT,
    fixed: true,
  },
  brand: { column: "brand", stored: slug, wire: { brand: z.string() }, ...KEPT, fixed: true },
  name: {
    column: "name",
    stored: name,
    wire: { name: z.string() },
    aliases: ["guest", "guest_name", "customer", "customer_name"],
    personal: { cleared: FORMER_GUEST },
  },
  phone: {
    column: "phone",
    stored: phone.nullable(),
    wire: { phone: z.string().nullable() },
    aliases: ["phone_number", "mobile", "telephone"],
    ...REMOVED,
  },
  email: {
    column: "email",
    stored: z.string().min(1).max(254).nullable(),
    wire: { email: z.string().nullable() },
    aliases: ["e_mail", "email_address"],
    ...REMOVED,
    initial: null,
  },
  partySize: {
    column: "party_size",
    stored: size,
    wire: { numberOfPeople: z.int() },
    aliases: ["party", "covers", "people", "guests", "number_of_people", "pax"],
    label: "Party",
    history: "numberOfPeople",
    ...KEPT,
  },
  startAt: {
    column: "start_at",
    stored: instant,
    wire: {
      date: z.string(),
      time: z.string(),
      timestamp: milliseconds.describe("Start, epoch milliseconds"),
    },
    csv: "start",
    aliases: [],
    history: "start",
    ...KEPT,
  },
  /** Computed when the start or the size was last changed. */
  endAt: {
    column: "end_at",
    stored: instant,
    wire: { endTimestamp: milliseconds.describe("End of the stay, epoch milliseconds") },
    csv: "end",
    aliases: [],
    history: "end",
    ...KEPT,
  },
  serviceDate: {
    column: "service_date",
    stored: date,
    wire: { serviceDate: z.string().describe("YYYY-MM-DD") },
    ...KEPT,
  },
  service: {
    column: "service",
    stored: z.string().max(120).nullable(),
    wire: { service: z.string().nullable() },
    ...KEPT,
  },
  status: {
    column: "status",
    stored: z.enum(STATUSES),
    wire: { status: z.enum(STATUSES) },
    aliases: ["state"],
    ...KEPT,
  },
  attendance: {
    column: "attendance",
    stored: z.enum(ATTENDANCE_STATES),
    wire: { attendance: z.enum(ATTENDANCE_STATES) },
    ...KEPT,
  },
  notes: {
    column: "notes",
    stored: note,
    wire: { notes: z.string() },
    aliases: ["note", "comment", "comments"],
    label: "Notes",
    ...CLEARED,
    note: {
      create: "tool",
      words: {
        create: "Internal notes; never shown to the guest",
        update: "Replaces the internal notes; empty clears them",
      },
      hint: "For the team; never shown to the guest.",
      sheet: "note",
    },
  },
  foodDrinkNotes: {
    column: "food_drink_notes",
    stored: note,
    wire: { foodDrinkNotes: z.string() },
    aliases: ["allergies", "dietary"],
    label: "Food and drink",
    ...CLEARED,
    note: {
      create: "desk",
      words: {
        create: "Food and drink notes, such as allergies",
        update: "Replaces the food and drink notes; empty clears them",
      },
      hint: "Allergies, a cake, a bottle to chill.",
      sheet: "note",
    },
  },
  seatingNotes: {
    column: "seating_notes",
    stored: note,
    wire: { seatingNotes: z.string() },
    aliases: ["table_notes"],
    label: "Seating",
    ...CLEARED,
    note: {
      create: "desk",
      words: {
        create: "Seating notes, such as a high chair",
        update: "Replaces the seating notes; empty clears them",
      },
      hint: "Table, window, high chair.",
      sheet: "place",
    },
  },
  /** If false, the guest gets automatic texts only about cancellations. */
  notifyCustomer: {
    column: "notify_customer",
    stored: z.boolean(),
    wire: { notifyCustomer: z.boolean() },
    ...KEPT,
    initial: true,
  },
  source: {
    column: "source",
    stored: z.enum(SOURCES),
    wire: { source: z.enum(SOURCES) },
    ...KEPT,
    fixed: true,
  },
  flags: {
    column: "flags",
    stored: z.array(z.enum(STORED_FLAGS)).max(STORED_FLAGS.length).readonly(),
    wire: { flags: z.array(z.enum([...STORED_FLAGS, "sms_off", "no_table"])) },
    ...KEPT,
  },
  /** Table ids. */
  tables: {
    column: "tables",
    stored: z.array(shortId).max(MOST_JOINED).readonly(),
    wire: { tables: z.array(z.string()).describe("Names of its tables") },
    ...KEPT,
    initial: [],
    label: "Table",
    csv: null,
  },
  tablePinned: {
    column: "table_pinned",
    stored: z.boolean(),
    wire: {
      tablePinned: z
        .boolean()
        .describe("True if a person chose the tables: they never change automatically"),
    },
    ...KEPT,
    initial: false,
    csv: null,
  },
  /** Id of the area that the guest asked for. Null if any area will do. */
  area: {
    column: "area",
    stored: shortId.nullable(),
    wire: {
      area: z
        .string()
        .nullable()
        .describe("Area of its tables; without tables, the area asked for"),
    },
    ...KEPT,
    initial: null,
    label: "Area",
    csv: null,
  },
  arrivedAt: { column: "arrived_at", wire: { arrivedAt: later }, label: "Arrived", ...COMES_LATER },
  seatedAt: { column: "seated_at", wire: { seatedAt: later }, label: "Seated", ...COMES_LATER },
  completedAt: {
    column: "completed_at",
    wire: { completedAt: later },
    label: "Done",
    ...COMES_LATER,
  },
  cancelledAt: {
    column: "cancelled_at",
    wire: { cancelledAt: later },
    label: "Cancelled",
    ...COMES_LATER,
  },
  createdAt: {
    column: "created_at",
    stored: instant,
    wire: { createdAt: milliseconds },
    ...KEPT,
    fixed: true,
  },
  /** The principal that made the reservation. Needed to recognise a repeated call. */
  createdBy: { column: "created_by", stored: word, wire: {}, csv: null, ...KEPT, fixed: true },
  updatedAt: { column: "updated_at", stored: instant, wire: { updatedAt: milliseconds }, ...KEPT },
  revision: {
    column: "revision",
    stored: z.int().min(1),
    wire: { revision: z.int() },
    csv: null,
    ...KEPT,
    initial: 1,
  },
  /** Grows when the start or the phone changes; part of a text's unique key. */
  timeRevision: {
    column: "time_revision",
    stored: z.int().min(1).max(10_000),
    wire: {},
    csv: null,
    ...KEPT,
    initial: 1,
  },
  /**
   * When the next question, follow-up or reminder is due. Null if none is planned. Not audited and not
   * exported, because it is computed from other fields.
   */
  nextQuestionAt: {
    column: "next_question_at",
    stored: instant.nullable(),
    wire: {},
    csv: null,
    ...KEPT,
    initial: null,
  },
} as const satisfies Fields & Readonly<Record<string, { readonly note?: Note }>>;
