import { z } from "zod";
import { leavesAt } from "../../domain/occupancy.ts";
import { turnMinutesFor } from "../../domain/settings.ts";
import { MINUTE } from "../../domain/time.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { nextOpening } from "../door/door-wait.ts";
import { brandParam, partySizeParam } from "../params.ts";
import { type Choice, choicesAtDoor } from "../seating/choose-tables.ts";
import { tableNames } from "../seating/names.ts";

/** A table that is free for less than this is not shown, because every party stays longer. */
const LEAST_MS = 20 * MINUTE;

const input = z.strictObject({ brand: brandParam, numberOfPeople: partySizeParam });

const output = z.strictObject({
  places: z
    .array(
      z.strictObject({
        tables: z.array(z.string()).describe("Names"),
        freeUntil: z
          .number()
          .nullable()
          .describe("When the next party needs the place; null if no party does"),
        suffices: z.boolean().describe("The place is free for a whole stay"),
      }),
    )
    .describe("Free now, the best one first"),
  wait: z
    .strictObject({
      at: z.number(),
      tables: z.array(z.string()),
      leaves: z.string().nullable().describe("Name of the party that is due to leave the tables"),
      overdueSince: z
        .number()
        .nullable()
        .describe("When the party should have left; null if it is not overdue"),
    })
    .nullable()
    .describe(
      "The place that comes free first; null if a place is free now, or no place is large enough",
    ),
});
export type WalkInTables = z.infer<typeof output>;

export const walkInTables = defineOperation({
  name: "walk_in_tables",
  title: "Tables for a walk-in",
  scope: "bookings.read",
  role: "host",
  input,
  output,
  hints: READS,
  run: show,
});

function show(
  { numberOfPeople: size }: z.infer<typeof input>,
  context: OperationContext,
): WalkInTables {
  const { brand, stores, now } = context;
  const records = stores.floors.get(brand.slug);
  const { settings } = brand;
  const length = (turnMinutesFor(settings, size) + settings.bufferMinutes) * MINUTE;
  const { room, choices, next } = choicesAtDoor(size, { from: now, to: now + length }, context);
  const free = choices
    .filter(({ freeUntil }) => freeUntil === null || freeUntil - now >= LEAST_MS)
    .toSorted((one, other) => rank(one) - rank(other));
  const places = free.map(({ unit, freeUntil, takers }) => ({
    tables: tableNames(unit.tables, records),
    freeUntil,
    suffices: takers.length === 0,
  }));
  if (places.length > 0 || next === null) return { places, wait: null };
  const opening = nextOpening(size, context);
  const { at, tables } =
    opening?.seat == null
      ? { at: next.at, tables: next.unit.tables }
      : { at: opening.at, tables: opening.seat.tables };
  const [last] = tables
    .flatMap(room.on)
    .filter(({ from, to }) => from < at && to >= at)
    .toSorted((one, other) => other.to - one.to);
  const party = stores.reservations.get(last?.party?.id ?? "");
  const dueAt = party?.status === "seated" ? leavesAt(party) : at;
  const wait = {
    at,
    tables: tableNames(tables, records),
    leaves: party?.name ?? null,
    overdueSince: dueAt <= now ? dueAt : null,
  };
  return { places, wait };
}

const rank = ({ takers, freeUntil }: Choice): number =>
  takers.length === 0 ? 0 : Number.MAX_SAFE_INTEGER - (freeUntil ?? 0);
