// Goal: the Health page shows managers and owners whether everything works. Other pages have a mark
// ("something needs you") while somebody must act. Hosts only see whom to ask. Method: the running
// product, a browser without scripts; the states of texts are written into the database.
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { TRUSTED_CLOCK } from "../../../../src/domain/clock-watch.ts";
import { createHealthWatch } from "../../../../src/web/dashboard/health/watch.ts";
import { auditRow } from "../../../storage/samples.ts";
import { fillEvening, Visitor } from "../../../support/desk-evening.ts";
import { personWith } from "../../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";

const BISTRO = "demo-bistro";
const PATH = `/b/${BISTRO}/health`;
const MARK = "something needs you";

let desk: DeskWithUser;
beforeEach(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
});
afterEach(() => desk[Symbol.asyncDispose]());

const signedIn = async (): Promise<Visitor> => {
  const visitor = new Visitor(desk.url);
  await visitor.signIn(desk.user);
  return visitor;
};
const page = async (visitor: Visitor, path = PATH) => (await visitor.get(path)).text();
/** Books a guest, and sets the state of the confirmation in the database. */
const textsIn = async (state: string): Promise<void> => {
  await fillEvening(desk.server, BISTRO, 1);
  await desk.advance(5000);
  const database = new Database(desk.server.database);
  database.run(`UPDATE message SET state = '${state}' WHERE kind = 'confirmation'`);
  database.close();
};

describe("the Health page", () => {
  test("says line by line that everything works", async () => {
    const visitor = await signedIn();
    const text = await page(visitor);
    expect(text).toContain("Everything works.");
    expect(text.match(/class="health-line good"/g)).toHaveLength(11);
    for (const fact of [desk.server.database, `process ${process.pid} on`, "maitred 0.1.0"]) {
      expect(text).toContain(fact);
    }
    expect(text).not.toContain(MARK);
  });

  test("says that a text did not reach its guest, with a link to the text in Messages", async () => {
    await textsIn("failed");
    const visitor = await signedIn();
    const text = await page(visitor);
    expect(text).toContain("One thing needs you now.");
    expect(text).toContain("1 text did not reach its guest.");
    const [, link = "", anchor = ""] = /href="([^"]+)#(text-[^"]+)"/.exec(text) ?? [];
    const messages = await page(visitor, link.replaceAll("&amp;", "&"));
    expect(messages).toContain(`id="${anchor}"`);
    expect(messages).toContain("Try again");
  });

  test("shows a text that was perhaps sent, but not as urgent", async () => {
    await textsIn("unknown");
    const text = await page(await signedIn());
    expect(text).toContain("maitred works. 1 thing to look at when there is time.");
    expect(text).toContain("Call the guests who need to know.");
    expect(text).not.toContain(MARK);
  });

  test("is for managers and owners; a host reads whom to ask", async () => {
    await textsIn("failed");
    const host = await personWith("host", desk, BISTRO);
    const text = await page(host);
    expect(text).toContain("Health is for managers");
    expect(text).not.toContain("maitred.db");
    expect(text).not.toContain(`href="${PATH}"`);
    expect(text).not.toContain(MARK);
    const manager = await personWith("manager", desk, BISTRO);
    expect(await page(manager)).toContain("One thing needs you now.");
  });

  test("shows paths, processes and commands to owners of the instance only", async () => {
    const { stores, writer, clock, database } = desk.server;
    const others = [
      await personWith("owner", desk, BISTRO),
      await personWith("manager", desk, BISTRO),
    ];
    // For a clock that was set back, the page shows a command to run.
    await writer.write(() => stores.audit.insert(auditRow({ at: clock() + 3_600_000 })));
    const inside = [database, `process ${process.pid} on`, "timedatectl"];
    const text = await page(await signedIn());
    expect(inside.filter((one) => !text.includes(one))).toEqual([]);
    for (const visitor of others) {
      const seen = await page(visitor);
      expect(inside.filter((one) => seen.includes(one))).toEqual([]);
      expect(seen).toContain("Ask an owner of all restaurants");
    }
  });

  test("names a second server on the same folder until that server has been silent for 31 seconds", async () => {
    const sign = (at: number): void => {
      const database = new Database(desk.server.database);
      database.run(`INSERT OR REPLACE INTO lease VALUES ('standby', '7@till#x', ${at})`);
      database.close();
    };
    sign(Date.now());
    const text = await page(await signedIn());
    expect(text).toContain("A second server runs on the same data.");
    expect(text).toContain("process 7 on till");
    sign(Date.now() - 31_000);
    expect(await page(await signedIn())).not.toContain("A second server");
  });

  test("shows only the brand's texts", async () => {
    await textsIn("failed");
    const text = await page(await signedIn(), "/b/demo-trattoria/health");
    expect(text).toContain("Everything works.");
  });
});

test("the Book page has the mark while somebody must act", async () => {
  await textsIn("failed");
  const visitor = await signedIn();
  expect(await page(visitor, `/b/${BISTRO}/book`)).toContain(MARK);
});

test("the mark is computed at most once in 15 seconds, and again if the clock was set back", async () => {
  let now = 1_000_000;
  let looks = 0;
  const instance = { systemClock: () => now } as never;
  const visit = {
    desk: {
      invoke: async () => {
        looks += 1;
        return { structured: { texts: [{ mendable: true }] } };
      },
      instance: {
        database: "/nowhere/maitred.db",
        systemClock: () => now,
        startedAt: now,
        watch: TRUSTED_CLOCK,
        pages: () => ({ state: "intact" }),
        writable: () => true,
        loopSilentMs: () => 0,
        backups: {
          everyHours: 0,
          folder: "/nowhere",
          status: () => ({ newest: null, onSameDisk: null, failure: null, storage: null }),
        },
      },
      stores: desk.server.stores,
      clock: () => now,
      environment: "test",
      origin: desk.url,
      sms: { provider: "log", configured: "log" },
    },
    brand: desk.server.stores.brands.get(BISTRO),
  } as never;
  const watch = createHealthWatch({ instance });
  const times = [0, 14_999, 15_000, 15_001, -3_600_000];
  const counted: number[] = [];
  for (const time of times) {
    now = 1_000_000 + time;
    expect(await watch.needsActing(visit)).toBe(true);
    counted.push(looks);
  }
  expect(counted).toEqual([1, 1, 2, 2, 3]);
});
