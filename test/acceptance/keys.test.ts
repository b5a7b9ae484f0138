// Goal: an API key allows exactly what it was made for, and stops working as soon as it is revoked
// or expires.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { ROOMY } from "./houses.ts";
import { DAY, dayAfter, HOUR, MINUTE, when, wordsOf } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";
import { READ_TOOLS, type ToolName, WRITE_TOOLS } from "./wire.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
let desk: Desk;
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  await desk.brand("house", ROOMY);
});
afterAll(() => desk?.close());

const guest = { name: "Ada", numberOfPeople: 2, ...when(dayAfter(TODAY, 3), "19:00") };
const ID = "0123456789abcdef01234567";
/** Arguments of the right shape for each tool. */
const shaped = (tool: ToolName): Record<string, unknown> => {
  if (tool === "create_booking") return guest;
  if (tool === "add_to_waitlist") return { ...guest, phone: "+12127365000" };
  if (tool === "check_availability") return { date: guest.date, numberOfPeople: 2 };
  if (tool === "explain_capacity" || tool === "close_service") return { date: guest.date };
  if (tool === "add_note") return { id: ID, note: "x" };
  if (tool === "update_booking") return { id: ID, notes: "x" };
  if (tool === "assign_table") return { id: ID, tables: ["1"] };
  if (tool === "block_tables") {
    return { tables: ["1"], date: guest.date, from: "17:00", to: "18:00", reason: "x" };
  }
  if (tool === "plan_tables") return { serviceDate: guest.date };
  return ["list_bookings", "list_tables", "list_waitlist", "list_brands"].includes(tool)
    ? {}
    : { id: ID };
};

describe("the command line", () => {
  test("key create prints the documented fields and the key itself", async () => {
    const made = await desk.cliOk([
      "key",
      "create",
      "--name",
      "night desk",
      "--brand",
      "house",
      "--tool",
      "create_booking",
      "--writes-per-minute",
      "5",
    ]);
    expect(Object.keys(made).toSorted()).toEqual(
      [
        "id",
        "key",
        "name",
        "brands",
        "scopes",
        "tools",
        "budgets",
        "for",
        "environment",
        "expiresAt",
        "createdAt",
      ].toSorted(),
    );
    expect(made["key"]).toMatch(/^mtd_test_[0-9A-Za-z]{57}$/);
    expect(made).toMatchObject({
      name: "night desk",
      brands: ["house"],
      scopes: ["bookings.read", "bookings.write"],
      tools: ["create_booking"],
      environment: "test",
      expiresAt: null,
    });
  });
  test("key list prints every key without its secret", async () => {
    const key = await desk.key(["house"]);
    await desk.ok("list_brands", {}, key);
    const listed = (await desk.cliOk(["key", "list"]))["keys"] as Record<string, unknown>[];
    expect(JSON.stringify(listed)).not.toContain(key.slice(17));
    for (const row of listed) {
      expect(row).not.toHaveProperty("key");
      expect(row).toHaveProperty("lastUsedAt");
      expect(row).toHaveProperty("revokedAt");
    }
    expect(listed.some((row) => typeof row["lastUsedAt"] === "number")).toBe(true);
  });
  test("an unknown brand, scope or tool gives exit code 1 or 2 and no stack trace", async () => {
    for (const flags of [
      ["--brand", "nowhere"],
      ["--brand", "house", "--tool", "no_such_tool"],
      ["--brand", "house", "--scope", "bookings.everything"],
    ]) {
      const result = await desk.cli(["key", "create", "--name", "x", ...flags]);
      expect([1, 2]).toContain(result.exitCode);
      expect(result.stdout + result.stderr).not.toContain("    at ");
      if (result.exitCode === 1)
        expect(result.json["error"]).toMatchObject({
          code: expect.any(String) as unknown as string,
        });
    }
  });
});

const status = async (key: string | null) => await desk.rpc("tools/list", {}, key);

describe("a 401", () => {
  test("for a missing token has no error code in its challenge", async () => {
    const exchange = await status(null);
    expect(exchange.status).toBe(401);
    const challenge = exchange.headers.get("www-authenticate") ?? "";
    expect(challenge).toStartWith("Bearer ");
    expect(challenge).toContain(`resource_metadata="${desk.ready.url}`.replace(/\/$/, ""));
    expect(challenge).toContain('scope="bookings.read bookings.write"');
    expect(challenge).not.toContain("error=");
  });
  test("has the same body for unknown, malformed and revoked keys and for keys of a live instance", async () => {
    const revoked = await desk.key(["house"]);
    await desk.cliOk(["key", "revoke", revoked]);
    const bad = [
      revoked,
      "mtd_test_wrong",
      "nonsense",
      `mtd_live_${"a".repeat(57)}`,
      `mtd_test_${"a".repeat(57)}`,
      `${revoked.slice(0, -1)}${revoked.endsWith("0") ? "1" : "0"}`,
    ];
    const bodies = new Set<string>();
    for (const key of bad) {
      const exchange = await status(key);
      expect(exchange.status).toBe(401);
      expect(exchange.headers.get("www-authenticate")).toContain('error="invalid_token"');
      expect(exchange.body).not.toContain(key);
      bodies.add(exchange.body);
    }
    expect(bodies.size).toBe(1);
    const body = JSON.parse([...bodies][0] ?? "{}") as Record<string, unknown>;
    expect(Object.keys(body).toSorted()).toEqual(["error", "error_description"]);
    expect(["invalid_token", "unauthorized"]).toContain(body["error"] as string);
  });
  test("comes at the next request after a key is revoked by its id", async () => {
    const made = await desk.cliOk(["key", "create", "--name", "x", "--brand", "house"]);
    const key = made["key"] as string;
    await desk.ok("list_brands", {}, key);
    const revoked = await desk.cliOk(["key", "revoke", made["id"] as string]);
    expect(Object.keys(revoked).toSorted()).toEqual(["id", "revokedAt"]);
    expect((await status(key)).status).toBe(401);
  });
  test("comes once a key has expired", async () => {
    const until = new Date((await desk.now()) + HOUR).toISOString();
    const key = await desk.key(["house"], "--expires", until);
    const days = await desk.key(["house"], "--expires", "90d");
    expect((await status(key)).status).toBe(200);
    await desk.advance(HOUR + 1000);
    expect((await status(key)).status).toBe(401);
    expect((await status(days)).status).toBe(200);
  });
  test("comes for a token in the query string, and for a token followed by another word", async () => {
    const key = await desk.key(["house"]);
    const url = `${desk.ready.mcp}?access_token=${key}`;
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
    const two = await desk.rpc("tools/list", {}, `${key} more`);
    expect(two.status).toBe(401);
  });
});

