// Goal: two forms without scripts lead from the set-up link of a new instance to an open
// restaurant; only the owner of the instance adds restaurants; the guide is shown until it is
// hidden. Method: `maitred serve` on a new folder, over real HTTP.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asOperator } from "../../../src/cli/operator-verb.ts";
import { hashed } from "../../../src/cli/user.ts";
import { createUser } from "../../../src/operations/access/create-user.ts";
import { FIRST_PERSON, type FirstStart, firstStart } from "../../support/first-start.ts";
import { hiddenIn, type Visitor, visitorOf } from "../../support/page-visitor.ts";

const PAGE = "/new-restaurant";
const DAYS = ["fri", "sat"];
const WISH: Readonly<Record<string, string>> = {
  name: "Chez <b>Ana</b>",
  slug: "",
  timeZone: "Europe/Paris",
  defaultCountry: "FR",
  seats: "32",
  "service.name": "Dinner",
  "service.opens": "18:00",
  "service.lastSeating": "21:30",
  "service.closes": "23:30",
  "contact.phone": "01 42 68 53 00",
  "contact.address": "",
};

let house: FirstStart;
let owner: Visitor;
beforeAll(async () => {
  house = await firstStart();
  owner = visitorOf(house.server.url);
  const path = new URL(house.link).pathname;
  const form = hiddenIn((await owner.get(path)).html);
  await owner.post(path, { ...form, ...FIRST_PERSON });
});
afterAll(() => house[Symbol.asyncDispose]());

/** Fills in the form as shown, and sends it. */
const send = async (who: Visitor, change: Record<string, string> = {}, days = DAYS) => {
  const hidden = hiddenIn((await who.get(PAGE)).html, "service.days");
  const fields = Object.entries({ ...hidden, ...WISH, ...change });
  for (const day of days) fields.push(["service.days", day]);
  return who.post(PAGE, fields);
};
const brands = () => house.server.stores.brands.names();

