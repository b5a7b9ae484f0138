// Goal: every mistake in a call's arguments is reported with the parameter's name and what was
// expected, before anything is looked up. Method: only the check of the shape, without a database
// and a clock, on lists of arguments and on random JSON.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DomainError, type Reason } from "../../../src/domain/errors.ts";
import { checkShape } from "../../../src/operations/call/shape.ts";
import { OPERATIONS } from "../../../src/operations/index.ts";
import { published, said } from "../../support/said.ts";
import { FRIDAY, operationOf } from "../house.ts";

const ID = "0123456789abcdef01234567";
/** The minimal input of each tool in these tests. */
const LEAST: Readonly<Record<string, object>> = {
  create_booking: { name: "Ada", numberOfPeople: 2, date: FRIDAY, time: "7:00 PM" },
  update_booking: { id: ID },
  cancel_booking: { id: ID },
  add_note: { id: ID, note: "Window" },
  list_bookings: {},
  check_availability: { date: "2026-11-20", numberOfPeople: 2 },
  explain_capacity: { date: "2026-11-20" },
  add_to_waitlist: {
    name: "Ada",
    phone: "+12127365000",
    numberOfPeople: 2,
    date: FRIDAY,
    time: "7:00 PM",
  },
};

const accepted = (tool: string, more: object = {}) =>
  checkShape(operationOf(tool), { ...LEAST[tool], ...more }) as Record<string, unknown>;

function reasonsAgainst(tool: string, raw: unknown): readonly Reason[] {
  try {
    checkShape(operationOf(tool), raw);
  } catch (error) {
    if (error instanceof DomainError) return error.reasons;
    throw error;
  }
  return [];
}
const refused = (tool: string, more: object) => reasonsAgainst(tool, { ...LEAST[tool], ...more });

test("only the first twenty of many problems are described", () => {
  const many = Object.fromEntries(Array.from({ length: 600_000 }, (_, n) => [`x${n}`, n]));
  expect(refused("create_booking", many).map((reason) => reason["parameter"])).toEqual(
    Array.from({ length: 20 }, (_, n) => `x${n}`),
  );
});

describe("arguments that are not an object", () => {
  test.each([
    [["create_booking"], '["create_booking"]'],
    [[], "[]"],
    ["name", '"name" (a string)'],
    [7, "7 (a number)"],
    [null, "null"],
    [undefined, "undefined"],
    [true, "true (a boolean)"],
  ])("%p are refused and quoted", (raw, shown) => {
    expect(reasonsAgainst("create_booking", raw).map(published)).toEqual([
      {
        code: "INVALID_INPUT",
        message: `The arguments of create_booking must be an object, got ${shown}.`,
      },
    ]);
  });
});

describe("an unknown parameter", () => {
  test.each([
    ["create_booking", "numberofpeople", "numberOfPeople"],
    ["create_booking", "partySize", "numberOfPeople"],
    ["create_booking", "emial", "email"],
    ["update_booking", "foodDrinkNote", "foodDrinkNotes"],
    ["update_booking", "reservation_id", "id"],
    ["cancel_booking", "reasons", "reason"],
    ["list_bookings", "toDat", "toDate"],
    ["add_note", "comment", "note"],
  ])("of %s, %s, is refused with the similar name %s", (tool, name, nearest) => {
    const [reason, ...others] = refused(tool, { [name]: 1 });
    expect(others).toEqual([]);
    expect(reason).toMatchObject({ code: "INVALID_INPUT", parameter: name, nearest });
    expect(said(reason)).toContain(name);
    expect(said(reason)).toContain(`Did you mean ${nearest}?`);
  });
  test("without a similar name is refused with the list of all parameters", () => {
    const [reason] = refused("cancel_booking", { qqqqqqqq: 1 });
    expect(published(reason)["nearest"]).toBeNull();
    const known = "brand, id, reason, cancelledBy, notifyCustomer, idempotencyKey, dryRun";
    expect(said(reason)).toContain(known);
  });
  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"])(
    "%s is refused like any other, and no prototype is changed",
    (name) => {
      const raw = JSON.parse(`{"id":"${ID}","${name}":{"polluted":true}}`) as unknown;
      expect(reasonsAgainst("cancel_booking", raw)).toMatchObject([
        { code: "INVALID_INPUT", parameter: name },
      ]);
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    },
  );
  test("is refused even with the value null", () => {
    expect(refused("cancel_booking", { raeson: null })).toMatchObject([{ parameter: "raeson" }]);
  });
  test("is refused inside an object, too", () => {
    const reasons = refused("explain_capacity", { whatIf: { seets: 4 } });
    expect(said(reasons[0])).toContain("seets");
  });
  test("with a very long name is shortened in the answer", () => {
    const [reason] = refused("cancel_booking", { ["x".repeat(100_000)]: 1 });
    expect(JSON.stringify(reason).length).toBeLessThan(1000);
  });
});

