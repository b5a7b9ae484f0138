// Goal: a stranger may choose the URL of a document that we fetch. We connect only to the public
// IP address that we checked, never to this machine or its networks, and give up if the
// fetch takes too long.
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { checkDocumentAddress } from "../../../src/auth/oauth/document-address.ts";
import { connectHttps } from "../../../src/auth/oauth/https-connect.ts";
import {
  createSafeFetch,
  type FetchDocument,
  FetchRefused,
} from "../../../src/auth/oauth/safe-fetch.ts";
import { selfSigned } from "../../support/certificate.ts";
import { documentHost, PUBLIC_ADDRESS } from "../../support/document-host.ts";

const DOCUMENT = "https://app.example.com/client.json";
/** Method and header names of every request that arrived. */
const asked: string[][] = [];
let answer: () => Response | Promise<Response>;
const host = documentHost(["app.example.com"], (request) => {
  asked.push([request.method, ...[...request.headers.keys()].sort()]);
  return answer();
});
afterAll(() => host.stop());
beforeEach(() => {
  asked.length = 0;
  host.connections.length = 0;
  answer = () => Response.json({ fine: true });
});

const limits = { maxBytes: 1000 };
/** The refusal of a fetch; throws if there is none. */
async function refused(fetched: ReturnType<FetchDocument>): Promise<FetchRefused> {
  const outcome = await fetched.then(
    () => null,
    (error: unknown) => error,
  );
  if (outcome instanceof FetchRefused) return outcome;
  throw new Error("The fetch was not refused.", { cause: outcome });
}

describe("the address of a document", () => {
  test.each([
    "https://app.example.com/client.json",
    "https://app.example.com:8443/a/b?c=d",
    "https://xn--bcher-kva.example/client",
  ])("can be %s", (address) => {
    expect(checkDocumentAddress(address).ok).toBe(true);
  });

  test.each([
    ["http", "http://app.example.com/client.json"],
    ["no scheme", "app.example.com/client.json"],
    ["another scheme", "ftp://app.example.com/client.json"],
    ["a file", "file:///etc/passwd"],
    ["a user name", "https://somebody@app.example.com/c"],
    ["a password", "https://a:b@app.example.com/c"],
    ["a fragment", "https://app.example.com/c#part"],
    ["an empty fragment", "https://app.example.com/c#"],
    ["an IPv4 literal", "https://93.184.216.34/c"],
    ["a short IPv4 literal", "https://127.1/c"],
    ["a decimal IPv4 literal", "https://2130706433/c"],
    ["a hexadecimal IPv4 literal", "https://0x7f000001/c"],
    ["an octal IPv4 literal", "https://0177.0.0.1/c"],
    ["an IPv6 literal", "https://[2606:2800:220:1::1]/c"],
    ["a mapped IPv6 literal", "https://[::ffff:7f00:1]/c"],
    ["a trailing dot", "https://app.example.com./c"],
    ["a single label", "https://intranet/c"],
    ["localhost", "https://localhost/c"],
    ["a name under localhost", "https://app.localhost/c"],
    ["a name under internal", "https://metadata.google.internal/c"],
    ["a name under local", "https://printer.local/c"],
    ["upper case in the host", "https://APP.example.com/c"],
    ["the default port written out", "https://app.example.com:443/c"],
    ["dot segments", "https://app.example.com/a/../c"],
    ["encoded dot segments", "https://app.example.com/a/%2e%2e/c"],
    ["a space", "https://app.example.com/a b"],
    ["a backslash", "https://app.example.com\\@evil.example/c"],
    ["2049 characters", `https://app.example.com/${"a".repeat(2025)}`],
  ])("is refused with %s, before its name is looked up: %s", async (_what, address) => {
    let resolved = 0;
    const fetchDocument = createSafeFetch({
      resolve: () => Promise.resolve([`${++resolved}`]),
      connect: host.connect,
    });
    await refused(fetchDocument(address, limits));
    expect([resolved, host.connections]).toEqual([0, []]);
  });
});

