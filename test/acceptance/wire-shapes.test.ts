// Goal: every answer has exactly the documented keys, in both its structured and its text part, and
// the declared schemas allow refusals.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { connectV2Legacy, GENERATIONS, type ToolListing } from "./clients.ts";
import { EVERY_SCOPE, PLAIN } from "./houses.ts";
import { dateWords, dayAfter, HOUR, instant, MINUTE, when, wordsOf } from "./moments.ts";
import { type Answer, type Desk, startDesk } from "./support.ts";
import { refusalShape, successShapes, TOOLS, type ToolName, WRITE_TOOLS } from "./wire.ts";

setDefaultTimeout(30_000);

const DAY = "2026-11-24";
let desk: Desk;
let key: string;

beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  await desk.house("house", { ...PLAIN, attendance: { enabled: true } });
  key = await desk.key(["house"], ...EVERY_SCOPE);
  const plan = {
    areas: [{ name: "Room" }],
    tables: ["1", "2", "9"].map((name) => ({ name, area: "Room", minCovers: 1, maxCovers: 4 })),
  };
  await desk.cliOk(["floor", "import", "house", "-"], JSON.stringify(plan));
  await desk.set("house", "tables.mode=suggest");
});
afterAll(() => desk?.close());

const guest = { name: "Ada Lovelace", phone: "+12127365000", email: "ada@example.com" };
async function booked(wall: string, extra: object = {}, date = DAY): Promise<string> {
  const args = { ...guest, numberOfPeople: 2, ...when(date, wall), ...extra };
  const { reservation } = await desk.ok("create_booking", args, key);
  return reservation.id as string;
}
/** A reservation that starts in twenty minutes. */
async function soon(): Promise<string> {
  const start = wordsOf((await desk.now()) + 20 * MINUTE);
  const args = { ...guest, numberOfPeople: 2, ...start };
  return (await desk.ok("create_booking", args, key)).reservation.id as string;
}
/** Where an answer differs from its strict shape; empty if nowhere. */
function problems(tool: ToolName, answer: Answer): string[] {
  const shape = answer.isError ? refusalShape : successShapes[tool];
  const parsed = shape.safeParse(answer.structured);
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

/** Days from `DAY` to the last used date. Later dates have no bookings. */
let quietDays = 20;

/** For each tool, arguments that succeed. */
const successes: Record<ToolName, () => Promise<Record<string, unknown>>> = {
  create_booking: async () => ({ ...guest, numberOfPeople: 2, ...when(DAY, "17:00") }),
  update_booking: async () => ({ id: await booked("17:15"), numberOfPeople: 3, time: "8:00 PM" }),
  cancel_booking: async () => ({ id: await booked("17:30"), reason: "ill" }),
  mark_arrived: async () => ({ id: await soon() }),
  mark_seated: async () => ({ id: await soon() }),
  mark_completed: async () => {
    const id = await soon();
    await desk.ok("mark_seated", { id }, key);
    return { id };
  },
  mark_no_show: async () => {
    const id = await soon();
    await desk.advance(36 * MINUTE);
    return { id };
  },
  add_note: async () => ({ id: await booked("17:45"), note: "allergic to nuts" }),
  undo_last_change: async () => {
    const id = await booked("18:00");
    await desk.ok("add_note", { id, note: "x" }, key);
    return { id };
  },
  list_brands: async () => ({}),
  list_bookings: async () => {
    await booked("18:15");
    return { date: DAY };
  },
  get_booking: async () => ({ id: await booked("18:30") }),
  check_availability: async () => ({ date: DAY, numberOfPeople: 2 }),
  explain_capacity: async () => ({ date: DAY, whatIf: { seats: 10 } }),
  list_tables: async () => ({}),
  assign_table: async () => ({
    id: await booked("19:00", {}, dayAfter(DAY, ++quietDays)),
    tables: ["9"],
  }),
  block_tables: async () => ({
    tables: ["9"],
    date: DAY,
    from: "10:00",
    to: "11:00",
    reason: "wet paint",
  }),
  plan_tables: async () => ({ serviceDate: DAY }),
  list_waitlist: async () => ({}),
  add_to_waitlist: async () => ({
    name: "Bo",
    phone: "+12127365001",
    numberOfPeople: 2,
    ...when(DAY, "19:00"),
  }),
  remove_from_waitlist: async () => {
    const args = { name: "Cy", phone: "+12127365002", numberOfPeople: 2, ...when(DAY, "20:00") };
    return { id: (await desk.ok("add_to_waitlist", args, key)).entry.id };
  },
  close_service: async () => ({ date: dayAfter(DAY, ++quietDays) }),
};

describe("a success has exactly the documented keys", () => {
  beforeAll(() =>
    desk.set(
      "house",
      'specialDays={"2026-11-20":{"services":[{"name":"All day","opens":"10:00",' +
        '"lastSeating":"21:30","closes":"23:30","limits":{}}]}}',
    ),
  );
  test.each(TOOLS)("%s", async (tool) => {
    const answer = await desk.call(tool, await successes[tool](), key);
    expect(answer.text).not.toBe("");
    expect(answer.isError, answer.text).toBe(false);
    expect(problems(tool, answer)).toEqual([]);
    expect(answer.content).toHaveLength(1);
    expect(answer.content[0]?.type).toBe("text");
  });
  test.each(WRITE_TOOLS)("%s as a dry run", async (tool) => {
    const args = { ...(await successes[tool]()), dryRun: true };
    const answer = await desk.call(tool, args, key);
    expect(answer.isError, answer.text).toBe(false);
    expect(problems(tool, answer)).toEqual([]);
    expect(answer.structured["dryRun"]).toBe(true);
  });
  test("the dry run of a new booking has no id; the dry run of a note has the id of its reservation", async () => {
    const args = { ...guest, numberOfPeople: 2, ...when(DAY, "21:00"), dryRun: true };
    expect((await desk.ok("create_booking", args, key)).reservation.id).toBeNull();
    const id = await booked("21:00");
    const noted = await desk.ok("add_note", { id, note: "x", dryRun: true }, key);
    expect(noted.reservation.id).toBe(id);
  });
});

describe("a refusal has only the key `error`", () => {
  test.each(TOOLS)("%s refuses an unknown parameter", async (tool) => {
    const answer = await desk.call(tool, { nonsense: 1 }, key);
    expect(answer.isError).toBe(true);
    expect(problems(tool, answer)).toEqual([]);
    expect(answer.content).toHaveLength(1);
    expect(answer.text).toContain("INVALID_INPUT");
    expect(answer.text).toContain("nonsense");
  });
});

async function listed(): Promise<ToolListing[]> {
  const exchange = await desk.rpc("tools/list", {}, key);
  return (exchange.message?.result?.["tools"] ?? []) as ToolListing[];
}

describe("the list of tools", () => {
  const rootKeywords = ["anyOf", "oneOf", "allOf", "not", "$ref"];

  test("has exactly the documented tools, in the same order each time", async () => {
    const names = (await listed()).map((tool) => tool.name);
    expect(names.toSorted()).toEqual(TOOLS.toSorted());
    expect((await listed()).map((tool) => tool.name)).toEqual(names);
  });
  test.each(TOOLS)(
    "declares the output of %s as one flat object of optional properties",
    async (name) => {
      const tool = (await listed()).find((one) => one.name === name);
      const schema = tool?.outputSchema ?? {};
      expect(schema["type"]).toBe("object");
      for (const keyword of rootKeywords) expect(schema[keyword]).toBeUndefined();
      expect(schema["required"] ?? []).toEqual([]);
      const properties = Object.keys(schema["properties"] ?? {});
      const documented = Object.keys(successShapes[name].shape);
      expect(properties.toSorted()).toEqual([...documented, "error"].toSorted());
    },
  );
  test.each(TOOLS)(
    "gives %s a title, a description, strict input and all four hints",
    async (name) => {
      const tool = (await listed()).find((one) => one.name === name);
      expect(tool?.title ?? tool?.annotations?.["title"]).toBeString();
      expect(tool?.description?.length).toBeGreaterThan(20);
      expect(tool?.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"])
        expect(tool?.annotations?.[hint]).toBeBoolean();
      expect(tool?.annotations?.["readOnlyHint"]).toBe(!WRITE_TOOLS.includes(name));
    },
  );
  test.each(WRITE_TOOLS)(
    "gives %s the parameters brand, idempotencyKey and dryRun",
    async (name) => {
      const tool = (await listed()).find((one) => one.name === name);
      const properties = Object.keys(tool?.inputSchema["properties"] ?? {});
      expect(properties).toContain("brand");
      expect(properties).toContain("idempotencyKey");
      expect(properties).toContain("dryRun");
    },
  );
  test("has every tool even for a key that may only read", async () => {
    const exchange = await desk.rpc("tools/list", {}, desk.ready.readOnlyKey);
    expect(exchange.message?.result?.["tools"]).toHaveLength(TOOLS.length);
  });
});

describe("the text of an answer has", () => {
  test("for a write: id, date, time, size, status and every warning", async () => {
    const args = { name: "Dee", numberOfPeople: 3, ...when(DAY, "20:15") };
    const answer = await desk.call("create_booking", args, key);
    const result = answer.structured as {
      reservation: { id: string };
      warnings: { message: string }[];
    };
    for (const part of [result.reservation.id, when(DAY, "20:15").date, "8:15 PM", "3", "booked"])
      expect(answer.text).toContain(part);
    expect(result.warnings.length).toBeGreaterThan(0);
    for (const warning of result.warnings) expect(answer.text).toContain(warning.message);
  });
  test("for a list: one line per row that begins with its id", async () => {
    const answer = await desk.call("list_bookings", { date: DAY }, key);
    const rows = (answer.structured as { bookings: { id: string }[] }).bookings;
    const lines = answer.text.split("\n");
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) expect(lines.filter((line) => line.startsWith(row.id))).toHaveLength(1);
  });
  test("for a refusal: the code, the numbers and the suggested times, ready to send", async () => {
    await booked("19:00", { numberOfPeople: 28 }, "2026-11-26");
    const args = { name: "E", numberOfPeople: 4, ...when("2026-11-26", "19:00") };
    const refused = await desk.refused("create_booking", args, "CAPACITY_FULL", key);
    for (const part of ["CAPACITY_FULL", "28", "30", "4"]) expect(refused.text).toContain(part);
    expect(refused.suggestions.length).toBeGreaterThan(0);
    for (const { date, time } of refused.suggestions) {
      expect(refused.text).toContain(date);
      expect(refused.text).toContain(time);
    }
  });
});

describe("guests' data is limited to what the task needs", () => {
  test("a listed phone has only its last four digits, and e-mail addresses are left out", async () => {
    await booked("20:30");
    const { bookings } = await desk.ok("list_bookings", { date: DAY }, key);
    const ada = bookings.find((row) => row.name === guest.name);
    expect(ada?.phone).toEndWith("5000");
    expect(ada?.phone).not.toContain("736");
    expect(ada).not.toHaveProperty("email");
  });
  test("a notification has only the last four digits and the placeholder {link}", async () => {
    const phone = "+12127366000";
    const args = { ...guest, phone, numberOfPeople: 2, ...when(DAY, "20:45") };
    const { notifications } = await desk.ok("create_booking", args, key);
    expect(notifications[0]).toMatchObject({
      kind: "confirmation",
      phone: "6000",
      state: "queued",
    });
    expect(notifications[0]?.body).not.toContain("http");
  });
  test("a waitlist entry has only the last four digits", async () => {
    const args = { name: "Fay", phone: "+12127365003", numberOfPeople: 2, ...when(DAY, "18:00") };
    const { entry } = await desk.ok("add_to_waitlist", args, key);
    expect(entry.phone).toEndWith("5003");
    expect(entry.phone).not.toContain("736");
  });
});

describe("protocol errors", () => {
  test("an unknown tool is JSON-RPC -32602", async () => {
    const exchange = await desk.rpc("tools/call", { name: "no_such_tool", arguments: {} }, key);
    expect(exchange.message?.error?.code).toBe(-32602);
  });
  test("malformed JSON-RPC is -32600 or -32700, not a 5xx", async () => {
    for (const body of ["{", "[]", "{}", '"x"', '{"jsonrpc":"1.0","id":1,"method":"x"}']) {
      const response = await fetch(desk.ready.mcp, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body,
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      const { error } = (await response.json()) as { error: { code: number } };
      expect([-32600, -32700]).toContain(error.code);
    }
  });
});

describe("a client of the MCP SDK:", () => {
  const all = [...GENERATIONS, ["the v2 client (legacy)", connectV2Legacy] as const];
  test.each(all)("%s passes successes and refusals through", async (_name, connect) => {
    const agent = await connect(desk.ready.mcp, key);
    const bookings = await agent.call("list_bookings", { date: DAY });
    expect(problems("list_bookings", bookings)).toEqual([]);
    const id = "0".repeat(24);
    const missing = await agent.call("get_booking", { id });
    expect(missing.isError).toBe(true);
    expect(problems("get_booking", missing)).toEqual([]);
    const large = { ...guest, numberOfPeople: 50, ...when(DAY, "19:00") };
    const asked = { date: DAY, numberOfPeople: 50 };
    const late = await agent.call("check_availability", { ...asked, time: "03:00" });
    expect(problems("check_availability", late)).toEqual([]);
    expect(late.structured["slots"]).toMatchObject([{ service: null, state: "refused" }, {}, {}]);
    const full = await agent.call("explain_capacity", asked);
    expect(problems("explain_capacity", full)).toEqual([]);
    const request = { ...large, requestReview: true, dryRun: true };
    expect(problems("create_booking", await agent.call("create_booking", request))).toEqual([]);
    const wrong = { ...large, numberOfPeople: 2, date: dateWords(DAY).replace(/^\w+/, "Monday") };
    const weekday = await agent.call("create_booking", wrong);
    expect(weekday.text).toStartWith("WEEKDAY_MISMATCH");
    expect(problems("create_booking", weekday)).toEqual([]);
    const [first] = (weekday.structured["error"] as { suggestions: object[] }).suggestions;
    const again = await agent.call("create_booking", { ...wrong, ...first, dryRun: true });
    expect(again.isError, again.text).toBe(false);
    await agent.close();
  });
});

test("display date and time agree with the timestamp", async () => {
  const id = await booked("19:15");
  const { reservation } = await desk.ok("get_booking", { id }, key);
  expect(reservation).toMatchObject({
    ...when(DAY, "19:15"),
    timestamp: instant(DAY, "19:15"),
    endTimestamp: instant(DAY, "19:15") + 1.5 * HOUR,
    serviceDate: DAY,
    service: "Dinner",
  });
});
