import { z } from "zod";
import { isSeat, tablesFull } from "../domain/admission/tables.ts";
import { DomainError } from "../domain/errors.ts";
import { occupiedInterval } from "../domain/occupancy.ts";
import type { Reservation } from "../domain/reservation.ts";
import { invalidTransition } from "../domain/transitions.ts";
import { defineTool, type OperationContext } from "./define.ts";
import { brandParam, reservationIdParam, tableNamesParam, writeParams } from "./params.ts";
import { exampleWrite } from "./reservation/example-records.ts";
import { recordChange } from "./reservation/record-change.ts";
import { type WriteResult, writeResultShape } from "./reservation/wire.ts";
import { worldOf } from "./reservation/world.ts";
import { findReservation, writeResult, writeText } from "./reservation/write-result.ts";
import { type Chosen, choose, type Stay } from "./seating/choose-tables.ts";
import { floorOf } from "./seating/floor-world.ts";
import { writeMoves } from "./seating/move-tables.ts";
import { neededSoon, tablesHere } from "./seating/take-tables.ts";

const ASSIGN_TABLE = "assign_table";

const input = z.strictObject({
  brand: brandParam,
  id: reservationIdParam,
  tables: z
    .union([tableNamesParam, z.literal("auto")], {
      error: 'must be "auto" or a list of names of tables',
    })
    .describe(
      'Names of tables, such as ["7", "8"]; "auto": the best free tables, which are then not pinned',
    ),
  swap: z
    .boolean()
    .default(false)
    .describe(
      "true: exchanges tables with the party that has these tables, if it is the only one and both parties fit",
    ),
  ...writeParams,
});
type Input = z.infer<typeof input>;

export const assignTable = defineTool({
  name: ASSIGN_TABLE,
  title: "Give a party a table",
  words: { button: "Table", done: "table given", history: "Table given" },
  scope: "bookings.write",
  description:
    "Gives a reservation these tables and pins them: no other booking moves the party. Refused with TABLE_TAKEN " +
    "if another party has one of them during the stay; the error says who, until when, and which tables are free. " +
    '"auto" finds the best free tables and does not pin them. list_tables shows the names. The guest is sent nothing; ' +
    "tables that come free are offered to waiting guests by SMS.",
  input,
  output: writeResultShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  examples: [
    {
      input: { id: "01a1f03ea60027935d40f69e", tables: ["3"] },
      output: exampleWrite(
        {
          tables: ["3"],
          area: "Dining room",
          tablePinned: true,
          updatedAt: 1_795_032_300_000,
          revision: 2,
        },
        {
          waitlist: { willRun: true, waiting: 0 },
          placement: { why: "table 3: chosen by hand", moves: [] },
        },
      ),
    },
  ],
  run: assign,
  text: writeText,
});

function assign({ id, tables, swap }: Input, context: OperationContext): WriteResult {
  const before = findReservation(id, context);
  const interval = occupiedInterval(before, context.now);
  if (interval === null || before.status === "completed") {
    throw invalidTransition(ASSIGN_TABLE, before);
  }
  const stay = { from: Math.max(interval.from, context.now), to: interval.to };
  const chosen = tablesHere(tables === "auto" ? [] : tables, context);
  const { seat, moves } =
    tables === "auto"
      ? anywhere(before, stay, context)
      : choose(before, chosen, stay, swap, context);
  const changes = { tables: seat.tables, tablePinned: tables !== "auto" };
  const change = recordChange(before, changes, ASSIGN_TABLE, context);
  writeMoves(moves, { madeRoomFor: id }, context);
  const chose = tables !== "auto" && change.changed;
  const warnings = chose ? neededSoon(change.reservation, context) : [];
  return writeResult(change, context, { seat, warnings });
}

function anywhere(before: Reservation, stay: Stay, context: OperationContext): Chosen {
  const { brand, stores } = context;
  const { id, tables, partySize: covers, area, status } = before;
  const unit = floorOf(stores.floors.get(brand.slug)).unitOf(tables);
  const stays = { tables, name: unit.name, why: { kind: "kept" }, moves: [] } as const;
  if (status === "seated" && tables.length > 0) return { seat: stays, moves: [] };
  const { floor = null, occupants } = worldOf(context, { id });
  const wish = { ...stay, covers, area, present: [], pinned: false };
  const found = floor?.seat(wish, occupants);
  if (found !== undefined && isSeat(found)) return { seat: found, moves: found.moves };
  if (found === undefined || tables.length > 0) return { seat: stays, moves: [] };
  throw new DomainError([tablesFull(found, wish, brand.settings.timeZone)]);
}
