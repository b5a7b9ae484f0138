import type { Plan } from "../../../src/domain/seating/floor.ts";
import type { Block, Bookable, Party } from "../../../src/domain/seating/unit.ts";
import { MINUTE } from "../../../src/domain/time.ts";

export type Pick = (below: number) => number;

/** 10:45 PM in London, so that some stays cross midnight. */
const OPENS = Date.UTC(2026, 10, 20, 22, 45);
const QUARTER = 15 * MINUTE;

const oneOf = <One>(pick: Pick, values: readonly One[]): One => values[pick(values.length)] as One;

const bookable = (pick: Pick): Bookable =>
  oneOf<Bookable>(pick, ["online", "online", "online", "desk", "desk", "door"]);

/** A plan of up to 7 tables, 4 combinations and 3 areas. */
export function randomPlan(pick: Pick): Plan {
  const areas = ["dining", "terrace", "bar"]
    .slice(0, 1 + pick(3))
    .map((id) => ({ id, bookable: pick(6) === 0 ? bookable(pick) : ("online" as const) }));
  const sized = (covers: number) => ({
    minCovers: 1 + pick(Math.min(2, covers)),
    maxCovers: covers,
    priority: pick(3),
    bookable: bookable(pick),
    extraMinutes: pick(5) === 0 ? 15 : 0,
  });
  const tables = Array.from({ length: 1 + pick(7) }, (_, at) => ({
    id: `t${at}`,
    name: String(at + 7),
    area: oneOf(pick, areas).id,
    ...sized(2 + pick(4)),
  }));
  const combinations = [];
  const seen = new Set<string>();
  for (let wanted = tables.length < 2 ? 0 : pick(5); wanted > 0; wanted -= 1) {
    const ids = tables.map(({ id }) => id);
    while (ids.length > Math.min(tables.length, 2 + pick(2))) ids.splice(pick(ids.length), 1);
    if (ids.length < 2 || seen.has(ids.join())) continue;
    seen.add(ids.join());
    const sum = tables.filter(({ id }) => ids.includes(id)).reduce((n, t) => n + t.maxCovers, 0);
    combinations.push({ tables: ids, ...sized(Math.max(2, sum - 2 + pick(4))) });
  }
  return { areas, tables, combinations };
}

const randomStay = (pick: Pick) => {
  const from = OPENS + pick(12) * QUARTER;
  return { from, to: from + (3 + pick(6)) * QUARTER };
};

export function randomParty(pick: Pick, { areas }: Plan, id: string): Party {
  const area = pick(4) === 0 ? oneOf(pick, areas).id : null;
  return {
    id,
    ...randomStay(pick),
    size: 1 + pick(pick(6) === 0 ? 9 : 4),
    area,
    areaBinds: pick(2) === 0,
    asks: oneOf<Bookable>(pick, ["online", "desk", "desk", "door"]),
    tables: [],
    movable: pick(6) > 0,
    pinned: false,
  };
}

export const randomBlock = (pick: Pick, { tables }: Plan): Block => ({
  tables: tables.filter(() => pick(4) === 0).map(({ id }) => id),
  ...randomStay(pick),
});

/** The party with another start, size or wish for an area. */
export function changed(pick: Pick, plan: Plan, party: Party): Party {
  const other = randomParty(pick, plan, party.id);
  const { from, to, size, area, areaBinds } = other;
  return oneOf(pick, [
    { ...party, size },
    { ...party, from, to },
    { ...party, from, to, size },
    { ...party, area, areaBinds },
  ]);
}
