// Goal: a refresh token has one successor, even with two processes on one database or a crash
// between commit and answer, and the instance's files contain no token. Method: real processes,
// HTTP and signals.
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hashOpaque } from "../../../src/auth/oauth/opaque-token.ts";
import { type Authority, answered, heldOf, openAuthority } from "../../support/authority.ts";

setDefaultTimeout(30_000); // processes start slowly on a machine that is busy

const CHILD = join(import.meta.dir, "child-authority.ts");

interface Served extends AsyncDisposable {
  readonly url: string;
  readonly child: Bun.Subprocess<"ignore", "pipe", "inherit">;
}

let house: Authority;
beforeEach(async () => {
  house = await openAuthority();
});
afterEach(() => house[Symbol.asyncDispose]());

/** Serves the token endpoint over the instance's file in another process. */
async function serve(gatherMs: number): Promise<Served> {
  const command = [process.execPath, CHILD, house.path, String(house.at), String(gatherMs)];
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  return {
    url: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}/token`,
    child,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

const refreshAt = async (url: string, refresh_token: string) => {
  const fields = { grant_type: "refresh_token", refresh_token, client_id: "client-1" };
  return answered(await fetch(url, { method: "POST", body: new URLSearchParams(fields) }));
};

const generations = (): unknown =>
  house.database
    .prepare("SELECT generation, rotated_at IS NULL FROM oauth_refresh_token ORDER BY generation")
    .values();

describe("two processes", () => {
  test("rotate a token once and give twenty equal answers to twenty concurrent requests", async () => {
    await using one = await serve(300);
    await using other = await serve(300);
    const { refresh } = await house.connect();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => refreshAt(index % 2 ? one.url : other.url, refresh)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(generations()).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  test("both refuse a token that one of them has exchanged, even if both get it at the same instant", async () => {
    await using one = await serve(0);
    await using other = await serve(0);
    const { refresh } = await house.connect();
    expect((await refreshAt(one.url, refresh)).status).toBe(200);
    const again = await Promise.all([one, other].map(({ url }) => refreshAt(url, refresh)));
    expect(again.map(({ body }) => body["error"])).toEqual(["invalid_grant", "invalid_grant"]);
    expect(generations()).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });
});

test("one process gives twenty concurrent connections the same answer", async () => {
  await using served = await serve(25);
  const { refresh } = await house.connect();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => refreshAt(served.url, refresh)),
  );
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
});

test("after a crash between commit and answer there is one successor, and the grant stays in force", async () => {
  const { refresh } = await house.connect();
  const served = await serve(0);
  const lost = refreshAt(served.url, refresh).catch(() => null);
  // The commit is visible here before the answer is sent; kill the process in between.
  while (house.stores.oauthTokens.exchanges() < 2) await Bun.sleep(0);
  await served[Symbol.asyncDispose]();
  await lost;
  // The client got no answer and asks again. That is too late: only requests that arrived before
  // the exchange get its answer again. Clients that need more have a replay window.
  expect((await house.refresh(refresh)).body).toMatchObject({ error: "invalid_grant" });
  expect(house.stores.grants.list()[0]?.endedAt).toBeNull();
  expect(generations()).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test("a token-sharer gets the lost answer after a crash, even from a new process", async () => {
  await house.writer.write(() =>
    house.stores.oauthClients.update({ ...house.client, replayWindowS: 120 }),
  );
  const { refresh } = await house.connect();
  const first = await (async () => {
    await using served = await serve(0);
    return await refreshAt(served.url, refresh);
  })();
  await using served = await serve(0);
  const second = await refreshAt(served.url, refresh);
  expect(heldOf(second)).toEqual(heldOf(first));
});

test("the files contain no token and no code, and their hashes are not accepted instead", async () => {
  const held = await house.connect();
  const issued = await house.code();
  const next = heldOf(await house.refresh(held.refresh));
  const { body } = await house.post("pushedRequest", {
    response_type: "code",
    redirect_uri: issued.redirectUri,
    code_challenge: "A".repeat(43),
    code_challenge_method: "S256",
  });
  const secrets = [
    held.access,
    held.refresh,
    next.access,
    next.refresh,
    issued.code,
    issued.verifier,
    String(body["request_uri"]),
  ];
  const files = readdirSync(house.folder).map((name) => readFileSync(join(house.folder, name)));
  const dump = Buffer.concat(files);
  // These are the right files: they contain the hashes.
  expect(dump.includes(hashOpaque(next.refresh))).toBeTrue();
  for (const secret of secrets) {
    const random = secret.slice(-43);
    expect(dump.includes(random)).toBeFalse();
    expect(dump.includes(Buffer.from(random, "base64url"))).toBeFalse();
  }
  // Stored values are not accepted in place of issued ones.
  const hashes = [...dump.toString("latin1").matchAll(/[0-9a-f]{64}/g)].map(([hash]) => hash);
  expect(hashes.length).toBeGreaterThan(5);
  for (const hash of new Set(hashes)) {
    expect((await house.refresh(hash)).status).toBe(400);
    expect((await house.redeem({ ...issued, code: hash })).status).toBe(400);
  }
});
