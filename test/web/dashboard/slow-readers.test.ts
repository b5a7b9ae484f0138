// Goal: a user who loses the right to read the audit log while downloading it does not get the
// rest. Method: the running product, an audit log of 40 MB, and a download that pauses in the
// middle.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import type { Visitor } from "../../support/desk-evening.ts";
import { personWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import { at, BISTRO } from "./access-page.ts";

/** ROWS * ROW_BYTES is more than a connection buffers while the download pauses. */
const ROWS = 20_000;
const ROW_BYTES = 2_000;

let desk: DeskWithUser;
beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00Z");
  const { stores, writer, clock } = desk.server;
  const row = {
    brand: BISTRO,
    principal: "u",
    actor: { kind: "user", id: "u", name: "Sam" },
    operation: "set_settings",
    reservationId: null,
    entryId: null,
    before: {},
    after: { note: "x".repeat(ROW_BYTES) },
    reason: null,
    idempotencyKey: null,
  } as const;
  await writer.write(() => {
    for (let n = 0; n < ROWS; n += 1) {
      stores.audit.insert({ ...row, id: `row-${n}`, at: clock() - 86_400_000 - n });
    }
  });
});
afterAll(() => desk[Symbol.asyncDispose]());

const newManager = (): Promise<Visitor> => personWith("manager", desk, BISTRO);

/**
 * Starts the download and pauses. `rest` continues it, and returns the number of bytes received.
 */
async function beginToRead(manager: Visitor) {
  const { host, hostname, port } = new URL(desk.url);
  const socket = connect(Number(port), hostname);
  const first = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<number>();
  let bytes = 0;
  socket.on("data", (data) => {
    bytes += data.length;
    if (bytes > 0 && !socket.isPaused()) first.resolve();
  });
  socket.on("close", () => ended.resolve(bytes));
  socket.on("error", () => ended.resolve(bytes));
  socket.write(
    `GET ${at("/audit.csv")} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${manager.cookie}\r\nConnection: close\r\n\r\n`,
  );
  await first.promise;
  socket.pause();
  return {
    rest(): Promise<number> {
      socket.resume();
      return ended.promise;
    },
  };
}

test("a manager who keeps the role downloads the whole log", async () => {
  expect(await (await beginToRead(await newManager())).rest()).toBeGreaterThan(ROWS * ROW_BYTES);
});

test("if no row of the log matches the filter, the download has only the header line", async () => {
  const answer = await (await newManager()).get(at("/audit.csv?operation=take_out"));
  expect((await answer.text()).trim().split("\r\n")).toHaveLength(1);
});

test.each<[string, (userId: string) => unknown]>([
  ["is made a host", (id) => desk.server.stores.users.setRole(id, BISTRO, "host")],
  ["is signed out", (id) => desk.server.stores.sessions.endAllOf(id, desk.server.clock())],
])("a manager who %s during the download gets only what was already sent", async (_, lose) => {
  const { stores, writer } = desk.server;
  const before = new Set(stores.users.list().map((user) => user.id));
  const reader = await beginToRead(await newManager());
  const id = stores.users.list().find((user) => !before.has(user.id))?.id ?? "";
  await writer.write(() => lose(id));
  expect(await reader.rest()).toBeLessThan((ROWS * ROW_BYTES) / 2);
});
