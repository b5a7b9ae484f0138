import { type Caller, NO_BUDGETS, SCOPES } from "../../src/domain/caller.ts";
import type { Answer } from "../../src/operations/call/idempotency.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { createInvoke } from "../../src/operations/invoke.ts";
import { askDue } from "./ask-due.ts";
import { openTestDatabase } from "./database.ts";
import { fixedRandom } from "./fixed-random.ts";
import { putFloor, type ShortFloor } from "./floor.ts";
import { sendText } from "./send-text.ts";

/** One call of a scene. `at`: the restaurant's wall time, "2026-11-20T19:30". */
interface Step {
  readonly tool: string;
  readonly at: string;
  /** By default the tool's first example. */
  readonly input?: object;
}

const ZONE = "America/New_York";
const SLUG = "demo-bistro";
const SETTINGS = {
  timeZone: ZONE,
  defaultCountry: "US",
  specialDays: {
    "2026-12-24": {
      note: "Christmas Eve",
      services: [
        { name: "Early dinner", opens: "17:00", lastSeating: "17:30", closes: "20:00", limits: {} },
      ],
    },
  },
};

const REQUIRED = { mode: "required" };

const CALLER: Caller = {
  kind: "api_key",
  principal: "front-desk",
  actor: { kind: "api_key", id: "front-desk", name: "Front desk" },
  environment: "test",
  brands: [SLUG],
  scopes: SCOPES,
  tools: null,
  budgets: NO_BUDGETS,
  headerBrand: null,
  roles: {},
};

const BOOK: Step = { tool: "create_booking", at: "2026-11-18T15:00" };
const MOVE: Step = { tool: "update_booking", at: "2026-11-19T11:00" };
const ARRIVE: Step = { tool: "mark_arrived", at: "2026-11-20T19:25" };
const SEAT: Step = { tool: "mark_seated", at: "2026-11-20T19:35" };
const WAIT: Step = { tool: "add_to_waitlist", at: "2026-11-18T15:20" };

const CHRISTMAS_EVE: Step = {
  ...BOOK,
  input: {
    name: "Ben Ortiz",
    phone: "+12125550147",
    numberOfPeople: 8,
    date: "Thursday, December 24, 2026",
    time: "5:15 PM",
  },
};

/** The tables of scenes with a floor plan. Other scenes show a restaurant without tables. */
const FLOOR: ShortFloor = { areas: { "Dining room": "1:2 2:2-4" } };
const THREE: ShortFloor = { areas: { "Dining room": "1:2 2:2-4 3:2-6" } };

interface Scene {
  readonly before: readonly Step[];
  readonly at: string;
  readonly floor?: ShortFloor;
}

/** The steps before the example of each tool, and when the example is called. */
const SCENES: Readonly<Record<string, Scene>> = {
  list_brands: { before: [], at: "2026-11-18T15:00" },
  check_availability: { before: [BOOK], at: "2026-11-18T15:10" },
  create_booking: { before: [], at: BOOK.at },
  list_bookings: { before: [BOOK], at: "2026-11-20T16:00" },
  get_booking: { before: [BOOK, MOVE], at: "2026-11-19T12:00" },
  update_booking: { before: [BOOK], at: MOVE.at },
  cancel_booking: { before: [BOOK], at: "2026-11-20T10:00" },
  mark_arrived: { before: [BOOK], at: ARRIVE.at },
  mark_seated: { before: [BOOK, ARRIVE], at: SEAT.at },
  mark_completed: { before: [BOOK, ARRIVE, SEAT], at: "2026-11-20T21:05" },
  mark_no_show: { before: [BOOK], at: "2026-11-20T19:50" },
  add_note: { before: [BOOK], at: "2026-11-18T15:05" },
  undo_last_change: {
    before: [BOOK, { tool: "cancel_booking", at: "2026-11-20T10:00" }],
    at: "2026-11-20T10:05",
  },
  explain_capacity: { before: [CHRISTMAS_EVE], at: "2026-11-18T16:00" },
  list_tables: { before: [BOOK, ARRIVE, SEAT], at: "2026-11-20T19:50", floor: FLOOR },
  assign_table: { before: [BOOK], at: "2026-11-18T15:05", floor: THREE },
  block_tables: { before: [BOOK], at: "2026-11-20T10:00", floor: THREE },
  plan_tables: { before: [BOOK], at: "2026-11-20T10:00", floor: THREE },
  list_waitlist: { before: [WAIT], at: "2026-11-18T16:00" },
  add_to_waitlist: { before: [], at: WAIT.at },
  remove_from_waitlist: { before: [WAIT], at: "2026-11-19T11:00" },
  close_service: { before: [BOOK], at: "2026-11-20T10:00" },
};

/** A tool's answer to an input after the steps of its scene, the same in every run. */
export async function playScene(tool: string, input: object): Promise<Answer> {
  const scene = SCENES[tool];
  if (scene === undefined) throw new Error(`There is no scene for the example of ${tool}`);
  using database = openTestDatabase();
  const { stores, writer } = database;
  const random = fixedRandom();
  let now = instant(scene.at);
  const overrides = scene.floor === undefined ? SETTINGS : { ...SETTINGS, tables: REQUIRED };
  stores.brands.insert({ slug: SLUG, name: "Demo Bistro", overrides, now });
  if (scene.floor !== undefined) putFloor(stores, SLUG, scene.floor);
  const invoke = createInvoke({ stores, writer, clock: () => now, random });
  const call = async (name: string, at: string, given?: object): Promise<Answer> => {
    const operation = OPERATIONS.find((one) => one.name === name);
    if (operation === undefined) throw new Error(`There is no operation ${name}`);
    now = instant(at);
    askDue(stores, random, now);
    for (const { id } of stores.deliveries.due(now, 100)) {
      sendText(stores, id, "delivered", now);
    }
    return invoke(operation, given ?? operation.examples[0]?.input, CALLER);
  };
  for (const step of scene.before) await call(step.tool, step.at, step.input);
  return await call(tool, scene.at, input);
}

const instant = (wall: string): number =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(ZONE).epochMilliseconds;
