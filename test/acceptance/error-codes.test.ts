// Goal: clients of the MCP SDK, versions 1 and 2, get every refusal that a call can cause. A
// refusal has its code, all reasons with their numbers, whether to retry, and suggested times that
// work.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Agent, connectV2Legacy, GENERATIONS } from "./clients.ts";
import { PLAIN } from "./houses.ts";
import { dayAfter, HOUR, instant, MINUTE, when, wordsOf } from "./moments.ts";
import { type Answer, type Desk, startDesk } from "./support.ts";
import { type Refusal, refusalShape, type ToolName } from "./wire.ts";
import { type ErrorCode, errorCodes } from "./wire-codes.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
const ID = "0123456789abcdef01234567";
let desk: Desk;
let key: string;
let days = 3;
const freshDay = () => dayAfter(TODAY, ++days);
const agents = new Map<string, Promise<Agent>>();

/** A refusal without the numbers that depend on the clock. */
function steady(answer: Answer): unknown {
  const { reasons, ...error } = answer.structured["error"] as Refusal;
  return { ...error, reasons: reasons.map(({ code, message }) => ({ code, message })) };
}

/** Makes the same call through every client and expects the same refusal from each. */
async function everywhere(tool: ToolName, args: Record<string, unknown>, as: string) {
  const answers: Answer[] = await Promise.all(
    [...GENERATIONS, ["v2 legacy", connectV2Legacy] as const].map(async ([name, connect]) => {
      const cached = agents.get(name + as) ?? connect(desk.ready.mcp, as);
      agents.set(name + as, cached);
      return (await cached).call(tool, args);
    }),
  );
  const [first] = answers;
  if (first === undefined) throw new Error("no answer");
  for (const answer of answers) {
    expect(answer.isError, answer.text).toBe(true);
    expect(refusalShape.safeParse(answer.structured).error?.issues ?? []).toEqual([]);
    expect(steady(answer)).toEqual(steady(first));
    expect(answer.content).toEqual(first.content);
  }
  return { ...(first.structured["error"] as Refusal), text: first.text };
}

beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  await desk.brand("house", PLAIN);
  await desk.brand("other", PLAIN);
  await desk.brand("paced", {
    ...PLAIN,
    paceCovers: 8,
    maxPartiesPresent: 2,
    maxPartySize: 12,
    largeParty: { from: 9, mode: "allow" },
  });
  await desk.brand("strict", {
    ...PLAIN,
    minNoticeMinutes: 600,
    attendance: { enabled: true },
    largeParty: { from: 9, mode: "refuse" },
    specialDays: { "2026-12-25": { closed: true, note: "Christmas" } },
  });
  await desk.brand("night", {
    ...PLAIN,
    services: [
      {
        name: "Night",
        days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
        opens: "22:00",
        lastSeating: "03:00",
        closes: "04:00",
      },
    ],
  });
  await desk.brand("tables", PLAIN);
  const plan = {
    areas: [{ name: "Room" }],
    tables: ["1", "2"].map((name) => ({ name, area: "Room", minCovers: 1, maxCovers: 4 })),
  };
  await desk.cliOk(["floor", "import", "tables", "-"], JSON.stringify(plan));
  await desk.set("tables", "tables.mode=required");
  key = await desk.key(["house", "other", "paced", "strict", "night", "tables"]);
});
afterAll(async () => {
  for (const agent of agents.values()) await (await agent).close();
  await desk?.close();
});

const guest = (brand: string, size: number, date: string, wall = "19:00") => ({
  brand,
  name: "Ada",
  numberOfPeople: size,
  ...when(date, wall),
});
async function book(...what: Parameters<typeof guest>): Promise<string> {
  const args = { ...guest(...what), phone: "+12127365000" };
  return (await desk.ok("create_booking", args, key)).reservation.id as string;
}
type Call = [tool: ToolName, args: Record<string, unknown>, as?: string];

