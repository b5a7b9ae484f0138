// Goal: every call passes the same checks in one transaction, in this order: scope, tools of the
// key, shape, brand, idempotency, budget, then the operation's rules. Method: calls over a real
// database with a controlled clock, and special operations that cause faults.
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { ERROR_CODES } from "../../src/domain/errors.ts";
import { defineTool, type Operation } from "../../src/operations/define.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { brandParam, writeParams } from "../../src/operations/params.ts";
import { recordCreation } from "../../src/operations/reservation/record-change.ts";
import { DAY, reservation } from "../storage/samples.ts";
import { said } from "../support/said.ts";
import { BISTRO, budgets, caller, FRIDAY, openHouse, PLAIN, TRATTORIA } from "./house.ts";

const WISH = { name: "Ada", numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" };
const ID = "0123456789abcdef01234567";
const READER = caller({ scopes: ["bookings.read"] });
const WRITER = caller({ scopes: ["bookings.write"] });

describe("the scope", () => {
  test.each(OPERATIONS.map(({ name, scope }) => [name, scope] as const))(
    "of %s is checked before anything else (%p; null: no scope is needed)",
    async (name, scope) => {
      using house = openHouse();
      const without = caller({ scopes: [], brands: [] });
      const refusal = await house.refused(name, { nonsense: 1 }, without);
      expect(refusal.code).toBe(scope === null ? "INVALID_INPUT" : "FORBIDDEN_SCOPE");
      if (scope === null) return;
      expect(refusal.reasons[0]).toMatchObject({ scope, scopes: [] });
      const other = scope === "bookings.read" ? WRITER : READER;
      expect((await house.refused(name, {}, other)).code).toBe("FORBIDDEN_SCOPE");
    },
  );
  test("of a dry run is the scope of the write", async () => {
    using house = openHouse();
    const refusal = await house.refused("create_booking", { ...WISH, dryRun: true }, READER);
    expect(refusal.code).toBe("FORBIDDEN_SCOPE");
  });
});

describe("the list of tools of a key", () => {
  const narrow = caller({ tools: ["list_bookings", "cancel_booking"] });
  test("allows those tools only", async () => {
    using house = openHouse();
    await house.ok("list_bookings", {}, narrow);
    const refusal = await house.refused("create_booking", WISH, narrow);
    expect(refusal.code).toBe("FORBIDDEN_TOOL");
    expect(said(refusal)).toContain("list_bookings, cancel_booking");
    expect((await house.refused("list_brands", {}, narrow)).code).toBe("FORBIDDEN_TOOL");
  });
  test("is checked after the scope and before the shape", async () => {
    using house = openHouse();
    const both = caller({ tools: [], scopes: [] });
    expect((await house.refused("create_booking", WISH, both)).code).toBe("FORBIDDEN_SCOPE");
    expect((await house.refused("create_booking", { x: 1 }, narrow)).code).toBe("FORBIDDEN_TOOL");
  });
});

describe("the checks are made in order:", () => {
  const two = caller({ brands: [BISTRO, TRATTORIA] });
  test("shape before brand", async () => {
    using house = openHouse();
    expect((await house.refused("cancel_booking", { id: 7 }, two)).code).toBe("INVALID_INPUT");
    expect((await house.refused("cancel_booking", { id: ID }, two)).code).toBe("BRAND_REQUIRED");
  });
  test("brand before idempotency; a key of a deleted brand gets BRAND_UNKNOWN", async () => {
    using house = openHouse();
    const stale = caller({ brands: ["gone"] });
    const refusal = await house.refused("create_booking", { ...WISH, idempotencyKey: "k" }, stale);
    expect(refusal.code).toBe("BRAND_UNKNOWN");
  });
  test("idempotency before budget, so a stored answer is returned even if the budget is used up", async () => {
    using house = openHouse();
    const poor = caller({ budgets: budgets({ writesPerMinute: 1, largestParty: 4 }) });
    const call = { ...WISH, idempotencyKey: "k" };
    const first = await house.invoke("create_booking", call, poor);
    expect((await house.refused("create_booking", WISH, poor)).code).toBe("BUDGET_EXCEEDED");
    const again = await house.invoke("create_booking", call, poor);
    expect(again).toEqual({ ...first, replayed: true });
    const other = { ...call, numberOfPeople: 5 };
    expect((await house.refused("create_booking", other, poor)).code).toBe(
      "IDEMPOTENCY_KEY_REUSED",
    );
  });
  test("budget before the rules of the restaurant", async () => {
    using house = openHouse();
    const poor = caller({ budgets: budgets({ largestParty: 4 }) });
    const wish = { ...WISH, numberOfPeople: 999, time: "3:00 AM" };
    expect((await house.refused("create_booking", wish, poor)).code).toBe("BUDGET_EXCEEDED");
    expect((await house.refused("create_booking", wish)).code).toBe("OUTSIDE_SERVICE");
  });
});

const broken = (change: Partial<Operation<object>>) =>
  defineTool<object, object>({
    name: "break",
    title: "Break",
    scope: "bookings.write",
    description: "Writes and then answers what it should not.",
    input: z.strictObject({ brand: brandParam, ...writeParams }),
    output: z.strictObject({ answer: z.literal("right") }),
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    examples: [],
    run: (_, context) => {
      recordCreation(reservation({ brand: context.brand.slug }), "break", context);
      return { answer: "wrong" };
    },
    text: () => "",
    ...change,
  });

describe("a write that fails after it has written", () => {
  const faults: [string, Operation][] = [
    ["a wrong value in its answer", broken({})],
    ["a missing key in its answer", broken({ output: z.strictObject({ other: z.string() }) })],
    [
      "an error while its text is made",
      broken({
        output: z.looseObject({}),
        text: () => {
          throw new Error("no words");
        },
      }),
    ],
  ];
  test.each(faults)(
    "because of %s changes nothing, and its idempotency key is not stored",
    async (_name, operation) => {
      using house = openHouse();
      const before = house.rows();
      const fault = await house.invoke(operation, { idempotencyKey: "k" }).catch((error) => error);
      expect(fault).toBeInstanceOf(Error);
      expect(ERROR_CODES as readonly unknown[]).not.toContain(fault.code);
      expect(house.rows()).toEqual(before);
      await house.book();
    },
  );
});

describe("budgets of a key", () => {
  test("for writes per minute refuse a call, and the refusal says when the call will be accepted", async () => {
    using house = openHouse();
    const start = house.at;
    const poor = caller({ budgets: budgets({ writesPerMinute: 2 }) });
    await house.book({}, poor);
    house.at += 20_000;
    const id = await house.book({ time: "8:00 PM" }, poor);
    house.at += 20_000;
    const refusal = await house.refused("cancel_booking", { id }, poor);
    expect(refusal).toMatchObject({ code: "BUDGET_EXCEEDED", retryAt: start + 60_000 });
    expect(refusal.reasons[0]).toMatchObject({ budget: "writesPerMinute", limit: 2, used: 2 });
    expect(said(refusal.reasons[0])).toContain("Wait 20 seconds.");
    house.at = start + 59_999;
    expect((await house.refused("cancel_booking", { id }, poor)).code).toBe("BUDGET_EXCEEDED");
    house.at = start + 60_000;
    await house.ok("cancel_booking", { id }, poor);
  });
  test("for writes ignore writes that were made with a clock a day ahead", async () => {
    using house = openHouse();
    const poor = caller({ budgets: budgets({ writesPerMinute: 2 }) });
    house.at += DAY;
    await house.book({}, poor);
    await house.book({ time: "8:00 PM" }, poor);
    house.at -= DAY;
    const id = await house.book({ time: "8:15 PM" }, poor);
    await house.ok("cancel_booking", { id }, poor);
    expect((await house.refused("create_booking", WISH, poor)).code).toBe("BUDGET_EXCEEDED");
  });
  test("for writes are separate per key, and are not used up by reads, dry runs, refusals and repeats", async () => {
    using house = openHouse();
    const poor = caller({ budgets: budgets({ writesPerMinute: 2 }) });
    await house.book({}, caller({ principal: "key-2" }));
    const id = await house.book({}, poor);
    await house.ok("list_bookings", {}, poor);
    await house.ok("create_booking", { ...WISH, dryRun: true }, poor);
    await house.refused("create_booking", { ...WISH, time: "3:00 AM" }, poor);
    await house.ok("add_note", { id, note: "" }, poor);
    await house.ok("cancel_booking", { id }, poor);
    const dry = await house.refused("create_booking", { ...WISH, dryRun: true }, poor);
    expect(dry.code).toBe("BUDGET_EXCEEDED");
  });
  test("for party size apply to bookings, changes and the waitlist", async () => {
    using house = openHouse();
    const poor = caller({ budgets: budgets({ largestParty: 4 }) });
    const id = await house.book({}, poor);
    const five = { numberOfPeople: 5 };
    for (const [tool, input] of [
      ["create_booking", { ...WISH, ...five }],
      ["update_booking", { id, ...five }],
      ["add_to_waitlist", { ...WISH, phone: "+12127365000", ...five }],
    ] as const) {
      const refusal = await house.refused(tool, input, poor);
      expect(refusal.reasons).toMatchObject([
        { code: "BUDGET_EXCEEDED", budget: "largestParty", limit: 4, asked: 5 },
      ]);
      expect(refusal.retryable).toBe(false);
    }
  });
  test("for days ahead count calendar days in the restaurant's zone", async () => {
    using house = openHouse();
    const poor = caller({ budgets: budgets({ daysAhead: 3 }) });
    const id = await house.book({}, poor);
    const date = "Saturday, November 21, 2026";
    const refusal = await house.refused("update_booking", { id, date }, poor);
    expect(refusal.reasons).toMatchObject([{ budget: "daysAhead", limit: 3, asked: 4 }]);
    expect(said(refusal)).toContain(FRIDAY);
  });
  test("for texts per day allow the booking, and the answer says that no text was sent", async () => {
    using house = openHouse();
    const poor = caller({ budgets: budgets({ smsPerDay: 1 }) });
    const phone = "+12127365000";
    await house.book({ phone }, poor);
    const second = await house.ok("create_booking", { ...WISH, phone, time: "5:00 PM" }, poor);
    expect(second.warnings).toContainEqual(
      expect.objectContaining({ code: "NO_SMS", why: "budget" }),
    );
    expect(second.notifications).toMatchObject([
      { kind: "confirmation", state: "not_sent", why: "budget", dueAt: null },
    ]);
    house.at += 24 * 3_600_000;
    const next = await house.ok("create_booking", { ...WISH, phone, time: "8:45 PM" }, poor);
    expect(next.notifications).toMatchObject([{ state: "queued", why: null }]);
  });
});

describe("a repeated booking", () => {
  const app = caller({ kind: "oauth", principal: "grant-1" });
  const twin = { ...WISH, phone: "+12127365000" };
  test("by an app within ten seconds, without an idempotency key, returns the first reservation", async () => {
    using house = openHouse();
    const first = await house.ok("create_booking", twin, app);
    house.at += 10_000;
    const second = await house.ok("create_booking", twin, app);
    expect(second.changed).toBe(false);
    expect(second.reservation).toEqual(first.reservation);
    expect(second.warnings).toMatchObject([{ code: "DUPLICATE_CALL", id: first.reservation.id }]);
    expect(second.notifications).toEqual([]);
    expect(house.rows()).toMatchObject({ reservation: 1, audit: 1 });
  });
  test("at the same moment as the first makes no second reservation", async () => {
    using house = openHouse();
    const answers = await Promise.all([1, 2, 3].map(() => house.ok("create_booking", twin, app)));
    expect(new Set(answers.map(({ reservation: { id } }) => id)).size).toBe(1);
    expect(answers.map(({ changed }) => changed)).toEqual([true, false, false]);
  });
  const apart: [string, object, Parameters<typeof caller>[0], number][] = [
    ["after more than ten seconds", {}, {}, 10_001],
    ["under another name", { name: "Adam" }, {}, 0],
    ["for another phone", { phone: "+12127365001" }, {}, 0],
    ["for another party size", { numberOfPeople: 3 }, {}, 0],
    ["for another time", { time: "7:15 PM" }, {}, 0],
    ["with another grant", {}, { principal: "grant-2" }, 0],
    ["with an API key", {}, { kind: "api_key" }, 0],
    ["by a signed-in user", {}, { kind: "session" }, 0],
    ["with an idempotency key", { idempotencyKey: "k" }, {}, 0],
  ];
  test.each(apart)("is a second reservation if made %s", async (_name, change, other, later) => {
    using house = openHouse();
    await house.ok("create_booking", twin, app);
    house.at += later;
    const second = await house.ok("create_booking", { ...twin, ...change }, { ...app, ...other });
    expect(second.changed).toBe(true);
    expect(second.warnings.map(({ code }) => code)).not.toContain("DUPLICATE_CALL");
    expect(house.rows()).toMatchObject({ reservation: 2 });
  });
  test("is a second reservation without a phone, or after the first was cancelled", async () => {
    using house = openHouse();
    await house.ok("create_booking", WISH, app);
    expect(await house.ok("create_booking", WISH, app)).toMatchObject({ changed: true });
    const { reservation: made } = await house.ok("create_booking", twin, app);
    await house.ok("cancel_booking", { id: made.id }, app);
    expect(await house.ok("create_booking", twin, app)).toMatchObject({ changed: true });
  });
});

describe("a brand whose stored settings are no longer valid", () => {
  const two = caller({ brands: [BISTRO, TRATTORIA] });
  const wish = { name: "Ada", numberOfPeople: 2, date: FRIDAY, time: "7:00 PM" };

  test("refuses calls with the name of the setting and how to repair it, and the other brand still works", async () => {
    using house = openHouse();
    house.set({ ...PLAIN, slotMinutes: 0 });
    const refused = await house.refused("create_booking", { ...wish, brand: BISTRO }, two);
    expect(refused.code).toBe("SETTINGS_CONFLICT");
    expect(said(refused)).toContain("slotMinutes");
    expect(said(refused)).toContain(`maitred brand set ${BISTRO}`);
    const booked = await house.ok("create_booking", { ...wish, brand: TRATTORIA }, two);
    expect(booked.changed).toBe(true);
    const { brands } = await house.ok<{ brands: { slug: string }[] }>("list_brands", {}, two);
    expect(brands.map(({ slug }) => slug)).toEqual([TRATTORIA]);
    expect((await house.refused("list_brands")).code).toBe("SETTINGS_CONFLICT");
  });
});
