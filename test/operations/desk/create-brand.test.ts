// Goal: only an owner of the instance can add a restaurant. Wrong fields are reported together, and
// a form that is sent twice adds one restaurant. Method: callers of each kind call the operation.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isBrandSlug, proposedSlug } from "../../../src/domain/brand-name.ts";
import type { Caller } from "../../../src/domain/caller.ts";
import type { DomainError } from "../../../src/domain/errors.ts";
import { createBrand } from "../../../src/operations/desk/create-brand.ts";
import { endGuide } from "../../../src/operations/desk/end-guide.ts";
import { published, said } from "../../support/said.ts";
import { BISTRO, caller, type House, openHouse, PLAIN } from "../house.ts";
import { MANAGER, OWNER, person } from "./people.ts";

const WISH = {
  name: "Chez Ana & Zoë",
  timeZone: "Europe/Paris",
  defaultCountry: "FR",
  seats: "32",
  service: {
    name: "Dinner",
    days: ["fri", "sat"],
    opens: "18:00",
    lastSeating: "21:30",
    closes: "23:30",
  },
};
const SLUG = "chez-ana-and-zoe";

function houseWithOwner(): { house: House; owner: Caller } & Disposable {
  const house = openHouse(PLAIN);
  const user = { id: "u-1", email: "ada@example.com", name: "Ada", passwordHash: "x" };
  const times = { createdAt: house.at, passwordChangedAt: null, disabledAt: null };
  house.stores.users.insert({ ...user, ...times, ownsInstance: true });
  const owner = caller({
    kind: "session",
    principal: "u-1",
    actor: { kind: "user", id: "u-1", name: "Ada" },
    headerBrand: null,
  });
  return { house, owner, [Symbol.dispose]: () => house[Symbol.dispose]() };
}
const refusalOf = (house: House, who: Caller, change: object): Promise<DomainError> =>
  house.refused(createBrand, { ...WISH, ...change }, who);
const recorded = ({ database }: House, operation: string) =>
  database
    .query<{ brand: string; actor_name: string; after: string }, [string]>(
      "SELECT brand, actor_name, after FROM audit WHERE operation = ?",
    )
    .all(operation);

describe("an owner of the instance", () => {
  test("adds a restaurant with the given values and defaults, and the log has one entry about it", async () => {
    using made = houseWithOwner();
    const { house, owner } = made;
    const { structured } = await house.invoke(createBrand, { ...WISH, language: "de" }, owner);
    expect(structured).toEqual({ slug: SLUG, name: WISH.name, changed: true, dryRun: false });
    const { settings } = house.stores.brands.get(SLUG) ?? {};
    const given = { seats: 32, timeZone: "Europe/Paris", language: "de", paceCovers: 10 };
    expect(settings).toMatchObject(given);
    expect(settings?.services).toMatchObject([{ name: "Dinner", days: ["fri", "sat"] }]);
    const [row, ...more] = recorded(house, "create_brand");
    expect(more).toEqual([]);
    expect(row).toMatchObject({ brand: SLUG, actor_name: "Ada" });
    expect(JSON.parse(row?.after ?? "")).toMatchObject({
      name: WISH.name,
      settings: { seats: 32 },
    });
  });

  test("adds only one restaurant, however often the form is sent", async () => {
    using made = houseWithOwner();
    const { house, owner } = made;
    const twice = { ...WISH, idempotencyKey: "once" };
    const first = await house.invoke(createBrand, twice, owner);
    const second = await house.invoke(createBrand, twice, owner);
    expect([second.replayed, second.structured]).toEqual([true, first.structured]);
    const { reasons } = await refusalOf(house, owner, {});
    expect(reasons.map(published)).toMatchObject([{ parameter: "slug" }]);
    const spelt = { ...WISH, name: "Chez Ana and Zoe" };
    const another = await house.invoke(createBrand, spelt, owner);
    expect(another.structured["slug"]).toBe(`${SLUG}-2`);
  });

  test("changes nothing in a dry run", async () => {
    using made = houseWithOwner();
    const { house, owner } = made;
    await house.invoke(createBrand, { ...WISH, dryRun: true }, owner);
    expect(house.stores.brands.get(SLUG)).toBeNull();
  });

  test("learns of all wrong fields at once, each by its name in the form", async () => {
    using made = houseWithOwner();
    const { house, owner } = made;
    const error = await refusalOf(house, owner, {
      name: "",
      slug: "Not Good",
      timeZone: "Pariss",
      defaultCountry: "France",
      seats: "many",
      service: { ...WISH.service, days: [], opens: "6 pm" },
    });
    const fields = error.reasons.map(({ parameter }) => parameter);
    expect(new Set(fields)).toEqual(
      new Set([
        "name",
        "slug",
        "timeZone",
        "defaultCountry",
        "seats",
        "service.days",
        "service.opens",
      ]),
    );
    expect(said(error)).toContain('like "Europe/Paris"');
  });

  test.each([
    [{ slug: BISTRO }, "slug", "already"],
    [{ service: { ...WISH.service, lastSeating: "23:45" } }, "service.lastSeating", "between"],
    [{ seats: "" }, null, ""],
    [{ seats: "8" }, null, ""],
  ] as const)(
    "sends %j; the refused field is %s (null: none is refused)",
    async (change, field, words) => {
      using made = houseWithOwner();
      const { house, owner } = made;
      if (field === null) {
        await house.invoke(createBrand, { ...WISH, ...change }, owner);
        return;
      }
      const { reasons } = await refusalOf(house, owner, change);
      expect(reasons.map(published)).toMatchObject([
        { parameter: field, message: expect.stringContaining(words) as string },
      ]);
    },
  );
});

