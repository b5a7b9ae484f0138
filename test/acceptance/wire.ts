// The strict shape of every answer on the wire, written from the specification and not from the
// code. Every key must be present, null if it has no value, and no other key is allowed.
import { z } from "zod";
import { errorCodes } from "./wire-codes.ts";
import {
  alerts,
  count,
  displayDate,
  displayTime,
  id,
  messageKind,
  messageState,
  ms,
  phone,
  serviceDate,
  status,
} from "./wire-parts.ts";

const errorCode = z.enum(errorCodes);

const suggestion = z.strictObject({ date: displayDate, time: displayTime, timestamp: ms });
const reason = z.looseObject({ code: errorCode, message: z.string().min(1) });

/** A refusal has only `error`; its code is the first reason's. */
export const refusalShape = z
  .strictObject({
    error: z.strictObject({
      code: errorCode,
      message: z.string().min(1),
      reasons: z.array(reason).min(1),
      retryable: z.boolean(),
      retryAt: ms.nullable(),
      suggestions: z.array(suggestion).max(5),
      warnings: z.array(z.looseObject({ code: z.string(), message: z.string().min(1) })),
    }),
  })
  .refine((answer) => answer.error.code === answer.error.reasons[0]?.code, {
    message: "the code must be the code of the first reason",
  });

const reservationFields = {
  id,
  brand: z.string(),
  name: z.string(),
  phone: phone.nullable(),
  email: z.string().nullable(),
  numberOfPeople: z.int().min(1),
  date: displayDate,
  time: displayTime,
  timestamp: ms,
  endTimestamp: ms,
  serviceDate,
  service: z.string().nullable(),
  status,
  attendance: z.enum(["not_required", "pending", "confirmed", "declined", "no_reply"]),
  notes: z.string(),
  foodDrinkNotes: z.string(),
  seatingNotes: z.string(),
  notifyCustomer: z.boolean(),
  source: z.enum(["tool", "dashboard", "waitlist", "import"]),
  flags: z.array(
    z.enum(["large", "walk_in", "call_to_confirm", "sms_off", "over_limit", "no_table"]),
  ),
  tables: z.array(z.string()),
  tablePinned: z.boolean(),
  area: z.string().nullable(),
  arrivedAt: ms.nullable(),
  seatedAt: ms.nullable(),
  completedAt: ms.nullable(),
  cancelledAt: ms.nullable(),
  createdAt: ms,
  updatedAt: ms,
  revision: z.int().min(1),
};
export const reservationShape = z.strictObject(reservationFields);
/** A dry run of create_booking has no id. */
const triedReservation = z.strictObject({ ...reservationFields, id: id.nullable() });
const { email: _email, ...withoutEmail } = reservationFields;
/** A listed row has only the last four digits of the phone, and no e-mail address. */
const listedReservation = z.strictObject({
  ...withoutEmail,
  alerts,
  phone: z
    .string()
    .regex(/^\D*\d{4}$/)
    .nullable(),
});

const warning = z.discriminatedUnion("code", [
  z.strictObject({ code: z.literal("AMBIGUOUS_TIME"), message: z.string(), otherTimestamp: ms }),
  z.strictObject({ code: z.literal("POSSIBLE_DUPLICATE"), message: z.string(), id }),
  z.strictObject({ code: z.literal("DUPLICATE_CALL"), message: z.string(), id }),
  z.strictObject({ code: z.literal("PHONE_UNVERIFIED"), message: z.string() }),
  z.strictObject({
    code: z.literal("NO_SMS"),
    message: z.string(),
    why: z.enum(["no_phone", "opted_out", "country", "silent", "budget"]),
  }),
  z.strictObject({ code: z.literal("CALL_TO_CONFIRM"), message: z.string() }),
  z.strictObject({ code: z.literal("LARGE_PARTY"), message: z.string() }),
  z.looseObject({ code: z.literal("PACE_EXCEEDED"), message: z.string() }),
  z.looseObject({ code: z.literal("AFTER_LAST_SEATING"), message: z.string() }),
  z.strictObject({
    code: z.literal("OVER_LIMIT"),
    message: z.string(),
    from: ms,
    to: ms,
    covers: count,
    limit: count,
  }),
  z.strictObject({ code: z.literal("WAITING_ENTRY_BOOKED"), message: z.string(), entryId: id }),
]);

