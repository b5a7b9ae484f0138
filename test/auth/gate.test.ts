// Goal: /mcp accepts valid keys and answers every other request with 401, the same for every wrong
// key. The 401 tells clients where to sign in.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { parseApiKey } from "../../src/auth/api-keys.ts";
import { type ServedApp, serveApp } from "../support/served-app.ts";

let app: ServedApp;
let good: { key: string; id: string };
beforeAll(async () => {
  app = await serveApp();
  good = await app.issueKey();
});
afterAll(() => app[Symbol.asyncDispose]());

const BODY = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const HEADERS = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};

const call = (authorization?: string, url = app.mcp): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: {
      ...HEADERS,
      ...(authorization === undefined ? {} : { Authorization: authorization }),
    },
    body: BODY,
  });

const WITHOUT_TOKEN =
  /^Bearer resource_metadata="http:\/\/127\.0\.0\.1:\d+\/\.well-known\/oauth-protected-resource\/mcp", scope="bookings\.read bookings\.write"$/;
const WITH_TOKEN = new RegExp(`${WITHOUT_TOKEN.source.slice(0, -1)}, error="invalid_token"`);

describe("without a token", () => {
  test.each([undefined, "", "Bearer", "Basic dXNlcjpwYXNz", "Token abc"])(
    "Authorization %p: 401 with a challenge that names no error",
    async (authorization) => {
      const response = await call(authorization);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toMatch(WITHOUT_TOKEN);
      expect(response.headers.get("www-authenticate")).not.toContain("error");
      expect(response.headers.get("cache-control")).toBe("no-store");
      const body = (await response.json()) as Record<string, string>;
      expect(Object.keys(body)).toEqual(["error", "error_description"]);
      expect(body["error"]).toBe("unauthorized");
    },
  );

  test("GET, DELETE and PUT are refused too", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      expect((await fetch(app.mcp, { method })).status).toBe(401);
    }
  });

  test("a key in the query or in a cookie is ignored", async () => {
    const inQuery = await call(undefined, `${app.mcp}?access_token=${good.key}&key=${good.key}`);
    expect(inQuery.status).toBe(401);
    const headers = { ...HEADERS, Cookie: `maitred=${good.key}; token=${good.key}` };
    expect((await fetch(app.mcp, { method: "POST", headers, body: BODY })).status).toBe(401);
  });
});

describe("with a refused token", () => {
  test("the answer is the same for unknown, malformed and revoked tokens, and those of a live database", async () => {
    const revoked = await app.issueKey();
    await app.house.writer.write(() => void app.house.stores.apiKeys.revoke(revoked.id, app.now));
    const foreign = await app.issueKey({ prefix: "live" });
    const parsed = parseApiKey(good.key);
    const checksumOff = good.key.slice(0, -1) + (good.key.endsWith("0") ? "1" : "0");
    const tokens = {
      revoked: revoked.key,
      "wrong environment": foreign.key,
      malformed: "nonsense",
      "two words": "a b",
      "two headers": `${good.key}, Bearer ${good.key}`,
      "checksum off": checksumOff,
      "cut short": good.key.slice(0, -1),
      "another prefix": good.key.replace("_test_", "_live_"),
      "the secret alone": parsed?.secret ?? "",
      unknown: "mtd_test_00000000000000000000000000000000000000000000000000000000A",
    };
    const answers = new Set<string>();
    for (const [why, token] of Object.entries(tokens)) {
      const response = await call(`Bearer ${token}`);
      expect([why, response.status]).toEqual([why, 401]);
      expect(response.headers.get("www-authenticate")).toMatch(WITH_TOKEN);
      answers.add(`${response.headers.get("www-authenticate")} ${await response.text()}`);
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain('"error":"invalid_token"');
  });

  test("a known key id with a wrong secret is refused", async () => {
    const other = await app.issueKey();
    const mine = parseApiKey(good.key);
    const theirs = parseApiKey(other.key);
    expect(mine).not.toBeNull();
    // With a wrong secret alone the checksum would fail first, so compute the checksum again.
    const digits = `${mine?.publicId}${theirs?.secret}`;
    const forged = `mtd_test_${digits}${crc(digits)}`;
    expect(parseApiKey(forged)).not.toBeNull();
    expect((await call(`Bearer ${forged}`)).status).toBe(401);
  });

  test("a key is refused from its expiry on, as invalid_token", async () => {
    const { key } = await app.issueKey({ expiresAt: app.now + 1_000 });
    expect((await call(`Bearer ${key}`)).status).toBe(200);
    app.now += 1_000;
    const response = await call(`Bearer ${key}`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: "invalid_token" });
  });

  test("several Authorization headers are refused even if one of them is valid", async () => {
    const answer = await raw(
      [
        "POST /mcp HTTP/1.1",
        `Host: ${new URL(app.url).host}`,
        "Authorization: Bearer nonsense",
        `Authorization: Bearer ${good.key}`,
        "Content-Type: application/json",
        `Content-Length: ${BODY.length}`,
        "Connection: close",
        "",
        BODY,
      ].join("\r\n"),
    );
    expect(answer).toStartWith("HTTP/1.1 401");
  });
});

