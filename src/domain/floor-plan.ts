import { z } from "zod";
import { type Reason, reason } from "./errors.ts";
import { SHAPES } from "./floor-records.ts";
import { isLocalDate, isWallTime } from "./local-date.ts";
import { nearestWord } from "./nearest.ts";
import type { PlanProblem } from "./reasons/input.ts";
import { BOOKABLE } from "./seating/unit.ts";
import { dateOf, timeOf, wallInstants } from "./time.ts";

// A floor as a file (docs/floor.md): names instead of ids, wall times instead of instants.

/** Limited, because the work of a search grows with these numbers. */
const MOST = { areas: 50, tables: 500, combinations: 1000, blocks: 1000 } as const;
type List = keyof typeof MOST;
const MOST_COVERS = 1000;
const USUAL_PRIORITY = 5;

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, "must be on one line");

const bookable = z.enum(BOOKABLE).default("online");
const wall = z
  .string()
  .refine(
    (text) => isLocalDate(text.slice(0, 10)) && text[10] === "T" && isWallTime(text.slice(11)),
    "must be a wall time such as 2026-11-20T17:00",
  );
const covers = z.int().min(1).max(MOST_COVERS);
const place = z.int().min(-10_000).max(10_000).nullable().default(null);
const length = z.int().min(1).max(100).nullable().default(null);
const seats = {
  minCovers: covers,
  maxCovers: covers,
  priority: z.int().min(0).max(9).default(USUAL_PRIORITY),
  bookable,
  extraMinutes: z.int().min(0).max(240).default(0),
};
const tableName = line(12);
const span = { from: wall, to: wall };

export const floorPlanShape = z.strictObject({
  areas: z.array(
    z.strictObject({
      name: line(60),
      bookable,
      closed: z.array(z.strictObject(span)).max(MOST.blocks).default([]),
    }),
  ),
  tables: z.array(
    z.strictObject({
      name: tableName,
      area: line(60),
      ...seats,
      shape: z.enum(SHAPES).default("square"),
      x: place,
      y: place,
      width: length,
      height: length,
      angle: z.int().min(0).max(359).nullable().default(null),
    }),
  ),
  combinations: z
    .array(
      z.strictObject({
        tables: z.array(tableName).min(2).max(8),
        ...seats,
        enabled: z.boolean().default(true),
      }),
    )
    .default([]),
  blocks: z
    .array(
      z.strictObject({
        tables: z.array(tableName).min(1).max(MOST.tables),
        ...span,
        reason: line(500),
      }),
    )
    .default([]),
});
export type FloorPlan = z.infer<typeof floorPlanShape>;

/** Names are compared without regard to case. */
export const nameKey = (name: string): string => name.toLowerCase();

export function planFaults(whole: FloorPlan, zone: string): Reason[] {
  const tooMany = (Object.keys(MOST) as List[]).flatMap((what): Reason[] => {
    const [count, most] = [whole[what].length, MOST[what]];
    return count > most ? [fault(what, { is: "too_many", what, count, most })] : [];
  });
  const known = new Set(whole.tables.map(({ name }) => nameKey(name)));
  return [...tooMany, ...contradictions(firstOf(whole), known, zone)];
}

/** Limits the work for a huge file. */
const firstOf = (plan: FloorPlan): FloorPlan => ({
  areas: plan.areas.slice(0, MOST.areas),
  tables: plan.tables.slice(0, MOST.tables),
  combinations: plan.combinations.slice(0, MOST.combinations),
  blocks: plan.blocks.slice(0, MOST.blocks),
});

function contradictions(plan: FloorPlan, known: ReadonlySet<string>, zone: string): Reason[] {
  const areas = plan.areas.map(({ name }) => name);
  const tables = plan.tables.map(({ name }) => name);
  const unknown = (names: readonly string[], at: string): Reason[] =>
    names
      .filter((name) => !known.has(nameKey(name)))
      .map((name) => fault(at, { is: "unknown_table", name, nearest: nearestWord(name, tables) }));
  const inAreas = new Set(areas.map(nameKey));
  const joined = plan.combinations.map((one) => one.tables.map(nameKey).sort().join("+"));
  return [
    ...twice(areas, "areas", "area"),
    ...plan.areas.flatMap(({ closed }, n) =>
      closed.flatMap((one, k) => spanFaults(one, `areas[${n}].closed[${k}]`, zone)),
    ),
    ...twice(tables, "tables", "table"),
    ...plan.tables.flatMap(({ area }, n) =>
      inAreas.has(nameKey(area))
        ? []
        : [
            fault(`tables[${n}].area`, {
              is: "unknown_area",
              name: area,
              nearest: nearestWord(area, areas),
            }),
          ],
    ),
    ...sizeFaults(plan.tables, "tables"),
    ...sizeFaults(plan.combinations, "combinations"),
    ...plan.combinations.flatMap((one, n) => {
      const at = `combinations[${n}]`;
      const again = joined.indexOf(joined[n] ?? "") < n;
      return [
        ...unknown(one.tables, `${at}.tables`),
        ...twice(one.tables, `${at}.tables`, "table"),
        ...(again ? [fault(at, { is: "same_combination", tables: one.tables })] : []),
      ];
    }),
    ...plan.blocks.flatMap((one, n) => [
      ...unknown(one.tables, `blocks[${n}].tables`),
      ...spanFaults(one, `blocks[${n}]`, zone),
    ]),
  ];
}

const fault = (at: string, problem: PlanProblem): Reason =>
  reason("INVALID_INPUT.plan", { parameter: `plan.${at}`, say: { at, problem } });

function twice(names: readonly string[], at: string, what: "area" | "table"): Reason[] {
  const all = names.map(nameKey);
  return names.flatMap((name, n) =>
    all.indexOf(nameKey(name)) < n ? [fault(`${at}[${n}]`, { is: "twice", what, name })] : [],
  );
}

const sizeFaults = (
  units: readonly { readonly minCovers: number; readonly maxCovers: number }[],
  list: string,
): Reason[] =>
  units.flatMap(({ minCovers, maxCovers }, n) =>
    minCovers > maxCovers
      ? [fault(`${list}[${n}]`, { is: "least_above_most", minCovers, maxCovers })]
      : [],
  );

function spanFaults(
  { from, to }: { readonly from: string; readonly to: string },
  at: string,
  zone: string,
): Reason[] {
  const skipped = [from, to].filter((time) => instantAt(time, zone) === null);
  if (skipped.length > 0) {
    return skipped.map((time) => fault(at, { is: "no_such_time", time, zone }));
  }
  const ends = (instantAt(to, zone) ?? 0) <= (instantAt(from, zone) ?? 0);
  return ends ? [fault(at, { is: "ends_before", from, to })] : [];
}

/** Null if the clocks skip this time; the earlier instant if it comes twice. */
export function instantAt(wallTime: string, zone: string): number | null {
  const found = wallInstants(wallTime.slice(0, 10), wallTime.slice(11), zone);
  if (found.kind === "gap") return null;
  return found.kind === "one" ? found.at : found.earlier;
}

export const wallOf = (at: number, zone: string): string =>
  `${dateOf(at, zone)}T${timeOf(at, zone)}`;
