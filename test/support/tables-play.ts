// One random step of an evening with tables: a write, a run of the background
// loop, or time that passes.
import { displayTime } from "../../src/domain/time.ts";
import { PLAN, type TablesEngine } from "./tables-engine.ts";
import { before, offersOf, partiesOf, stepFaults } from "./tables-rules.ts";
import { FRIDAY, MINUTE, OPENING, SLOT, ZONE } from "./waiting-engine.ts";

type Pick = (below: number) => number;

/** What a step did, and the faults that it caused. */
export interface Step {
  readonly what: string;
  readonly faults: readonly string[];
}

interface Made {
  readonly what: string;
  /** The reservations that the step was about. */
  readonly by?: readonly string[];
  readonly faults?: readonly string[];
}

const oneOf = <One>(pick: Pick, all: readonly One[]): One => all[pick(all.length)] as One;

const SIZES = [1, 2, 2, 2, 3, 4, 4, 5, 6, 8] as const;
const TABLES = [["1"], ["2"], ["3"], ["4"], ["T1"], ["1", "2"], ["3", "4"], ["T2"]] as const;
const PHONES = Array.from({ length: 6 }, (_, at) => `+1212736700${at}`);
const MARKS = [
  "mark_arrived",
  "mark_seated",
  "mark_seated",
  "mark_completed",
  "mark_no_show",
  "cancel_booking",
  "undo_last_change",
  "undo_last_change",
];

const start = (pick: Pick) => ({
  date: FRIDAY,
  time: displayTime(OPENING + pick(7) * SLOT, ZONE),
});

const whose = (pick: Pick) => oneOf(pick, ["key", "key", "desk", "override"] as const);

/** The id of a random party, usually of one that is expected or present. */
const anybody = ({ engine }: TablesEngine, pick: Pick): string => {
  const all = partiesOf(engine);
  const here = all.filter(({ status }) => status !== "cancelled" && status !== "completed");
  const among = pick(4) === 0 || here.length === 0 ? all : here;
  return among.length === 0 ? "000000000000000000000000" : oneOf(pick, among).id;
};

const wish = (pick: Pick) => ({
  name: "Ada",
  numberOfPeople: oneOf(pick, SIZES),
  ...start(pick),
  ...(pick(3) === 0 ? { phone: oneOf(pick, PHONES) } : { email: "ada@example.com" }),
  ...(pick(5) === 0 ? { area: oneOf(pick, ["Room", "Terrace"]) } : {}),
});

/**
 * The kinds of steps, each with its weight: a step of weight 8 is made twice as often as one of
 * weight 4.
 */
