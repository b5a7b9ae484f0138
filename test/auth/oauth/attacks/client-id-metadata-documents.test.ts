// Goal: a client id that is an address cannot make our server call internal hosts or flood others,
// and its document is not used for clients of other addresses. The two endpoints that fetch the
// document are tested here, fetching in safe-fetch.test.ts, caching in client-id-document.test.ts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { ISSUER } from "../../../support/accounts.ts";
import {
  type Authority,
  asking,
  authorizeRequest,
  BROWSER,
  openAuthority,
} from "../../../support/authority.ts";
import { type DocumentHost, documentHost, PUBLIC_ADDRESS } from "../../../support/document-host.ts";

const HOST = "https://evil.example.com";
const ID = `${HOST}/client.json`;
const OWN = `${HOST}/cb`;
const document = { client_id: ID, client_name: "Evil", redirect_uris: [OWN] };
const json = { "Content-Type": "application/json" };

let host: DocumentHost;
let answer: (request: Request) => Response | Promise<Response>;
let requests: Request[];
beforeAll(() => {
  host = documentHost(["evil.example.com"], (request) => {
    requests.push(request);
    return answer(request);
  });
});
afterAll(() => host.stop());
beforeEach(() => {
  requests = [];
  host.connections.length = 0;
  answer = () => Response.json(document);
});

/** A new server with empty caches. */
const house = (addresses: readonly string[] = [PUBLIC_ADDRESS], timeoutMs = 300) =>
  openAuthority({ fetchDocument: host.fetchDocument({ addresses, timeoutMs }) });

const authorize = (server: Authority, clientId: string, redirectUri = OWN) =>
  server.server.authorize(
    authorizeRequest(asking({ client_id: clientId, redirect_uri: redirectUri })),
    BROWSER,
  );

/** Sends the client id to both endpoints, which must agree. True if they accept it. */
async function taken(server: Authority, clientId: string, redirectUri = OWN): Promise<boolean> {
  const opened = await authorize(server, clientId, redirectUri);
  const fields = { grant_type: "refresh_token", refresh_token: "x", client_id: clientId };
  const { body } = await server.post("token", fields);
  expect(opened.kind).not.toBe("redirect");
  expect([opened.kind, body["error"]]).toBeOneOf([
    ["pending", "invalid_grant"],
    ["refused", "invalid_client"],
  ]);
  return opened.kind === "pending";
}

test("a valid document is accepted, so that the refusals below prove something", async () => {
  await using server = await house();
  expect(await taken(server, ID)).toBe(true);
  expect(requests).toHaveLength(1);
});

describe("the server does not connect to", () => {
  test.each([
    "http://evil.example.com/client.json",
    "https://127.0.0.1/client.json",
    "https://127.1/client.json",
    "https://2130706433/client.json",
    "https://0x7f.1/client.json",
    "https://[::1]/client.json",
    "https://[::ffff:127.0.0.1]/client.json",
    "https://[64:ff9b::7f00:1]/client.json",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/client.json",
    "https://localhost.localdomain.localhost/x",
    "https://evil.example.com./client.json",
    "https://EVIL.example.com/client.json",
    "https://evil.example.com:443/client.json",
    "https://evil.example.com@127.0.0.1/client.json",
    "https://evil.example.com/a/../client.json",
    "https://evil.example.com/client.json#x",
    "https://evil.example.com",
    "https://evil.example.com/",
    "https://intranet/client.json",
    "https://printer.local/client.json",
    "https://metadata.google.internal/x",
    "file:///etc/passwd",
    "gopher://evil.example.com/_x",
    `https://evil.example.com/${"x".repeat(3000)}`,
  ])("%s", async (clientId) => {
    await using server = await house();
    expect(await taken(server, clientId)).toBe(false);
    expect(host.connections).toEqual([]);
  });

  test.each([
    ["a private address", ["10.0.0.5"]],
    ["loopback", ["127.0.0.1"]],
    ["the cloud's metadata", ["169.254.169.254"]],
    ["IPv6 loopback", ["::1"]],
    ["a mapped private address", ["::ffff:10.0.0.5"]],
    ["a unique local address", ["fd00::1"]],
    ["a translated private address", ["64:ff9b::a00:5"]],
    ["6to4 around a private address", ["2002:0a00:0005::1"]],
    ["a public and a private one", [PUBLIC_ADDRESS, "192.168.1.1"]],
    ["0.0.0.0", ["0.0.0.0"]],
    ["a shared address", ["100.64.0.1"]],
  ])("a name that resolves to %s", async (_name, addresses) => {
    await using server = await house(addresses);
    expect(await taken(server, ID)).toBe(false);
    expect(host.connections).toEqual([]);
    // The answer does not reveal to which internal address a name resolves.
    const outcome = await authorize(server, ID);
    for (const address of addresses) expect(JSON.stringify(outcome)).not.toContain(address);
  });
});

