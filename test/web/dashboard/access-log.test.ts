// Goal: managers and owners read who changed what in their restaurant, and search and download this
// log. The apps that act for the restaurant are listed and can be disconnected. Method: the running
// product, browsers without scripts.
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import Papa from "papaparse";
import { DESK_OPERATIONS } from "../../../src/operations/desk/index.ts";
import { OPERATIONS } from "../../../src/operations/index.ts";
import { auditRow, entry } from "../../storage/samples.ts";
import { ask, fillEvening, type Visitor } from "../../support/desk-evening.ts";
import { personWith } from "../../support/desk-people.ts";
import type { DeskWithUser } from "../../support/desk-with-user.ts";
import { accessOf, at, BISTRO, openAccess, TRATTORIA } from "./access-page.ts";

let desk: DeskWithUser;
let owner: Visitor;
let access: ReturnType<typeof accessOf>;
beforeEach(async () => {
  ({ desk, owner, access } = await openAccess());
});
afterEach(() => desk[Symbol.asyncDispose]());

/** The number of changes on one page of the log. */
const countIn = (text: string): number => text.split('<li class="by-').length - 1;
const log = (query = "") => access.page(`/audit${query}`);
const olderOf = (text: string): string | undefined =>
  /href="([^"]*)">Older</.exec(text)?.[1]?.replaceAll("&amp;", "&");
/** Writes made-up changes in order of time. */
const add = (change: Partial<Parameters<typeof auditRow>[0]>, count = 1) =>
  desk.server.writer.write(() => {
    for (let n = 0; n < count; n += 1) {
      desk.server.stores.audit.insert(auditRow({ at: desk.server.clock() + n, ...change }));
    }
  });

