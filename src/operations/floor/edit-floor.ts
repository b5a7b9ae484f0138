import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import { type FloorPlan, floorPlanShape, nameKey } from "../../domain/floor-plan.ts";
import { nearestWord } from "../../domain/nearest.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, writeParams } from "../params.ts";
import { planOf } from "./export-floor.ts";
import { isSameSet } from "./floor-change.ts";
import { importFloor, importPlan } from "./import-floor.ts";

const { areas, tables, combinations } = floorPlanShape.shape;
const areaShape = areas.element;
const tableShape = tables.element;
const combinationShape = combinations.unwrap().element;
const { priority, bookable, extraMinutes, enabled } = combinationShape.shape;
const closedShape = areaShape.shape.closed.unwrap().element.extend({ area: z.string().max(60) });
/** An absent field keeps its value. In a new combination, it gets its default. */
const combinationEdit = combinationShape.extend({
  priority: priority.unwrap().optional(),
  bookable: bookable.unwrap().optional(),
  extraMinutes: extraMinutes.unwrap().optional(),
  enabled: enabled.unwrap().optional(),
});
/** Current name of the table or area; absent if new. */
const was = z.string().max(60).optional();

const PLACE = /^(-?\d{1,4}) (-?\d{1,4}) (.{1,12})$/u;
const MOST_PLACES = 500;

const input = z.strictObject({
  brand: brandParam,
  area: areaShape.omit({ closed: true }).extend({ was }).optional(),
  table: tableShape.extend({ was }).optional(),
  combination: combinationEdit
    .optional()
    .describe("A new combination, or changes to the combination that these tables already form"),
  places: z
    .array(z.string().regex(PLACE, 'must be the x, the y and the name of a table, as in "4 0 T1"'))
    .max(MOST_PLACES)
    .optional()
    .describe("Tables that were moved; the others stay where they are"),
  close: closedShape.optional().describe("Closes an area for a time; nobody is seated there then"),
  reopen: closedShape.optional().describe("Removes this closed time of an area"),
  remove: z
    .strictObject({
      kind: z.enum(["area", "table", "combination"]),
      name: z.string().max(120).describe('For a combination, the names of its tables: "7 + 8"'),
    })
    .optional(),
  ...writeParams,
});
type Input = z.infer<typeof input>;

/** Errors: INVALID_INPUT for a name in use or an invalid plan; NOT_FOUND for an unknown name. */
export const editFloor = defineOperation({
  name: "edit_floor",
  title: "Change the floor plan",
  words: { button: "Save", done: "Floor plan changed", history: "Floor plan changed" },
  scope: "bookings.write",
  role: "manager",
  input,
  output: importFloor.output,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [{ input: { remove: { kind: "table", name: "12" } } }],
  run: edit,
});

function edit(given: Input, context: OperationContext): z.infer<typeof importFloor.output> {
  rename(given, context);
  const edited = withReopened(
    withClosed(withEdited(planOf(context), given), given.close),
    given.reopen,
  );
  const plan = withRemoved(edited, given.remove);
  return importPlan({ brand: context.brand.slug, plan, dryRun: context.dryRun }, context);
}

function rename({ table, area }: Input, context: OperationContext): void {
  const { brand, stores } = context;
  const floor = stores.floors.get(brand.slug);
  if (table?.was !== undefined && nameKey(table.was) !== nameKey(table.name)) {
    const known = named(floor.tables, table.was, "table");
    requireUnused(floor.tables, table.name, "table");
    stores.floors.putTable(brand.slug, { ...known, name: table.name });
  }
  if (area?.was !== undefined && nameKey(area.was) !== nameKey(area.name)) {
    const known = named(floor.areas, area.was, "area");
    requireUnused(floor.areas, area.name, "area");
    stores.floors.putArea(brand.slug, { ...known, name: area.name });
  }
}

type Kind = NonNullable<Input["remove"]>["kind"];
interface Named {
  readonly name: string;
}

function named<One extends Named>(all: readonly One[], name: string, kind: Kind): One {
  const found = all.find((one) => nameKey(one.name) === nameKey(name));
  if (found !== undefined) return found;
  const nearest = nearestWord(
    name,
    all.map((one) => one.name),
  );
  throw refusal("NOT_FOUND.on_plan", { nearest, say: { kind, name } });
}