test("the server connects to the address that it checked", async () => {
  await using server = await house();
  expect(await taken(server, ID)).toBe(true);
  expect(host.connections.map(({ address }) => address)).toEqual([PUBLIC_ADDRESS]);
});

describe("a client is refused if its document's host answers with", () => {
  const padded = { ...document, padding: "x".repeat(6000) };

  test.each<[string, () => Response | Promise<Response>]>([
    [
      "a redirect to an internal address",
      () => Response.redirect("https://127.0.0.1/client.json", 302),
    ],
    [
      "a redirect to another site",
      () => Response.redirect("https://other.example.com/c.json", 307),
    ],
    [
      "a document with another client's id",
      () => Response.json({ ...document, client_id: `${HOST}/other` }),
    ],
    [
      "a document with the id of a client on another host",
      () => Response.json({ ...document, client_id: "https://claude.ai/x" }),
    ],
    ["a document without an id", () => Response.json({ ...document, client_id: undefined })],
    ["a document of more than 5 KB", () => Response.json(padded)],
    [
      "a compressed document that unpacks to more than 5 KB",
      () =>
        new Response(gzipSync(JSON.stringify(padded)), {
          headers: { ...json, "Content-Encoding": "gzip" },
        }),
    ],
    [
      "an HTML page",
      () => new Response(JSON.stringify(document), { headers: { "Content-Type": "text/html" } }),
    ],
    ["invalid JSON", () => new Response("{", { headers: json })],
    ["5000 levels of nesting", () => new Response("[".repeat(5000), { headers: json })],
    ["null", () => Response.json(null)],
    ["status 500", () => new Response("", { status: 500 })],
    [
      "a document with a redirect URI that runs code",
      () => Response.json({ ...document, redirect_uris: ["javascript:alert(1)"] }),
    ],
    ["a document without a redirect URI", () => Response.json({ ...document, redirect_uris: [] })],
    [
      "a document with a shared secret",
      () =>
        Response.json({
          ...document,
          token_endpoint_auth_method: "client_secret_post",
          client_secret: "x",
        }),
    ],
    [
      "a document with a private key",
      () =>
        Response.json({
          ...document,
          token_endpoint_auth_method: "private_key_jwt",
          jwks: { keys: [{ kty: "EC", crv: "P-256", x: "a", y: "b", d: "c" }] },
        }),
    ],
  ])("%s", async (_name, give) => {
    answer = give;
    await using server = await house();
    expect(await taken(server, ID)).toBe(false);
  });

  test("nothing, or an answer that never ends", async () => {
    const slow = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
      });
    for (const give of [
      () => Promise.withResolvers<Response>().promise,
      () => new Response(slow(), { headers: json }),
    ]) {
      answer = give;
      await using server = await house();
      expect(await taken(server, ID)).toBe(false);
    }
  });
});

