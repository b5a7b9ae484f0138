// Goal: over HTTP, a stolen or repeated refresh token gives no second chain of tokens. The
// decisions of the refresh token grant are tested in refresh-token-grant.test.ts.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { connect as openSocket } from "node:net";
import { dirname, join } from "node:path";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";
import {
  ask,
  codeOf,
  connect,
  type Held,
  heldOf,
  opens,
  post,
  redeem,
  refresh,
  register,
} from "./attacked-desk.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let desk: DeskWithUser;
beforeAll(async () => {
  desk = await deskWithUser();
});
afterAll(() => desk[Symbol.asyncDispose]());

const CLAUDE = "https://claude.ai/api/mcp/auth_callback";

/** A token-sharer, connected. */
async function sharer(): Promise<Held> {
  const { client_id: clientId } = await register(desk, { redirect_uris: [CLAUDE] });
  return heldOf(
    clientId,
    await redeem(desk, await codeOf(desk, clientId, { redirect_uri: CLAUDE })),
  );
}

describe("a used refresh token", () => {
  test("gives nothing the second time, and its owner's tokens keep working", async () => {
    const held = await connect(desk);
    const next = heldOf(held.clientId, await refresh(desk, held));
    expect((await refresh(desk, held)).body["error"]).toBe("invalid_grant");
    expect((await refresh(desk, next)).status).toBe(200);
  });

  test("that is sent again minutes later ends the grant, including its access tokens", async () => {
    const held = await connect(desk);
    const next = heldOf(held.clientId, await refresh(desk, held));
    await desk.advance(2 * MINUTE + 1000);
    expect((await refresh(desk, held)).body["error"]).toBe("invalid_grant");
    expect((await refresh(desk, next)).body["error"]).toBe("invalid_grant");
    expect(await Promise.all([opens(desk, held.access), opens(desk, next.access)])).toEqual([
      false,
      false,
    ]);
    const [event] = desk.server.stores.securityEvents.newest(1);
    expect(event).toMatchObject({ kind: "refresh_token_replayed", clientId: held.clientId });
  });

  test("from two exchanges ago ends the grant immediately", async () => {
    const held = await connect(desk);
    const next = heldOf(held.clientId, await refresh(desk, held));
    const last = heldOf(held.clientId, await refresh(desk, next));
    expect((await refresh(desk, held)).status).toBe(400);
    expect((await refresh(desk, last)).status).toBe(400);
    expect(await opens(desk, last.access)).toBe(false);
  });

  test("sent twenty times concurrently is exchanged once, with twenty equal answers", async () => {
    const held = await connect(desk);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(desk, held)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });
});

test("a thief who opens a request before the owner refreshes, but sends the token afterwards, gets nothing", async () => {
  const held = await connect(desk);
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    client_id: held.clientId,
    refresh_token: held.refresh,
  }).toString();
  const waiting = await announced("/token", body.length);
  const next = heldOf(held.clientId, await refresh(desk, held));
  const stolen = await waiting.send(body);
  expect(stolen).toContain("HTTP/1.1 400");
  expect(stolen).toContain("invalid_grant");
  expect(stolen).not.toContain(next.refresh);
});