/** Refuses names of archived tables and areas too: `importPlan` would restore the archived record. */
function requireUnused(all: readonly Named[], name: string, kind: "table" | "area"): void {
  if (!all.some((one) => nameKey(one.name) === nameKey(name))) return;
  throw refusal("INVALID_INPUT.name_on_plan", { parameter: `${kind}.name`, say: { kind, name } });
}

function withEdited(plan: FloorPlan, { area, table, combination, places = [] }: Input): FloorPlan {
  const edited = table === undefined ? plan.tables : tablesWith(plan.tables, table);
  return {
    ...plan,
    areas: area === undefined ? plan.areas : areasWith(plan.areas, area),
    tables: places.reduce(placed, edited),
    combinations:
      combination === undefined
        ? plan.combinations
        : combinationsWith(plan.combinations, combination),
  };
}

function combinationsWith(
  all: FloorPlan["combinations"],
  given: NonNullable<Input["combination"]>,
): FloorPlan["combinations"] {
  const wanted = given.tables.map(nameKey);
  const known = all.find((one) => isSameSet(one.tables.map(nameKey), wanted));
  const after = combinationShape.parse({ ...known, ...given });
  return [...all.filter((one) => one !== known), after];
}

function areasWith(
  all: FloorPlan["areas"],
  { was: before, ...area }: NonNullable<Input["area"]>,
): FloorPlan["areas"] {
  if (before === undefined) return [...all, { ...area, closed: [] }];
  const { closed } = named(all, area.name, "area");
  return all.map((one) => (nameKey(one.name) === nameKey(area.name) ? { ...area, closed } : one));
}

function tablesWith(
  all: FloorPlan["tables"],
  { was: before, ...table }: NonNullable<Input["table"]>,
): FloorPlan["tables"] {
  if (before === undefined) return [...all, table];
  named(all, table.name, "table");
  return all.map((one) => (nameKey(one.name) === nameKey(table.name) ? table : one));
}

function placed(all: FloorPlan["tables"], place: string): FloorPlan["tables"] {
  const [, x, y, name = ""] = PLACE.exec(place) ?? [];
  const moved = named(all, name, "table");
  return all.map((one) => (one === moved ? { ...one, x: Number(x), y: Number(y) } : one));
}

type Closed = NonNullable<Input["close"]>;

const withClosed = (plan: FloorPlan, closed: Closed | undefined): FloorPlan =>
  closed === undefined ? plan : closedTimesOf(plan, closed, (others, one) => [...others, one]);

const withReopened = (plan: FloorPlan, closed: Closed | undefined): FloorPlan =>
  closed === undefined ? plan : closedTimesOf(plan, closed, (others) => others);

function closedTimesOf(
  plan: FloorPlan,
  { area: name, from, to }: Closed,
  change: (others: Times, one: Times[number]) => Times,
): FloorPlan {
  const area = named(plan.areas, name, "area");
  const others = area.closed.filter((one) => one.from !== from || one.to !== to);
  const closed = change(others, { from, to });
  return { ...plan, areas: plan.areas.map((one) => (one === area ? { ...one, closed } : one)) };
}

type Times = FloorPlan["areas"][number]["closed"];

function withRemoved(plan: FloorPlan, remove: Input["remove"]): FloorPlan {
  if (remove === undefined) return plan;
  const { kind, name } = remove;
  const isOther = (one: Named): boolean => nameKey(one.name) !== nameKey(name);
  switch (kind) {
    case "area":
      named(plan.areas, name, kind);
      return { ...plan, areas: plan.areas.filter(isOther) };
    case "combination": {
      const all = plan.combinations.map((one) => ({ name: one.tables.join(" + "), one }));
      const { one: gone } = named(all, name, kind);
      return { ...plan, combinations: plan.combinations.filter((one) => one !== gone) };
    }
    case "table": {
      named(plan.tables, name, kind);
      const has = ({ tables: names }: { readonly tables: readonly string[] }): boolean =>
        names.some((one) => nameKey(one) === nameKey(name));
      return {
        ...plan,
        tables: plan.tables.filter(isOther),
        combinations: plan.combinations.filter((one) => !has(one)),
        blocks: plan.blocks.flatMap((one) => {
          const left = one.tables.filter((other) => nameKey(other) !== nameKey(name));
          return left.length === 0 ? [] : [{ ...one, tables: left }];
        }),
      };
    }
  }
}