describe("the page of the log", () => {
  test("shows what changed, why and who changed it, with a link to the reservation", async () => {
    const [id = ""] = await fillEvening(desk.server, BISTRO, 1);
    await ask(desk.server, BISTRO, "update_booking", { id, numberOfPeople: 5 });
    await ask(desk.server, BISTRO, "cancel_booking", { id, reason: "Called: <b>ill</b>" });
    const text = await log(`?reservation=${id}`);
    expect(countIn(text)).toBe(3);
    expect(text).toContain("Party: 2 → 5");
    expect(text).toContain("Called: &lt;b&gt;ill&lt;/b&gt;");
    expect(text).toContain(`href="/b/${BISTRO}/reservations/${id}"`);
    expect(text).toContain("Ana Lopez");
  });

  test("names a waiting guest, and says what happened to the guest's offer", async () => {
    const { stores, writer } = desk.server;
    const waiting = entry({ brand: BISTRO, name: "Otto Wagner" });
    await writer.write(() => stores.waitlist.insert(waiting));
    const passedOver = [{ timestamp: 1, code: "NO_ANSWER", message: "No answer." }];
    const before = { status: "waiting", passedOver };
    const after = { status: "offered", passedOver: [] };
    const about = { reservationId: null, entryId: waiting.id };
    await add({ operation: "offer_table", ...about, before, after });
    const text = await log("?operation=offer_table");
    expect(text).toMatch(/<strong>Table offered<\/strong>\s*<bdi>Otto Wagner<\/bdi>/);
    expect(text).toContain("Status: waiting → offered");
    expect(text).not.toContain("[object Object]");
  });

  test("shows settings before and after a change", async () => {
    const before = { settings: { quietHours: { from: "21:00" } } };
    const after = { settings: { quietHours: { from: "22:30" } } };
    await add({ operation: "set_settings", before, after });
    expect(await log("?operation=set_settings")).toContain("Quiet hours from: 21:00 → 22:30");
  });

  test("shows 50 changes at a time, newest first, and each change once", async () => {
    await add({ operation: "add_note", principal: "pager" }, 120);
    const seen: string[] = [];
    let path: string | undefined = at("/audit?by=pager");
    const sizes: number[] = [];
    while (path !== undefined) {
      const text = await (await owner.get(path)).text();
      seen.push(...[...text.matchAll(/<time datetime="([^"]*)"/g)].map(([, time = ""]) => time));
      sizes.push(countIn(text));
      path = olderOf(text);
    }
    expect(sizes).toEqual([50, 50, 20]);
    expect(seen).toEqual(seen.toSorted().toReversed());
    expect(new Set(seen).size).toBe(120);
  });

  test("can be filtered by day, kind, actor and operation together", async () => {
    const day = 86_400_000;
    const now = desk.server.clock();
    const app = { kind: "oauth", id: "g1", name: "Claude" } as const;
    await add({ at: now - 3 * day, operation: "add_note", principal: "g1", actor: app });
    await add({ at: now - 2 * day, operation: "mark_seated", principal: "g1", actor: app });
    await add({ at: now - 2 * day, operation: "mark_seated", principal: "k1" });
    const cases: [string, number][] = [
      ["?by=g1", 2],
      ["?by=g1&operation=mark_seated", 1],
      ["?kind=oauth&from=2026-11-18", 1],
      ["?operation=mark_seated", 2],
      ["?from=2026-11-17&to=2026-11-17", 1],
      ["?from=2026-11-18&to=2026-11-18", 2],
      ["?to=2026-11-16", 0],
      ["?by=", countIn(await log())],
    ];
    for (const [query, count] of cases)
      expect([query, countIn(await log(query))]).toEqual([query, count]);
    expect(await log("?to=2026-11-16")).toContain("No changes found");
    expect(await log("?by=g1&kind=oauth")).toContain('<option value="oauth" selected');
  });

  test("has a filter for every kind of change, each with its own label", async () => {
    const [, select = ""] = /<select id="operation"[^>]*>(.*?)<\/select>/s.exec(await log()) ?? [];
    const options = [...select.matchAll(/<option value="(\w+)"[^>]*>([^<]*)</g)];
    const offered = options.map(([, name = ""]) => name);
    const words = options.map(([, , label = ""]) => label);
    expect(words.filter((label, index) => words.indexOf(label) !== index)).toEqual([]);
    const writing = [...OPERATIONS, ...DESK_OPERATIONS].filter(({ hints }) => !hints.readOnly);
    const missing = writing.map(({ name }) => name).filter((name) => !offered.includes(name));
    // These operations are logged under other names, or not at all.
    expect(missing.toSorted()).toEqual([
      "add_guest",
      "book_table",
      "close_with_parties",
      "mark_text_read",
      "seat_walk_in",
      "undo_walk_in",
      "write_notes",
    ]);
    expect(offered).toEqual(expect.arrayContaining(["set_settings", "anonymise", "fail_offer"]));
  });

  test("has nothing of another restaurant", async () => {
    await add({ brand: TRATTORIA, operation: "add_note", principal: "there" });
    expect(countIn(await log("?by=there"))).toBe(0);
    const [id = ""] = await fillEvening(desk.server, TRATTORIA, 1);
    expect(countIn(await log(`?reservation=${id}`))).toBe(0);
  });

  test("keeps an invalid filter as typed, and says that it is invalid", async () => {
    const text = await log("?from=2026-11-20&to=2026-11-19&reservation=nothing");
    expect(text).toContain("24 hexadecimal digits");
    expect(text).toContain('value="nothing"');
    expect(await log("?from=2026-11-20&to=2026-11-19")).toContain("is before the first day");
    expect(await log("?after=nowhere")).toContain("is not from this server");
  });

  test("has a link to older changes if a filter finds nothing in the first part of a long log", async () => {
    await add({ operation: "mark_no_show" });
    await add({ operation: "add_note" }, 5200);
    const text = await log("?operation=mark_no_show");
    expect(text).toContain("Nothing on this page");
    const next = await (await owner.get(olderOf(text) ?? "")).text();
    expect(countIn(next)).toBe(1);
  });
});

describe("the download of the log", () => {
  test("has every change that matches the filter, and nothing that a spreadsheet would run", async () => {
    await add({ operation: "add_note", principal: "many", reason: "=1+1" }, 1100);
    const answer = await owner.get(at("/audit.csv?by=many"));
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain("demo-bistro-audit.csv");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    const { data } = Papa.parse<Record<string, string>>(new TextDecoder().decode(bytes), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data).toHaveLength(1100);
    expect(data[0]).toMatchObject({ brand: BISTRO, operation: "add_note", reason: "'=1+1" });
    expect(new Set(data.map(({ id }) => id)).size).toBe(1100);
  });

  test("is allowed for managers, not for hosts", async () => {
    const host = await personWith("host", desk, BISTRO);
    const answer = await host.get(at("/audit.csv"));
    expect(answer.status).toBe(403);
    expect(answer.headers.get("content-type")).toContain("text/html");
    const manager = await personWith("manager", desk, BISTRO);
    expect((await manager.get(at("/audit.csv"))).status).toBe(200);
  });
});

describe("connected apps", () => {
  const GRANT = "01a1f0300000000000000000";
  /** A connected app, with a token that is valid for days. */
  const connect = (email: string, brands: object = { [BISTRO]: "owner" }) => {
    const { stores, clock, database: file } = desk.server;
    const now = clock();
    const database = new Database(file);
    database.run(
      `INSERT INTO oauth_client (id, kind, name, redirect_uris, auth_method, created_at)
       VALUES ('c1', 'dynamic', '<i>Claude</i>', '["https://claude.ai/callback"]', 'none', ${now})`,
    );
    database.run(
      `INSERT INTO oauth_grant (id, user_id, client_id, redirect_uri, client_name, brands,
         scopes, created_at)
       VALUES ('${GRANT}', '${stores.users.byEmail(email)?.id}', 'c1', 'https://claude.ai/callback',
         '<i>Claude</i>', '${JSON.stringify(brands)}',
         '["bookings.read"]', ${now})`,
    );
    database.run(
      `INSERT INTO oauth_refresh_token (token_hash, grant_id, generation, created_at, expires_at)
       VALUES ('${"a".repeat(64)}', '${GRANT}', 0, ${now}, ${now + 1e10})`,
    );
    database.close();
  };
  const endedAt = () => desk.server.stores.grants.byId(GRANT)?.endedAt;

  test("are shown with their host name and a link to what they did, and can be disconnected", async () => {
    connect(desk.user.email);
    await add({ operation: "add_note", principal: GRANT });
    const text = await access.page("/apps");
    expect(text).toContain("&lt;i&gt;Claude&lt;/i&gt;");
    expect(text).toContain("claude.ai");
    expect(text).toContain(`href="${at(`/audit?by=${GRANT}`)}"`);
    await access.send("/apps", "disconnect_app", { about: GRANT });
    expect(endedAt()).toBeNumber();
    expect(await access.page("/apps")).toContain("No app is connected");
    expect(await log("?operation=disconnect_app")).toContain("&lt;i&gt;Claude");
  });

  test("of other users are not shown to managers, who cannot disconnect them", async () => {
    connect(desk.user.email);
    const manager = accessOf(await personWith("manager", desk, BISTRO));
    expect(await manager.page("/apps")).not.toContain("&lt;i&gt;Claude");
    const answer = await manager.send("/apps", "disconnect_app", { about: GRANT });
    expect(await answer.text()).toContain("Only owners can disconnect apps that others connected");
    expect(endedAt()).toBeNull();
  });

  test("of another restaurant are not shown", async () => {
    connect(desk.user.email, { [TRATTORIA]: "owner" });
    expect(await access.page("/apps")).toContain("No app is connected");
    const answer = await access.send("/apps", "disconnect_app", { about: GRANT });
    expect(answer.status).toBe(422);
    expect(endedAt()).toBeNull();
  });
});
