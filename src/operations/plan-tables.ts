import { z } from "zod";
import { nameInLine } from "../domain/plain-text.ts";
import type { Reservation } from "../domain/reservation.ts";
import { misplaced } from "../domain/seating/facts.ts";
import { plan } from "../domain/seating/plan.ts";
import type { Party } from "../domain/seating/unit.ts";
import { clockTime, DAY, displayDate, displayTime } from "../domain/time.ts";
import { audit } from "./call/audit.ts";
import { defineTool, type OperationContext } from "./define.ts";
import { brandParam, dateParam, writeParams } from "./params.ts";
import { movedShape } from "./reservation/wire.ts";
import { moveLines } from "./reservation/write-result.ts";
import { movesShown } from "./seating/names.ts";
import { applied, TRIES_FOR_ALL } from "./seating/reseat.ts";
import { roomBetween } from "./seating/room-between.ts";
import { requireTables } from "./seating/take-tables.ts";

const PLAN_TABLES = "plan_tables";
/** More parties nobody has on one day. */
const MOST_PARTIES = 10_000;

const input = z.strictObject({
  brand: brandParam,
  serviceDate: dateParam("Service date to plan"),
  ...writeParams,
});

const output = z.strictObject({
  moves: z
    .array(movedShape)
    .describe("Parties that get a table or another one; from is empty: they had none"),
  unplaced: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        numberOfPeople: z.int(),
        date: z.string(),
        time: z.string(),
        timestamp: z.number(),
      }),
    )
    .describe("Parties of that date that have no table after it"),
  dryRun: z.boolean(),
});
type Output = z.infer<typeof output>;

export const planTables = defineTool({
  name: PLAN_TABLES,
  title: "Plan the tables of a date",
  words: { button: "Plan the evening", done: "planned", history: "Tables planned" },
  scope: "bookings.write",
  description:
    "Finds tables for the parties of a service date that have none, the largest first, and moves others only where that " +
    "makes room. Parties that are here, whose table was chosen by a person or who come soon stay; no time changes. With " +
    "dryRun it shows the moves and makes none. Sends the guest nothing.",
  input,
  output,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [
    {
      input: { serviceDate: "2026-11-20", dryRun: true },
      output: { moves: [], unplaced: [], dryRun: true },
    },
  ],
  run: planDay,
  text,
});

function planDay(
  { serviceDate }: z.infer<typeof input>,
  context: OperationContext,
): z.infer<typeof output> {
  requireTables("serviceDate", context);
  const { now, dryRun } = context;
  const all = partiesOn(serviceDate, context).filter(({ endAt, status }) => {
    return status === "seated" || endAt > now;
  });
  const byId = new Map(all.map((one) => [one.id, one]));
  const { room, parties } = roomBetween(spanOf(all, now), context, {}, (id) => byId.has(id));
  const isSeated = ({ id }: Party): boolean => byId.get(id)?.status === "seated";
  const without = parties.filter(({ id, tables }) => byId.has(id) && tables.length === 0);
  const unfit = misplaced(room).filter((party) => byId.has(party.id) && mayLeave(party, byId));
  const wanting = [...without.filter((one) => !isSeated(one)), ...unfit].map((party) => ({
    ...party,
    from: Math.max(party.from, now),
  }));
  const planned = applied(plan(room, wanting, { left: TRIES_FOR_ALL }), PLAN_TABLES, context);
  const moves = planned.moves.map(({ party, from, to }) => ({ id: party.id, from, to: to.tables }));
  const unplaced = [...planned.unplaced, ...without.filter(isSeated)].flatMap(
    ({ id }) => byId.get(id) ?? [],
  );
  if (moves.length > 0) {
    const after = { serviceDate, moved: moves.length, unplaced: unplaced.length };
    audit({}, PLAN_TABLES, { before: {}, after }, null, context);
  }
  return {
    moves: movesShown(moves, context),
    unplaced: unplaced.map((one) => shown(one, context)),
    dryRun,
  };
}

/** A party whose table does not hold it: one that is here stays, and so does a chosen table. */
function mayLeave({ id, pinned }: Party, byId: ReadonlyMap<string, Reservation>): boolean {
  const status = byId.get(id)?.status;
  return !pinned && (status === "booked" || status === "pending");
}

const partiesOn = (date: string, { brand, stores }: OperationContext): Reservation[] =>
  stores.reservations.list({
    brand: brand.slug,
    fromDate: date,
    toDate: date,
    statuses: ["booked", "pending", "arrived", "seated"],
    query: null,
    limit: MOST_PARTIES,
    after: null,
  });

/** Everybody who could be in the way of these parties. */
const spanOf = (parties: readonly Reservation[], now: number) => ({
  from: Math.min(now, ...parties.map(({ startAt }) => startAt)) - DAY,
  to: Math.max(now, ...parties.map(({ endAt }) => endAt)) + DAY,
});

function shown(
  { id, name, partySize: numberOfPeople, startAt: timestamp }: Reservation,
  { brand }: OperationContext,
): Output["unplaced"][number] {
  const { timeZone: zone } = brand.settings;
  const date = displayDate(timestamp, zone);
  return { id, name, numberOfPeople, date, time: displayTime(timestamp, zone), timestamp };
}

function text({ moves, unplaced, dryRun }: Output, context: OperationContext): string {
  const zone = context.brand.settings.timeZone;
  const lead = dryRun ? "Dry run, nothing was changed. It would become:" : "Done.";
  return [
    moves.length === 0 ? "Nobody has to move." : lead,
    ...moveLines(moves, context),
    ...unplaced.map(
      ({ id, name, numberOfPeople, timestamp }) =>
        `No table: ${nameInLine(name)}, party of ${numberOfPeople}, ${clockTime(timestamp, zone)} (${id}).`,
    ),
  ].join("\n");
}
