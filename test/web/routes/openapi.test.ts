// Goal: the OpenAPI document describes exactly the addresses that answer, refers only to its own
// parts, and is the same at /openapi.json and from the command line. Method: a comparison with the
// router's list.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { start } from "../../../src/app.ts";
import type { AuthorizationServer } from "../../../src/auth/oauth/index.ts";
import { createLog } from "../../../src/log.ts";
import { OPERATIONS } from "../../../src/operations/index.ts";
import { describedPath, type OpenApiDocument } from "../../../src/operations/openapi/document.ts";
import { createHttpApp } from "../../../src/web/http-app.ts";
import type { HttpApp } from "../../../src/web/routes/router.ts";
import type { SmsHooks } from "../../../src/web/sms-hooks.ts";
import { createTestInterface, type TestControls } from "../../../src/web/test-interface.ts";
import { command, running } from "../../cli/command-line.ts";
import { temporaryFolder } from "../../support/database.ts";

const ORIGIN = "http://127.0.0.1:8484";
const empty = (): Promise<Response> => Promise.resolve(new Response());

/** All routes, without working handlers. */
function wholeApp(withTest: boolean) {
  return createHttpApp({
    origin: ORIGIN,
    allowedHosts: [],
    allowedOrigins: [],
    trustedProxies: [],
    version: "1.2.3",
    operations: OPERATIONS,
    log: createLog({ level: "error", now: () => 0, write: () => undefined }),
    gate: () => Promise.reject(new Error("Nobody asks")),
    mcp: empty,
    ready: () => ({ ready: true, checks: {} }),
    smsHooks: {} as SmsHooks,
    oauth: {} as AuthorizationServer,
    authPages: empty,
    session: { open: empty, close: empty },
    guestPages: empty,
    calendarFeeds: () => new Response(),
    ...(withTest ? { testInterface: createTestInterface({} as TestControls) } : {}),
  });
}

type Operation = Readonly<Record<string, unknown>> & { readonly operationId: string };
let document: OpenApiDocument;
const app = wholeApp(true);
beforeAll(async () => {
  document = await documentOf(app);
});
async function documentOf(of: HttpApp): Promise<OpenApiDocument> {
  const { host } = new URL(ORIGIN);
  const answer = await of.request(`${ORIGIN}/openapi.json`, { headers: { Host: host } });
  return (await answer.json()) as OpenApiDocument;
}

const written = (path: string): string => describedPath(path).replace(/:(\w+)/g, "{$1}");
const operationsOf = ({ paths }: OpenApiDocument): Operation[] =>
  Object.values(paths).flatMap((item) => Object.values(item) as Operation[]);

/** Every $ref inside a value. */
function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" ? [String(inner)] : refsIn(inner),
  );
}

const resolve = (reference: string): unknown =>
  reference
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);

describe("routes and their description", () => {
  // A path with `*` is middleware.
  const mounted = app.routes.filter(({ path }) => !path.includes("*"));

  test.each([...new Set(mounted.map(({ path }) => path))])("%s is described", (path) => {
    expect(document.paths[written(path)]).toBeDefined();
  });

  test.each(
    mounted
      .filter(({ method }) => !["ALL", "OPTIONS"].includes(method))
      .map(({ method, path }) => [method, path] as const),
  )("%s %s is described", (method, path) => {
    expect(document.paths[written(path)]).toHaveProperty(method.toLowerCase());
  });

  test("every described address is a route", () => {
    const paths = new Set(mounted.map(({ path }) => written(path)));
    expect(Object.keys(document.paths).filter((path) => !paths.has(path))).toEqual([]);
  });

  test("the test interface is described for a test database only", async () => {
    const live = await documentOf(wholeApp(false));
    expect(Object.keys(live.paths).filter((path) => path.startsWith("/test"))).toEqual([]);
    const tags = live["tags"] as { name: string }[];
    expect(tags.map(({ name }) => name)).not.toContain("test");
    expect(document.paths["/test/clock"]).toHaveProperty("post");
  });
});

describe("the OpenAPI document", () => {
  test("refers only to its own parts", () => {
    const references = refsIn(document);
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([]);
  });

  test("names each operation once, with its answers and the parameters of its path", () => {
    const operations = operationsOf(document);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const operation of operations) {
      expect(Object.keys(operation["responses"] as object)).not.toEqual([]);
    }
    for (const [path, item] of Object.entries(document.paths)) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(item) as Operation[]) {
        const parameters = (operation["parameters"] ?? []) as { name: string; in: string }[];
        const given = parameters.filter((one) => one.in === "path").map(({ name }) => name);
        expect(given as unknown[]).toEqual(wanted);
      }
    }
  });

  test("requires only kinds of credentials that it explains", () => {
    const known = Object.keys(document.components.securitySchemes);
    const asked = operationsOf(document).flatMap(({ security }) =>
      (security as object[]).flatMap((one) => Object.keys(one)),
    );
    expect(asked.filter((name) => !known.includes(name))).toEqual([]);
  });

  test.each(OPERATIONS.map(({ name }) => [name]))("shows what %s takes and answers", (name) => {
    const { schemas } = document.components;
    expect(schemas[`${name}.input`]).toMatchObject({ type: "object", additionalProperties: false });
    expect(schemas[`${name}.output`]).toMatchObject({
      type: "object",
      properties: { error: expect.any(Object) },
    });
    // Tools have no addresses: clients call them only at /mcp.
    expect(Object.keys(document.paths).filter((path) => path.includes(name))).toEqual([]);
  });
});

describe("a live instance", () => {
  const folder = temporaryFolder();
  afterAll(() => folder[Symbol.dispose]());

  test("serves the same document at /openapi.json that the command writes", async () => {
    const data = ["--data", folder.path, "--log-level", "error", "--backup-every-hours", "0"];
    const desk = running(["serve", "--json", "--port", "0", ...data], { start, now: Date.now });
    const { url } = JSON.parse(await desk.ready) as { url: string };
    const response = await fetch(`${url}/openapi.json`);
    const shown = (await response.json()) as OpenApiDocument;
    await desk.stop();
    expect(response.headers.get("content-type")).toBe("application/json");
    for (const form of [[], ["--json"]]) {
      const { out, exitCode } = await command(["openapi", "--origin", url, ...form]);
      expect([exitCode, JSON.parse(out)]).toEqual([0, shown]);
    }
  });
});
