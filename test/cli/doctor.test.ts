// Goal: `maitred doctor` finds nothing wrong with our server, leaves nothing behind and reveals no
// secret. For a server with one fault, doctor names that fault and exactly the clients that fail.
// Method: our server behind a proxy that changes its answers.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createAsk, Unreachable } from "../../src/cli/doctor/exchange.ts";
import { KNOWN_CLIENTS, type KnownClient } from "../../src/cli/doctor/step.ts";
import { STEPS } from "../../src/cli/doctor/walk.ts";
import { BREAKS } from "./broken-servers.ts";
import { command } from "./command-line.ts";
import { json, type Tamper, type Tampered, tamperedDesk } from "./tampering-proxy.ts";

let it: Tampered;
beforeAll(async () => {
  it = await tamperedDesk();
});
afterAll(() => it[Symbol.asyncDispose]());

interface Report {
  readonly ok: boolean;
  readonly clients: readonly string[];
  readonly steps: readonly {
    readonly step: string;
    readonly status: string;
    readonly seen: string;
    readonly clients: readonly string[];
    readonly why: string | null;
    readonly todo: string | null;
  }[];
}

/** Runs doctor against `address`, and changes the answers of our server with `tamper`. */
async function examine(address: string, tamper: Tamper | null = null) {
  it.tamper = tamper;
  const finished = await command(["doctor", address, "--json"]);
  it.tamper = null;
  return { ...finished, report: finished.json as unknown as Report };
}

const registrations = (): readonly string[] =>
  it.desk.server.stores.oauthClients
    .list()
    .filter(({ revokedAt }) => revokedAt === null)
    .map(({ name }) => name);

describe("our server", () => {
  test("stores no client when doctor visits", async () => {
    const clients = () => it.desk.server.stores.oauthClients.list().length;
    const before = clients();
    await examine(it.url);
    expect(clients()).toBe(before);
  });

  test.each(["", "/", "/mcp"])(
    "passes every step if the address is its origin with %j appended",
    async (path) => {
      const { exitCode, report, out } = await examine(it.url + path);
      expect(report.steps.filter(({ status }) => status !== "ok")).toEqual([]);
      expect(report.steps.map(({ step }) => step)).toEqual(STEPS.map(({ name }) => name));
      expect([exitCode, report.ok, report.clients]).toEqual([0, true, []]);
      expect(registrations().filter((name) => name.includes("doctor"))).toEqual([]);
      expect(out).not.toContain("mtd_");
    },
  );

  test("is described line by line without --json", async () => {
    const { out, exitCode } = await command(["doctor", it.url]);
    expect(exitCode).toBe(0);
    expect(out).toStartWith(`${it.url}/mcp\n`);
    expect(out).toContain("\nok         A call without a token is refused with 401\n");
    expect(out).toEndWith("No step failed.\n");
  });
});

const ALL = [...KNOWN_CLIENTS];

describe("a server that", () => {
  test.each(BREAKS)("%s fails at %s", async (_what, step, clients, tamper) => {
    const { exitCode, report } = await examine(`${it.url}/mcp`, tamper(it.url));
    const found = report.steps.find((one) => one.step === step);
    expect(found).toMatchObject({ status: "failed", clients: clients as KnownClient[] });
    expect(found?.why).toEndWith(".");
    expect(found?.todo).not.toBe("");
    expect([exitCode, report.ok]).toEqual([1, false]);
    for (const client of clients) expect(report.clients).toContain(client);
  });

  test("limits doctor's rate is not reported as faulty; the step that it refused is reported as not tried", async () => {
    const busy: Tamper = async ({ path, answer }) =>
      path === "/register"
        ? new Response("", { status: 429, headers: { "retry-after": "7" } })
        : await answer();
    const { exitCode, report } = await examine(it.url, busy);
    const found = report.steps.find(({ step }) => step === "registration");
    expect(found).toMatchObject({ status: "not tried", clients: [] });
    expect(found?.seen).toContain("429 from");
    expect(found?.seen).toContain("wait 7 s");
    expect([exitCode, report.ok, report.clients]).toEqual([0, true, []]);
  });

  test("sends control characters does not get them into the output", async () => {
    const evil = json(/oauth-protected-resource/, (document) => ({
      ...document,
      authorization_servers: ["https://a.example/\u001b[2J\u202e"],
    }));
    const { report } = await examine(it.url, evil);
    for (const { seen } of report.steps) expect(seen).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe("a server that does not finish", () => {
  const failureOf = async (
    answer: () => Response | Promise<Response>,
    timeoutMs: number,
  ): Promise<unknown> => {
    const ask = createAsk({ timeoutMs, maxBytes: 1000 });
    await using server = {
      listening: Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer }),
      [Symbol.asyncDispose]: () => server.listening.stop(true),
    };
    return await ask(`http://127.0.0.1:${server.listening.port}`).catch((error: unknown) => error);
  };
  const endless = (chunk: string) =>
    new ReadableStream({ pull: (stream) => stream.enqueue(new TextEncoder().encode(chunk)) });

  test.each([
    ["answers nothing", 200, () => Promise.withResolvers<Response>().promise, "within 0.2 s"],
    ["stops in the middle", 200, () => new Response(new ReadableStream()), "within 0.2 s"],
    ["never ends", 30_000, () => new Response(endless("x".repeat(100))), "longer than 1000"],
  ])("is reported as unreachable if it %s", async (_what, timeoutMs, answer, named) => {
    const error = await failureOf(answer, timeoutMs);
    expect(error).toBeInstanceOf(Unreachable);
    expect(String(error)).toContain(named);
  });

  test("may keep a stream open: its first message is taken as the answer", async () => {
    const headers = { "content-type": "text/event-stream" };
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => {
        const body = new ReadableStream({
          start: (stream) => stream.enqueue(new TextEncoder().encode('data: {"id":1}\n\n')),
        });
        return new Response(body, { headers });
      },
    });
    const ask = createAsk({ timeoutMs: 30_000, maxBytes: 1000 });
    const { json: message } = await ask(`http://127.0.0.1:${server.port}`);
    expect(message).toEqual({ id: 1 });
    await server.stop(true);
  });
});

test("without a server, one step and every client fail", async () => {
  const { exitCode, json: report } = await command(["doctor", "http://127.0.0.1:9", "--json"]);
  expect(exitCode).toBe(1);
  expect(report).toMatchObject({ ok: false, clients: ALL, steps: [{ status: "failed" }] });
  const [step] = (report as unknown as Report).steps;
  expect(step?.why).toBe("Clients get no answer either.");
});

test("for an address without encryption doctor suggests https, unless the address is of this machine", async () => {
  const servers = async (mcp: string) => {
    const step = STEPS.find(({ name }) => name === "resource_metadata");
    const body = { resource: mcp };
    const exchange = { url: mcp, status: 200, headers: new Headers(), body: "", json: body };
    const visit = { mcp, metadataUrl: null, ask: () => Promise.resolve(exchange) };
    return (await step?.run(visit as never))?.todo;
  };
  expect(await servers("http://tablet.lan/mcp")).toContain("https");
  expect(await servers("http://127.0.0.1/mcp")).toStartWith("List the issuer");
});
