// Goal: `maitred dev` gives a newcomer two restaurants with a full evening, and gives a program one
// line with everything that it needs. At the end it removes its data unless a folder was named.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { start } from "../../src/app.ts";
import { createPasswords, passwordCost } from "../../src/auth/passwords.ts";
import type { DevLine } from "../../src/cli/dev-guide.ts";
import { closeDatabase, openDatabase } from "../../src/storage/database.ts";
import { openStores } from "../../src/storage/stores.ts";
import { TEST_KEYS, temporaryFolder } from "../support/database.ts";
import { command, type Running, running } from "./command-line.ts";

const dev = (...words: string[]): Running =>
  running(["dev", "--json", "--log-level", "error", ...words], { start, now: Date.now });
const lineOf = async (desk: Running): Promise<DevLine> => JSON.parse(await desk.ready) as DevLine;

/** Calls a tool as the printed curl line does, and returns the answer. */
async function call(line: DevLine, key: string, name: string, args: object = {}) {
  const response = await fetch(line.mcp, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args },
    }),
  });
  const body = (await response.json()) as {
    result?: { structuredContent: Record<string, unknown> };
  };
  return { status: response.status, result: body.result?.structuredContent ?? {} };
}

const tablesOf = async (line: DevLine, brand: string) =>
  (await call(line, line.apiKey, "list_tables", { brand })).result["tables"] as object[];

const clockOf = async (line: DevLine): Promise<number> => {
  const headers = { authorization: `Bearer ${line.apiKey}` };
  const response = await fetch(`${line.test}/clock`, { headers });
  return ((await response.json()) as { now: number }).now;
};

describe("with a full evening", () => {
  let desk: Running;
  let line: DevLine;
  beforeAll(async () => {
    desk = dev("--clock", "2026-11-20T15:00:00Z");
    line = await lineOf(desk);
  });
  afterAll(async () => void (await desk.stop()));

  test("the printed line has everything that a program needs, and nothing else", () => {
    expect(Object.keys(line)).toEqual([
      "url",
      "mcp",
      "pid",
      "database",
      "apiKey",
      "singleBrandKey",
      "readOnlyKey",
      "brands",
      "test",
      "user",
    ]);
    expect(line).toMatchObject({ mcp: `${line.url}/mcp`, test: `${line.url}/test` });
    expect(line.user).toEqual({ email: "owner@example.com", password: expect.any(String) });
    expect(line.brands).toEqual([
      { slug: "demo-bistro", name: "Demo Bistro", timeZone: "America/New_York" },
      { slug: "demo-trattoria", name: "Demo Trattoria", timeZone: "Europe/Rome" },
    ]);
    expect(existsSync(line.database)).toBe(true);
  });

  test.each(["demo-bistro", "demo-trattoria"])("%s: the next dinner is full", async (brand) => {
    const day = { brand, date: "2026-11-20", limit: 200 };
    const { result } = await call(line, line.apiKey, "list_bookings", day);
    expect(result["covers"]).toBeGreaterThan(60);
    const eight = { brand, date: "2026-11-20", numberOfPeople: 8, service: "Dinner" };
    const { slots } = (await call(line, line.apiKey, "check_availability", eight)).result as {
      slots: { state: string }[];
    };
    expect(slots.filter((slot) => slot.state === "full").length).toBeGreaterThan(slots.length / 2);
    const waiting = await call(line, line.apiKey, "list_waitlist", { brand });
    expect(waiting.result["entries"]).toHaveLength(3);
  });

  test("the bistro has 18 tables and every party has one; the trattoria only counts seats", async () => {
    const day = { date: "2026-11-20", limit: 200 };
    const listed = async (brand: string) =>
      (await call(line, line.apiKey, "list_bookings", { brand, ...day })).result["bookings"] as {
        tables: string[];
      }[];
    expect((await listed("demo-bistro")).filter(({ tables }) => tables.length === 0)).toEqual([]);
    expect((await listed("demo-trattoria")).flatMap(({ tables }) => tables)).toEqual([]);
    expect(await tablesOf(line, "demo-bistro")).toHaveLength(18);
    expect(await tablesOf(line, "demo-trattoria")).toEqual([]);
  });

  test("each key allows what its name says", async () => {
    const brands = async (key: string) =>
      ((await call(line, key, "list_brands")).result["brands"] as unknown[]).length;
    expect(
      await Promise.all([line.apiKey, line.singleBrandKey, line.readOnlyKey].map(brands)),
    ).toEqual([2, 1, 2]);
    const note = { brand: "demo-bistro", id: "0".repeat(24), note: "x" };
    const { result } = await call(line, line.readOnlyKey, "add_note", note);
    expect(result).toMatchObject({ error: { code: "FORBIDDEN_SCOPE" } });
  });

  test("the clock starts at the given time, runs on, and can be moved", async () => {
    const from = Date.UTC(2026, 10, 20, 15);
    expect(await clockOf(line)).toBeWithin(from, from + 60_000);
    const headers = { authorization: `Bearer ${line.apiKey}`, "content-type": "application/json" };
    const body = JSON.stringify({ advance: 3_600_000 });
    await fetch(`${line.test}/clock`, { method: "POST", headers, body });
    expect(await clockOf(line)).toBeWithin(from + 3_600_000, from + 3_660_000);
  });

  test("GET /test/messages lists each text with the fields that a test needs", async () => {
    const headers = { authorization: `Bearer ${line.apiKey}` };
    const response = await fetch(`${line.test}/messages?brand=demo-bistro`, { headers });
    const { messages } = (await response.json()) as { messages: object[] };
    expect(Object.keys(messages[0] ?? {}).sort()).toEqual(
      "id brand kind to body segments state dueAt createdAt reservationId entryId"
        .split(" ")
        .sort(),
    );
  });
});

