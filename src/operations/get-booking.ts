import { z } from "zod";
import { alertsShown } from "../domain/alerts.ts";
import type { AuditRow } from "../domain/audit.ts";
import { fieldsWith } from "../domain/fields.ts";
import { MESSAGE_KINDS, MESSAGE_STATES } from "../domain/message.ts";
import { NOTE_FIELDS } from "../domain/reservation.ts";
import { RESERVATION_FIELDS } from "../domain/reservation-fields.ts";
import { inWords } from "../domain/time.ts";
import { reservationLine } from "../words/en/agent/answers.ts";
import { alertsLine } from "../words/en/agent/bookings.ts";
import { changeLine, textState } from "../words/en/agent/reads.ts";
import { typedField } from "../words/en/typed.ts";
import { defineTool, type OperationContext, READS } from "./define.ts";
import { brandParam, reservationIdParam } from "./params.ts";
import { EXAMPLE_RESERVATION } from "./reservation/example-records.ts";
import { textsOf } from "./reservation/questions.ts";
import { alertsShape, reservationShape } from "./reservation/wire.ts";
import { asWire, findReservation } from "./reservation/write-result.ts";
import { seatsNamed } from "./seating/names.ts";

const HISTORY_ROWS = 20;

const input = z.strictObject({ brand: brandParam, id: reservationIdParam });

const output = z.strictObject({
  reservation: reservationShape,
  alerts: alertsShape,
  messages: z.array(
    z.strictObject({
      kind: z.enum(MESSAGE_KINDS),
      state: z.enum(MESSAGE_STATES),
      dueAt: z.number(),
      segments: z.int(),
    }),
  ),
  history: z
    .array(
      z.strictObject({
        at: z.number(),
        operation: z.string(),
        actor: z.string(),
        summary: z.string(),
      }),
    )
    .describe("The last 20 changes, newest first"),
});

export const getBooking = defineTool({
  name: "get_booking",
  title: "Show a reservation",
  scope: "bookings.read",
  description:
    "Shows one reservation in full: the record with phone and whole notes, what staff must heed in the notes " +
    "(alerts), the texts about it with their state, and its last 20 changes with who made them. Changes nothing.",
  input,
  output,
  spellsOutput: true,
  hints: READS,
  examples: [
    {
      input: { id: "01a1f03ea60027935d40f69e" },
      output: {
        reservation: {
          ...EXAMPLE_RESERVATION,
          time: "8:15 PM",
          timestamp: 1_795_223_700_000,
          endTimestamp: 1_795_230_000_000,
          updatedAt: 1_795_104_000_000,
          revision: 2,
        },
        alerts: [],
        messages: [
          { kind: "confirmation", state: "delivered", dueAt: 1_795_032_000_000, segments: 1 },
          { kind: "attendance_ask", state: "due", dueAt: 1_795_137_300_000, segments: 1 },
          { kind: "follow_up", state: "due", dueAt: 1_795_205_700_000, segments: 1 },
        ],
        history: [
          {
            at: 1_795_104_000_000,
            operation: "update_booking",
            actor: "Front desk",
            summary:
              "start: 7:30 PM on Friday, November 20, 2026 -> 8:15 PM on Friday, November 20, 2026; end: 9:15 PM on Friday, November 20, 2026 -> 10:00 PM on Friday, November 20, 2026",
          },
          {
            at: 1_795_032_000_000,
            operation: "create_booking",
            actor: "Front desk",
            summary:
              "name: Ana Lopez; phone: +12125550123; email: none; numberOfPeople: 4; start: 7:30 PM on Friday, November 20, 2026; end: 9:15 PM on Friday, November 20, 2026; status: booked; attendance: pending; notes: none",
          },
        ],
      },
    },
  ],
  run: show,
  text: ({ reservation, alerts, messages, history }, { brand }) => {
    const zone = brand.settings.timeZone;
    const { phone, email, service } = reservation;
    const facts = { phone, email, service };
    return [
      reservationLine(reservation, zone),
      ...Object.entries(facts).map(([name, value]) => `${name}: ${value ?? "none"}`),
      alertsLine(alerts),
      ...NOTE_FIELDS.map((field) => typedField(field, reservation[field])),
      ...messages.map(textState),
      ...history.map((change) => changeLine(change, zone)),
    ].join("\n");
  },
});

function show(given: z.infer<typeof input>, context: OperationContext): z.infer<typeof output> {
  const reservation = findReservation(given.id, context);
  const { stores, brand } = context;
  const zone = brand.settings.timeZone;
  const messages = textsOf(reservation, context).map(({ kind, state, dueAt, segments }) => ({
    kind,
    state,
    dueAt,
    segments,
  }));
  const history = stores.audit.ofReservation(reservation.id, HISTORY_ROWS).map((row) => ({
    at: row.at,
    operation: row.operation,
    actor: row.actor.name,
    summary: summaryOf(seatsNamed(row, context), zone),
  }));
  const alerts = alertsShown(reservation);
  return { reservation: asWire(reservation, context), alerts, messages, history };
}

const INSTANT = /(?:At|Until)$/;
const HISTORY_NAMES: ReadonlyMap<string, string> = new Map(
  fieldsWith(RESERVATION_FIELDS, "history").map((field) => [
    field,
    RESERVATION_FIELDS[field].history,
  ]),
);
const MAX_SHOWN = 60;
const IS_NOTE: ReadonlySet<string> = new Set(NOTE_FIELDS);

const PLAIN_VALUE = /^(?:[\p{L}\p{M}\p{N}\p{Zs}'’._&@+-]*|\d\d:\d\d)$/u;

/** Quotes typed text. Otherwise, the name "Ana; status: cancelled" would look like two changes. */
export function summaryOf(
  { before, after, reason }: Pick<AuditRow, "before" | "after" | "reason">,
  zone: string,
): string {
  const shown = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === "") return "none";
    if (INSTANT.test(field) && typeof value === "number") {
      return inWords(value, zone);
    }
    if (Array.isArray(value))
      return shortened(value.map((one) => shownValue(one)).join(", ")) || "none";
    return shownValue(value, IS_NOTE.has(field));
  };
  const isNew = Object.keys(before).length === 0;
  const changes = Object.entries(after).map(([field, value]) => {
    const name = HISTORY_NAMES.get(field) ?? field;
    return isNew
      ? `${name}: ${shown(field, value)}`
      : `${name}: ${shown(field, before[field])} -> ${shown(field, value)}`;
  });
  return [...changes, ...(reason === null ? [] : [`reason: ${shownValue(reason, true)}`])].join(
    "; ",
  );
}

function shownValue(value: unknown, isTyped = false): string {
  const written = typeof value === "string" ? value : JSON.stringify(value);
  // The simpler `/\s*\n\s*/` is slow on a long run of spaces.
  const line = written.replace(/\s+/g, (gap) => (gap.includes("\n") ? " " : gap));
  const isPlain = typeof value !== "string" || (!isTyped && PLAIN_VALUE.test(line));
  return isPlain ? shortened(line) : JSON.stringify(shortened(line));
}

const shortened = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...`.toWellFormed() : text;
