// Goal: for any input, a tool gives a success or a documented refusal: no 5xx, INTERNAL, stack or
// partial write. Refusals name unknown parameters and wrong types.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import * as fc from "fast-check";
import { EVERY_SCOPE, PLAIN } from "./houses.ts";
import { dayAfter, when } from "./moments.ts";
import { type Answer, answerOf, type Desk, startDesk } from "./support.ts";
import { refusalShape, successShapes, TOOLS, type ToolName, WRITE_TOOLS } from "./wire.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
const RUNS = Number(process.env["MAITRED_TEST_ARGUMENTS"] ?? 30);
const succeeded = new Set<string>();
let desk: Desk;
let key: string;
let id: string;
const schemas = new Map<string, Schema>();

interface Schema {
  readonly type?: string | string[];
  readonly enum?: unknown[];
  readonly anyOf?: Schema[];
  readonly items?: Schema;
  readonly properties?: Record<string, Schema>;
  readonly required?: string[];
}
type Listed = { readonly name: string; readonly inputSchema: Schema };
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  await desk.house("house", PLAIN);
  key = await desk.key(["house"], ...EVERY_SCOPE);
  const exchange = await desk.rpc("tools/list", {}, key);
  const tools = (exchange.message?.result?.["tools"] ?? []) as Listed[];
  for (const tool of tools) schemas.set(tool.name, tool.inputSchema);
  const guest = { name: "Ada", phone: "+12127365000", numberOfPeople: 2, notes: "kept" };
  const args = { ...guest, ...when(dayAfter(TODAY, 4), "19:00") };
  id = (await desk.ok("create_booking", args, key)).reservation.id as string;
});
afterAll(() => desk?.close());

const nested = (depth: number): unknown => (depth === 0 ? "leaf" : { a: [nested(depth - 1)] });
const HOSTILE: unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  0.1,
  1e308,
  2 ** 53,
  -(2 ** 63),
  "NaN",
  "Infinity",
  "",
  " ",
  "\u0000",
  "\u202e\u200b\ufeff",
  "\ud800",
  "a\udc00b",
  "'; DROP TABLE reservation; --",
  "{link}",
  "<script>alert(1)</script>",
  "%s%n%x",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "x".repeat(5000),
  "🍷".repeat(1000),
  [],
  [null],
  {},
  { toString: "x", valueOf: "y" },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  nested(8),
];
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.jsonValue({ maxDepth: 4 }),
);
/** Mostly one of the first values, rarely one of the others. */
const mostly = (usual: unknown[], seldom: unknown[]) =>
  fc.oneof(
    { weight: 7, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...seldom) },
  );
const plausible: Record<string, fc.Arbitrary<unknown>> = {
  brand: mostly(["house"], ["nowhere"]),
  id: mostly(["ID"], ["0".repeat(24)]),
  name: fc.constantFrom("Ada", " Bo ", "Zoë"),
  phone: mostly(["+12127365000", "212 736 5000"], ["12"]),
  email: mostly(["ada@example.com"], ["no"]),
  numberOfPeople: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: -1, max: 40 })),
  date: mostly([when(TODAY, "19:00").date, when(dayAfter(TODAY, 4), "19:00").date], [TODAY, "x"]),
  toDate: mostly([dayAfter(TODAY, 5)], ["2026-02-30"]),
  time: mostly(["7:00 PM", "7:07 PM", "5:30 PM"], ["3:00 AM", "19:00"]),
  timestamp: fc.constantFrom(1795219200000, 1795219200, 0),
  idempotencyKey: mostly(["k1", "k2", "k3", "k4"], [""]),
  dryRun: fc.boolean(),
  notifyCustomer: fc.boolean(),
  whatIf: mostly([{ seats: 10 }, { paceCovers: null }], [{ seats: -1 }, { slotMinutes: 0 }]),
  limit: mostly([1, 50, 200], [-1, 0, 300]),
};
/** A value that the schema allows, approximately. */
function allowed(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const known = plausible[name];
  if (known !== undefined) return known;
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const branch = schema.anyOf?.[0];
  if (branch !== undefined) return allowed(name, branch);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "boolean") return fc.boolean();
  if (type === "number" || type === "integer") return fc.integer({ min: -2, max: 300 });
  if (type === "array") return fc.array(allowed("", schema.items ?? {}), { maxLength: 3 });
  return fc.string({ maxLength: 30 });
}
/** Arguments mostly of the right shape; some values are hostile, missing or unknown. */
function argumentsOf(tool: ToolName): fc.Arbitrary<Record<string, unknown>> {
  const properties = schemas.get(tool)?.properties ?? {};
  const required = new Set(schemas.get(tool)?.required ?? []);
  const entries = Object.entries(properties).map(([name, schema]) => {
    const value = fc.oneof(
      { weight: 20, arbitrary: allowed(name, schema) },
      { weight: 1, arbitrary: hostile },
    );
    const present = required.has(name) || name === "brand" ? 30 : 1;
    const absent = { weight: name === "timestamp" ? 8 : 1, arbitrary: fc.constant(undefined) };
    return fc
      .oneof({ weight: present, arbitrary: value }, absent)
      .map((chosen) => [name, chosen] as const);
  });
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(
        fc.tuple(
          fc.oneof(
            fc.constantFrom("nmae", "__proto__", "constructor", "partySize", "Date", "toString"),
            fc.string({ minLength: 1, maxLength: 12 }),
          ),
          hostile,
        ),
        { maxLength: 3 },
      ),
    },
  );
  return fc.tuple(fc.tuple(...entries), extra).map(([known, unknown]) => {
    const pairs = [...known, ...unknown]
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === "ID" ? id : value] as const);
    // `Object.defineProperty` makes own properties of names such as `__proto__` too, as JSON.parse
    // does.
    const made: Record<string, unknown> = {};
    for (const [name, value] of pairs)
      Object.defineProperty(made, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    return made;
  });
}

