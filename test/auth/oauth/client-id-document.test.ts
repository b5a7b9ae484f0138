// Goal: if a client's id is the address of a document, the document describes the client for as long
// as the document is fresh. An untrustworthy document makes no client, a failure is not cached, and
// no web server gets too many requests.
import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  type ClientProblem,
  type Clients,
  createClients,
  isClient,
} from "../../../src/auth/oauth/clients.ts";
import { KNOWN_DOCUMENTS } from "../../../src/auth/oauth/known-documents.ts";
import { createSafeFetch, type Resolve } from "../../../src/auth/oauth/safe-fetch.ts";
import type { ClientRow } from "../../../src/storage/stores.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { documentHost } from "../../support/document-host.ts";
import { oauthClient } from "../../support/oauth-clients.ts";

const HOST = "https://app.example.com";
const ID = `${HOST}/client.json`;
const NOW = 1_795_194_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DOCUMENT = {
  client_id: ID,
  client_name: "App",
  redirect_uris: ["https://app.example.com/cb", "http://localhost/cb"],
  token_endpoint_auth_method: "none",
};

let asked = 0;
let answer: (request: Request) => Response | Promise<Response>;
const host = documentHost(["app.example.com", "claude.ai"], (request) => {
  asked += 1;
  return answer(request);
});
afterAll(() => host.stop());

let database: TestDatabase;
let clients: Clients;
let now: number;
let logged: string[];
beforeEach(() => {
  database = openTestDatabase();
  asked = 0;
  now = NOW;
  logged = [];
  answer = () => Response.json(DOCUMENT);
  clients = open();
});
afterEach(() => database[Symbol.dispose]());

function open(
  addresses?: readonly string[],
  { clientDocuments = true, resolve }: { clientDocuments?: boolean; resolve?: Resolve } = {},
): Clients {
  const note = (event: string): void => void logged.push(event);
  return createClients({
    ...database,
    clock: () => now,
    log: { debug: note, info: note, warn: note, error: note },
    clientDocuments,
    redirectSchemes: ["cursor"],
    fetchDocument:
      resolve === undefined
        ? host.fetchDocument(addresses === undefined ? {} : { addresses })
        : createSafeFetch({ resolve, connect: host.connect }),
  });
}

async function client(id = ID): Promise<ClientRow> {
  const found = await clients.find(id);
  if (isClient(found)) return found;
  throw new Error(found?.problem ?? "null");
}
async function problem(id = ID): Promise<string> {
  const found = await clients.find(id);
  if (found === null || isClient(found)) throw new Error("There is no problem.");
  return (found satisfies ClientProblem).problem;
}
const serve = (document: unknown, headers: Record<string, string> = {}): void => {
  answer = () => Response.json(document, { headers });
};
const changed = (change: object): void => serve({ ...DOCUMENT, ...change });