const PROVOKE: Partial<Record<ErrorCode, () => Promise<Call>>> = {
  INVALID_INPUT: async () => ["create_booking", { brand: "house", nmae: "Ada" }],
  WEEKDAY_MISMATCH: async () => [
    "create_booking",
    { ...guest("house", 2, TODAY), date: "Thursday, November 20, 2026" },
  ],
  NONEXISTENT_TIME: async () => ["create_booking", guest("night", 2, "2027-03-14", "02:30")],
  TIMESTAMP_MISMATCH: async () => [
    "create_booking",
    { ...guest("house", 2, TODAY), timestamp: instant(TODAY, "14:00") },
  ],
  PHONE_INVALID: async () => ["create_booking", { ...guest("house", 2, TODAY), phone: "call me" }],
  BRAND_REQUIRED: async () => ["list_bookings", {}],
  BRAND_MISMATCH: async () => [
    "cancel_booking",
    { brand: "other", id: await book("house", 2, freshDay()) },
  ],
  FORBIDDEN_SCOPE: async () => [
    "cancel_booking",
    { id: ID },
    await desk.key(["house"], "--scope", "bookings.read"),
  ],
  BRAND_UNKNOWN: async () => ["list_bookings", { brand: "nowhere" }],
  FORBIDDEN_TOOL: async () => [
    "cancel_booking",
    { id: ID },
    await desk.key(["house"], "--tool", "list_bookings"),
  ],
  NOT_FOUND: async () => ["get_booking", { brand: "house", id: ID }],
  NOTHING_TO_UPDATE: async () => [
    "update_booking",
    { brand: "house", id: await book("house", 2, freshDay()) },
  ],
  NOTHING_TO_UNDO: async () => [
    "undo_last_change",
    { brand: "house", id: await book("house", 2, freshDay()) },
  ],
  NOTICE_TOO_SHORT: async () => ["create_booking", guest("strict", 2, TODAY)],
  IN_THE_PAST: async () => ["create_booking", guest("house", 2, dayAfter(TODAY, -1))],
  BEYOND_WINDOW: async () => ["create_booking", guest("house", 2, dayAfter(TODAY, 200))],
  CLOSED: async () => ["create_booking", guest("strict", 2, "2026-12-25")],
  OUTSIDE_SERVICE: async () => ["create_booking", guest("house", 2, freshDay(), "15:00")],
  PARTY_TOO_LARGE: async () => ["create_booking", guest("house", 31, freshDay())],
  LARGE_PARTY_REVIEW: async () => [
    "create_booking",
    { ...guest("strict", 9, freshDay()), phone: "+12127365000" },
  ],
  ATTENDANCE_CONTACT_REQUIRED: async () => ["create_booking", guest("strict", 7, freshDay())],
  CAPACITY_FULL: async () => {
    const day = freshDay();
    await book("house", 28, day);
    return ["create_booking", guest("house", 4, day)];
  },
  PARTIES_FULL: async () => {
    const day = freshDay();
    await book("paced", 2, day, "18:00");
    await book("paced", 2, day, "18:15");
    return ["create_booking", guest("paced", 1, day, "18:30")];
  },
  TABLES_FULL: async () => {
    const day = freshDay();
    await book("tables", 2, day);
    await book("tables", 2, day);
    return ["create_booking", guest("tables", 2, day)];
  },
  TABLE_TAKEN: async () => {
    const day = freshDay();
    const id = await book("tables", 2, day);
    await desk.ok("assign_table", { brand: "tables", id, tables: ["1"] }, key);
    const other = await book("tables", 2, day);
    return ["assign_table", { brand: "tables", id: other, tables: ["1"] }];
  },
  PACE_FULL: async () => {
    const day = freshDay();
    await book("paced", 8, day);
    return ["create_booking", guest("paced", 1, day)];
  },
  PARTY_EXCEEDS_PACE: async () => {
    const day = freshDay();
    await book("paced", 2, day);
    return ["create_booking", { ...guest("paced", 9, day), phone: "+12127365000" }];
  },
  INVALID_TRANSITION: async () => [
    "mark_completed",
    { brand: "house", id: await book("house", 2, freshDay()) },
  ],
  TOO_EARLY: async () => [
    "mark_arrived",
    { brand: "house", id: await book("house", 2, freshDay()) },
  ],
  IDEMPOTENCY_KEY_REUSED: async () => {
    const args = { ...guest("house", 2, freshDay()), idempotencyKey: "once" };
    await desk.ok("create_booking", args, key);
    return ["create_booking", { ...args, numberOfPeople: 3 }];
  },
  BUDGET_EXCEEDED: async () => [
    "create_booking",
    guest("house", 5, freshDay()),
    await desk.key(["house"], "--largest-party", "4"),
  ],
};
const TIMELESS: ErrorCode[] = [
  "INVALID_INPUT",
  "PHONE_INVALID",
  "PARTY_TOO_LARGE",
  "LARGE_PARTY_REVIEW",
  "ATTENDANCE_CONTACT_REQUIRED",
  "PARTY_EXCEEDS_PACE",
  "NOT_FOUND",
  "INVALID_TRANSITION",
  "IDEMPOTENCY_KEY_REUSED",
];
const TIMED: ErrorCode[] = [
  "CAPACITY_FULL",
  "PARTIES_FULL",
  "TABLES_FULL",
  "PACE_FULL",
  "CLOSED",
  "OUTSIDE_SERVICE",
];
const NUMBERS: Partial<Record<ErrorCode, string[]>> = {
  CAPACITY_FULL: ["28", "30", "4", "7:00 PM"],
  PARTIES_FULL: ["2"],
  TABLES_FULL: ["2", "7:00 PM"],
  TABLE_TAKEN: ["1", "7:00 PM"],
  PACE_FULL: ["8"],
  PARTY_EXCEEDS_PACE: ["9", "8"],
  PARTY_TOO_LARGE: ["31", "30"],
  LARGE_PARTY_REVIEW: ["9"],
  ATTENDANCE_CONTACT_REQUIRED: ["7"],
  NOTICE_TOO_SHORT: ["600"],
  BEYOND_WINDOW: ["180"],
  CLOSED: ["Christmas"],
};