/** Correct calls. Random ones alone would sometimes all be refused. */
const correct = (): Partial<Record<ToolName, object>> => ({
  create_booking: { brand: "house", name: "Bo", numberOfPeople: 2, ...when(TODAY, "19:00") },
  update_booking: { brand: "house", id, foodDrinkNotes: "no nuts" },
  add_note: { brand: "house", id, note: "window" },
  list_bookings: { brand: "house" },
});

/** Fails if an answer breaks a rule that every answer must keep. */
function judge(tool: ToolName, answer: Answer): void {
  const shape = answer.isError ? refusalShape : successShapes[tool];
  expect(shape.safeParse(answer.structured).error?.issues ?? []).toEqual([]);
  expect(answer.content).toHaveLength(1);
  expect(answer.text).not.toMatch(/\n\s+at .+:\d+:\d+|\bINTERNAL\b|SQLITE|bun:sqlite|node_modules/);
  if (answer.isError) expect(answer.structured["error"]).not.toMatchObject({ code: "INTERNAL" });
}

/** Waits until the waitlist has been run for all freed seats, at most 2 seconds. */
async function freedSeatsOffered(): Promise<void> {
  using database = new Database(desk.ready.database, { readonly: true });
  const open = database.query<{ id: string }, []>(
    "SELECT id FROM slot_freed WHERE done_at IS NULL AND check_at = 0",
  );
  for (let tries = 0; tries < 200 && open.get() !== null; tries += 1) await Bun.sleep(10);
}