describe("the connection", () => {
  test("goes to the address that was checked, even if the name resolves differently afterwards", async () => {
    let resolved = 0;
    const rebinding = (): Promise<string[]> => {
      resolved += 1;
      return Promise.resolve(resolved === 1 ? [PUBLIC_ADDRESS] : ["127.0.0.1"]);
    };
    const fetchDocument = createSafeFetch({ resolve: rebinding, connect: host.connect });
    const { text } = await fetchDocument(DOCUMENT, limits);
    expect(JSON.parse(text)).toEqual({ fine: true });
    expect(resolved).toBe(1);
    expect(
      host.connections.map(({ address, hostname, port }) => [address, hostname, port]),
    ).toEqual([[PUBLIC_ADDRESS, "app.example.com", 443]]);
  });

  test("looks up no name: a host whose name does not exist is reached at the given address", async () => {
    const { cert, key } = selfSigned("no-such-host.invalid");
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      tls: { cert, key },
      fetch: (request) => Response.json({ host: request.headers.get("host") }),
    });
    const port = server.port ?? 0;
    const answered = await connectHttps({
      address: "127.0.0.1",
      hostname: "no-such-host.invalid",
      port,
      path: "/",
      ca: cert,
      maxBytes: 1000,
      deadline: AbortSignal.timeout(5000),
    });
    expect(JSON.parse(new TextDecoder().decode(answered.body as Uint8Array))).toEqual({
      host: `no-such-host.invalid:${port}`,
    });
    await server.stop(true);
  });

  test("uses no proxy from the environment", async () => {
    const before = process.env["HTTPS_PROXY"];
    process.env["HTTPS_PROXY"] = "http://127.0.0.1:1";
    try {
      expect((await host.fetchDocument()(DOCUMENT, limits)).text).toContain("fine");
    } finally {
      if (before === undefined) delete process.env["HTTPS_PROXY"];
      else process.env["HTTPS_PROXY"] = before;
    }
  });

  test("accepts only a certificate for the name", async () => {
    const fetchDocument = host.fetchDocument();
    const { message, temporary } = await refused(
      fetchDocument("https://other.example.com/client.json", limits),
    );
    expect([message, temporary]).toEqual(["its host other.example.com could not be reached", true]);
    expect(asked).toEqual([]);
  });

  test("refuses a self-signed certificate", async () => {
    const fetchDocument = createSafeFetch({
      resolve: () => Promise.resolve([PUBLIC_ADDRESS]),
      connect: (request) => connectHttps({ ...request, address: "127.0.0.1", port: host.port }),
    });
    const { message, cause } = await refused(fetchDocument(DOCUMENT, limits));
    expect(message).toBe("its host app.example.com could not be reached");
    expect(cause).toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    expect(asked).toEqual([]);
  });

  test("sends only four plain headers, none of which identifies us", async () => {
    await host.fetchDocument()(DOCUMENT, limits);
    expect(asked).toEqual([["GET", "accept", "accept-encoding", "connection", "host"]]);
  });
});

describe("a host is refused", () => {
  test.each([
    ["one address in a private network", ["10.0.0.1"]],
    ["one of several addresses in a private network", [PUBLIC_ADDRESS, "192.168.0.10"]],
    ["the address of this machine", ["127.0.0.1"]],
    ["the IPv6 address of this machine", ["::1"]],
    ["a mapped address", ["::ffff:93.184.216.34"]],
    ["the address of a cloud's metadata service", ["169.254.169.254"]],
    ["a word instead of an address", ["not-an-address"]],
    ["no address at all", []],
  ])("if it has %s", async (_what, addresses) => {
    const { message, temporary } = await refused(
      host.fetchDocument({ addresses })(DOCUMENT, limits),
    );
    expect(temporary).toBe(false);
    // The message does not reveal the address.
    for (const address of addresses) expect(message).not.toContain(address);
    expect(host.connections).toEqual([]);
  });

  test("temporarily, if its name cannot be resolved", async () => {
    const fetchDocument = createSafeFetch({
      resolve: () => Promise.reject(new Error("ENOTFOUND")),
      connect: host.connect,
    });
    expect((await refused(fetchDocument(DOCUMENT, limits))).temporary).toBe(true);
  });

  test("temporarily, if its name takes too long to resolve", async () => {
    const fetchDocument = createSafeFetch({
      resolve: () => Promise.withResolvers<string[]>().promise,
      connect: host.connect,
      timeoutMs: 20,
    });
    expect((await refused(fetchDocument(DOCUMENT, limits))).temporary).toBe(true);
  });

  test("temporarily, if it accepts no connection at three of its addresses, IPv4 first", async () => {
    const tried: string[] = [];
    const fetchDocument = createSafeFetch({
      resolve: () =>
        Promise.resolve(["2606:2800:220:1::1", "93.184.216.1", "93.184.216.2", "93.184.216.3"]),
      connect: ({ address }) => {
        tried.push(address);
        return Promise.reject(new Error("ECONNREFUSED"));
      },
    });
    expect((await refused(fetchDocument(DOCUMENT, limits))).temporary).toBe(true);
    expect(tried).toEqual(["93.184.216.1", "93.184.216.2", "93.184.216.3"]);
  });
});