describe("adding a restaurant is refused", () => {
  test.each([
    ["an owner of one restaurant", OWNER],
    ["a manager", MANAGER],
    ["a key", caller()],
  ])("to %s", async (_, who) => {
    using made = houseWithOwner();
    expect((await refusalOf(made.house, who, {})).code).toBe("FORBIDDEN_TOOL");
    expect(made.house.stores.brands.names()).toHaveLength(2);
  });

  test("to a key that claims the owner's identity", async () => {
    using made = houseWithOwner();
    const posing = { ...made.owner, kind: "api_key" } as const;
    expect((await refusalOf(made.house, posing, {})).code).toBe("FORBIDDEN_TOOL");
  });
});

describe("the guide of a new restaurant", () => {
  test("can be dismissed by an owner, for good", async () => {
    using made = houseWithOwner();
    const { house, owner } = made;
    await house.invoke(createBrand, WISH, owner);
    const { brands } = house.stores;
    expect([brands.isGuided(SLUG), brands.isGuided(BISTRO)]).toEqual([true, false]);
    const theirs = (role: "owner" | "manager"): Caller => ({
      ...person(role, SLUG),
      brands: [SLUG],
      headerBrand: SLUG,
    });
    const refused = await house.refused(endGuide, {}, theirs("manager"));
    expect(refused.code).toBe("FORBIDDEN_TOOL");
    const put = async () => (await house.invoke(endGuide, {}, theirs("owner"))).structured;
    expect(await put()).toMatchObject({ changed: true });
    expect(await put()).toMatchObject({ changed: false });
    expect(brands.isGuided(SLUG)).toBe(false);
    expect(recorded(house, "end_guide")).toHaveLength(1);
  });
});

describe("the proposed slug of a new restaurant", () => {
  test.each([
    ["Chez Ana", "chez-ana"],
    ["L'Été & Fils", "lete-and-fils"],
    ["Smørrebrød 2", "smorrebrod-2"],
    ["  --Straße--  ", "strasse"],
    ["寿司", "restaurant"],
    ["", "restaurant"],
  ])("for %j is %s", (name, slug) => {
    expect(proposedSlug(name, () => false)).toBe(slug);
  });
  test("is always valid and never in use", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 130 }), (name) => {
        const first = proposedSlug(name, () => false);
        const second = proposedSlug(name, (slug) => slug === first);
        return isBrandSlug(first) && isBrandSlug(second) && second !== first;
      }),
    );
  });
});
