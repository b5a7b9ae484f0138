import { z } from "zod";
import { SHAPES } from "./floor-records.ts";
import { isRecord } from "./json.ts";
import { isLocalDate, isWallTime } from "./local-date.ts";
import { BOOKABLE } from "./seating/unit.ts";
import { dateOf, timeOf, wallInstants } from "./time.ts";

// A floor plan in a file. It has names where the database has ids, and wall times where the database has
// epoch milliseconds (docs/floor.md).

/** Limits the work of a search for tables. */
export const MOST_IN_PLAN = { areas: 50, tables: 500, combinations: 1000, blocks: 1000 } as const;
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
      closed: z.array(z.strictObject(span)).max(MOST_IN_PLAN.blocks).default([]),
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
        tables: z.array(tableName).min(1).max(MOST_IN_PLAN.tables),
        ...span,
        reason: line(500),
      }),
    )
    .default([]),
});
export type FloorPlan = z.infer<typeof floorPlanShape>;

/** A part is undefined if it was left out or has the wrong type. */
type Parts<T> = T extends readonly (infer One)[]
  ? readonly (Parts<One> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: Parts<T[Key]> | undefined }
    : T;
export type PlanParts = Parts<FloorPlan>;

/** The valid parts of a refused plan, so that contradictions in them can be reported too. */
export function wellShapedIn(given: unknown): PlanParts {
  let parts: PlanParts = {};
  const read = (plan: unknown, issues: readonly z.core.$ZodRawIssue[]) => {
    if (!isRecord(plan)) return;
    parts = plan;
    for (const issue of issues) {
      if (issue.code !== "unrecognized_keys") replace(plan, issue.path ?? [], meantBy(issue));
    }
  };
  floorPlanShape
    .superRefine((plan, { issues }) => read(plan, issues), { when: () => true })
    .safeParse(given);
  return parts;
}

/** A plan that gives the number 7 as a name most likely means "7". */
const meantBy = ({ code, expected, input }: z.core.$ZodRawIssue): string | undefined =>
  code === "invalid_type" && expected === "string" && typeof input === "number"
    ? `${input}`
    : undefined;

function replace(whole: unknown, path: readonly PropertyKey[], value: unknown): void {
  const [key, ...deeper] = path;
  if (key === undefined) return;
  const owner = Object(whole);
  if (deeper.length === 0) owner[key] = value;
  else replace(owner[key], deeper, value);
}

export const nameKey = (name: string): string => name.toLowerCase();

/** Null if the clocks skip this time. The earlier instant if they show it twice. */
export function instantAt(wallTime: string, zone: string): number | null {
  const found = wallInstants(wallTime.slice(0, 10), wallTime.slice(11), zone);
  if (found.kind === "gap") return null;
  return found.kind === "one" ? found.at : found.earlier;
}

export const wallOf = (at: number, zone: string): string =>
  `${dateOf(at, zone)}T${timeOf(at, zone)}`;