describe("null", () => {
  test("for an optional parameter counts as missing, so the default applies", () => {
    const absent = accepted("create_booking");
    const nothing = { phone: null, notes: null, notifyCustomer: null, dryRun: null, brand: null };
    expect(accepted("create_booking", nothing)).toEqual(absent);
    expect(absent).toMatchObject({ notifyCustomer: true, dryRun: false });
  });
  test("for a required parameter counts as missing", () => {
    const [reason] = refused("create_booking", { name: null });
    expect(reason).toMatchObject({ code: "INVALID_INPUT", parameter: "name" });
    expect(said(reason)).toContain("it is missing");
  });
  test("in the trial limits of explain_capacity means no limit", () => {
    expect(accepted("explain_capacity", { whatIf: { seats: null } })).toMatchObject({
      whatIf: { seats: null },
    });
  });
});

describe("an empty string", () => {
  // Models fill in every parameter that they see. If the refusal only says that a text is too
  // short, they invent a value.
  test.each([
    ["create_booking", "phone"],
    ["create_booking", "email"],
    ["create_booking", "brand"],
    ["create_booking", "idempotencyKey"],
    ["update_booking", "date"],
    ["update_booking", "time"],
    ["cancel_booking", "reason"],
    ["list_bookings", "query"],
    ["list_bookings", "toDate"],
    ["add_to_waitlist", "replaces"],
  ])(
    "in %s for the optional %s is refused, with the advice to leave the parameter out",
    (tool, parameter) => {
      for (const value of ["", "  "]) {
        const reasons = refused(tool, { [parameter]: value });
        expect(reasons).toMatchObject([{ code: "INVALID_INPUT", parameter }]);
        expect(said(reasons[0])).toContain(`${parameter} is empty`);
        expect(said(reasons[0])).toContain(`Leave ${parameter} out`);
      }
    },
  );
  test("for a required parameter is refused, with what is expected", () => {
    const [reason] = refused("create_booking", { name: " " });
    expect(said(reason)).toMatch(/name must have at least 1 character\b/);
  });
  test("as a note clears the note", () => {
    expect(accepted("update_booking", { notes: "" })).toMatchObject({ notes: "" });
  });
});