describe("scopes", () => {
  test("a key for reading may not write; the answer names the scope to request", async () => {
    const reader = await desk.key(["house"], "--scope", "bookings.read");
    for (const tool of WRITE_TOOLS) {
      const scope = tool === "close_service" ? "settings.write" : "bookings.write";
      const answer = await desk.call(tool, shaped(tool), reader);
      expect(answer.structured).toMatchObject({
        error: { code: "FORBIDDEN_SCOPE", retryable: false },
      });
      expect(answer.text).toContain(scope);
      const challenge = JSON.stringify(answer.meta["mcp/www_authenticate"]);
      expect(challenge).toContain("insufficient_scope");
      expect(challenge).toContain(scope);
    }
    await desk.ok("list_bookings", {}, reader);
    await desk.ok("list_brands", {}, reader);
  });
  test("a key for writing may not read", async () => {
    const writer = await desk.key(["house"], "--scope", "bookings.write");
    for (const tool of READ_TOOLS)
      await desk.refused(tool, shaped(tool), "FORBIDDEN_SCOPE", writer);
    await desk.ok("create_booking", guest, writer);
    await desk.ok("list_brands", {}, writer);
  });
  test("a key with a list of tools may use no others", async () => {
    const key = await desk.key(["house"], "--tool", "create_booking", "--tool", "list_bookings");
    await desk.ok("create_booking", guest, key);
    await desk.ok("list_bookings", {}, key);
    const refused = await desk.refused("cancel_booking", { id: ID }, "FORBIDDEN_TOOL", key);
    expect(refused.text).toContain("create_booking");
    await desk.refused("get_booking", { id: ID }, "FORBIDDEN_TOOL", key);
  });
  test("the scope is checked before the arguments", async () => {
    const reader = await desk.key(["house"], "--scope", "bookings.read");
    await desk.refused("create_booking", { nonsense: 1 }, "FORBIDDEN_SCOPE", reader);
  });
});

describe("budgets limit", () => {
  test("writes per minute", async () => {
    const key = await desk.key(["house"], "--writes-per-minute", "2");
    await desk.ok("create_booking", guest, key);
    const retried = { ...guest, idempotencyKey: "budget" };
    const second = await desk.ok("create_booking", retried, key);
    const refused = await desk.refused("create_booking", guest, "BUDGET_EXCEEDED", key);
    expect(refused.message).toContain("2");
    expect(await desk.ok("create_booking", retried, key)).toEqual(second);
    await desk.ok("list_bookings", {}, key);
    await desk.advance(MINUTE + 1000);
    await desk.ok("create_booking", guest, key);
  });
  test("the party size", async () => {
    const key = await desk.key(["house"], "--largest-party", "4");
    const { reservation } = await desk.ok("create_booking", { ...guest, numberOfPeople: 4 }, key);
    const five = { ...guest, numberOfPeople: 5 };
    await desk.refused("create_booking", five, "BUDGET_EXCEEDED", key);
    const grow = { id: reservation.id, numberOfPeople: 5 };
    await desk.refused("update_booking", grow, "BUDGET_EXCEEDED", key);
  });
  test("how many days ahead may be booked", async () => {
    const key = await desk.key(["house"], "--days-ahead", "7");
    await desk.ok("create_booking", guest, key);
    const far = { ...guest, ...when(dayAfter(TODAY, 9), "19:00") };
    await desk.refused("create_booking", far, "BUDGET_EXCEEDED", key);
  });
  test("texts per day: the booking is made, the text is not sent", async () => {
    const key = await desk.key(["house"], "--sms-per-day", "1");
    const call = { ...guest, phone: "+12127365000" };
    const first = await desk.ok("create_booking", call, key);
    expect(first.notifications).toMatchObject([{ state: "queued" }]);
    const second = await desk.ok("create_booking", call, key);
    expect(second.reservation.status).toBe("booked");
    expect(second.notifications).toMatchObject([{ state: "not_sent", why: "budget" }]);
    expect(second.warnings.find((one) => one.code === "NO_SMS")).toMatchObject({ why: "budget" });
    await desk.advance(DAY + MINUTE);
    const later = { ...call, ...wordsOf((await desk.now()) + 2 * DAY), time: "7:00 PM" };
    const third = await desk.ok("create_booking", later, key);
    expect(third.notifications).toMatchObject([{ state: "queued" }]);
  });
});