/** A request whose headers have been sent, but not its body. */
async function announced(path: string, length: number) {
  const { hostname, port, host } = new URL(desk.url);
  const socket = openSocket(Number(port), hostname);
  let heard = "";
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on("data", (data) => {
    heard += data.toString();
  });
  socket.on("close", () => resolve());
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${length}`,
    "Connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  // When this request is answered, the server has received the headers above.
  await post(desk, "/token", {});
  return {
    async send(body: string): Promise<string> {
      socket.write(body);
      await closed;
      return heard;
    },
  };
}

describe("a token-sharer", () => {
  test("gets the same tokens again within the replay window, even a minute later", async () => {
    const held = await sharer();
    const first = await refresh(desk, held);
    await desk.advance(MINUTE);
    const again = await refresh(desk, held);
    expect(again.body["refresh_token"]).toBe(first.body["refresh_token"]);
    expect(again.body["access_token"]).toBe(first.body["access_token"]);
  });

  test.each<[string, Record<string, string>, string]>([
    ["for another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["with the id of an unknown client", { client_id: "nobody" }, "invalid_client"],
  ])("gets nothing within the replay window %s", async (_name, change, error) => {
    const held = await sharer();
    await refresh(desk, held);
    expect((await refresh(desk, held, change)).body["error"]).toBe(error);
  });

  test("cannot share its token with another client, even another token-sharer", async () => {
    const [held, other] = [await sharer(), await sharer()];
    await refresh(desk, held);
    const stolen = await refresh(desk, held, { client_id: other.clientId });
    expect(stolen.body["error"]).toBe("invalid_grant");
  });

  test("gets nothing after the replay window, and the whole grant ends", async () => {
    const held = await sharer();
    const next = heldOf(held.clientId, await refresh(desk, held));
    await desk.advance(2 * MINUTE + 1000);
    expect((await refresh(desk, held)).status).toBe(400);
    expect(await opens(desk, next.access)).toBe(false);
  });

  test("is not recognised by its name alone, nor with a second callback", async () => {
    for (const wish of [
      { client_name: "Claude" },
      { client_name: "Claude", redirect_uris: ["https://app.example.com/callback", CLAUDE] },
    ]) {
      const { client_id: clientId } = await register(desk, wish);
      const held = await connect(desk, { clientId });
      await refresh(desk, held);
      expect((await refresh(desk, held)).body["error"]).toBe("invalid_grant");
    }
  });

  test("is not recognised if it registers the callback after people consented to another one", async () => {
    const registration = await register(desk);
    const held = await connect(desk, { clientId: registration.client_id });
    const put = await ask(String(registration["registration_client_uri"]), {
      method: "PUT",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${String(registration["registration_access_token"])}`,
      },
      body: JSON.stringify({ client_id: registration.client_id, redirect_uris: [CLAUDE] }),
    });
    expect(put.body["redirect_uris"]).toEqual([CLAUDE]);
    await refresh(desk, held);
    expect((await refresh(desk, held)).body["error"]).toBe("invalid_grant");
  });
});

test("revoking and refreshing concurrently leaves no token that works", async () => {
  for (let round = 0; round < 5; round += 1) {
    const held = await connect(desk);
    const fields = { client_id: held.clientId, token: held.refresh };
    const [rotated] = await Promise.all([refresh(desk, held), post(desk, "/revoke", fields)]);
    const tokens = [held.access, String(rotated.body["access_token"])];
    expect(await Promise.all(tokens.map((token) => opens(desk, token)))).toEqual([false, false]);
    const newest = rotated.status === 200 ? String(rotated.body["refresh_token"]) : held.refresh;
    const after = { ...held, refresh: newest };
    expect((await refresh(desk, after)).status).toBe(400);
  }
});

test("the instance's files contain no token, neither a used nor a current one", async () => {
  const secrets: string[] = [];
  const note = ({ access, refresh: renewal }: Held): void => void secrets.push(access, renewal);
  const held = await sharer();
  note(held);
  const next = heldOf(held.clientId, await refresh(desk, held));
  note(next);
  note(heldOf(next.clientId, await refresh(desk, next)));
  const folder = dirname(desk.server.database);
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
  expect(files.length).toBeGreaterThan(1);
  for (const secret of secrets) {
    const random = secret.slice(-30);
    expect(files.some((file) => file.includes(random))).toBe(false);
  }
});

// Last, because it moves the clock by a year.
test("a grant ends a year after the consent, however often it was refreshed", async () => {
  let held = await connect(desk);
  for (let day = 50; day < 365; day += 50) {
    await desk.advance(50 * DAY);
    held = heldOf(held.clientId, await refresh(desk, held));
  }
  await desk.advance(15 * DAY);
  expect((await refresh(desk, held)).body["error"]).toBe("invalid_grant");
  expect(await opens(desk, held.access)).toBe(false);
});