const notification = z.strictObject({
  kind: messageKind,
  recipient: z.enum(["guest", "waiting_guest"]),
  name: z.string().min(1),
  phone: z
    .string()
    .regex(/^\d{4}$/)
    .nullable(),
  body: z.string().nullable(),
  segments: count.nullable(),
  dueAt: ms.nullable(),
  state: z.enum(["queued", "not_sent"]),
  why: z.string().nullable(),
});

const moved = z.strictObject({
  id: z.string(),
  name: z.string(),
  from: z.array(z.string()),
  to: z.array(z.string()),
});
const writeFields = {
  reservation: reservationShape,
  changed: z.boolean(),
  dryRun: z.boolean(),
  warnings: z.array(warning),
  notifications: z.array(notification),
  waitlist: z.strictObject({ willRun: z.literal(true), waiting: count }).nullable(),
  placement: z
    .strictObject({
      why: z.string(),
      moves: z.array(moved),
    })
    .nullable(),
};
const writeShape = z.strictObject(writeFields);
const markShape = z.strictObject({
  ...writeFields,
  stay: z.strictObject({ timestamp: ms, endTimestamp: ms }).nullable(),
});

const entryShape = z.strictObject({
  id,
  brand: z.string(),
  name: z.string(),
  phone: z.string().regex(/^\D*\d{4}$/),
  numberOfPeople: z.int().min(1),
  date: displayDate,
  earliestTimestamp: ms,
  latestTimestamp: ms,
  earliestTime: displayTime,
  latestTime: displayTime,
  priority: z.int().min(0).max(9),
  notes: z.string(),
  status: z.enum(["waiting", "offered", "booked", "left", "lapsed", "paused"]),
  position: z.int().min(1).nullable(),
  createdAt: ms,
  offersSent: count,
  bookingId: id.nullable(),
  offer: z
    .strictObject({
      id,
      state: z.string(),
      timestamp: ms,
      date: displayDate,
      time: displayTime,
      holdUntil: ms,
      answered: z.boolean(),
    })
    .nullable(),
  passedOver: z.array(z.strictObject({ timestamp: ms, code: z.string(), message: z.string() })),
});
const triedEntry = z.strictObject({ ...entryShape.shape, id: id.nullable() });

const limits = z.looseObject({});

