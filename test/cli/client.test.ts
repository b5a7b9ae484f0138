// Goal: an operator enters clients that cannot register themselves, lists all clients without their
// secrets, sets how long a client may reuse a refresh token, and revokes a client with its grants.

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { hashOpaque } from "../../src/auth/oauth/opaque-token.ts";
import { temporaryFolder } from "../support/database.ts";
import { command, type Finished, SYSTEM_NOW } from "./command-line.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
await command(["init", "--data", folder.path]);

const CALLBACK = "https://app.example.com/cb";
const client = (...words: string[]): Promise<Finished> =>
  command(["client", ...words, "--data", folder.path, "--json"]);
const made = async (...words: string[]): Promise<Record<string, unknown>> =>
  (await client("create", "--name", "Till", "--redirect-uri", CALLBACK, ...words)).json ?? {};
const listed = async (): Promise<Record<string, unknown>[]> =>
  ((await client("list")).json?.["clients"] ?? []) as Record<string, unknown>[];

/** The database's contents, read directly. */
function inDatabase<T>(read: (database: Database) => T): T {
  const database = new Database(`${folder.path}/maitred.db`);
  try {
    return read(database);
  } finally {
    database.close();
  }
}
const kinds = (): unknown[] =>
  inDatabase((database) =>
    database
      .prepare("SELECT kind, client_id FROM security_event ORDER BY sequence")
      .values()
      .map((row) => row.join(" ")),
  );

describe("client create", () => {
  test("makes a public client by default", async () => {
    const { id, ...rest } = await made();
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(rest).toEqual({
      secret: null,
      name: "Till",
      redirectUris: [CALLBACK],
      authMethod: "none",
      replayWindowS: null,
      createdAt: SYSTEM_NOW,
    });
    expect(kinds()).toContain(`client_created ${String(id)}`);
  });

  test("shows a secret once and stores only its hash", async () => {
    const { id, secret } = await made("--auth-method", "client_secret_basic");
    expect(secret).toMatch(/^mtd_secret_[\w-]{43}$/);
    const kept = inDatabase((database) =>
      database.prepare("SELECT secret_hash FROM oauth_client WHERE id = ?").values(String(id)),
    );
    expect(kept).toEqual([[hashOpaque(String(secret))]]);
    expect((await client("list")).out).not.toContain(String(secret));
  });

  test("accepts several redirect URIs, the address of a key and a replay window", async () => {
    const words = `--redirect-uri http://localhost/cb --redirect-uri ${CALLBACK}`;
    const key = "--auth-method private_key_jwt --jwks-uri https://app.example.com/keys";
    const row = await made(...words.split(" "), ...key.split(" "), "--replay-window", "30");
    expect(row).toMatchObject({
      redirectUris: [CALLBACK, "http://localhost/cb"],
      authMethod: "private_key_jwt",
      replayWindowS: 30,
      secret: null,
    });
  });

  test("accepts a URI scheme that registration refuses, because the operator vouches for the client", async () => {
    const entered = await client("create", "--name", "Till", "--redirect-uri", "till:/callback");
    expect(entered.json).toMatchObject({ redirectUris: ["till:/callback"] });
  });

  test.each([
    [["--redirect-uri", "javascript:alert(1)"]],
    [["--redirect-uri", "http://app.example.com/cb"]],
    [["--auth-method", "tls_client_auth"]],
    [["--auth-method", "private_key_jwt"]],
    [["--jwks-uri", "https://127.0.0.1/keys"]],
    [["--replay-window", "3601"]],
    [["--replay-window", "-1"]],
    [["--replay-window", "soon"]],
    [["--name", "\u200B"]],
  ])("%j is a usage error and changes nothing", async (words) => {
    const before = await listed();
    const name = words[0] === "--name" ? [] : ["--name", "Till"];
    const finished = await client("create", ...name, "--redirect-uri", CALLBACK, ...words);
    expect([finished.exitCode, finished.error.code]).toEqual([2, "USAGE"]);
    expect(await listed()).toEqual(before);
  });
});