describe("on an instance without a restaurant,", () => {
  test("the owner is led to the page for a new restaurant, which proposes values", async () => {
    expect((await owner.get("/")).location).toBe(house.server.url + PAGE);
    const { html, headers } = await owner.get(PAGE, { "Accept-Language": "fr-CH,de;q=0.9" });
    expect(headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(html).toContain("Your restaurant");
    expect(html).toMatch(/name="seats"[^>]*value="40"|value="40"[^>]*name="seats"/);
    expect(html).toMatch(/value="America\/Buenos_Aires|value="America\/Argentina\/Buenos_Aires"/);
    expect(html).toMatch(/value="Europe\/Paris" label="Paris, France" data-country="FR"/);
    expect(html).toContain('<option value="CH" selected="">Switzerland');
    expect(html).toContain('<option value="de" selected="">Deutsch');
    expect(html).not.toContain("style=");
  });

  test("the page needs a session", async () => {
    const { status, location } = await visitorOf(house.server.url).get(PAGE);
    expect([status, location]).toEqual([303, `${house.server.url}/sign-in?next=${PAGE}`]);
  });

  test.each([
    ["name", "", "1 to 120 visible characters on one line"],
    ["slug", "Not Good", "lower-case letters"],
    ["timeZone", "Pariss", "like &quot;Europe/Paris&quot;"],
    ["defaultCountry", "France", "two capital letters"],
    ["language", "fr", "one of &quot;en&quot;, &quot;de&quot;"],
    ["seats", "many", "whole number from 1 to 10000"],
    ["service.opens", "", "24-hour time"],
    ["contact.phone", "12", "a number of your own country"],
    ["contact.website", "chez-ana.example", "like &quot;https://chez-ana.example&quot;"],
    [
      "service.lastSeating",
      "23:45",
      "The last seating of Dinner, 11:45 PM, is not between its opening at 6:00 PM and its closing at",
    ],
  ])(
    "a problem with the field %s (%j) is shown beside it, and what was typed stays",
    async (name, typed, words) => {
      const { status, html } = await send(owner, { [name]: typed });
      expect(status).toBe(422);
      const field = html.slice(html.indexOf(`name="${name}"`));
      expect(/class="problem">([^<]*)/.exec(field)?.[1]).toContain(words);
      if (name !== "name") expect(html).toContain('value="Chez &lt;b&gt;Ana&lt;/b&gt;"');
      expect(html).toMatch(/value="sat"[^>]*checked/);
      expect(html).not.toMatch(/value="tue"[^>]*checked/);
      expect(brands()).toEqual([]);
    },
  );

  test("a restaurant without an open day is refused, with the reason beside the days", async () => {
    const { html } = await send(owner, {}, []);
    const days = html.slice(html.indexOf('value="sun"'));
    expect(/class="problem">([^<]*)/.exec(days)?.[1]).toBe(
      "Must be a list of 1 to 7 days of the week, not [].",
    );
  });

  test("a form with a wrong token is shown again as typed, and a form from another site is refused", async () => {
    const { status, html } = await owner.post(PAGE, { ...WISH, csrf: "x" });
    expect(status).toBe(422);
    expect(html).toContain("out of date");
    expect(html).toContain('value="Europe/Paris"');
    expect((await owner.post(PAGE, WISH, { Origin: "https://evil.example" })).status).toBe(403);
    expect(brands()).toEqual([]);
  });
});

test("a form that is sent after the session has ended is shown again as typed, only to its sender", async () => {
  const late = visitorOf(house.server.url);
  await late.signIn(FIRST_PERSON);
  const fields: [string, string][] = [
    ...Object.entries({ ...hiddenIn((await late.get(PAGE)).html, "service.days"), ...WISH }),
    ["service.days", "fri"],
  ];
  late.cookies.delete("__Host-maitred");
  const { location } = await late.post(PAGE, fields);
  const next = new URL(location).searchParams.get("next") ?? "";
  expect(next).toMatch(/^\/new-restaurant\?kept=[\w-]{22}$/);
  expect((await late.signIn(FIRST_PERSON, next)).location).toBe(house.server.url + next);
  const { html } = await late.get(next);
  expect(html).toContain("You were signed out when you sent this");
  expect(html).toContain('value="Chez &lt;b&gt;Ana&lt;/b&gt;"');
  expect(html).toMatch(/value="fri"[^>]*checked/);
  expect(html).not.toMatch(/value="sat"[^>]*checked/);
  expect(html).toContain('data-set-up="typed"');
  expect((await owner.get(next)).html).not.toContain("Chez &lt;b&gt;");
  const { stores, writer, clock, random } = house.server;
  const second = { email: "second@example.com", name: "Eve", role: "owner", brands: [] } as const;
  const instance = { stores, writer, environment: "live", now: clock } as const;
  const secret = await hashed(FIRST_PERSON.password, "live");
  await asOperator(instance, { random })(createUser, second, secret);
  late.cookies.delete("__Host-maitred");
  await late.signIn({ email: second.email, password: FIRST_PERSON.password });
  const empty = (await late.get(next)).html;
  expect([empty.includes("Your restaurant"), empty.includes("Chez &lt;b&gt;")]).toEqual([
    true,
    false,
  ]);
  expect(brands()).toEqual([]);
});

describe("a new restaurant", () => {
  test("is open once the form is sent, is made once even if it is sent twice, and shows the next steps", async () => {
    const hidden = hiddenIn((await owner.get(PAGE)).html, "service.days");
    const fields: [string, string][] = [
      ...Object.entries({ ...hidden, ...WISH }),
      ...DAYS.map((day): [string, string] => ["service.days", day]),
    ];
    const both = await Promise.all([owner.post(PAGE, fields), owner.post(PAGE, fields)]);
    const there = `${house.server.url}/b/chez-b-ana-b`;
    expect(both.map(({ status, location }) => [status, location])).toEqual([
      [303, there],
      [303, there],
    ]);
    expect(brands()).toEqual([{ slug: "chez-b-ana-b", name: "Chez <b>Ana</b>" }]);
    expect(house.server.stores.brands.get("chez-b-ana-b")?.settings.contact).toEqual({
      phone: "+33142685300",
    });
    expect((await owner.get("/")).location).toBe(there);
    const { html } = await owner.get("/b/chez-b-ana-b");
    expect(html).toContain("Next steps for <bdi>Chez &lt;b&gt;Ana&lt;/b&gt;</bdi>");
    expect(html).toContain(`<code class="address">${house.server.url}/mcp</code>`);
    expect(html).toContain('<svg class="qr"');
    expect(html).not.toContain("style=");
  });

  test("shows its guide until the guide is hidden", async () => {
    const form = hiddenIn((await owner.get("/b/chez-b-ana-b")).html, "Hide");
    const { status } = await owner.post("/b/chez-b-ana-b/do/end_guide", form);
    expect(status).toBe(303);
    const { html } = await owner.get("/b/chez-b-ana-b");
    expect(html).toContain("The first steps are hidden");
    expect(html).not.toContain('class="qr"');
    const elsewhere = visitorOf(house.server.url);
    await elsewhere.signIn(FIRST_PERSON);
    expect((await elsewhere.get("/b/chez-b-ana-b")).html).not.toContain('class="qr"');
  });

  test("can be followed by a second one; the form then proposes the time zone of the first", async () => {
    expect((await owner.get("/b/chez-b-ana-b")).html).toContain(`href="${PAGE}"`);
    const { html } = await owner.get(PAGE);
    expect(html).toContain("Another restaurant");
    // The zone of the browser does not replace the proposed zone.
    expect(html).toContain('data-set-up="sister"');
    expect(html).toMatch(/value="Europe\/Paris"[^>]*placeholder/);
    const taken = await send(owner, { slug: "chez-b-ana-b" });
    expect(taken.html).toContain("There is already a brand chez-b-ana-b.");
    // The same name again: the slug made from it is taken.
    const again = await send(owner);
    expect([again.status, brands().length]).toEqual([422, 1]);
    expect(again.html).toContain("choose a short name for the new restaurant");
    const { location } = await send(owner, { slug: "bar" });
    expect(location).toBe(`${house.server.url}/b/bar`);
  });
});

test("an owner of one restaurant can add no other, neither with the page nor with a form that they made themselves", async () => {
  const { stores, writer, clock, random } = house.server;
  const wish = { email: "luca@example.com", name: "Luca", role: "owner", brands: ["bar"] } as const;
  const instance = { stores, writer, environment: "live", now: clock } as const;
  const secret = await hashed("several easy words", "live");
  await asOperator(instance, { random })(createUser, wish, secret);
  const luca = visitorOf(house.server.url);
  await luca.signIn({ email: wish.email, password: "several easy words" });
  const page = await luca.get(PAGE);
  expect([page.status, page.html.includes("owner of all restaurants")]).toEqual([403, true]);
  const sheet = (await luca.get("/b/bar")).html;
  expect(sheet).not.toContain(PAGE);
  expect(sheet).toContain('class="qr"');
  const { csrf = "" } = hiddenIn(sheet, "Hide");
  const fields = { ...WISH, csrf, "service.days": "fri", slug: "mine" };
  expect((await luca.post("/b/bar/do/create_brand", fields)).status).toBe(422);
  expect(brands()).toHaveLength(2);
});
