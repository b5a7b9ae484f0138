// Goal: the first user of an instance makes their account with the set-up link. The link works
// once, and nobody can make the account without it. Method: `maitred serve` on a new folder, over
// real HTTP.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { start } from "../../../src/app.ts";
import type { RunningServer } from "../../../src/instance/server.ts";
import { type Running, running } from "../../cli/command-line.ts";
import { temporaryFolder } from "../../support/database.ts";
import { hiddenIn, type Visitor, visitorOf } from "../../support/page-visitor.ts";

const folder = temporaryFolder();
let desk: Running;
let server: RunningServer;
let link: string;
beforeAll(async () => {
  const args = ["serve", "--json", "--port", "0", "--data", folder.path];
  const started = Promise.withResolvers<RunningServer>();
  desk = running(args, {
    now: Date.now,
    start: async (options) => {
      const made = await start(options);
      started.resolve(made);
      return made;
    },
  });
  link = (JSON.parse(await desk.ready) as { setup: string }).setup;
  server = await started.promise;
});
afterAll(async () => {
  await desk.stop();
  folder[Symbol.dispose]();
});

const PERSON = {
  name: "Ada Lovelace",
  email: "Ada@Example.com",
  password: "several easy words",
  again: "several easy words",
};
const path = (): string => new URL(link).pathname;
const sent = async (visitor: Visitor, change: Partial<typeof PERSON> = {}) => {
  const form = hiddenIn((await visitor.get(path())).html);
  return visitor.post(path(), { ...form, ...PERSON, ...change });
};

describe("while nobody has an account,", () => {
  test("the set-up link asks for a name and a password, and says that the restaurant is next", async () => {
    const { status, html } = await visitorOf(server.url).get(path());
    expect(status).toBe(200);
    expect(html).toContain("Set up maitred");
    expect(html).toContain("Next you add your restaurant");
    expect(html.match(/type="password"/g)).toHaveLength(2);
  });

  test.each([
    [{ again: "something else" }, "not the same"],
    [{ password: "short", again: "short" }, "5 characters"],
    [{ email: "nobody" }, "not an e-mail address"],
    [{ name: " \u200B " }, "name is needed"],
  ] as const)(
    "%j is refused with an error beside its field; the form keeps the e-mail address, but no password",
    async (change, words) => {
      const { status, html } = await sent(visitorOf(server.url), change);
      expect(status).toBe(400);
      expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
      expect(html).toContain(words);
      expect(html).toContain(`value="${"email" in change ? change.email : PERSON.email}"`);
      expect(html).not.toContain("several easy words");
      expect(server.stores.users.any()).toBe(false);
    },
  );

  test("the form of another browser makes no account", async () => {
    const theirs = hiddenIn((await visitorOf(server.url).get(path())).html);
    const visitor = visitorOf(server.url);
    await visitor.get(path());
    expect((await visitor.post(path(), { ...theirs, ...PERSON })).status).toBe(403);
    expect(server.stores.users.any()).toBe(false);
  });

  test("no other link works", async () => {
    const { status, html } = await visitorOf(server.url).get(`/setup/${"A".repeat(43)}`);
    expect([status, html.includes("To get a new link")]).toEqual([404, true]);
    expect((await visitorOf(server.url).get("/setup/")).status).toBe(404);
  });
});

describe("the first account", () => {
  test("owns the instance, and its user is signed in", async () => {
    const visitor = visitorOf(server.url);
    const { status, location } = await sent(visitor);
    expect([status, location]).toEqual([303, `${server.url}/`]);
    expect(server.stores.users.byEmail("ada@example.com")).toMatchObject({
      name: "Ada Lovelace",
      ownsInstance: true,
    });
    const { html } = await visitor.get("/connected-apps");
    expect(html).toContain("Ada Lovelace");
    expect(html).toContain("There is no restaurant yet");
    expect(html).toContain('href="/new-restaurant"');
    expect((await visitor.get("/")).location).toBe(`${server.url}/new-restaurant`);
    expect((await visitorOf(server.url).signIn(PERSON)).status).toBe(303);
  });

  test("uses up the set-up link, which then only leads to the sign-in page", async () => {
    const visitor = visitorOf(server.url);
    const { status, html } = await visitor.get(path());
    expect([status, html.includes('href="/sign-in"')]).toEqual([410, true]);
    expect((await visitor.post(path(), PERSON)).status).toBe(410);
    expect(server.stores.users.list()).toHaveLength(1);
  });
});

test("the set-up link and passwords are not in the log", async () => {
  const { err } = await desk.stop();
  expect(err).toContain("/setup/:token");
  expect(err).not.toContain(path().slice("/setup/".length));
  expect(err).not.toContain("several easy words");
});
