// Goal: every setting, nested ones included, has a field in a form of the settings pages, and
// every field belongs to a setting. Method: fill in every form, read the forms as the product
// does, and compare the settings that they write with the schema.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { z } from "zod";
import { settingsSchema } from "../../../src/domain/settings.ts";
import { inputOf } from "../../../src/operations/call/form-input.ts";
import { setSettings } from "../../../src/operations/desk/set-settings.ts";
import { editOf, settingsFormShape } from "../../../src/operations/desk/settings-form.ts";
import { Visitor } from "../../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const SETTINGS = "/b/demo-bistro/settings";
/**
 * No form has this key. It has no effect on a special day, and is accepted only so that a service
 * can be copied from the week.
 */
const NOT_ASKED = ["specialDays.*.services[].days[]"];

let desk: DeskWithUser;
let pages: readonly string[];
beforeAll(async () => {
  desk = await deskWithUser();
  const visitor = new Visitor(desk.url);
  await visitor.signIn(desk.user);
  const first = await (await visitor.get(SETTINGS)).text();
  const paths = [...first.matchAll(/href="(\/b\/demo-bistro\/settings\/[a-z]+)"/g)];
  pages = await Promise.all(
    [...new Set(paths.map(([, path = ""]) => path))].map(async (path) =>
      (await visitor.get(path)).text(),
    ),
  );
});
afterAll(() => desk[Symbol.asyncDispose]());

/**
 * The forms of a page with every field filled in, once for each of the first three options of each
 * select.
 */
function filled(page: string): URLSearchParams[] {
  const forms = page.match(/<form[^>]*do\/set_settings[\s\S]*?<\/form>/g) ?? [];
  return forms.flatMap((form) => {
    const fields = new URLSearchParams();
    for (const [tag] of form.matchAll(/<(?:input|textarea)[^>]*>/g)) {
      const name = /name="(settings\.[^"]+)"/.exec(tag)?.[1];
      if (name === undefined) continue;
      const type = /type="([a-z]+)"/.exec(tag)?.[1] ?? "text";
      const value = /value="([^"]+)"/.exec(tag)?.[1];
      const typed = { date: "2026-12-25", time: "18:30", hidden: value, checkbox: value }[type];
      fields.append(name, typed ?? (type === "hidden" ? "" : "7"));
    }
    const choices = [...form.matchAll(/<select[^>]*name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g)].map(
      ([, name = "", options = ""]) => ({
        name,
        values: [...options.matchAll(/<option value="([^"]*)"/g)].map(([, value = ""]) => value),
      }),
    );
    for (const { name, values } of choices) fields.append(name, values[0] ?? "");
    const others = choices.flatMap(({ name, values }) =>
      values.slice(1, 3).map((value) => {
        const chosen = new URLSearchParams(fields);
        chosen.set(name, value);
        return chosen;
      }),
    );
    return [fields, ...others];
  });
}

/**
 * The path of every value, such as "largeParty.from", "services[].limits.seats" and
 * "specialDays.*.note".
 */
function places(value: unknown, at = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => places(item, `${at}[]`));
  if (typeof value !== "object" || value === null) return [at];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = /^\d{4}-/.test(key) ? "*" : key;
    return places(inner, at === "" ? name : `${at}.${name}`);
  });
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

/** The paths of all values that a schema accepts. */
function placesOf(shape: Shape, at = ""): string[] {
  const { properties, additionalProperties, items, anyOf } = shape;
  const inner = (key: string): string => (at === "" ? key : `${at}.${key}`);
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([key, one]) => placesOf(one, inner(key)));
  }
  if (typeof additionalProperties === "object") return placesOf(additionalProperties, inner("*"));
  if (items !== undefined) return placesOf(items, `${at}[]`);
  const nested = anyOf?.find((one) => one.properties !== undefined || one.items !== undefined);
  return nested === undefined ? [at] : placesOf(nested, at);
}

test("every setting has a field, and every field belongs to a setting", () => {
  const settings = desk.server.stores.brands.get("demo-bistro")?.settings;
  if (settings === undefined) throw new Error("There is no demo brand");
  const written = new Set<string>();
  for (const fields of pages.flatMap(filled)) {
    const input = inputOf(setSettings, fields);
    const { merge, unset } = editOf(settingsFormShape.parse(input["settings"]), settings);
    for (const place of [...places(merge), ...unset.filter((key) => !key.includes("20"))]) {
      written.add(place);
    }
  }
  const schema = z.toJSONSchema(settingsSchema, { io: "input", unrepresentable: "any" }) as Shape;
  const known = placesOf(schema).filter((place) => !NOT_ASKED.includes(place));
  expect(known.length).toBeGreaterThan(50);
  expect([...written].sort()).toEqual(known.sort());
});
