// Goal: `update --check` tells an operator about a newer version. It reports a wrong answer from
// the release address and does not use it. Method: a local server that answers well, badly, or not
// at all.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { latestRelease } from "../../src/cli/update.ts";
import { CliError } from "../../src/cli/verb.ts";
import { VERSION } from "../../src/version.ts";
import { command } from "./command-line.ts";

const asked: string[] = [];
const silent = Promise.withResolvers<Response>();
const endless = (): Response =>
  new Response(
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
    }),
  );
const ANSWERS: Readonly<Record<string, () => Response | Promise<Response>>> = {
  "/newer": () => Response.json({ version: "99.1.0", url: "https://example.com/99" }),
  "/same": () => Response.json({ version: VERSION }),
  "/older": () => Response.json({ version: "v0.0.9" }),
  "/before": () => Response.json({ version: `${VERSION}-rc.1` }),
  "/forge": () => Response.json({ tag_name: "v99.1.0", html_url: "https://example.com/t" }),
  "/link": () => Response.json({ version: "99.1.0", url: "javascript:alert(1)" }),
  "/nonsense": () => new Response("<html>Sign in to the network</html>"),
  "/forged": () => Response.json({ version: "9.9.9\u001b[2J" }),
  "/empty": () => new Response(""),
  "/list": () => Response.json([]),
  "/broken": () => new Response("no", { status: 503 }),
  "/endless": endless,
  "/silent": () => silent.promise,
};
let server: ReturnType<typeof Bun.serve>;
beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      asked.push(`${request.method} ${pathname}`);
      return ANSWERS[pathname]?.() ?? new Response("", { status: 404 });
    },
  });
});
afterAll(() => {
  silent.resolve(new Response(""));
  return server.stop(true);
});

const at = (path: string): string => `http://127.0.0.1:${server.port}${path}`;
const check = (path: string, ...words: string[]) =>
  command(["update", "--check", "--release-url", at(path), "--json", ...words]);

test.each([
  ["/newer", { latest: "99.1.0", newer: true, url: "https://example.com/99" }],
  ["/forge", { latest: "99.1.0", newer: true, url: "https://example.com/t" }],
  ["/link", { latest: "99.1.0", newer: true, url: null }],
  ["/same", { latest: VERSION, newer: false, url: null }],
  ["/older", { latest: "0.0.9", newer: false, url: null }],
  ["/before", { latest: `${VERSION}-rc.1`, newer: false, url: null }],
])("the answer at %s is understood", async (path, said) => {
  const { exitCode, json } = await check(path);
  expect([exitCode, json]).toEqual([0, { version: VERSION, commit: expect.any(String), ...said }]);
});

test.each([
  ["/missing", "answered 404"],
  ["/broken", "answered 503"],
  ["/nonsense", "names no version"],
  ["/forged", "names no version"],
  ["/empty", "names no version"],
  ["/list", "names no version"],
  ["/endless", "longer than"],
])("the answer at %s is refused, with the reason", async (path, words) => {
  const { exitCode, error } = await check(path);
  expect([exitCode, error.code]).toEqual([1, "UNAVAILABLE"]);
  expect(error.message).toContain(words);
});

test("an address that does not answer in time and an address without a server give an error", async () => {
  const slow = await latestRelease(at("/silent"), 50).catch((error: unknown) => error);
  expect((slow as CliError).message).toContain("no answer within 0.05 s");
  const nobody = await latestRelease("http://127.0.0.1:9/").catch((error: unknown) => error);
  expect(nobody).toBeInstanceOf(CliError);
  expect((nobody as CliError).message).toContain("Try again later");
});

test("one request is made, and only if an address is set", async () => {
  asked.length = 0;
  await check("/newer");
  expect(asked).toEqual(["GET /newer"]);
  const { exitCode, error } = await command(["update", "--check", "--json"]);
  expect([exitCode, error.code]).toEqual([1, "NOT_CONFIGURED"]);
  expect(error.message).toContain("MAITRED_RELEASE_URL");
  expect((await command(["update"])).exitCode).toBe(2);
  expect(asked).toHaveLength(1);
});
