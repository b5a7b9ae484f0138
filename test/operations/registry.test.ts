// Goal: every operation has all fields that the lists of tools, the forms and the documents need.
import { describe, expect, test } from "bun:test";
import { SCOPES } from "../../src/domain/caller.ts";
import { declaredOutputSchemaOf, inputSchemaOf } from "../../src/operations/call/schemas.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { operationOf } from "./house.ts";

const named = OPERATIONS.map((operation) => [operation.name, operation] as const);
const MAX_INPUT_SCHEMA = 4096;
const MAX_REGEX = 100;

describe("the registry", () => {
  test("has every operation that a file defines, and each file has the name of its operation", async () => {
    const defining: string[] = [];
    for (const file of new Bun.Glob("*.ts").scanSync("src/operations")) {
      const source = await Bun.file(`src/operations/${file}`).text();
      if (/= define(?:Tool|Mark)\(/.test(source) && file !== "define.ts") defining.push(file);
    }
    const expected = OPERATIONS.map(({ name }) => `${name.replaceAll("_", "-")}.ts`);
    expect(defining.sort()).toEqual(expected.sort());
  });
  test.each(["desk", "access"])(
    "of %s has one file for each operation, named after it",
    async (room) => {
      for (const file of new Bun.Glob("*.ts").scanSync(`src/operations/${room}`)) {
        const source = await Bun.file(`src/operations/${room}/${file}`).text();
        const defined = [...source.matchAll(/= defineOperation[<(].*?\n {2}name: (\w+|"\w+")/gs)];
        const files = defined.map(
          ([, name = ""]) => `${name.slice(1, -1).replaceAll("_", "-")}.ts`,
        );
        if (files.length > 0) expect(files).toEqual([file]);
      }
    },
  );
  test("has each name and each title once", () => {
    expect(new Set(OPERATIONS.map(({ name }) => name)).size).toBe(OPERATIONS.length);
    expect(new Set(OPERATIONS.map(({ title }) => title)).size).toBe(OPERATIONS.length);
  });
});

describe.each(named)("%s", (_name, operation) => {
  const { description, hints, scope, title } = operation;
  test("has a title and a description of readable length", () => {
    expect(title.length).toBeGreaterThan(3);
    expect(title.length).toBeLessThan(60);
    expect(description.length).toBeGreaterThanOrEqual(40);
    expect(description.length).toBeLessThanOrEqual(600);
  });
  test("has a known scope, and is read-only exactly if the scope is bookings.read or none", () => {
    if (scope !== null) expect(SCOPES).toContain(scope);
    expect(hints.readOnly).toBe(scope === null || scope === "bookings.read");
  });
  test("has complete hints that agree with each other", () => {
    expect(Object.keys(hints).sort()).toEqual([
      "destructive",
      "idempotent",
      "openWorld",
      "readOnly",
    ]);
    if (!hints.readOnly) return;
    expect(hints).toEqual({
      readOnly: true,
      destructive: false,
      idempotent: true,
      openWorld: false,
    });
  });
  test("says in its description whether it sends texts or changes anything", () => {
    if (hints.openWorld) expect(description).toMatch(/\bSMS\b/);
    else if (hints.readOnly) expect(description).toContain("Changes nothing");
    else expect(description).toMatch(/Sends the guest nothing|no SMS is sent|sends no SMS/);
  });
});

interface Schema {
  readonly description?: string;
  readonly properties?: Record<string, Schema>;
  readonly pattern?: string;
  readonly [keyword: string]: unknown;
}

/** Every schema inside a schema, with its path. */
function* inside(schema: unknown, path = ""): Generator<[string, Schema]> {
  if (typeof schema !== "object" || schema === null) return;
  yield [path, schema as Schema];
  for (const [key, value] of Object.entries(schema)) yield* inside(value, `${path}/${key}`);
}

/** Every parameter of a schema by path, including parameters inside objects. */
function* parameters(schema: Schema, path = ""): Generator<[string, Schema]> {
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield [`${path}${name}`, inner];
    yield* parameters(inner, `${path}${name}.`);
    for (const option of (inner["anyOf"] as Schema[] | undefined) ?? []) {
      yield* parameters(option, `${path}${name}.`);
    }
  }
}

describe.each(named)("the input schema of %s", (_name, operation) => {
  const schema = inputSchemaOf(operation) as unknown as Schema;
  test("is small", () => {
    expect(JSON.stringify(schema).length).toBeLessThan(MAX_INPUT_SCHEMA);
    const long = [...inside(schema)].filter(
      ([, { pattern }]) => typeof pattern === "string" && pattern.length > MAX_REGEX,
    );
    expect(long).toEqual([]);
  });
  test("is a closed object with a description for every parameter", () => {
    expect(schema).toMatchObject({ type: "object", additionalProperties: false });
    const silent = [...parameters(schema)].filter(([, { description = "" }]) => description === "");
    expect(silent.map(([path]) => path)).toEqual([]);
  });
});

describe.each(named)("the declared output schema of %s", (_name, operation) => {
  const schema = declaredOutputSchemaOf(operation);
  test("is one flat object without required properties, with a property for an error", () => {
    expect(Object.keys(schema).sort()).toEqual(["properties", "type"]);
    expect(schema.type).toBe("object");
    expect(schema.properties["error"]).toMatchObject({ type: "object" });
    expect(Object.keys(schema.properties).length).toBeGreaterThan(1);
  });
});

// The parameters of each operation; required ones have a `!`.
const WRITE = "brand idempotencyKey dryRun";
const PARAMETERS: Readonly<Record<string, string>> = {
  create_booking: `${WRITE} area name! phone email numberOfPeople! date! time! timestamp notes notifyCustomer requestReview`,
  update_booking: `${WRITE} area id! numberOfPeople date time timestamp notes foodDrinkNotes seatingNotes notifyCustomer`,
  cancel_booking: `${WRITE} id! reason cancelledBy notifyCustomer`,
  mark_arrived: `${WRITE} id!`,
  mark_seated: `${WRITE} id! tables`,
  mark_completed: `${WRITE} id!`,
  mark_no_show: `${WRITE} id!`,
  add_note: `${WRITE} id! note! field append`,
  undo_last_change: `${WRITE} id!`,
  add_to_waitlist: `${WRITE} name! phone! numberOfPeople! date! time timestamp earliestTime latestTime area notes priority replaces`,
  remove_from_waitlist: `${WRITE} id! reason`,
  list_brands: "",
  list_bookings: "brand date toDate status query service hasNotes flag alert limit cursor",
  get_booking: "brand id!",
  check_availability: "area brand date! numberOfPeople! time timestamp service",
  explain_capacity: "brand date! time service numberOfPeople whatIf",
  list_tables: "brand date time area",
  assign_table: `${WRITE} id! tables! swap`,
  block_tables: `${WRITE} tables! date! from! to! reason! remove`,
  plan_tables: `${WRITE} serviceDate!`,
  list_waitlist: "brand date status limit cursor",
  close_service: `${WRITE} date! service note reopen`,
};

describe("the parameters", () => {
  test.each(Object.entries(PARAMETERS))("of %s are as listed here", (name, listed) => {
    const { properties, required = [] } = inputSchemaOf(operationOf(name));
    const found = Object.keys(properties).map((one) => (required.includes(one) ? `${one}!` : one));
    expect(found.sort()).toEqual(listed.split(" ").filter(Boolean).sort());
  });
  test("are listed here for every operation", () => {
    expect(Object.keys(PARAMETERS).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  });
  const types: [string, string, string][] = [
    ["create_booking", "name", "string"],
    ["create_booking", "numberOfPeople", "integer"],
    ["create_booking", "timestamp", "number"],
    ["create_booking", "notifyCustomer", "boolean"],
    ["update_booking", "date", "string"],
    ["add_note", "append", "boolean"],
    ["list_bookings", "status", "array"],
    ["explain_capacity", "whatIf", "object"],
  ];
  test.each(types)("of %s include %s with the type %s", (name, parameter, type) => {
    expect(inputSchemaOf(operationOf(name)).properties[parameter]).toMatchObject({ type });
  });
  test("have the documented defaults and choices", () => {
    const { properties } = inputSchemaOf(operationOf("add_note"));
    expect(properties["field"]).toMatchObject({
      enum: ["notes", "foodDrinkNotes", "seatingNotes"],
      default: "notes",
    });
    expect(properties["append"]).toMatchObject({ default: false });
    const { notifyCustomer } = inputSchemaOf(operationOf("create_booking")).properties;
    expect(notifyCustomer).toMatchObject({ default: true });
  });
});
