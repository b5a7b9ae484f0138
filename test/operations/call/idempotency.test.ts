// Goal: an idempotency key makes a repeated call harmless: the repeat gets the first answer,
// whatever has happened since, and nothing is done twice.
import { describe, expect, test } from "bun:test";
import { hashArguments } from "../../../src/operations/call/idempotency.ts";
import { said } from "../../support/said.ts";
import { ADA, BISTRO, caller, DAY, FRIDAY, openHouse, TRATTORIA } from "../house.ts";

const WISH = { name: "Ada", phone: ADA, numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" };
const CALL = { ...WISH, idempotencyKey: "k" };

describe("a call with the same idempotency key and the same arguments", () => {
  test("gets the same answer byte for byte, marked as replayed", async () => {
    using house = openHouse();
    const first = await house.invoke("create_booking", CALL);
    const rows = house.rows();
    house.at += 3_600_000;
    const again = await house.invoke("create_booking", CALL);
    expect(first.replayed).toBe(false);
    expect(again.replayed).toBe(true);
    expect(JSON.stringify(again.structured)).toBe(JSON.stringify(first.structured));
    expect(again.text).toBe(first.text);
    expect(house.rows()).toEqual(rows);
  });
  test("gets the same words again, whatever characters a name or note contains", async () => {
    using house = openHouse();
    const name = "Ana $& \\u0001 $1 Lopez of the seventh house on the left";
    for (const call of [
      { ...CALL, name },
      { ...CALL, name: `${name} ${name}`.slice(0, 120) },
    ]) {
      const given = { ...call, idempotencyKey: call.name };
      const first = await house.invoke("create_booking", given);
      const again = await house.invoke("create_booking", given);
      expect(again.replayed).toBe(true);
      expect(again.text).toBe(first.text);
    }
    const id = await house.book();
    const note = {
      id,
      note: "A window seat, and a chair for the child, please.",
      idempotencyKey: "n",
    };
    const first = await house.invoke("add_note", note);
    expect(first.text).toContain(note.note);
    expect((await house.invoke("add_note", note)).text).toBe(first.text);
  });
  test("gets the first answer even if the reservation and the settings have changed", async () => {
    using house = openHouse();
    const first = await house.invoke("create_booking", CALL);
    await house.ok("cancel_booking", {
      id: (first.structured["reservation"] as { id: string }).id,
    });
    house.set({ seats: 1, services: [] });
    const again = await house.invoke("create_booking", CALL);
    expect(again.structured).toEqual(first.structured);
  });
  test("makes one reservation and gets equal answers, if sent twenty times at the same time", async () => {
    using house = openHouse();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => house.invoke("create_booking", CALL)),
    );
    expect(new Set(answers.map(({ structured }) => JSON.stringify(structured))).size).toBe(1);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(house.rows()).toMatchObject({ reservation: 1, message: 1, audit: 1 });
  });
  test("gets the stored answer even if the first call changed nothing", async () => {
    using house = openHouse();
    const id = await house.book({ notes: "x" });
    const call = { id, notes: "x", idempotencyKey: "n" };
    expect((await house.invoke("update_booking", call)).structured["changed"]).toBe(false);
    await house.ok("update_booking", { id, notes: "y" });
    expect(await house.invoke("update_booking", call)).toMatchObject({
      replayed: true,
      structured: { changed: false, reservation: { notes: "x" } },
    });
  });
  const same: [string, object][] = [
    ["with its arguments in another order", Object.fromEntries(Object.entries(CALL).reverse())],
    ["with spaces around values", { ...CALL, name: " Ada ", idempotencyKey: " k " }],
    ["with null for what was absent", { ...CALL, email: null, notes: null }],
    ["with a default spelt out", { ...CALL, notifyCustomer: true, dryRun: false }],
    ["with the brand named", { ...CALL, brand: BISTRO }],
    [
      "with date and time written in another way",
      { ...CALL, date: "fri nov 20 2026", time: "07:00 pm" },
    ],
  ];
  test.each(same)("gets the same answer %s", async (_name, call) => {
    using house = openHouse();
    await house.invoke("create_booking", CALL);
    expect((await house.invoke("create_booking", call)).replayed).toBe(true);
  });
});

