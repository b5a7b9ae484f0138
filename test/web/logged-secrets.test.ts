// Goal: wherever a client puts a secret, no log line repeats it. Each request has one log line with
// its id. Method: requests with every kind of secret in every place, and the log after each.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createLog } from "../../src/log.ts";
import { type ServedApp, serveApp } from "../support/served-app.ts";

/**
 * Secrets that the log recognises by their form. `core`: a part that must not be logged either.
 */
const SECRETS: readonly (readonly [kind: string, secret: string, core: string])[] = [
  ["an API key", `mtd_test_abcdefgh${"S".repeat(43)}123456`, "SSSSSSSS"],
  ["an access token", `mtd_access_${"a-B_".repeat(10)}xyz`, "a-B_a-B_"],
  ["a refresh token", `mtd_refresh_${"a-B_".repeat(10)}xyz`, "a-B_a-B_"],
  ["an authorization code", `mtd_code_${"a-B_".repeat(10)}xyz`, "a-B_a-B_"],
  ["a client secret", `mtd_secret_${"a-B_".repeat(10)}xyz`, "a-B_a-B_"],
  ["a session", "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI2NzQ1In0.c2lnbmF0dXJl", "eyJzdWIi"],
  ["a code verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "dBjftJeZ4CVP"],
  ["a webhook's key", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "C2FVsBQIhrsc"],
  ["a phone", "+12125550123", "555012"],
];

/** A secret that the log recognises only by the name of its field. */
const NAMED = "correct-horse";

const faults: Record<string, () => Error> = {
  message: () => new Error("set below"),
};
const lines: string[] = [];
let app: ServedApp;
let key: string;
beforeAll(async () => {
  const log = createLog({ level: "debug", now: () => 0, write: (line) => void lines.push(line) });
  app = await serveApp({
    app: {
      log,
      mcp: () => Promise.reject(faults["message"]?.()),
    },
  });
  ({ key } = await app.issueKey());
});
afterAll(() => app[Symbol.asyncDispose]());

/** The log lines of a request. */
async function linesOf(path: string, init: RequestInit = {}): Promise<string[]> {
  lines.length = 0;
  const response = await fetch(app.url + path, init);
  await response.text();
  const id = response.headers.get("x-request-id");
  const own = lines.filter((line) => line.includes('"event":"request"'));
  expect(own.map((line) => (JSON.parse(line) as { requestId: string }).requestId)).toEqual([
    String(id),
  ]);
  return [...lines];
}

const PLACES: readonly (readonly [place: string, ask: (secret: string) => Promise<string[]>])[] = [
  ["the path", (secret) => linesOf(`/x/${encodeURIComponent(secret)}/y`)],
  ["the path, not encoded", (secret) => linesOf(`/x/${secret}`)],
  ["the query", (secret) => linesOf(`/healthz?token=${encodeURIComponent(secret)}`)],
  ["a query without a name", (secret) => linesOf(`/mcp?${encodeURIComponent(secret)}`)],
  [
    "the bearer token",
    (secret) => linesOf("/mcp", { headers: { authorization: `Bearer ${secret}` } }),
  ],
  ["a cookie", (secret) => linesOf("/", { headers: { cookie: `__Host-session=${secret}` } })],
  ["any header", (secret) => linesOf("/nothing", { headers: { "x-api-key": secret } })],
  ["a form", (secret) => linesOf("/token", { method: "POST", body: `code=${secret}` })],
  [
    "a JSON body",
    (secret) => linesOf("/session", { method: "POST", body: JSON.stringify({ email: secret }) }),
  ],
  ["a body at /mcp", (secret) => called(new Error("broken"), JSON.stringify({ method: secret }))],
  ["the message of an error", (secret) => called(new Error(`no row for ${secret} here`))],
  ["the end of a message", (secret) => called(new Error(`no row for ${secret}`))],
  ["an error's cause", (secret) => called(new Error("broken", { cause: new Error(secret) }))],
  [
    "the fields of an error",
    (secret) => called(new Error("broken", { cause: { value: [{ deep: secret }] } })),
  ],
];

/** The log lines of a tool call that fails with this error. */
function called(error: Error, body = "{}"): Promise<string[]> {
  faults["message"] = () => error;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return linesOf("/mcp", { method: "POST", headers, body });
}

describe("the log does not contain", () => {
  const cases = SECRETS.flatMap(([kind, secret, core]) =>
    PLACES.map(([place, ask]) => [kind, place, secret, core, ask] as const),
  );
  test.each(cases)("%s in %s", async (_kind, _place, secret, core, ask) => {
    const written = (await ask(secret)).join("");
    expect(written).not.toContain(secret);
    expect(written).not.toContain(encodeURIComponent(secret));
    expect(written).not.toContain(core);
  });

  test.each([
    `password=${NAMED}&email=ana`,
    `{"password": "${NAMED}"}`,
    `{"clientSecret":"${NAMED}"}`,
    `code_verifier=${NAMED}`,
    `https://a.example/cb?code=${NAMED}`,
    `Cookie: __Host-session=${NAMED}; theme=dark`,
    `Authorization: Basic ${btoa(`ana:${NAMED}`)}`,
    `X-Twilio-Signature: ${NAMED}`,
  ])("a value that its name marks as secret: %s", async (text) => {
    const written = (await called(new Error(`refused: ${text}`))).join("");
    expect(written).toContain("request_failed");
    expect(written).not.toContain(NAMED);
    expect(written).not.toContain(btoa(`ana:${NAMED}`));
  });
});

test("both log lines of a failed request have the same id", async () => {
  const written = await called(new Error("broken"));
  const ids = written.map((line) => (JSON.parse(line) as { requestId: string }).requestId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});