describe("a document", () => {
  test("describes a client, which is stored under the document's address", async () => {
    const found = await client();
    expect(found).toMatchObject({
      id: ID,
      kind: "metadata_document",
      name: "App",
      redirectUris: DOCUMENT.redirect_uris,
      authMethod: "none",
      secretHash: null,
      freshUntil: NOW + HOUR,
    });
    expect(database.stores.oauthClients.byId(ID)).toEqual(found);
  });

  test("that prefers authentication with a key but also allows none, like ChatGPT's, makes a client that need not use its key", async () => {
    const id = "https://app.example.com/oauth/abc/client.json";
    serve({
      client_id: id,
      client_uri: "https://app.example.com/",
      redirect_uris: ["https://app.example.com/connector/oauth/abc"],
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      client_name: "ChatGPT",
      logo_uri: "https://cdn.example.com/logo.png",
      token_endpoint_auth_signing_alg: "RS256",
      jwks_uri: "https://app.example.com/oauth/jwks.json",
    });
    const found = await client(id);
    expect(found.authMethod).toBe("none");
    expect(found.metadata).toMatchObject({ jwks_uri: "https://app.example.com/oauth/jwks.json" });
    expect(found.metadata).not.toHaveProperty("logo_uri");
  });

  test("that allows only private_key_jwt makes a client that must use its key", async () => {
    changed({
      token_endpoint_auth_method: "private_key_jwt",
      jwks_uri: "https://app.example.com/keys",
    });
    expect((await client()).authMethod).toBe("private_key_jwt");
  });

  test("without an authentication method makes a client without a secret", async () => {
    changed({ token_endpoint_auth_method: undefined });
    expect((await client()).authMethod).toBe("none");
  });

  test("with one invalid redirect URI keeps the others", async () => {
    changed({ redirect_uris: ["javascript:alert(1)", "https://app.example.com/cb"] });
    expect((await client()).redirectUris).toEqual(["https://app.example.com/cb"]);
    expect(logged).toContain("client_document_notes");
  });

  test.each<[string, () => void, string]>([
    ["names another client", () => changed({ client_id: `${HOST}/other.json` }), "client_id"],
    ["spells its own address differently", () => changed({ client_id: `${ID}?` }), "client_id"],
    ["names no client", () => changed({ client_id: undefined }), "client_id"],
    [
      "has an authentication method that needs a secret",
      () => changed({ token_endpoint_auth_method: "client_secret_post" }),
      "client_secret_post",
    ],
    [
      "has the method private_key_jwt but no keys",
      () => changed({ token_endpoint_auth_method: "private_key_jwt" }),
      "public keys",
    ],
    [
      "has its keys at an internal address",
      () =>
        changed({
          token_endpoint_auth_method: "private_key_jwt",
          jwks_uri: "https://169.254.169.254/keys",
        }),
      "public keys",
    ],
    [
      "contains a private key",
      () => changed({ jwks: { keys: [{ kty: "EC", crv: "P-256", x: "a", y: "b", d: "c" }] } }),
      "private",
    ],
    ["has no usable redirect URI", () => changed({ redirect_uris: ["data:x"] }), "redirect"],
    ["has no redirect URI", () => changed({ redirect_uris: [] }), "redirect_uris"],
    ["is an array", () => serve([DOCUMENT]), "an array"],
    ["is null", () => serve(null), "null"],
    [
      "is not JSON",
      () => {
        answer = () => new Response("<html>", { headers: { "Content-Type": "application/json" } });
      },
      "not JSON",
    ],
    ["is larger than 5 KB", () => changed({ padding: "x".repeat(5 * 1024) }), "larger than 5120"],
    [
      "is an HTML page",
      () => {
        answer = () => new Response("<html>", { headers: { "Content-Type": "text/html" } });
      },
      "application/json",
    ],
    [
      "redirects to another address",
      () => {
        answer = () => Response.redirect(`${HOST}/other.json`);
      },
      "redirect",
    ],
  ])("that %s makes no client, and is fetched again next time", async (_what, given, reason) => {
    given();
    expect(await problem()).toContain(reason);
    expect(database.stores.oauthClients.byId(ID)).toBeNull();
    serve(DOCUMENT);
    expect((await client()).id).toBe(ID);
    expect(asked).toBe(2);
  });
});

describe("the client id", () => {
  test.each([
    "https://app.example.com",
    "https://app.example.com/",
    "https://app.example.com./client.json",
    "https://127.0.0.1/client.json",
    "https://[::1]/client.json",
    "https://localhost/client.json",
    "https://user@app.example.com/client.json",
    "https://app.example.com/client.json#a",
    "https://app.example.com/a/../client.json",
    "https://APP.example.com/client.json",
  ])("%s is refused without a request", async (id) => {
    expect(await problem(id)).toStartWith("The client id cannot be used: ");
    expect(asked).toBe(0);
  });

  test.each([
    "http://app.example.com/client.json",
    "no-such-client",
    "",
    "ftp://x/y",
    "x".repeat(3000),
  ])("%s is unknown", async (id) => {
    expect(await clients.find(id)).toBeNull();
    expect(asked).toBe(0);
  });

  test("is refused if its host name has an internal address", async () => {
    clients = open(["93.184.216.34", "192.168.1.1"]);
    expect(await problem()).toContain("public internet");
    expect(asked).toBe(0);
  });
});