describe("a call with the same idempotency key and other arguments", () => {
  const other: [string, object][] = [
    ["another size", { numberOfPeople: 5 }],
    ["one more argument", { notes: "Window" }],
    ["one argument less", { phone: null }],
    ["another flag", { notifyCustomer: false }],
  ];
  test.each(other)("(%s) is refused and changes nothing", async (_name, change) => {
    using house = openHouse();
    await house.invoke("create_booking", CALL);
    const rows = house.rows();
    const refusal = await house.refused("create_booking", { ...CALL, ...change });
    expect(refusal).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED", retryable: false });
    expect(said(refusal)).toContain('"k"');
    expect(house.rows()).toEqual(rows);
  });
});

describe("an idempotency key applies only to", () => {
  test("its principal", async () => {
    using house = openHouse();
    await house.invoke("create_booking", CALL);
    const other = await house.invoke("create_booking", CALL, caller({ principal: "key-2" }));
    expect(other.replayed).toBe(false);
    const renamed = caller({ actor: { kind: "api_key", id: "key-1", name: "Renamed" } });
    expect((await house.invoke("create_booking", CALL, renamed)).replayed).toBe(true);
  });
  test("its brand", async () => {
    using house = openHouse();
    const both = caller({ brands: [BISTRO, TRATTORIA] });
    await house.invoke("create_booking", { ...CALL, brand: BISTRO }, both);
    const other = await house.invoke("create_booking", { ...CALL, brand: TRATTORIA }, both);
    expect(other.replayed).toBe(false);
  });
  test("its tool", async () => {
    using house = openHouse();
    house.at += 3 * DAY + 6 * 3_600_000;
    const id = await house.book();
    const call = { id, idempotencyKey: "k" };
    expect((await house.invoke("mark_arrived", call)).replayed).toBe(false);
    expect((await house.invoke("mark_seated", call)).replayed).toBe(false);
    expect((await house.invoke("mark_arrived", call)).replayed).toBe(true);
  });
});

describe("an idempotency key can still be used after", () => {
  test("a refusal, and the same call is judged again", async () => {
    using house = openHouse();
    const full = await house.book({ numberOfPeople: 28 });
    expect((await house.refused("create_booking", CALL)).code).toBe("CAPACITY_FULL");
    await house.ok("cancel_booking", { id: full });
    expect((await house.invoke("create_booking", CALL)).replayed).toBe(false);
  });
  test("a dry run, which neither stores an answer nor gets a stored one", async () => {
    using house = openHouse();
    const dry = { ...CALL, dryRun: true };
    expect((await house.invoke("create_booking", dry)).replayed).toBe(false);
    expect((await house.invoke("create_booking", CALL)).replayed).toBe(false);
    const after = await house.invoke("create_booking", { ...dry, numberOfPeople: 2 });
    expect(after.structured).toMatchObject({ dryRun: true, reservation: { numberOfPeople: 2 } });
    expect(house.rows()).toMatchObject({ reservation: 1, idempotency: 1 });
  });
});

test("an idempotency key is kept for 24 hours from its first use, and can then be used again", async () => {
  using house = openHouse();
  await house.invoke("create_booking", CALL);
  house.at += DAY - 1;
  expect((await house.invoke("create_booking", CALL)).replayed).toBe(true);
  house.at += 2;
  const anew = await house.invoke("create_booking", CALL);
  expect(anew.replayed).toBe(false);
  house.at += DAY - 1;
  const kept = await house.invoke("create_booking", CALL);
  expect(kept).toEqual({ ...anew, replayed: true });
});

test("the hash of a call leaves out the key, the brand and dryRun, and does not depend on the order of properties", () => {
  const hash = hashArguments({ a: 1, whatIf: { x: 1, y: [2, 1] } });
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
  expect(
    hashArguments({
      whatIf: { y: [2, 1], x: 1 },
      a: 1,
      brand: "b",
      dryRun: true,
      idempotencyKey: "k",
    }),
  ).toBe(hash);
  expect(hashArguments({ a: 1, whatIf: { x: 1, y: [1, 2] } })).not.toBe(hash);
  expect(hashArguments({ a: "1", whatIf: { x: 1, y: [2, 1] } })).not.toBe(hash);
});
