import { z } from "zod";
import type { TableMove } from "../domain/admission/tables.ts";
import type { TableBlock } from "../domain/floor-records.ts";
import { newId } from "../domain/ids.ts";
import { unblock } from "../domain/seating/unblock.ts";
import { addDays, displayDate, displayTime, formatTime, startOfDay } from "../domain/time.ts";
import { blockedLine, coded, outcome, unblockedLine } from "../words/en/agent/answers.ts";
import { audit } from "./call/audit.ts";
import { defineTool, type OperationContext } from "./define.ts";
import {
  brandParam,
  dateParam,
  reasonParam,
  tableNamesParam,
  timeParam,
  writeParams,
} from "./params.ts";
import { noOffersWarning } from "./reservation/no-gateway.ts";
import { leaveToWaitlist } from "./reservation/record-change.ts";
import { movedShape, publishWarnings, warningShape } from "./reservation/wire.ts";
import { moveLines } from "./reservation/write-result.ts";
import { giveFreedTables } from "./seating/free-tables.ts";
import { movesShown, tableNames, tablesCalled } from "./seating/names.ts";
import { wallInstant } from "./seating/tables-now.ts";
import { displace } from "./seating/take-tables.ts";

const BLOCK_TABLES = "block_tables";

const input = z.strictObject({
  brand: brandParam,
  tables: tableNamesParam,
  date: dateParam("Date on which the block starts"),
  from: timeParam("Start of the block"),
  to: timeParam("End of the block; a time at or before `from` is on the next day"),
  reason: reasonParam,
  remove: z.boolean().default(false).describe("true: free the tables again for that time"),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const output = z.strictObject({
  blocks: z
    .array(
      z.strictObject({
        id: z.string(),
        tables: z.array(z.string()),
        date: z.string(),
        from: z.string(),
        to: z.string(),
        timestamp: z.number(),
        endTimestamp: z.number(),
        reason: z.string(),
      }),
    )
    .describe("All blocks of that day"),
  affected: z
    .array(
      z.strictObject({
        ...movedShape.shape,
        date: z.string(),
        time: z.string(),
        timestamp: z.number(),
      }),
    )
    .describe(
      "Parties whose tables changed, with old and new tables. If `to` is empty, the party has no table now",
    ),
  changed: z.boolean(),
  dryRun: z.boolean(),
  warnings: z.array(warningShape),
});
type Output = z.infer<typeof output>;

export const blockTables = defineTool({
  name: BLOCK_TABLES,
  title: "Block tables",
  words: { button: "Block", done: "blocked", history: "Tables blocked" },
  scope: "bookings.write",
  description:
    "Takes tables out of use for a while, for example for a repair. Parties that had them get other tables if any are " +
    "free, and the answer names everybody concerned; nobody is cancelled and no time changes. remove: true frees the " +
    "tables again for that time; parties without a table get them first. Moved parties get no SMS; freed tables are " +
    "offered to waiting guests by SMS.",
  input,
  output,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  examples: [
    {
      input: {
        tables: ["2"],
        date: "2026-11-20",
        from: "5:00 PM",
        to: "11:00 PM",
        reason: "Broken leg",
      },
      output: {
        blocks: [
          {
            id: "01a1f978b580436671e47476",
            tables: ["2"],
            date: "Friday, November 20, 2026",
            from: "5:00 PM",
            to: "11:00 PM",
            timestamp: 1_795_212_000_000,
            endTimestamp: 1_795_233_600_000,
            reason: "Broken leg",
          },
        ],
        affected: [
          {
            id: "01a1f03ea60027935d40f69e",
            name: "Ana Lopez",
            from: ["2"],
            to: ["3"],
            date: "Friday, November 20, 2026",
            time: "7:30 PM",
            timestamp: 1_795_221_000_000,
          },
        ],
        changed: true,
        dryRun: false,
        warnings: [],
      },
    },
  ],
  run: block,
  text,
});

function block(given: Input, context: OperationContext): Output {
  const { brand, stores, now } = context;
  const tables = tablesCalled(given.tables, context);
  const from = wallInstant(given.date, given.from, context);
  const lastDate = given.to > given.from ? given.date : addDays(given.date, 1);
  const span = { tables, from, to: wallInstant(lastDate, given.to, context) };
  const changed = given.remove ? remove(span, context) : add(span, given.reason, context);
  const answer = { changed, dryRun: context.dryRun, affected: [], warnings: [] };
  if (!changed) return { ...answer, blocks: blocksOn(given.date, span.to, context) };
  const names = tableNames(tables, stores.floors.get(brand.slug));
  const after = { tables: names, from, to: span.to, blocked: !given.remove };
  audit({}, BLOCK_TABLES, { before: {}, after }, given.reason, context);
  const blocks = blocksOn(given.date, span.to, context);
  if (given.remove) {
    const ahead = { from: Math.max(from, now), to: span.to };
    if (ahead.from >= ahead.to) return { ...answer, blocks };
    const affected = shown(giveFreedTables(ahead, context), context);
    leaveToWaitlist(ahead, BLOCK_TABLES, context);
    const warnings = publishWarnings(noOffersWarning(ahead, context), context);
    return { ...answer, blocks, affected, warnings };
  }
  const ahead = { ...span, from: Math.max(from, now) };
  const { moves, warnings } = displace(ahead, null, { cause: BLOCK_TABLES }, context);
  return {
    ...answer,
    blocks,
    affected: shown(moves, context),
    warnings: publishWarnings(warnings, context),
  };
}

const shown = (moves: readonly TableMove[], context: OperationContext): Output["affected"] =>
  movesShown(moves, context).map((move) => ({ ...move, ...startOf(move.id, context) }));

type Span = Pick<TableBlock, "tables" | "from" | "to">;

function add(span: Span, reason: string, context: OperationContext): boolean {
  const { brand, stores, now, random, caller } = context;
  const { blocks } = stores.floors.get(brand.slug);
  const isSame = (one: TableBlock): boolean =>
    one.from <= span.from &&
    one.to >= span.to &&
    span.tables.every((table) => one.tables.includes(table));
  if (blocks.some(isSame)) return false;
  const made = { createdAt: now, createdBy: caller.principal };
  stores.floors.addBlock(brand.slug, { ...span, ...made, id: newId(now, random), reason });
  return true;
}

function remove(span: Span, { brand, stores, now, random }: OperationContext): boolean {
  let changed = false;
  for (const one of stores.floors.get(brand.slug).blocks) {
    const left = unblock(one, span);
    if (left[0] === one) continue;
    changed = true;
    stores.floors.removeBlock(one.id);
    for (const part of left) {
      stores.floors.addBlock(brand.slug, { ...part, id: newId(now, random) });
    }
  }
  return changed;
}

function blocksOn(date: string, to: number, { brand, stores }: OperationContext): Output["blocks"] {
  const { timeZone: zone } = brand.settings;
  const records = stores.floors.get(brand.slug);
  const from = startOfDay(date, zone);
  const until = Math.max(startOfDay(addDays(date, 1), zone), to);
  return records.blocks
    .filter((one) => one.from < until && one.to > from)
    .map((one) => ({
      id: one.id,
      tables: tableNames(one.tables, records),
      date: displayDate(one.from, zone),
      from: displayTime(one.from, zone),
      to: displayTime(one.to, zone),
      timestamp: one.from,
      endTimestamp: one.to,
      reason: one.reason,
    }));
}

function startOf(id: string, { brand, stores }: OperationContext) {
  const { timeZone: zone } = brand.settings;
  const timestamp = (stores.reservations.get(id) ?? stores.offers.get(id))?.startAt ?? 0;
  return { date: displayDate(timestamp, zone), time: displayTime(timestamp, zone), timestamp };
}

function text(
  { blocks, affected, warnings, ...result }: Output,
  context: OperationContext,
  given: Input,
): string {
  const zone = context.brand.settings.timeZone;
  const { tables, from, to } = given;
  const freed = given.remove && result.changed;
  return [
    outcome(result),
    ...(freed ? [unblockedLine(tables, formatTime(from), formatTime(to))] : []),
    ...blocks.map((one) => blockedLine(one, zone)),
    ...moveLines(affected, context),
    ...warnings.map(coded),
  ].join("\n");
}
