// Goal: an owner makes, replaces and revokes API keys. Each key can do exactly what was selected,
// is shown once, and cannot be read later. Method: the running product, browsers without scripts,
// and calls with the key.
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { SNIPPETS } from "../../../src/web/dashboard/access/client-snippets.ts";
import { hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { personWith } from "../../support/desk-people.ts";
import type { DeskWithUser } from "../../support/desk-with-user.ts";
import { accessOf, at, BISTRO, openAccess, problemAt, shownAt, TRATTORIA } from "./access-page.ts";

const WISH = {
  name: "Phone agent",
  brands: [BISTRO],
  scopes: ["bookings.read", "bookings.write"],
  onlyTools: "false",
  lastDate: "",
};
const DAY = 86_400_000;
const BOOKING = {
  name: "Ana Lopez",
  phone: "+12125550123",
  numberOfPeople: 2,
  date: "Friday, November 20, 2026",
  time: "7:30 PM",
};
const reservationIn = (text: string): string => /"id":"([0-9a-f]{24})"/.exec(text)?.[1] ?? "";

let desk: DeskWithUser;
let owner: Visitor;
let access: ReturnType<typeof accessOf>;
beforeEach(async () => {
  ({ desk, owner, access } = await openAccess());
});
afterEach(() => desk[Symbol.asyncDispose]());

const make = (change: Readonly<Record<string, string | readonly string[]>> = {}) =>
  access.send("/keys/new", "create_api_key", { ...WISH, ...change });
const shownBy = async (answer: Response): Promise<string> => {
  const text = await (await owner.get(answer.headers.get("location") ?? "")).text();
  return shownAt(text, "new-key") ?? "";
};
const rows = () => desk.server.stores.apiKeys.list();
const newest = () => rows().at(-1);
/** Calls a tool with a key. */
const call = async (key: string, name: string, args: object = {}) => {
  const response = await fetch(desk.mcp, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args },
    }),
  });
  return { status: response.status, text: await response.text() };
};