test("a temporary folder is removed at the end", async () => {
  const desk = dev("--empty");
  const { database } = await lineOf(desk);
  expect((await desk.stop()).exitCode).toBe(0);
  expect(existsSync(dirname(database))).toBe(false);
});

test("--empty makes only the two restaurants, and the bistro's tables are not in use", async () => {
  const desk = dev("--empty", "--clock", "2026-11-20T15:00:00Z");
  const line = await lineOf(desk);
  for (const { slug: brand } of line.brands) {
    const range = { brand, date: "2026-11-20", toDate: "2026-12-04" };
    expect((await call(line, line.apiKey, "list_bookings", range)).result["total"]).toBe(0);
    expect((await call(line, line.apiKey, "list_waitlist", { brand })).result["entries"]).toEqual(
      [],
    );
  }
  expect(await tablesOf(line, "demo-bistro")).toHaveLength(18);
  const guest = { name: "Ada", numberOfPeople: 2, date: "2026-11-20", time: "19:00" };
  const asked = { brand: "demo-bistro", ...guest };
  const booked = (await call(line, line.apiKey, "create_booking", asked)).result;
  expect(booked["reservation"]).toMatchObject({ tables: [], flags: [] });
  await desk.stop();
});

describe("with --data", () => {
  test("the next start adds nothing, keeps earlier keys valid, and continues the clock", async () => {
    using folder = temporaryFolder();
    const first = dev("--data", folder.path, "--clock", "2027-06-01T10:00:00Z");
    const before = await lineOf(first);
    const day = { brand: "demo-bistro", date: "2027-06-01", limit: 200 };
    const booked = (await call(before, before.apiKey, "list_bookings", day)).result["total"];
    await first.stop();

    const second = dev("--data", folder.path);
    const after = await lineOf(second);
    expect(after.database).toBe(join(folder.path, "maitred.db"));
    expect(after.apiKey).not.toBe(before.apiKey);
    expect((await call(after, before.apiKey, "list_bookings", day)).result["total"]).toBe(booked);
    expect(await clockOf(after)).toBeWithin(Date.UTC(2027, 5, 1, 10), Date.UTC(2027, 5, 1, 11));
    await second.stop();
    expect(existsSync(after.database)).toBe(true);
  });

  test("the user has the same password at each start, unless the account was closed", async () => {
    using folder = temporaryFolder();
    const data = ["--data", folder.path];
    const userOf = async (): Promise<DevLine["user"]> => {
      const desk = dev("--empty", ...data);
      const { user } = await lineOf(desk);
      await desk.stop();
      return user;
    };
    const user = await userOf();
    const verified = async (): Promise<boolean> => {
      const database = openDatabase(join(folder.path, "maitred.db"), {
        environment: "test",
        create: false,
      });
      const row = openStores(database, TEST_KEYS).users.byEmail(user?.email ?? "");
      closeDatabase(database);
      expect(row?.ownsInstance).toBe(true);
      const passwords = createPasswords({ cost: passwordCost("test") });
      return await passwords.verify(user?.password ?? "", row?.passwordHash ?? "");
    };
    expect(await verified()).toBe(true);
    expect(await userOf()).toEqual(user);
    await command(["user", "password", user?.email ?? "", ...data]);
    expect(await verified()).toBe(false);
    expect(await userOf()).toEqual(user);
    expect(await verified()).toBe(true);
    const other = ["--email", "eve@example.com", "--name", "Eve", "--role", "owner"];
    await command(["user", "create", ...other, ...data]);
    await command(["user", "disable", user?.email ?? "", ...data]);
    expect(await userOf()).toBeNull();
  });

  test("a live database is refused", async () => {
    using folder = temporaryFolder();
    await command(["init", "--data", folder.path]);
    const { exitCode, error } = await dev("--data", folder.path).finished;
    expect([exitCode, error.code]).toEqual([1, "WRONG_ENVIRONMENT"]);
  });

  test("other processes' commands take effect at the next request", async () => {
    using folder = temporaryFolder();
    const desk = dev("--data", folder.path, "--empty");
    const line = await lineOf(desk);
    const data = ["--data", folder.path, "--json"];
    const place = ["--time-zone", "Europe/London", "--country", "GB"];
    await command(["brand", "create", "--slug", "new", "--name", "New", ...place, ...data]);
    const { json } = await command(["key", "create", "--name", "n", "--brand", "new", ...data]);
    const key = String(json?.["key"]);
    expect(key).toStartWith("mtd_test_");
    expect((await call(line, key, "list_brands")).status).toBe(200);
    await command(["key", "revoke", String(json?.["id"]), ...data]);
    expect((await call(line, key, "list_brands")).status).toBe(401);
    await desk.stop();
  });
});

