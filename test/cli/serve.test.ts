// Goal: `maitred serve` starts on live data only, says what to do first, answers health checks and
// ends cleanly.
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { start } from "../../src/app.ts";
import { temporaryFolder } from "../support/database.ts";
import { command, type Running, running } from "./command-line.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const serve = (...words: string[]): Running =>
  running(
    ["serve", "--json", "--log-level", "error", "--port", "0", "--data", folder.path, ...words],
    {
      start,
      now: Date.now,
    },
  );
const urlOf = async (desk: Running): Promise<string> =>
  (JSON.parse(await desk.ready) as { url: string }).url;

describe("serve", () => {
  test("makes a live instance without a test interface", async () => {
    const desk = serve();
    const url = await urlOf(desk);
    const statuses = await Promise.all(
      ["/healthz", "/readyz", "/test/clock", "/mcp"].map(
        async (path) => (await fetch(url + path)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 404, 401]);
    expect((await desk.stop()).exitCode).toBe(0);
  });

  test("says what an operator has to do first, until it is done", async () => {
    const words = async (): Promise<string> => {
      const args = ["serve", "--port", "0", "--log-level", "error", "--data", folder.path];
      const desk = running(args, { start, stream: "err", now: Date.now });
      const text = await desk.ready;
      await desk.stop();
      return text;
    };
    const first = await words();
    expect(first).toContain("maitred brand create");
    expect(first).toContain("maitred key create");
    expect(first).toMatch(/http:\/\/127\.0\.0\.1:\d+\/setup\/[\w-]{43}\n/);
    expect(first).toContain("maitred user create");
    const data = ["--data", folder.path];
    const place = ["--time-zone", "Europe/Rome", "--country", "IT"];
    await command(["brand", "create", "--slug", "house", "--name", "House", ...place, ...data]);
    const second = await words();
    expect(second).not.toContain("brand create");
    expect(second).toContain("--brand house");
    await command(["key", "create", "--name", "agent", "--brand", "house", ...data]);
    expect(await words()).not.toContain("First steps");
  });

  test("warns about a secret that others can read, and starts", async () => {
    using other = temporaryFolder();
    const args = ["serve", "--json", "--port", "0", "--log-level", "warn", "--data", other.path];
    const lines = async (): Promise<string> => {
      const desk = running(args, { start, now: Date.now });
      await desk.ready;
      return (await desk.stop()).err;
    };
    expect(await lines()).not.toContain("secret_not_private");
    chmodSync(join(other.path, "secret.key"), 0o644);
    const warned = await lines();
    expect(warned).toContain("secret_not_private");
    expect(warned).toContain("chmod 600");
  });

  test("prints a new set-up link at each start until an account exists", async () => {
    using other = temporaryFolder();
    const linkOf = async (): Promise<unknown> => {
      const desk = serve("--data", other.path, "--origin", "https://book.example.com");
      const { setup } = JSON.parse(await desk.ready) as { setup: unknown };
      await desk.stop();
      return setup;
    };
    const links = [await linkOf(), await linkOf()];
    for (const link of links) {
      expect(link).toMatch(/^https:\/\/book\.example\.com\/setup\/[\w-]{43}$/);
    }
    expect(new Set(links).size).toBe(2);
    const owner = ["--email", "ada@example.com", "--name", "Ada", "--role", "owner"];
    await command(["user", "create", ...owner, "--data", other.path]);
    expect(await linkOf()).toBeNull();
  });

  test("uses the configured origin", async () => {
    const desk = serve("--origin", "https://book.example.com");
    expect(await urlOf(desk)).toBe("https://book.example.com");
    await desk.stop();
  });

  test("refuses a test database", async () => {
    using other = temporaryFolder();
    const dev = ["dev", "--json", "--empty", "--log-level", "error", "--data", other.path];
    const desk = running(dev, { start, now: Date.now });
    await desk.ready;
    await desk.stop();
    const { exitCode, error } = await running(["serve", "--json", "--data", other.path], { start })
      .finished;
    expect([exitCode, error.code]).toEqual([1, "WRONG_ENVIRONMENT"]);
  });

  test("names a port that is in use", async () => {
    const first = serve();
    const port = new URL(await urlOf(first)).port;
    const { exitCode, error } = await serve("--port", port).finished;
    expect([exitCode, error.code]).toEqual([1, "PORT_IN_USE"]);
    expect(error.message).toBe(
      `Port ${port} of 127.0.0.1 is in use by another program. Choose another port with --port.`,
    );
    await first.stop();
  });

  test.each(["203.0.113.9", "no-such-host.invalid"])(
    "says what to do about an address that this machine does not have: %s",
    async (host) => {
      const { exitCode, error } = await serve("--host", host).finished;
      expect([exitCode, error.code]).toEqual([1, "CANNOT_LISTEN"]);
      expect(error.message).toStartWith(`This machine has no address ${host} to listen on.`);
      expect(error.message).toContain("--host");
    },
  );
});

describe("healthcheck", () => {
  test("succeeds while the server runs, and fails afterwards", async () => {
    const desk = serve();
    const port = new URL(await urlOf(desk)).port;
    const check = () => command(["healthcheck", "--port", port, "--json"]);
    expect(await check()).toMatchObject({ exitCode: 0, json: { ok: true } });
    await desk.stop();
    expect(await check()).toMatchObject({ exitCode: 1, json: { error: { code: "UNAVAILABLE" } } });
  });

  test.each([
    ["a page", () => new Response("<h1>Welcome</h1>")],
    ["other JSON", () => Response.json({ status: "ok" })],
    ["a redirect", () => Response.redirect("/healthz")],
    ["status 404", () => new Response("", { status: 404 })],
  ])("does not accept another program that answers with %s", async (_, fetch) => {
    using other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
    const { exitCode, error } = await command(["healthcheck", "--port", `${other.port}`, "--json"]);
    expect([exitCode, error.code]).toEqual([1, "UNAVAILABLE"]);
    expect(error.message).toContain("--port");
  });

  test("says why a server is not ready", async () => {
    const checks = { accepting: true, writer: false };
    const fetch = () => Response.json({ status: "not_ready", checks }, { status: 503 });
    using server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
    const { error } = await command(["healthcheck", "--port", `${server.port}`, "--json"]);
    expect(error.message).toContain("is not ready: writer.");
  });
});