describe("every client gets", () => {
  test.each(Object.keys(PROVOKE) as ErrorCode[])("%s", async (code) => {
    const [tool, args, as = key] = (await PROVOKE[code]?.()) ?? ["list_bookings", {}];
    const refused = await everywhere(tool, args, as);
    expect(`${refused.code}: ${refused.text}`).toStartWith(`${code}: `);
    expect(refused.text).toContain(code);
    for (const reason of refused.reasons) expect(refused.text).toContain(reason.message);
    for (const number of NUMBERS[code] ?? []) expect(refused.message).toContain(number);
    expect(refused.retryable).toBe(code === "TOO_EARLY");
    expect(refused.retryAt === null).toBe(code !== "TOO_EARLY");
    if (TIMELESS.includes(code)) expect(refused.suggestions).toEqual([]);
    if (TIMED.includes(code)) expect(refused.suggestions.length).toBeGreaterThan(0);
    for (const suggestion of refused.suggestions) {
      expect(refused.text).toContain(suggestion.date);
      expect(refused.text).toContain(suggestion.time);
      await desk.ok("create_booking", { ...args, ...suggestion, dryRun: true }, as);
    }
  });

  test("SLOT_REUSED, UNDO_EXPIRED", async () => {
    const at = instant(TODAY, "18:00");
    const first = await book("house", 30, TODAY, "18:00");
    await desk.goTo(at + 15 * MINUTE);
    await desk.ok("mark_no_show", { brand: "house", id: first }, key);
    const start = wordsOf(at + 16 * MINUTE);
    const walkIn = { brand: "house", name: "Door", numberOfPeople: 4, ...start };
    await desk.ok("create_booking", walkIn, key);
    const late = await everywhere("mark_seated", { brand: "house", id: first }, key);
    expect(late.code).toBe("SLOT_REUSED");
    const undone = await everywhere("undo_last_change", { brand: "house", id: first }, key);
    expect(undone.code).toBe("SLOT_REUSED");
    await desk.advance(16 * MINUTE);
    const expired = await everywhere("undo_last_change", { brand: "house", id: first }, key);
    expect(expired.code).toBe("UNDO_EXPIRED");
  });

  test("UNAVAILABLE while another connection locks the database, and nothing is saved", async () => {
    const args = guest("house", 2, freshDay());
    await desk.ok("list_bookings", { brand: "house", date: args.date }, key);
    const lock = new Database(desk.ready.database);
    lock.run("BEGIN IMMEDIATE");
    const refused = await everywhere("create_booking", args, key).finally(() => {
      lock.run("ROLLBACK");
      lock.close();
    });
    expect(refused).toMatchObject({ code: "UNAVAILABLE", retryable: true });
    const { total } = await desk.ok("list_bookings", { brand: "house", date: args.date }, key);
    expect(total).toBe(0);
    await desk.ok("create_booking", args, key);
  });
});