describe("strings", () => {
  test("are trimmed", () => {
    const given = { name: "  Ada  ", email: " a@b.c ", phone: " 212 ", brand: " bistro " };
    expect(accepted("create_booking", given)).toMatchObject({
      name: "Ada",
      email: "a@b.c",
      phone: "212",
      brand: "bistro",
    });
    expect(accepted("cancel_booking", { id: ` ${ID}\n`, reason: " ill " })).toMatchObject({
      id: ID,
      reason: "ill",
    });
  });
  test("are not trimmed in notes", () => {
    expect(accepted("add_note", { note: "  two\n\tlines \n" })).toMatchObject({
      note: "  two\n\tlines \n",
    });
    expect(accepted("create_booking", { notes: " x " })).toMatchObject({ notes: " x " });
  });
  test("lose control characters; notes keep newlines and tabs", () => {
    expect(accepted("create_booking", { name: "A\u0000d\u001ba\n" })).toMatchObject({
      name: "A d a",
    });
    expect(accepted("add_note", { note: "a\u0007\tb\r\nc\u0000\u009b" })).toMatchObject({
      note: "a\tb\nc",
    });
  });
  test("lose Unicode line breaks; notes get newlines in their place", () => {
    expect(accepted("create_booking", { name: "A\u2028d\u2029a" })).toMatchObject({
      name: "A d a",
    });
    expect(accepted("add_note", { note: "a\u2028b\u2029c" })).toMatchObject({ note: "a\nb\nc" });
  });
  test("in an e-mail address lose invisible characters", () => {
    const typed = { email: "\ufeffa\u0000d\u001b\u202ea@b.c\ud83d\u200b" };
    expect(accepted("create_booking", typed)).toMatchObject({ email: "ada@b.c" });
    for (const email of ["\u0000@\u200b", "ada@b\u2028c"]) {
      expect(refused("create_booking", { email })).toMatchObject([{ parameter: "email" }]);
    }
  });
  test("of only invisible characters are refused as a name", () => {
    for (const name of ["", "   ", "\u0000\u0001", "\u200b\u2066 \u200f"]) {
      expect(refused("create_booking", { name })).toMatchObject([{ parameter: "name" }]);
    }
  });
  test("lose broken halves of surrogate pairs", () => {
    const { name } = accepted("create_booking", { name: "Ada \ud83d" });
    expect((name as string).isWellFormed()).toBe(true);
  });
});

describe("a wrong type", () => {
  test.each([
    ["create_booking", { numberOfPeople: "4" }, "numberOfPeople", "number"],
    ["create_booking", { numberOfPeople: [4] }, "numberOfPeople", "number"],
    ["create_booking", { name: 7 }, "name", "string"],
    ["create_booking", { name: { first: "Ada" } }, "name", "string"],
    ["create_booking", { timestamp: "1795219200000" }, "timestamp", "number"],
    ["create_booking", { notifyCustomer: "false" }, "notifyCustomer", "boolean"],
    ["create_booking", { dryRun: 1 }, "dryRun", "boolean"],
    ["add_note", { append: "yes" }, "append", "boolean"],
    ["add_note", { field: "note" }, "field", "notes or foodDrinkNotes or seatingNotes"],
    ["list_bookings", { status: "booked" }, "status", "list"],
    ["list_bookings", { status: ["gone"] }, "status.0", "booked or pending"],
    ["list_bookings", { limit: "10" }, "limit", "number"],
    ["explain_capacity", { whatIf: 50 }, "whatIf", "object"],
    ["explain_capacity", { whatIf: { seats: "50" } }, "whatIf.seats", "number"],
  ])(
    "in %s %p is refused, and the refusal names the parameter and what was expected",
    (tool, more, parameter, expected) => {
      const [reason, ...others] = refused(tool, more);
      expect(others).toEqual([]);
      expect(reason).toMatchObject({ code: "INVALID_INPUT", parameter });
      expect(published(reason)["expected"]).toContain(expected);
      expect(said(reason)).toContain(parameter);
      expect(said(reason)).toContain("got ");
    },
  );
  test("that is a number in quotes is refused with advice to leave out the quotes", () => {
    const [reason] = refused("create_booking", { numberOfPeople: "4" });
    expect(said(reason)).toContain("without quotes");
    expect(said(reason)).toContain('"4" (a string)');
    const [inWords] = refused("create_booking", { numberOfPeople: "four" });
    expect(said(inWords)).toBe('numberOfPeople must be a number; got "four" (a string).');
  });
});