describe("client list", () => {
  test("lists every client without secrets", async () => {
    const { secret: _secret, ...shown } = await made("--auth-method", "client_secret_post");
    expect((await listed()).find(({ id }) => id === shown["id"])).toEqual({
      ...shown,
      kind: "preregistered",
      lastUsedAt: null,
      revokedAt: null,
    });
  });

  test("lists the newest clients too, however many there are", async () => {
    const { id: first } = await made();
    inDatabase((database) =>
      database.run(
        `WITH RECURSIVE count(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM count LIMIT 1000)
         INSERT INTO oauth_client (id, kind, name, redirect_uris, auth_method, created_at)
         SELECT printf('%024x', value), 'dynamic', name, redirect_uris, auth_method, created_at
         FROM oauth_client, count WHERE id = ?`,
        [String(first)],
      ),
    );
    const { id: newest } = await made();
    expect((await listed()).map(({ id }) => id)).toContain(newest);
  });

  test("says who added each client", async () => {
    const { out } = await command(["client", "list", "--data", folder.path]);
    expect(out).toContain("ADDED BY");
    expect(out).toContain("the operator");
  });
});

describe("client set", () => {
  test("sets the replay window, and resets it", async () => {
    const { id } = await made();
    const window = async (): Promise<unknown> =>
      (await listed()).find((row) => row["id"] === id)?.["replayWindowS"];
    expect((await client("set", String(id), "--replay-window", "60")).json).toEqual({
      id,
      replayWindowS: 60,
    });
    expect(await window()).toBe(60);
    await client("set", String(id), "--replay-window", "default");
    expect(await window()).toBeNull();
  });

  test.each([
    [["0".repeat(24), "--replay-window", "1"], 1, "NOT_FOUND"],
    [["0".repeat(24)], 2, "USAGE"],
    [["0".repeat(24), "--replay-window", "4000"], 2, "USAGE"],
  ])("%j is refused", async (words, exitCode, code) => {
    const finished = await client("set", ...words);
    expect([finished.exitCode, finished.error.code]).toEqual([exitCode, code]);
  });
});

describe("client revoke", () => {
  beforeAll(() =>
    inDatabase((database) => {
      database.run(
        "INSERT INTO user (id, email, name, created_at) VALUES ('u', 'u@example.com', 'U', 1)",
      );
    }),
  );

  test("revokes the client and its grants, and a second call changes nothing", async () => {
    const { id } = await made();
    inDatabase((database) => {
      database.run(
        `INSERT INTO oauth_grant (id, user_id, client_id, redirect_uri, client_name, brands,
           scopes, created_at)
         VALUES ('g', 'u', ?, 'https://app.example/cb', 'App', '{}', '[]', 1)`,
        [String(id)],
      );
    });
    const first = await client("revoke", String(id));
    expect(first.json).toEqual({ id, revokedAt: SYSTEM_NOW });
    const grant = inDatabase((database) =>
      database.prepare("SELECT ended_at, end_reason FROM oauth_grant WHERE id = 'g'").values(),
    );
    expect(grant).toEqual([[SYSTEM_NOW, "client_revoked"]]);
    expect((await client("revoke", String(id))).json).toEqual(first.json);
    expect(kinds().filter((kind) => kind === `client_revoked ${String(id)}`)).toHaveLength(1);
    const { out } = await command(["client", "list", "--data", folder.path]);
    expect(out).toContain("revoked 2026-11-20");
  });

  test("is logged for every restaurant where the client was connected, with the number of connections", async () => {
    const { id } = await made();
    for (const slug of ["bistro", "bar", "cafe"]) {
      const where = ["--time-zone", "Europe/Paris", "--country", "FR", "--data", folder.path];
      await command(["brand", "create", "--slug", slug, "--name", slug, ...where]);
    }
    inDatabase((database) => {
      const grants = [
        ["both", '{"bistro":"owner","bar":"owner"}', null],
        ["one", '{"bistro":"host"}', null],
        ["ended before", '{"cafe":"owner"}', 2],
      ] as const;
      for (const [grant, brands, endedAt] of grants) {
        database.run(
          `INSERT INTO oauth_grant (id, user_id, client_id, redirect_uri, client_name, brands,
             scopes, created_at, ended_at)
           VALUES (?, 'u', ?, 'https://app.example/cb', 'App', ?, '[]', 1, ?)`,
          [grant, String(id), brands, endedAt],
        );
      }
    });
    await client("revoke", String(id));
    await client("revoke", String(id));
    const logged = inDatabase((database) =>
      database
        .prepare(
          `SELECT brand, actor_name, after FROM audit WHERE operation = 'revoke_client'
           ORDER BY brand`,
        )
        .values(),
    );
    expect(logged).toEqual([
      ["bar", "command line", '{"name":"Till","connections":1}'],
      ["bistro", "command line", '{"name":"Till","connections":2}'],
    ]);
  });

  test("of an unknown client is refused", async () => {
    const { exitCode, error } = await client("revoke", "https://app.example.com/client.json");
    expect([exitCode, error.code]).toEqual([1, "NOT_FOUND"]);
  });
});