describe("a refusal", () => {
  test("names all problems in the arguments", async () => {
    const args = {
      brand: "house",
      name: "",
      numberOfPeople: "4",
      date: "2026/11/20",
      notes: 7,
      x: 1,
    };
    const refused = await desk.refused("create_booking", args, "INVALID_INPUT", key);
    expect(refused.reasons.length).toBeGreaterThanOrEqual(6);
    for (const field of ["name", "numberOfPeople", "date", "time", "notes", "x"])
      expect(refused.reasons.some((reason) => reason.message.includes(field))).toBe(true);
  });
  test("names the broken rules in the order of the checks", async () => {
    const args = guest("strict", 40, dayAfter(TODAY, 1), "03:00");
    const refused = await desk.refused("create_booking", args, "OUTSIDE_SERVICE", key);
    expect(refused.reasons.map((reason) => reason.code)).toEqual(
      [
        "OUTSIDE_SERVICE",
        "NOTICE_TOO_SHORT",
        "PARTY_TOO_LARGE",
        "LARGE_PARTY_REVIEW",
        "ATTENDANCE_CONTACT_REQUIRED",
        "CAPACITY_FULL",
      ].filter((code) => refused.reasons.some((reason) => reason.code === code)) as ErrorCode[],
    );
    expect(refused.reasons.length).toBeGreaterThanOrEqual(3);
  });
  test("names in retryAt the instant at which the call succeeds", async () => {
    const day = freshDay();
    const id = await book("house", 2, day);
    const early = await desk.refused("mark_arrived", { brand: "house", id }, "TOO_EARLY", key);
    expect(early.retryAt).toBe(instant(day, "19:00") - 3 * HOUR);
    await desk.goTo(early.retryAt ?? 0);
    await desk.ok("mark_arrived", { brand: "house", id }, key);
  });
});

test("every other code is tested by name above, or cannot be reached by a tool call with a key", () => {
  const elsewhere: ErrorCode[] = [
    "UNDO_EXPIRED",
    "SLOT_REUSED",
    "UNAVAILABLE",
    // Caused by an outdated form, the settings verbs, a waitlist offer, refused tokens and bugs.
    "REVISION_CONFLICT",
    "SETTINGS_CONFLICT",
    "HELD_FOR_WAITLIST",
    "RATE_LIMITED",
    "INTERNAL",
  ];
  const covered = new Set([...Object.keys(PROVOKE), ...elsewhere]);
  expect(errorCodes.filter((code) => !covered.has(code))).toEqual([]);
});