describe("a new API key", () => {
  test("can do what was selected, in the selected restaurants, and no more", async () => {
    const answer = await make({
      scopes: ["", "bookings.read"],
      onlyTools: "true",
      tools: ["list_brands", "check_availability"],
      "budgets.largestParty": "6",
      "budgets.daysAhead": " 30 ",
      forGuests: ["", "true"],
      lastDate: "2026-11-30",
    });
    expect(answer.status).toBe(303);
    expect(newest()).toMatchObject({
      name: "Phone agent",
      brands: [BISTRO],
      scopes: ["bookings.read"],
      tools: ["list_brands", "check_availability"],
      budgets: { writesPerMinute: null, smsPerDay: null, largestParty: 6, daysAhead: 30 },
      forGuests: true,
      expiresAt: Date.parse("2026-12-01T05:00:00Z"),
    });
    const key = await shownBy(answer);
    expect(key).toStartWith("mtd_test_");
    expect((await call(key, "list_brands")).text).toContain(BISTRO);
    expect((await call(key, "list_brands")).text).not.toContain(TRATTORIA);
    expect((await call(key, "list_bookings")).text).toContain("FORBIDDEN_TOOL");
    await desk.advance(11 * DAY);
    expect((await call(key, "list_brands")).status).toBe(401);
  });

  test('acts for the restaurant unless "for guests" was selected; then its card says "Acts for guests"', async () => {
    await make({ forGuests: "" });
    expect(newest()).toMatchObject({ forGuests: false });
    expect(await access.page("/keys")).not.toContain("Acts for");
    await make({ name: "Website", forGuests: ["", "true"] });
    expect(newest()).toMatchObject({ forGuests: true });
    expect(await access.page("/keys")).toMatch(/Acts for(?:<[^>]*>)+guests/);
  });

  test("is refused if the form says all tools and also has single tools ticked", async () => {
    const before = rows().length;
    const answer = await make({ onlyTools: "false", tools: ["check_availability"] });
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(text).toContain("You ticked tools.");
    expect(text).toMatch(/id="tools-check_availability"[^>]*checked/);
    expect(rows()).toHaveLength(before);
  });

  test("cannot include a tool that its scopes exclude", async () => {
    const before = rows().length;
    const answer = await make({
      scopes: ["", "bookings.read"],
      onlyTools: "true",
      tools: ["list_brands", "create_booking"],
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(
      "“Book a table” needs the permission “Book, change and cancel reservations”",
    );
    expect(rows()).toHaveLength(before);
  });

  test("is shown once, only in the session that made it", async () => {
    const answer = await make();
    const path = answer.headers.get("location") ?? "";
    const other = new Visitor(desk.url);
    await other.signIn(desk.user);
    expect(shownAt(await (await other.get(path)).text(), "new-key")).toBeUndefined();
    // A page that refreshes itself keeps showing the key.
    await owner.get(path, { "x-live": "1", "hx-request": "true" });
    const page = await owner.get(path);
    expect(page.headers.get("cache-control")).toBe("no-store");
    const text = await page.text();
    const key = shownAt(text, "new-key") ?? "";
    expect((await call(key, "list_brands")).status).toBe(200);
    for (const { client } of SNIPPETS) expect(text).toContain(`<summary>${client}</summary>`);
    const again = await (await owner.get(path)).text();
    expect(again).toContain("was already shown");
    expect(again).toContain("If the key is lost, replace it");
    const secret = key.slice("mtd_test_".length + 8);
    const database = new Database(desk.server.database, { readonly: true });
    const dump = database.serialize().toString("latin1");
    database.close();
    for (const where of [again, path, desk.logged.join("\n"), dump]) {
      expect(where).not.toContain(secret);
    }
  });

  test("is made once if its form is sent twice, and both answers lead to it", async () => {
    const before = rows().length;
    const hidden = hiddenFields(await access.page("/keys/new"), "/do/create_api_key");
    const body = new URLSearchParams({ ...hidden, name: "Twice", onlyTools: "false" });
    for (const [name, value] of [
      ["brands", BISTRO],
      ["scopes", "bookings.read"],
    ] as const) {
      body.set(name, value);
    }
    const send = () => owner.post(`/b/${BISTRO}/do/create_api_key`, body);
    const [one, other] = await Promise.all([send(), send()]);
    expect(other.headers.get("location")).toBe(one.headers.get("location"));
    expect(rows()).toHaveLength(before + 1);
    await owner.get(one.headers.get("location") ?? "");
    const key = await shownBy(await send());
    expect((await call(key, "list_brands")).status).toBe(200);
    // A minute later the form no longer counts as sent twice, so the key is not shown again.
    await desk.advance(60_000);
    expect(await shownBy(await send())).toBe("");
  });

  test("with invalid fields is refused; each field says what is wrong, and keeps what was typed", async () => {
    const before = rows().length;
    const answer = await make({
      name: "  ",
      brands: [""],
      scopes: [""],
      onlyTools: "true",
      tools: [],
      "budgets.smsPerDay": "many",
      lastDate: "2026-11-19",
    });
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(problemAt(text, "name")).toContain("Say what the key is for");
    expect(problemAt(text, "budgets-smsPerDay")).toContain("whole number");
    expect(problemAt(text, "lastDate")).toContain("This day is over");
    for (const said of [
      "at least one restaurant",
      "Tick at least one permission:",
      "at least one tool",
    ]) {
      expect(text).toContain(said);
    }
    expect(text).toContain('value="many"');
    expect(text).toMatch(/id="onlyTools-true"[^>]*checked/);
    expect(rows()).toHaveLength(before);
  });

  test("for a restaurant of another owner is refused", async () => {
    const before = rows().length;
    const theirs = accessOf(await personWith("owner", desk, BISTRO));
    const answer = await theirs.send("/keys/new", "create_api_key", {
      ...WISH,
      brands: [BISTRO, TRATTORIA],
    });
    expect(await answer.text()).toContain(`You do not own ${TRATTORIA}`);
    expect(rows()).toHaveLength(before);
  });
});

describe("an existing API key", () => {
  test("is listed with its permissions, never with its secret", async () => {
    const key = await shownBy(await make({ name: "<b>bold</b>", "budgets.writesPerMinute": "1" }));
    const text = await access.page("/keys");
    expect(text).toContain("&lt;b&gt;bold&lt;/b&gt;");
    expect(text).toContain(key.slice(0, "mtd_test_".length + 8));
    expect(text).not.toContain(key.slice("mtd_test_".length + 8));
    expect(text).toContain("1 change per minute");
    await call(key, "list_brands");
    expect(await access.page("/keys")).toContain("just now");
  });

  test("can be revoked, and is then refused", async () => {
    const made = await make();
    const key = await shownBy(made);
    const { id = "" } = newest() ?? {};
    await access.send("/keys", "revoke_api_key", { about: id });
    const page = await (await owner.get(made.headers.get("location") ?? "")).text();
    expect(page).toContain("was already shown");
    expect(page).not.toContain("replace it");
    expect((await call(key, "list_brands")).status).toBe(401);
    expect(await access.page("/keys")).toContain("1 key that no longer works");
    expect(await access.page("/audit?operation=revoke_api_key")).toContain("Phone agent");
  });

  test("can be replaced: the new key has the same permissions, and the old key ends at the chosen time", async () => {
    const old = await shownBy(await make({ "budgets.largestParty": "4" }));
    const { id = "" } = newest() ?? {};
    const answer = await access.send("/keys", "rotate_api_key", { about: id, keepHours: "24" });
    const key = await shownBy(answer);
    expect(newest()).toMatchObject({ name: "Phone agent", budgets: { largestParty: 4 } });
    expect((await call(key, "list_brands")).status).toBe(200);
    expect((await call(old, "list_brands")).status).toBe(200);
    await desk.advance(DAY + 1000);
    expect((await call(old, "list_brands")).status).toBe(401);
    await owner.signIn(desk.user);
    const next = newest()?.id ?? "";
    await access.send("/keys", "rotate_api_key", { about: next, keepHours: "0" });
    expect((await call(key, "list_brands")).status).toBe(401);
    const late = await access.send("/keys", "rotate_api_key", { about: next, keepHours: "0" });
    expect(await late.text()).toContain("has expired or was revoked. Make a new key instead.");
  });

  test("counts as one caller with its replacement for retries, limits and the log", async () => {
    const old = await shownBy(await make({ "budgets.writesPerMinute": "2" }));
    const { id = "" } = newest() ?? {};
    const booking = { brand: BISTRO, ...BOOKING, idempotencyKey: "the answer was lost" };
    const first = await call(old, "create_booking", booking);
    const key = await shownBy(
      await access.send("/keys", "rotate_api_key", { about: id, keepHours: "1" }),
    );
    const again = await call(key, "create_booking", booking);
    expect(again.text).toContain('"replayed":true');
    expect(reservationIn(again.text)).toBe(reservationIn(first.text));
    const about = { brand: BISTRO, id: reservationIn(first.text) };
    expect((await call(key, "undo_last_change", about)).text).toContain("NOTHING_TO_UNDO");
    await call(old, "update_booking", { ...about, notes: "by the door" });
    expect((await call(key, "undo_last_change", about)).text).toContain("BUDGET_EXCEEDED");
    await desk.advance(61_000);
    expect((await call(key, "undo_last_change", about)).text).not.toContain('"isError":true');
    expect((await access.page(`/audit?by=${id}`)).match(/Phone agent/g)?.length).toBeGreaterThan(2);
  });

  test("of several restaurants can be revoked by an owner of one of them, but replaced only by an owner of all", async () => {
    await make({ brands: [BISTRO, TRATTORIA] });
    const { id = "" } = newest() ?? {};
    const theirs = accessOf(await personWith("owner", desk, BISTRO));
    expect(await theirs.page("/keys")).toContain("and 1 restaurant that is not yours");
    const answer = await theirs.send("/keys", "rotate_api_key", { about: id });
    expect(answer.status).toBe(422);
    await theirs.send("/keys", "revoke_api_key", { about: id });
    expect(desk.server.stores.apiKeys.byId(id)?.revokedAt).not.toBeNull();
  });

  test("is shown to managers without buttons", async () => {
    const manager = accessOf(await personWith("manager", desk, BISTRO));
    await make();
    const text = await manager.page("/keys");
    expect(text).toContain("Phone agent");
    expect(text).not.toContain("/do/revoke_api_key");
    expect(await manager.page("/keys/new")).toContain("Only owners can create keys");
    const answer = await manager.send("/keys", "create_api_key", WISH);
    expect(await answer.text()).toContain("needs an owner");
  });
});

describe("the examples for clients on the page", () => {
  const guide = Bun.file("docs/clients.md").text();
  const compact = (text: string): string => {
    try {
      return JSON.stringify(JSON.parse(text));
    } catch {
      return text;
    }
  };
  test.each(SNIPPETS.map((one) => [one.client, one] as const))(
    "are the same as in docs/clients.md: %s",
    async (_, snippet) => {
      const text = compact(snippet.text("URL", "KEY"));
      expect(await guide).toContain(text.includes("\n") ? `\n${text}\n` : `\`${text}\``);
    },
  );

  test("include TypeScript that connects without changes", async () => {
    const key = await shownBy(await make());
    const snippet = SNIPPETS.find(({ client }) => client === "TypeScript");
    const script = snippet?.text(desk.mcp, key) ?? "";
    const run = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "pipe" });
    expect(await new Response(run.stdout).text()).toContain(BISTRO);
    expect(await run.exited).toBe(0);
  });

  test("include a curl command that works", async () => {
    if (Bun.which("curl") === null) return;
    const key = await shownBy(await make());
    const snippet = SNIPPETS.find(({ client }) => client === "curl");
    const run = Bun.spawn(["sh", "-c", snippet?.text(desk.mcp, key) ?? ""], { stdout: "pipe" });
    expect(await new Response(run.stdout).text()).toContain(BISTRO);
  });
});

test("the page has a link to create the first key if no key works", async () => {
  const database = new Database(desk.server.database);
  database.run("UPDATE api_key SET revoked_at = 1");
  database.close();
  const text = await access.page("/keys");
  expect(text).toContain("Create the first key");
  expect(text).toContain(`href="${at("/keys/new")}"`);
});