test("a caller's brands come from the key; the brand header does not change them", async () => {
  const callers: unknown[] = [];
  await using watched = await serveApp({
    app: {
      mcp: async (_request, _body, caller) => {
        callers.push(caller);
        return new Response(null);
      },
    },
  });
  const budgets = { writesPerMinute: 5, smsPerDay: null, largestParty: 8, daysAhead: null };
  const brands = ["demo-bistro", "demo-trattoria"];
  const issued = await watched.issueKey({
    brands,
    budgets,
    tools: ["add_note"],
    scopes: ["bookings.write"],
  });
  const headers = { Authorization: `Bearer ${issued.key}`, "X-Brand-Slug": "other-brand" };
  await fetch(watched.mcp, { method: "POST", headers, body: BODY });
  expect(callers).toEqual([
    {
      kind: "api_key",
      principal: issued.id,
      actor: { kind: "api_key", id: issued.id, name: "test key" },
      environment: "test",
      brands,
      scopes: ["bookings.write"],
      tools: ["add_note"],
      budgets,
      headerBrand: "other-brand",
      roles: {},
      forGuests: false,
    },
  ]);
});

describe("with a valid key", () => {
  test.each(["Bearer", "bearer", "BEARER", "Bearer  "])(
    "the scheme %p is accepted",
    async (scheme) => {
      expect((await call(`${scheme} ${good.key}`)).status).toBe(200);
    },
  );

  test("the last use is written at most once a minute, and a revoked key is refused at the next request", async () => {
    const { key, id } = await app.issueKey();
    const lastUsed = async () => {
      await app.settled();
      return app.house.stores.apiKeys.byId(id)?.lastUsedAt ?? null;
    };
    const first = app.now;
    await call(`Bearer ${key}`);
    expect(await lastUsed()).toBe(first);
    app.now += 59_999;
    await call(`Bearer ${key}`);
    expect(await lastUsed()).toBe(first);
    app.now += 1;
    await call(`Bearer ${key}`);
    expect(await lastUsed()).toBe(first + 60_000);
    // Revoke it as another process would: this process is not notified.
    app.house.open().run("UPDATE api_key SET revoked_at = 1 WHERE id = ?", [id]);
    expect((await call(`Bearer ${key}`)).status).toBe(401);
  });

  test("the last use is correct again after a clock that was ahead is set back", async () => {
    const { key, id } = await app.issueKey();
    const right = app.now;
    app.now += 3 * 365 * 86_400_000;
    await call(`Bearer ${key}`);
    await app.settled();
    app.now = right;
    await call(`Bearer ${key}`);
    await app.settled();
    expect(app.house.stores.apiKeys.byId(id)?.lastUsedAt).toBe(right);
  });

  test("the log names the key by its id and has no part of its secret", async () => {
    await call(`Bearer ${good.key}`);
    await call(`Bearer ${good.key}`, `${app.mcp}?access_token=${good.key}`);
    const text = JSON.stringify(app.log);
    expect(text).toContain(good.id);
    expect(text).not.toContain(parseApiKey(good.key)?.secret ?? "?");
  });
});

test("an IP address gets 429 after twenty wrong keys, but its valid keys are still accepted", async () => {
  await using live = await serveApp({ environment: "live" });
  const { key } = await live.issueKey();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 22; attempt++) {
    statuses.push((await call("Bearer guess", live.mcp)).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  const braked = await call("Bearer guess", live.mcp);
  expect(braked.status).toBe(429);
  expect(Number(braked.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await call(`Bearer ${key}`, live.mcp)).status).toBe(200);
  expect((await call(undefined, live.mcp)).status).toBe(401);
});

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
function crc(text: string): string {
  let rest = Bun.hash.crc32(text);
  let digits = "";
  for (let index = 0; index < 6; index++) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
