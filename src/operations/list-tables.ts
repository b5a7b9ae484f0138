import { z } from "zod";
import { dateOf, timeOf } from "../domain/time.ts";
import { NO_TABLES, TABLES_OFF, tableLine } from "../words/en/agent/reads.ts";
import { defineTool, type OperationContext, READS } from "./define.ts";
import { areaParam, brandParam, dateParam, timeParam } from "./params.ts";
import { areaCalled } from "./seating/names.ts";
import { TABLE_STATES, type TableNow, tablesAt, wallInstant } from "./seating/tables-now.ts";

const input = z.strictObject({
  brand: brandParam,
  date: dateParam("Date; default: today").optional(),
  time: timeParam("Time of day; default: now").optional(),
  area: areaParam.describe("Only the tables of this area, such as Terrace").optional(),
});
type Input = z.infer<typeof input>;

const milliseconds = z.number().nullable();

const tableShape = z.strictObject({
  name: z.string(),
  area: z.string(),
  minCovers: z.int(),
  maxCovers: z.int(),
  state: z
    .enum(TABLE_STATES)
    .describe("due: the party's time has begun, but the party is not here yet"),
  party: z
    .strictObject({ id: z.string(), name: z.string(), numberOfPeople: z.int() })
    .nullable()
    .describe("Who has the table: a reservation, or the waitlist entry to which it is offered"),
  since: milliseconds.describe("When the state began; null if free"),
  until: milliseconds.describe(
    "When the party is due to leave, the block ends, or the free table is next taken or blocked",
  ),
  next: z
    .strictObject({ id: z.string(), name: z.string(), timestamp: z.number() })
    .nullable()
    .describe("Who has the table next, within a day"),
});
type WireTable = z.infer<typeof tableShape>;

const output = z.strictObject({ tables: z.array(tableShape) });

export const listTables = defineTool({
  name: "list_tables",
  title: "List the tables",
  scope: "bookings.read",
  description:
    "Shows the restaurant's tables now or at a date and time: area, sizes, whether each is free, due, arrived, seated or " +
    "blocked, who has it, since when and until when, and who has it next. Where the restaurant does not assign tables " +
    "(tables.mode off), parties are not shown. Changes nothing.",
  input,
  output,
  hints: READS,
  examples: [
    {
      input: {},
      output: {
        tables: [
          {
            name: "1",
            area: "Dining room",
            minCovers: 1,
            maxCovers: 2,
            state: "free",
            party: null,
            since: null,
            until: null,
            next: null,
          },
          {
            name: "2",
            area: "Dining room",
            minCovers: 2,
            maxCovers: 4,
            state: "seated",
            party: { id: "01a1f03ea60027935d40f69e", name: "Ana Lopez", numberOfPeople: 4 },
            since: 1_795_221_300_000,
            until: 1_795_227_600_000,
            next: null,
          },
        ],
      },
    },
  ],
  run: list,
  text: ({ tables }, context, given) => {
    const { timeZone: zone, tables: setting } = context.brand.settings;
    const at = momentOf(given, context);
    if (tables.length === 0) return NO_TABLES;
    const off = setting.mode === "off" ? [TABLES_OFF] : [];
    return [...tables.map((table) => tableLine(table, { at, zone })), ...off].join("\n");
  },
});

function list(given: Input, context: OperationContext): z.infer<typeof output> {
  const area = given.area === undefined ? null : areaCalled(given.area, context);
  const { areas } = context.stores.floors.get(context.brand.slug);
  const names = new Map(areas.map(({ id, name }) => [id, name]));
  const tables = tablesAt(momentOf(given, context), context).filter(
    ({ table }) => area === null || table.area === area,
  );
  return { tables: tables.map((one) => wireTable(one, names.get(one.table.area) ?? "", context)) };
}

function momentOf({ date, time }: Input, context: OperationContext): number {
  const { brand, now } = context;
  if (date === undefined && time === undefined) return now;
  const zone = brand.settings.timeZone;
  return wallInstant(date ?? dateOf(now, zone), time ?? timeOf(now, zone), context);
}

function wireTable(
  { table, state, guest, since, until, next }: TableNow,
  area: string,
  { stores }: OperationContext,
): WireTable {
  const { name, minCovers, maxCovers } = table;
  const nameOf = (id: string): string =>
    (stores.reservations.get(id) ?? stores.waitlist.entry(id))?.name ?? "";
  return {
    name,
    area,
    minCovers,
    maxCovers,
    state,
    party:
      guest === null
        ? null
        : { id: guest.id, name: nameOf(guest.id), numberOfPeople: guest.numberOfPeople },
    since,
    until,
    next: next === null ? null : { id: next.id, name: nameOf(next.id), timestamp: next.from },
  };
}