describe("freshness:", () => {
  test.each<[string, Record<string, string>, number]>([
    ["lasts an hour without caching headers", {}, HOUR],
    ["lasts max-age seconds", { "Cache-Control": "public, max-age=600" }, 600_000],
    ["lasts max-age minus Age", { "Cache-Control": "max-age=600", Age: "100" }, 500_000],
    ["follows s-maxage, not max-age", { "Cache-Control": "max-age=600, s-maxage=900" }, 900_000],
    [
      "lasts until Expires",
      { Date: new Date(NOW).toUTCString(), Expires: new Date(NOW + 7_200_000).toUTCString() },
      2 * HOUR,
    ],
    ["lasts a day at most", { "Cache-Control": "max-age=999999999" }, DAY],
    ["lasts a minute at least", { "Cache-Control": "no-store, max-age=600" }, 60_000],
    ["lasts a minute if Expires is in the past", { Expires: "0" }, 60_000],
    ["rounds down to milliseconds", { "Cache-Control": "max-age=600", Age: "0.0001" }, 599_999],
    ["lasts a minute if Age is not a number", { "Cache-Control": "max-age=600", Age: "x" }, 60_000],
  ])("%s", async (_what, headers, freshMs) => {
    serve(DOCUMENT, headers);
    await client();
    now += freshMs - 1;
    await client();
    expect(asked).toBe(1);
    now += 1;
    await client();
    expect(asked).toBe(2);
  });

  test("is kept after a restart and shared with other processes", async () => {
    await client();
    clients = open();
    await client();
    expect(asked).toBe(1);
  });

  test("a changed document applies from its next fetch, and an operator's settings stay", async () => {
    const first = await client();
    await database.writer.write(() =>
      database.stores.oauthClients.update({ ...first, replayWindowS: 40 }),
    );
    changed({ client_name: "New", redirect_uris: ["https://app.example.com/new"] });
    now += HOUR;
    expect(await client()).toMatchObject({
      name: "New",
      redirectUris: ["https://app.example.com/new"],
      replayWindowS: 40,
      createdAt: NOW,
    });
  });

  test("twenty concurrent look-ups make one request", async () => {
    const found = await Promise.all(Array.from({ length: 20 }, () => client()));
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([ID]));
    expect(asked).toBe(1);
  });

  test("a client revoked by an operator stays revoked, whatever its document says", async () => {
    await client();
    await database.writer.write(() => database.stores.oauthClients.revoke(ID, NOW));
    now += DAY;
    expect(await problem()).toContain("may no longer connect");
    expect(asked).toBe(1);
  });

  test("a client revoked during a fetch stays revoked", async () => {
    await client();
    now += DAY;
    answer = async () => {
      await database.writer.write(() => database.stores.oauthClients.revoke(ID, now));
      return Response.json(DOCUMENT);
    };
    expect(await problem()).toContain("may no longer connect");
    expect(asked).toBe(2);
  });
});

describe("a web server that fails", () => {
  const fails = (status: number): void => {
    answer = () => new Response(null, { status });
  };

  test.each([500, 503, 403])("with %d lets clients keep the old copy for a day", async (status) => {
    await client();
    fails(status);
    now += HOUR;
    expect((await client()).name).toBe("App");
    expect(logged).toContain("client_document_stale");
    now += DAY;
    expect(await problem()).toContain(String(status));
  });

  test.each([404, 410])("with %d counts as having withdrawn its document", async (status) => {
    await client();
    fails(status);
    now += HOUR;
    expect(await problem()).toContain(String(status));
    serve(DOCUMENT);
    expect((await client()).name).toBe("App");
  });

  test("gets at most twenty requests in a row, and one more after twelve seconds", async () => {
    fails(404);
    for (let index = 0; index < 30; index += 1) await problem(`${HOST}/${index}.json`);
    expect(asked).toBe(20);
    expect(await problem()).toContain("asked too often");
    now += 12_000;
    serve(DOCUMENT);
    expect((await client()).name).toBe("App");
  });
});

describe("the built-in copy of a document", () => {
  test.each(KNOWN_DOCUMENTS.map((document) => [document.client_id, document] as const))(
    "%s is used while the document's web server refuses requests",
    async (id, document) => {
      answer = () => new Response("<html>", { status: 403 });
      const found = await client(id);
      expect(found.redirectUris).toEqual(document["redirect_uris"] as string[]);
      expect(found).toMatchObject({ name: document["client_name"], kind: "metadata_document" });
      expect(logged).toContain("client_document_from_copy");
      serve({ ...document, client_name: "As published" });
      now += HOUR;
      expect((await client(id)).name).toBe("As published");
    },
  );

  test("is not used if the document can be fetched and is wrong", async () => {
    const [known] = KNOWN_DOCUMENTS;
    serve({ ...DOCUMENT, client_id: "https://evil.example/c" });
    expect(await problem(known?.client_id)).toContain("client_id");
  });
});

describe("clients without a document", () => {
  test.each(["dynamic", "preregistered"] as const)("of kind %s are found by id", async (kind) => {
    const row = oauthClient({ kind });
    database.stores.oauthClients.insert(row);
    expect(await clients.find(row.id)).toEqual(row);
    expect(asked).toBe(0);
  });
});

describe("a server without internet access", () => {
  test("gives a message that says what the operator can do", async () => {
    clients = open(undefined, { resolve: () => Promise.reject(new Error("ENOTFOUND")) });
    expect(await problem()).toContain("app.example.com was not found. If this keeps happening");
    expect(await problem()).toContain("MAITRED_CLIENT_DOCUMENTS=off");
  });

  test("can be told not to fetch documents; then it uses no built-in copy either", async () => {
    await client();
    clients = open(undefined, { clientDocuments: false });
    for (const id of [ID, ...KNOWN_DOCUMENTS.map((known) => known.client_id)]) {
      expect(await problem(id)).toContain("so that it registers here");
    }
    expect(asked).toBe(1);
  });
});