describe("an answer is refused", () => {
  const json = { "Content-Type": "application/json" };
  test.each<[string, () => Response, string]>([
    [
      "that is a redirect",
      () => new Response(null, { status: 302, headers: { Location: "https://127.0.0.1/" } }),
      "redirect",
    ],
    ["with status 404", () => new Response("{}", { status: 404, headers: json }), "status 404"],
    ["with status 206", () => new Response("{}", { status: 206, headers: json }), "status 206"],
    [
      "of type text/html",
      () => new Response("{}", { headers: { "Content-Type": "text/html" } }),
      "application/json",
    ],
    [
      "of type application/jsonp",
      () => new Response("{}", { headers: { "Content-Type": "application/jsonp" } }),
      "application/json",
    ],
    [
      "whose Content-Length is above the limit",
      () => new Response("x".repeat(1001), { headers: json }),
      "larger",
    ],
    [
      "that is above the limit without a Content-Length",
      () =>
        new Response(
          new ReadableStream({
            start(controller) {
              for (let index = 0; index < 11; index += 1) {
                controller.enqueue(new Uint8Array(100));
              }
              controller.close();
            },
          }),
          { headers: json },
        ),
      "larger",
    ],
    [
      "that is compressed",
      () =>
        new Response(Bun.gzipSync(new Uint8Array(500_000)), {
          headers: { ...json, "Content-Encoding": "gzip" },
        }),
      "compressed",
    ],
  ])("%s", async (_what, given, reason) => {
    answer = given;
    const { message, temporary } = await refused(host.fetchDocument()(DOCUMENT, limits));
    expect(message).toContain(reason);
    expect(temporary).toBe(false);
    expect(asked).toHaveLength(1);
  });

  test.each([500, 503, 429, 403])("temporarily, if its status is %d", async (status) => {
    answer = () => new Response("{}", { status, headers: json });
    expect((await refused(host.fetchDocument()(DOCUMENT, limits))).temporary).toBe(true);
  });

  test.each<[string, () => Response | Promise<Response>]>([
    ["never comes", () => Promise.withResolvers<Response>().promise],
    [
      "never ends",
      () =>
        new Response(
          new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) }),
          { headers: json },
        ),
    ],
  ])("temporarily, if it %s", async (_what, given) => {
    answer = given;
    const fetchDocument = host.fetchDocument({ timeoutMs: 100 });
    const { message, temporary } = await refused(fetchDocument(DOCUMENT, limits));
    expect([message, temporary]).toEqual([
      "its host app.example.com took too long to answer",
      true,
    ]);
  });
});

test.each(["application/json", "application/json; charset=utf-8", "application/jwk-set+json"])(
  "a document of type %s is read completely, up to the limit",
  async (type) => {
    const text = JSON.stringify("x".repeat(998));
    answer = () =>
      new Response(text, { headers: { "Content-Type": type, "Cache-Control": "max-age=5" } });
    const document = await host.fetchDocument()(DOCUMENT, limits);
    expect(document.text).toBe(text);
    expect(document.headers["cache-control"]).toBe("max-age=5");
  },
);