describe("every tool answers any input:", () => {
  test.each(TOOLS)(
    "%s",
    async (tool) => {
      const one = correct()[tool];
      await fc.assert(
        fc.asyncProperty(argumentsOf(tool), async (args) => {
          await freedSeatsOffered();
          const before = WRITE_TOOLS.includes(tool) ? desk.rows() : null;
          const exchange = await desk.rpc("tools/call", { name: tool, arguments: args }, key);
          expect(exchange.status).toBe(200);
          const answer = answerOf(exchange.message?.result ?? {});
          judge(tool, answer);
          if (!answer.isError) succeeded.add(tool);
          const unchanged = answer.isError || answer.structured["dryRun"] === true;
          if (before !== null && unchanged) expect(desk.rows()).toEqual(before);
        }),
        { numRuns: RUNS, examples: one === undefined ? [] : [[{ ...one }]] },
      );
    },
    600_000,
  );
  test("arguments that are not an object cause no 5xx and no stack", async () => {
    for (const bad of [null, [], "x", 7, true]) {
      const call = { name: "create_booking", arguments: bad } as Record<string, unknown>;
      const exchange = await desk.rpc("tools/call", call, key);
      expect(exchange.status).toBeLessThan(500);
      expect(exchange.body).not.toMatch(/\n\s+at /);
    }
    const none = await desk.rpc("tools/call", { name: "create_booking" }, key);
    expect(none.status).toBeLessThan(500);
  });
  test("after all these inputs, calls still succeed, the reservation's name is unchanged and the log has no fault", async () => {
    for (const tool of ["create_booking", "update_booking", "add_note", "list_bookings"])
      expect([...succeeded]).toContain(tool);
    expect(desk.log).not.toMatch(/INTERNAL|\n\s+at /);
    await desk.ok("list_bookings", {}, key);
    const seen = await desk.ok("get_booking", { id }, key);
    expect(seen.reservation.name).toBe("Ada");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("a refusal names the mistake", () => {
  const WRONG: Record<string, unknown> = { string: 7, number: "7", integer: "7", boolean: "yes" };
  test.each(TOOLS)("%s: an unknown parameter, and the most similar known one", async (tool) => {
    const known = Object.keys(schemas.get(tool)?.properties ?? {});
    for (const name of known) {
      const typo = `${name}z`;
      const refused = await desk.refused(tool, { [typo]: 1 }, "INVALID_INPUT", key);
      const reason = refused.reasons.find((one) => one.message.includes(typo));
      expect(reason?.message.replaceAll(typo, "")).toContain(name);
    }
    const far = await desk.refused(tool, { qqqqqqqqqq: 1 }, "INVALID_INPUT", key);
    expect(far.message).toContain("qqqqqqqqqq");
  });
  test.each(TOOLS)("%s: a value of the wrong type, and what was expected", async (tool) => {
    for (const [name, schema] of Object.entries(schemas.get(tool)?.properties ?? {})) {
      const branches = schema.anyOf ?? [schema];
      const types = branches.flatMap((branch) => branch.type ?? []).filter((one) => one !== "null");
      const type = types[0] ?? "string";
      const wrong = type === "array" || type === "object" ? 7 : WRONG[type];
      const refused = await desk.refused(tool, { [name]: wrong }, "INVALID_INPUT", key);
      const reason = refused.reasons.find((one) => one.message.includes(name));
      const expected = type === "integer" ? /number|integer/ : new RegExp(type);
      const words = type === "array" ? /array|list/ : type === "object" ? /object/ : expected;
      const choices = branches.flatMap((branch) => branch.enum ?? []);
      const texts = type === "string" ? /string|text/ : words;
      if (choices.length > 0) {
        for (const choice of choices) expect(reason?.message).toContain(String(choice));
        continue;
      }
      expect(`${name}: ${reason?.message}`).toMatch(texts);
    }
  });
  test("but parameters that certain clients add are ignored", async () => {
    const extra = { toolCallId: "1", sessionId: "2", action: "x", chatInput: "y" };
    await desk.ok("list_brands", extra, key);
    await desk.ok("get_booking", { id, ...extra }, key);
  });
});

const mail = (last: number) =>
  `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(last)}.example`;

describe("beyond a limit,", () => {
  const base = { name: "A", numberOfPeople: 2, ...when(dayAfter(TODAY, 5), "19:00"), dryRun: true };

  test.each([
    ["name", "x".repeat(120), "x".repeat(121)],
    ["email", mail(59), mail(60)],
    ["notes", "x".repeat(4000), "x".repeat(4001)],
    ["numberOfPeople", 1, 0],
    ["numberOfPeople", 30, 1.5],
  ])("%s is refused, and the last good value is accepted", async (field, good, bad) => {
    await desk.ok("create_booking", { ...base, [field]: good }, key);
    const args = { ...base, [field]: bad };
    const refused = await desk.refused("create_booking", args, "INVALID_INPUT", key);
    expect(refused.message).toContain(field);
  });
  test("a reason of 501 characters is refused, and one of 500 is accepted", async () => {
    const cancel = { id, dryRun: true };
    await desk.ok("cancel_booking", { ...cancel, reason: "x".repeat(500) }, key);
    const long = { ...cancel, reason: "x".repeat(501) };
    await desk.refused("cancel_booking", long, "INVALID_INPUT", key);
  });
  test("a body of many megabytes is refused without a 5xx", async () => {
    const call = { name: "create_booking", arguments: { name: "x".repeat(20_000_000) } };
    const exchange = await desk.rpc("tools/call", call, key).catch(() => null);
    if (exchange !== null) {
      expect(exchange.status).toBeGreaterThanOrEqual(400);
      expect(exchange.status).toBeLessThan(500);
    }
    await desk.ok("list_brands", {}, key);
  });
  test("deep nesting causes no 5xx and no stack", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const response = await fetch(desk.ready.mcp, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_booking","arguments":{"name":${deep}}}}`,
    });
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).not.toMatch(/\n\s+at /);
  });
});