describe("for people", () => {
  test("the printed curl lines work when they are pasted, and the page names three MCP clients", async () => {
    const desk = running(["dev", "--empty", "--port", "0", "--log-level", "error"], {
      start,
      stream: "err",
      now: Date.now,
    });
    const text = await desk.ready;
    const curl = /^ {2}(curl .*list_brands.*)$/m.exec(text)?.[1] ?? "";
    const shell = Bun.spawn(["sh", "-c", curl], { stdout: "pipe" });
    expect(await new Response(shell.stdout).text()).toContain("demo-trattoria");
    const answer = /^ {2}(curl .*messages\/reply.*)$/m.exec(text)?.[1] ?? "";
    const guest = Bun.spawn(["sh", "-c", answer], { stdout: "pipe" });
    expect(await new Response(guest.stdout).json()).toEqual({ handledAs: "unread" });
    for (const part of [
      "claude mcp add --transport http",
      ".vscode/mcp.json",
      ".cursor/mcp.json",
    ]) {
      expect(text).toContain(part);
    }
    await desk.stop();
  });

  test("the guide is printed before the log begins", async () => {
    const desk = running(["dev", "--port", "0"], { start, stream: "err", now: Date.now });
    const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(await desk.ready) ?? [];
    await fetch(`${url}/nowhere`);
    const { err } = await desk.stop();
    const [before = "", after = ""] = err.split("maitred is ready");
    expect(before.trim()).toBe("");
    expect(after).toContain('"path":"/nowhere"');
  });

  test("a port in use is skipped", async () => {
    const desks = [0, 1].map(() =>
      running(["dev", "--empty", "--log-level", "error"], { start, stream: "err", now: Date.now }),
    );
    const texts = await Promise.all(desks.map((desk) => desk.ready));
    const urls = texts.map((text) => /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]);
    expect(new Set(urls).size).toBe(2);
    await Promise.all(desks.map((desk) => desk.stop()));
  });
});