describe("a document", () => {
  test("that fails is not cached, so that nobody can lock a client out", async () => {
    await using server = await house();
    answer = () => new Response("", { status: 500 });
    expect((await authorize(server, ID)).kind).toBe("refused");
    answer = () => Response.json(document);
    expect((await authorize(server, ID)).kind).toBe("pending");
  });

  test("allows only the redirect URIs that it lists", async () => {
    await using server = await house();
    for (const uri of [`${OWN}/x`, `${OWN}?x`, "https://other.example.com/cb", "javascript:x"]) {
      expect(await taken(server, ID, uri).catch(() => false)).toBe(false);
    }
  });

  test("cannot call its client verified or set what only an operator may set", async () => {
    answer = () =>
      Response.json({ ...document, kind: "preregistered", verified: true, replay_window_s: 3600 });
    await using server = await house();
    await taken(server, ID);
    const row = server.stores.oauthClients.byId(ID);
    expect(row).toMatchObject({ kind: "metadata_document", replayWindowS: null });
  });

  test("has invisible characters removed from its name", async () => {
    answer = () => Response.json({ ...document, client_name: "Cl\u200Baude\u202E\r\n<b>" });
    await using server = await house();
    await taken(server, ID);
    expect(server.stores.oauthClients.byId(ID)?.name).toBe("Claude <b>");
  });

  test("cannot be used for a flood: its host gets at most twenty of forty requests", async () => {
    answer = () => new Response("", { status: 500 });
    await using server = await house();
    for (let time = 0; time < 40; time += 1) await authorize(server, `${HOST}/c${time}.json`);
    expect(requests).toHaveLength(20);
  });
});

describe("a client's keys at a separate address", () => {
  const TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  const metadata = { jwks_uri: `${HOST}/keys.json` };
  const withKeys = (server: Authority) =>
    server.addClient({ authMethod: "private_key_jwt", metadata });
  const show = async (server: Authority, clientId: string, assertion: string) => {
    const { body } = await server.post("token", {
      grant_type: "refresh_token",
      refresh_token: "x",
      client_id: clientId,
      client_assertion: assertion,
      client_assertion_type: TYPE,
    });
    return body["error"];
  };
  /** Makes the server fetch from the host, as any stranger can. */
  const flood = async (server: Authority, clientId: string): Promise<void> => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const jwt = `${part({ alg: "ES256" })}.${part({ sub: clientId })}.${"A".repeat(86)}`;
    for (let time = 0; time < 40; time += 1) {
      expect(await show(server, clientId, jwt)).toBe("invalid_client");
    }
  };

  test("cannot be used for a flood: their host gets at most twenty of forty requests", async () => {
    answer = () => new Response("", { status: 500 });
    await using server = await house();
    await flood(server, (await withKeys(server)).id);
    expect(requests).toHaveLength(20);
  });

  test("come from the cache for a day while strangers use up the host's requests", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
    const keys = [await exportJWK(publicKey)];
    answer = () => Response.json({ keys });
    await using server = await house();
    const [honest, evil] = [await withKeys(server), await withKeys(server)];
    await server.writer.write(() =>
      server.stores.oauthClients.update({ ...evil, metadata: { jwks_uri: `${HOST}/none.json` } }),
    );
    const assertion = () =>
      new SignJWT({ jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: "ES256" })
        .setIssuer(honest.id)
        .setSubject(honest.id)
        .setAudience(ISSUER)
        .setExpirationTime(server.at / 1000 + 60)
        .sign(privateKey);
    expect(await show(server, honest.id, await assertion())).toBe("invalid_grant");
    answer = () => new Response("", { status: 500 });
    const HOUR = 3_600_000;
    for (const [afterMs, error] of [
      [2 * HOUR, "invalid_grant"],
      [20 * HOUR, "invalid_grant"],
      [4 * HOUR, "invalid_client"],
    ] as const) {
      server.at += afterMs;
      await flood(server, evil.id);
      expect(await show(server, honest.id, await assertion())).toBe(error);
    }
  });
});
