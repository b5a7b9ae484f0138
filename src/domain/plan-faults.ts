import { type Reason, reason } from "./errors.ts";
import { instantAt, MOST_IN_PLAN, nameKey, type PlanParts } from "./floor-plan.ts";
import { nearestWord } from "./nearest.ts";
import type { PlanProblem } from "./reasons/input.ts";

type List = keyof typeof MOST_IN_PLAN;
type Names = readonly (string | undefined)[];

export function planFaults(whole: PlanParts, zone: string): Reason[] {
  const tooMany = (Object.keys(MOST_IN_PLAN) as List[]).flatMap((what): Reason[] => {
    const [count, most] = [whole[what]?.length ?? 0, MOST_IN_PLAN[what]];
    return count > most ? [fault(what, { is: "too_many", what, count, most })] : [];
  });
  const isTable = keysOf(namesIn(whole.tables));
  return [...tooMany, ...contradictions(firstOf(whole), isTable, zone)];
}

/** Limits the work that a huge plan causes. */
const firstOf = (plan: PlanParts): PlanParts => ({
  areas: plan.areas?.slice(0, MOST_IN_PLAN.areas),
  tables: plan.tables?.slice(0, MOST_IN_PLAN.tables),
  combinations: plan.combinations?.slice(0, MOST_IN_PLAN.combinations),
  blocks: plan.blocks?.slice(0, MOST_IN_PLAN.blocks),
});

const namesIn = (
  list: readonly ({ readonly name?: string | undefined } | undefined)[] | undefined,
): Names | undefined => list?.map((one) => one?.name);

const keyOf = (name: string | undefined) => (name === undefined ? undefined : nameKey(name));
const keysOf = (names: Names | undefined) => names && new Set(names.map(keyOf));

function contradictions(plan: PlanParts, isTable: Keys, zone: string): Reason[] {
  const { areas = [], tables = [], combinations = [], blocks = [] } = plan;
  const areaNames = namesIn(plan.areas);
  const isArea = keysOf(areaNames);
  const tableNames = namesIn(tables) ?? [];
  const unknownTables = (names: Names = [], at: string): Reason[] =>
    unknown(names, isTable, tableNames).map((one) => fault(at, { is: "unknown_table", ...one }));
  const joined = combinations.map((one) => one?.tables?.map(keyOf).sort().join("+"));
  return [
    ...twice(areaNames, "areas", "area"),
    ...areas.flatMap((area, n) =>
      (area?.closed ?? []).flatMap((one, k) => spanFaults(one, `areas[${n}].closed[${k}]`, zone)),
    ),
    ...twice(tableNames, "tables", "table"),
    ...tables.flatMap((table, n) =>
      unknown([table?.area], isArea, areaNames).map((one) =>
        fault(`tables[${n}].area`, { is: "unknown_area", ...one }),
      ),
    ),
    ...sizeFaults(tables, "tables"),
    ...sizeFaults(combinations, "combinations"),
    ...combinations.flatMap((one, n) => {
      const at = `combinations[${n}]`;
      const names = one?.tables;
      const again = names !== undefined && joined.indexOf(joined[n]) < n;
      return [
        ...unknownTables(names, `${at}.tables`),
        ...twice(names, `${at}.tables`, "table"),
        ...(again ? [fault(at, { is: "same_combination", tables: names.filter(isText) })] : []),
      ];
    }),
    ...blocks.flatMap((one, n) => [
      ...unknownTables(one?.tables, `blocks[${n}].tables`),
      ...spanFaults(one, `blocks[${n}]`, zone),
    ]),
  ];
}

const fault = (at: string, problem: PlanProblem): Reason =>
  reason("INVALID_INPUT.plan", { parameter: `plan.${at}`, say: { at, problem } });

const isText = (name: string | undefined) => name !== undefined;

type Keys = ReturnType<typeof keysOf>;
const unknown = (names: Names, known: Keys, similar: Names = []) =>
  names
    .filter(isText)
    .filter((name) => known?.has(nameKey(name)) === false)
    .map((name) => ({ name, nearest: nearestWord(name, similar.filter(isText)) }));

function twice(names: Names = [], at: string, what: "area" | "table"): Reason[] {
  const all = names.map(keyOf);
  return names.flatMap((name, n) =>
    name !== undefined && all.indexOf(nameKey(name)) < n
      ? [fault(`${at}[${n}]`, { is: "twice", what, name })]
      : [],
  );
}

interface Sizes {
  readonly minCovers?: number | undefined;
  readonly maxCovers?: number | undefined;
}

const sizeFaults = (units: readonly (Sizes | undefined)[], list: string): Reason[] =>
  units.flatMap(({ minCovers, maxCovers } = {}, n) =>
    minCovers !== undefined && maxCovers !== undefined && minCovers > maxCovers
      ? [fault(`${list}[${n}]`, { is: "least_above_most", minCovers, maxCovers })]
      : [],
  );

interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function spanFaults({ from, to }: Span = {}, at: string, zone: string): Reason[] {
  const skipped = [from, to].filter(isText).filter((time) => instantAt(time, zone) === null);
  if (skipped.length > 0) {
    return skipped.map((time) => fault(at, { is: "no_such_time", time, zone }));
  }
  if (from === undefined || to === undefined) return [];
  const ends = (instantAt(to, zone) ?? 0) <= (instantAt(from, zone) ?? 0);
  return ends ? [fault(at, { is: "ends_before", from, to })] : [];
}
