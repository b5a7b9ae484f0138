// Goal: an open page gets an event after every change. Method: the stream of the running product,
// with changes by this process and by another connection to the same file.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ask, fillEvening, Visitor } from "../../support/desk-evening.ts";
import { accountWith, personWith } from "../../support/desk-people.ts";
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

/** Opens the stream. `next` returns the next event other than a keep-alive. */
async function listen(path = `/b/${BRAND}/events`) {
  const answer = await host.get(path);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  // The first keep-alive means that the server now listens for changes.
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

test("an event is sent after a change by this process", async () => {
  await using page = await listen();
  await ask(desk.server, BRAND, "mark_arrived", { id: ids[0] });
  expect(await page.next()).toBe("changed");
});

test("an event is sent after a change by another process", async () => {
  await using page = await listen();
  const other = new Database(desk.server.database);
  other.run("UPDATE brand SET updated_at = updated_at + 1 WHERE slug = ?", [BRAND]);
  other.close();
  expect(await page.next()).toBe("changed");
});

test("an event is sent after a guest's text", async () => {
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

test("an event is sent after a colleague has marked a text as read", async () => {
  await using page = await listen();
  const other = new Database(desk.server.database);
  other.run("INSERT INTO inbound_text_read VALUES (?, 't1', 1, 'user-2')", [BRAND]);
  other.close();
  expect(await page.next()).toBe("changed");
});

test("a stopping server ends the stream, but does not say that the session is over", async () => {
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

/** The address of the stream for a page that is loaded now. */
async function earOfPage(): Promise<string> {
  const html = await (await host.get(`/b/${BRAND}`)).text();
  return /data-events="([^"]+)"/.exec(html)?.[1] ?? "";
}

test("if a change comes after a page was loaded and before its stream opens, the stream begins with an event, otherwise not", async () => {
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

test("the address of a page's stream has only a short code for the page's version", async () => {
  const path = await earOfPage();
  expect(path).toMatch(/^\/b\/demo-bistro\/events\?seen=[0-9a-z]{6,13}$/);
});

test("no events are sent without a session", async () => {
  const answer = await new Visitor(desk.url).get(`/b/${BRAND}/events`);
  expect(answer.status).toBe(204);
});

describe("a new stream is possible despite", () => {
  /** Opens `count` streams, and returns those that are connected. */
  const listening = async (visitor: Visitor, count: number, brand = BRAND): Promise<Response[]> => {
    const open: Response[] = [];
    for (let n = 0; n < count; n += 1) open.push(await visitor.get(`/b/${brand}/events`));
    return open.filter(({ status }) => status === 200);
  };
  const close = async (streams: readonly Response[]) => {
    for (const { body } of streams) await body?.cancel();
  };

  test("a user with very many open pages in several sessions", async () => {
    const account = await accountWith("host", desk, BRAND);
    const sessions = [new Visitor(desk.url), new Visitor(desk.url)];
    for (const session of sessions) await session.signIn(account);
    const [one, two] = await Promise.all(sessions.map((session) => listening(session, 25)));
    const other = await listening(host, 1);
    expect([(one?.length ?? 0) + (two?.length ?? 0), other.length]).toEqual([40, 1]);
    await close([...(one ?? []), ...(two ?? []), ...other]);
  });

  test("a team in another restaurant with as many streams as allowed", async () => {
    const open: Response[] = [];
    for (let n = 0; n < 11; n += 1) {
      open.push(...(await listening(await personWith("host", desk, BRAND), 40)));
    }
    expect(open.length).toBe(200);
    const neighbour = await listening(
      await personWith("host", desk, "demo-trattoria"),
      1,
      "demo-trattoria",
    );
    expect(neighbour).toHaveLength(1);
    await close([...open, ...neighbour]);
  });
});