const STEPS: readonly [number, (tables: TablesEngine, pick: Pick) => Promise<Made>][] = [
  [
    8,
    async (tables, pick) => {
      const who = whose(pick);
      const answer = await tables.call("create_booking", wish(pick), who);
      // The answer to a repeated call has the earlier reservation, which may have lost its table
      // since.
      const { changed, reservation } = answer as {
        changed?: boolean;
        reservation?: { flags: string[] };
      };
      const { mode } = tables.engine.stores.brands.get("bistro")?.settings.tables ?? {};
      const isLacking = changed === true && reservation?.flags.includes("no_table") === true;
      return {
        ...made("book", answer),
        faults:
          isLacking && mode === "required" && who !== "override" ? ["booked without a table"] : [],
      };
    },
  ],
  [
    5,
    async (tables, pick) => {
      const id = anybody(tables, pick);
      const change = {
        ...(pick(2) === 0 ? { numberOfPeople: oneOf(pick, SIZES) } : start(pick)),
        ...(pick(4) === 0 ? { area: oneOf(pick, ["any", "Room", "Terrace"]) } : {}),
      };
      return about(
        id,
        "change",
        await tables.call("update_booking", { id, ...change }, whose(pick)),
      );
    },
  ],
  [
    8,
    async (tables, pick) => {
      const [id, tool] = [anybody(tables, pick), oneOf(pick, MARKS)];
      return about(id, tool, await tables.call(tool, { id }, whose(pick)));
    },
  ],
  [
    4,
    async (tables, pick) => {
      const id = anybody(tables, pick);
      const to = pick(4) === 0 ? "auto" : oneOf(pick, TABLES);
      const input = { id, tables: to, swap: pick(2) === 0 };
      return about(id, "give", await tables.call("assign_table", input, whose(pick)));
    },
  ],
  [
    3,
    async (tables, pick) => {
      const id = anybody(tables, pick);
      const input = { id, tables: oneOf(pick, TABLES) };
      return about(id, "sit", await tables.call("mark_seated", input, whose(pick)));
    },
  ],
  [2, async (tables, pick) => made("walk in", await tables.walkIn(oneOf(pick, SIZES)))],
  [
    2,
    async (tables, pick) => {
      const from = displayTime(OPENING + pick(7) * SLOT, ZONE);
      const times = { date: FRIDAY, from, to: oneOf(pick, ["9:00 PM", "11:00 PM"]) };
      const remove = pick(2) === 0;
      const input = { tables: oneOf(pick, TABLES), ...times, reason: "leak", remove };
      return made(remove ? "unblock" : "block", await tables.call("block_tables", input, "key"));
    },
  ],
  [
    1,
    async (tables) =>
      made("plan", await tables.call("plan_tables", { serviceDate: "2026-11-20" }, "key")),
  ],
  [1, async (tables, pick) => made("import", await tables.plan(changedPlan(pick)))],
  [
    1,
    async (tables, pick) => {
      const mode = oneOf(pick, ["required", "required", "suggest", "off"]);
      const freezeMinutes = oneOf(pick, [0, 60, 60, 180]);
      const set = { "tables.mode": mode, "tables.freezeMinutes": freezeMinutes };
      return made(`mode ${mode}`, await tables.set(set));
    },
  ],
  [
    3,
    async (tables, pick) => {
      const { email: _none, ...input } = { email: "", ...wish(pick), phone: oneOf(pick, PHONES) };
      return made("wait", await tables.call("add_to_waitlist", input, "key"));
    },
  ],
  [
    2,
    async (tables, pick) => {
      const offers = offersOf(tables.engine);
      const yes = pick(2) === 0;
      if (offers.length > 0) await tables.answer(oneOf(pick, offers).id, yes);
      return { what: yes ? "accept" : "decline" };
    },
  ],
  [
    3,
    async ({ engine, loop }) => {
      await loop();
      engine.sent.length = 0;
      return { what: "loop" };
    },
  ],
  [
    4,
    async ({ engine }, pick) => {
      engine.at += (1 + pick(20)) * MINUTE;
      await engine.writer.write(() => engine.stores.instance.setClockOffset(engine.at));
      return { what: "time" };
    },
  ],
];

const ALL = STEPS.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));

const made = (what: string, answer: unknown): Made => ({
  what: typeof answer === "string" ? `${what}: ${answer}` : what,
});

const about = (id: string, what: string, answer: unknown): Made => ({
  ...made(what, answer),
  by: [id],
});

/**
 * The floor plan unchanged, without a table, with smaller tables, without a combination, or with a
 * block.
 */
function changedPlan(pick: Pick): object {
  const { areas, tables, combinations } = PLAN;
  const shut = { from: "2026-11-20T18:00", to: "2026-11-20T20:00" };
  const gone = oneOf(pick, ["1", "3", "T2"]);
  return oneOf(pick, [
    PLAN,
    PLAN,
    {
      ...PLAN,
      tables: tables.filter(({ name }) => name !== gone),
      combinations: combinations.filter((one) => !one.tables.includes(gone)),
    },
    {
      ...PLAN,
      tables: tables.map((one) => ({
        ...one,
        minCovers: 1,
        maxCovers: Math.max(1, one.maxCovers - 1),
      })),
    },
    { ...PLAN, combinations: combinations.slice(1) },
    {
      ...PLAN,
      areas: areas.map((one) => (one.name === "Room" ? one : { ...one, closed: [shut] })),
    },
  ]);
}

/** Makes a random step, and returns the rules that it broke. */
export async function playTables(tables: TablesEngine, pick: Pick): Promise<Step> {
  const { engine } = tables;
  const was = before(engine);
  const { what, by = [], faults = [] } = await oneOf(pick, ALL)(tables, pick);
  const isOff = engine.stores.brands.get("bistro")?.settings.tables.mode === "off";
  return { what, faults: isOff ? [] : [...stepFaults(engine, was, by), ...faults] };
}