describe("several problems", () => {
  test("in one call are all reported: unknown, missing, wrong and unreadable", () => {
    const reasons = reasonsAgainst("create_booking", {
      nam: "Ada",
      numberOfPeople: 0,
      date: "2026/11/20",
      time: "7:00",
      email: "nobody",
      idempotencyKey: "é",
    });
    expect(reasons.map((reason) => reason["parameter"])).toEqual([
      "nam",
      "name",
      "email",
      "numberOfPeople",
      "date",
      "time",
      "idempotencyKey",
    ]);
  });
  test("each have the code of the rule that they break", () => {
    const reasons = refused("create_booking", { date: "Thursday, November 20, 2026", time: 7 });
    expect(reasons.map(({ code }) => code)).toEqual(["WEEKDAY_MISMATCH", "INVALID_INPUT"]);
    expect(reasons[0]).toMatchObject({ parameter: "date" });
  });
  test("are reported up to the twentieth", () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, one) => [`p${one}`, one]));
    expect(refused("cancel_booking", many)).toHaveLength(20);
  });
});

describe("the limit", () => {
  const mail = (length: number) => `${"a".repeat(length - 4)}@b.c`;
  const edges: [string, string, unknown, unknown][] = [
    ["create_booking", "name", "a".repeat(120), "a".repeat(121)],
    ["create_booking", "name", "a", ""],
    ["create_booking", "email", mail(254), mail(255)],
    ["create_booking", "notes", "a".repeat(4000), "a".repeat(4001)],
    ["update_booking", "foodDrinkNotes", "a".repeat(4000), "a".repeat(4001)],
    ["update_booking", "seatingNotes", "a".repeat(4000), "a".repeat(4001)],
    ["add_note", "note", "a".repeat(4000), "a".repeat(4001)],
    ["add_note", "note", "", 0],
    ["cancel_booking", "reason", "a".repeat(500), "a".repeat(501)],
    ["cancel_booking", "idempotencyKey", "k".repeat(128), "k".repeat(129)],
    ["cancel_booking", "idempotencyKey", "k ~!", "k\u007f"],
    ["cancel_booking", "idempotencyKey", "k", ""],
    ["create_booking", "numberOfPeople", 1, 0],
    ["create_booking", "numberOfPeople", 1e9, 1e300],
    ["create_booking", "numberOfPeople", 2, 1.5],
    ["create_booking", "numberOfPeople", 2, -2],
    ["cancel_booking", "id", ID, ID.slice(1)],
    ["cancel_booking", "id", ID.toUpperCase(), `${ID}0`],
    ["cancel_booking", "id", ID, "g".repeat(24)],
    ["list_bookings", "limit", 200, 201],
    ["list_bookings", "limit", 1, 0],
    ["add_to_waitlist", "priority", 9, 10],
    ["add_to_waitlist", "priority", 0, -1],
  ];
  test.each(edges)("of %s %s is exact", (tool, parameter, last, first) => {
    expect(() => accepted(tool, { [parameter]: last })).not.toThrow();
    expect(refused(tool, { [parameter]: first })).toMatchObject([
      { code: "INVALID_INPUT", parameter },
    ]);
  });
  test("on the characters of an id allows capital letters, which become small letters", () => {
    expect(accepted("cancel_booking", { id: ID.toUpperCase() })).toMatchObject({ id: ID });
  });
  test("of a name applies after trimming", () => {
    expect(() => accepted("create_booking", { name: ` ${"a".repeat(120)} ` })).not.toThrow();
  });
});

test("any JSON is either understood or refused with reasons of less than 20,000 characters", () => {
  const tools = fc.constantFrom(...OPERATIONS);
  const names = [
    ...new Set(Object.values(LEAST).flatMap(Object.keys)),
    "whatIf",
    "status",
    "__proto__",
  ];
  const raw = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...names), fc.jsonValue()),
    fc.dictionary(fc.string(), fc.jsonValue()),
  );
  fc.assert(
    fc.property(tools, raw, (operation, value) => {
      try {
        checkShape(operation, value);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        expect(error.reasons.length).toBeGreaterThan(0);
        expect(JSON.stringify(error.reasons).length).toBeLessThan(20_000);
      }
    }),
    { numRuns: 500 },
  );
});
