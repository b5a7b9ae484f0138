// Goal: an open page hears of a change within a second, whoever made it. Method: the stream of the
// running product, changes by this process and by another connection to the same file.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ask, fillEvening, Visitor } from "../../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BRAND = "demo-bistro";
let desk: DeskWithUser;
let host: Visitor;
let ids: string[];

beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T16:00:00-05:00");
  ids = await fillEvening(desk.server, BRAND, 2);
  host = new Visitor(desk.url);
  await host.signIn(desk.user);
});
afterAll(() => desk[Symbol.asyncDispose]());

/** The stream, and the next event that is no mere sign of life. */
async function listen(path = `/b/${BRAND}/events`) {
  const answer = await host.get(path);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  // They say that the server hears from here on.
  const { value: first } = await reader.read();
  return {
    first: decoder.decode(first),
    async next(): Promise<string> {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return "end";
        const [, event] = /^event: (\w+)/m.exec(decoder.decode(value)) ?? [];
        if (event !== undefined) return event;
      }
    },
    [Symbol.asyncDispose]: () => reader.cancel(),
  };
}

test("a change by this process is told", async () => {
  await using page = await listen();
  await ask(desk.server, BRAND, "mark_arrived", { id: ids[0] });
  expect(await page.next()).toBe("changed");
});

test("a change by another process is told", async () => {
  await using page = await listen();
  const other = new Database(desk.server.database);
  other.run("UPDATE brand SET updated_at = updated_at + 1 WHERE slug = ?", [BRAND]);
  other.close();
  expect(await page.next()).toBe("changed");
});

test("what a guest wrote is told", async () => {
  await using page = await listen();
  const other = new Database(desk.server.database);
  other.run(
    "INSERT INTO inbound_text (id, provider, provider_event_id, sender, body, received_at, handled_as) " +
      "VALUES ('t1', 'log', 'e1', '+12125550100', 'We are late', ?, 'unread')",
    [Date.parse("2026-11-20T16:00:00-05:00")],
  );
  other.close();
  expect(await page.next()).toBe("changed");
});

test("what a colleague has read is told", async () => {
  await using page = await listen();
  const other = new Database(desk.server.database);
  other.run("INSERT INTO inbound_text_read VALUES (?, 't1', 1, 'user-2')", [BRAND]);
  other.close();
  expect(await page.next()).toBe("changed");
});

test("a server that stops ends the stream without the word that the session is over", async () => {
  const { body } = await (async () => {
    await using own = await deskWithUser("--clock", "2026-11-20T16:00:00-05:00");
    const guest = new Visitor(own.url);
    await guest.signIn(own.user);
    const answer = await guest.get(`/b/${BRAND}/events`);
    const [read, kept] = (answer.body as ReadableStream<Uint8Array>).tee();
    await read.getReader().read();
    return { body: kept };
  })();
  expect(await new Response(body).text()).toBe("retry: 1000\n\n");
});

/** Where a page that is loaded now will listen. */
async function earOfPage(): Promise<string> {
  const html = await (await host.get(`/b/${BRAND}`)).text();
  return /data-events="([^"]+)"/.exec(html)?.[1] ?? "";
}

test("a change that came between a page and its ear is told at once, and otherwise none", async () => {
  const path = await earOfPage();
  {
    await using page = await listen(path);
    expect(page.first).not.toContain("changed");
  }
  await ask(desk.server, BRAND, "add_note", { id: ids[1], note: "Window" });
  await using late = await listen(path);
  expect(late.first).toContain("event: changed\n");
  await using fresh = await listen(await earOfPage());
  expect(fresh.first).not.toContain("changed");
});

test("what a page knows is told in a word that says nothing of the house", async () => {
  const path = await earOfPage();
  expect(path).toMatch(/^\/b\/demo-bistro\/events\?seen=[0-9a-z]{6,13}$/);
});

test("whoever is not signed in hears nothing", async () => {
  const answer = await new Visitor(desk.url).get(`/b/${BRAND}/events`);
  expect(answer.status).toBe(204);
});

test("a session that listens with more pages than anybody has leaves the others theirs", async () => {
  const greedy = new Visitor(desk.url);
  await greedy.signIn(desk.user);
  const open: Response[] = [];
  for (let n = 0; n < 41; n += 1) open.push(await greedy.get(`/b/${BRAND}/events`));
  expect(open.map(({ status }) => status)).toEqual([...Array(40).fill(200), 204]);
  const other = await host.get(`/b/${BRAND}/events`);
  expect(other.status).toBe(200);
  for (const { body } of [...open, other]) await body?.cancel();
});