/** The strict shape of a success, per tool. */
export const successShapes = {
  create_booking: z.strictObject({ ...writeFields, reservation: triedReservation }),
  update_booking: z.strictObject({
    ...writeFields,
    notTold: z.string().nullable(),
    changes: z.array(
      z.strictObject({
        field: z.enum([
          "date",
          "time",
          "numberOfPeople",
          "area",
          "notes",
          "foodDrinkNotes",
          "seatingNotes",
        ]),
        from: z.union([z.string(), count]).nullable(),
        to: z.union([z.string(), count]).nullable(),
      }),
    ),
  }),
  cancel_booking: z.strictObject({ ...writeFields, notTold: z.string().nullable() }),
  mark_arrived: markShape,
  mark_seated: markShape,
  mark_completed: markShape,
  mark_no_show: markShape,
  add_note: z.strictObject({
    ...writeFields,
    previous: z.strictObject({
      field: z.enum(["notes", "foodDrinkNotes", "seatingNotes"]),
      text: z.string(),
    }),
  }),
  undo_last_change: z.strictObject({
    ...writeFields,
    undone: z.strictObject({ operation: z.string(), at: ms }),
  }),
  list_brands: z.strictObject({
    brands: z.array(
      z.strictObject({
        slug: z.string(),
        name: z.string(),
        timeZone: z.string(),
        today: displayDate,
        now: displayTime,
        timestamp: ms,
      }),
    ),
  }),
  list_bookings: z.strictObject({
    bookings: z.array(listedReservation),
    total: count,
    covers: count,
    nextCursor: z.string().nullable(),
  }),
  get_booking: z.strictObject({
    reservation: reservationShape,
    alerts,
    messages: z.array(
      z.strictObject({ kind: messageKind, state: messageState, dueAt: ms, segments: count }),
    ),
    history: z
      .array(
        z.strictObject({ at: ms, operation: z.string(), actor: z.string(), summary: z.string() }),
      )
      .max(20),
  }),
  check_availability: z.strictObject({
    date: displayDate,
    open: z.boolean(),
    note: z.string().nullable(),
    slots: z.array(
      z.strictObject({
        date: displayDate,
        time: displayTime,
        timestamp: ms,
        service: z.string().nullable(),
        state: z.enum(["open", "tight", "held", "review", "full", "refused"]),
        seatsFree: count.nullable(),
        areas: z.array(z.string()),
        reasons: z.array(reason),
      }),
    ),
    nearest: z.array(suggestion),
  }),
  explain_capacity: z.strictObject({
    date: displayDate,
    limits,
    slots: z.array(
      z.strictObject({
        timestamp: ms,
        time: displayTime,
        covers: count,
        parties: count,
        startCovers: count,
        startParties: count,
        heldCovers: count,
        heldUntil: ms.nullable(),
        binding: z.enum(["seats", "parties", "tables", "paceCovers", "paceParties"]).nullable(),
        seatsFree: count.nullable(),
        needs: z
          .strictObject({
            seats: count.nullable(),
            maxPartiesPresent: count.nullable(),
            paceCovers: count.nullable(),
            paceParties: count.nullable(),
          })
          .nullable(),
        freeUnits: z.array(z.strictObject({ size: count, units: count })),
        stay: z.strictObject({ seatsFree: count, peakAt: ms }).nullable(),
        whatIf: z.looseObject({}).nullable(),
      }),
    ),
  }),
  list_tables: z.strictObject({
    tables: z.array(
      z.strictObject({
        name: z.string(),
        area: z.string(),
        minCovers: count,
        maxCovers: count,
        state: z.enum(["free", "due", "arrived", "seated", "blocked"]),
        party: z
          .strictObject({ id: z.string(), name: z.string(), numberOfPeople: count })
          .nullable(),
        since: ms.nullable(),
        until: ms.nullable(),
        next: z.strictObject({ id: z.string(), name: z.string(), timestamp: ms }).nullable(),
      }),
    ),
  }),
  assign_table: writeShape,
  block_tables: z.strictObject({
    blocks: z.array(z.looseObject({ id: z.string(), tables: z.array(z.string()) })),
    affected: z.array(z.looseObject(moved.shape)),
    changed: z.boolean(),
    dryRun: z.boolean(),
    warnings: z.array(warning),
  }),
  plan_tables: z.strictObject({
    moves: z.array(moved),
    unplaced: z.array(z.looseObject({ id: z.string(), name: z.string() })),
    dryRun: z.boolean(),
  }),
  list_waitlist: z.strictObject({
    entries: z.array(entryShape),
    total: count,
    nextCursor: z.string().nullable(),
  }),
  add_to_waitlist: z.strictObject({
    entry: triedEntry,
    changed: z.boolean(),
    dryRun: z.boolean(),
    warnings: z.array(warning),
    room: z.array(suggestion),
  }),
  remove_from_waitlist: z.strictObject({
    entry: entryShape,
    changed: z.boolean(),
    dryRun: z.boolean(),
    warnings: z.array(warning),
  }),
  close_service: z.strictObject({
    date: z.string(),
    service: z.string().nullable(),
    closed: z.boolean(),
    concerned: z.array(
      z.strictObject({
        id: z.string().nullable(),
        entryId: z.string().nullable(),
        name: z.string(),
        phone: z.string().nullable(),
        date: z.string(),
        time: z.string(),
      }),
    ),
    changed: z.boolean(),
    dryRun: z.boolean(),
    warnings: z.array(warning),
  }),
} as const;

export type ToolName = keyof typeof successShapes;
export type Success<Name extends ToolName> = z.infer<(typeof successShapes)[Name]>;
export type WriteTool =
  | "create_booking"
  | "update_booking"
  | "cancel_booking"
  | "mark_arrived"
  | "mark_seated"
  | "mark_completed"
  | "mark_no_show";
export type Booking = z.infer<typeof reservationShape>;
export type WriteResult = z.infer<typeof writeShape>;
export type Refusal = z.infer<typeof refusalShape>["error"];
export type Suggestion = z.infer<typeof suggestion>;

/** Every tool. */
export const TOOLS = Object.keys(successShapes) as ToolName[];
export const READ_TOOLS: readonly ToolName[] = [
  "list_bookings",
  "get_booking",
  "check_availability",
  "explain_capacity",
  "list_tables",
  "list_waitlist",
];
export const WRITE_TOOLS: readonly ToolName[] = TOOLS.filter(
  (tool) => tool !== "list_brands" && !READ_TOOLS.includes(tool),
);
