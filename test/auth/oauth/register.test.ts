// Goal: every client that people use can register, in its own way. What we cannot grant is left out
// with a note; what is dangerous or useless is refused with a reason; no secret is stored.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createAttemptLimit } from "../../../src/auth/attempt-limit.ts";
import { hashOpaque } from "../../../src/auth/oauth/opaque-token.ts";
import {
  ISSUER,
  NOW,
  openRegistrationHouse,
  type RegistrationHouse,
} from "./registration-house.ts";

let house: RegistrationHouse;
beforeEach(() => {
  house = openRegistrationHouse();
});
afterEach(() => house[Symbol.dispose]());

const CALLBACK = "https://app.example.com/cb";
const minimal = { redirect_uris: [CALLBACK] };
const stored = (id: unknown) => house.stores.oauthClients.byId(String(id));
const clients = () => house.stores.oauthClients.list().length;

describe("a registration", () => {
  test("needs only a redirect URI", async () => {
    const { status, headers, json } = await house.register(minimal);
    const { client_id: id, registration_access_token: token, ...rest } = json;
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(rest).toEqual({
      client_id_issued_at: NOW / 1000,
      client_name: "app.example.com",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      scope: "bookings.read bookings.write",
      application_type: "web",
      registration_client_uri: `${ISSUER}/register/${String(id)}`,
    });
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(token).toStartWith("mtd_registration_");
    expect(stored(id)).toMatchObject({ kind: "dynamic", secretHash: null, createdAt: NOW });
  });

  test.each(["client_secret_post", "client_secret_basic"])(
    "with %s gets a secret",
    async (method) => {
      const { json } = await house.register({ ...minimal, token_endpoint_auth_method: method });
      const { client_secret: secret } = json;
      expect(secret).toMatch(/^mtd_secret_[\w-]{43}$/);
      expect([json["token_endpoint_auth_method"], json["client_secret_expires_at"]]).toEqual([
        method,
        0,
      ]);
      expect(stored(json["client_id"])?.secretHash).toBe(hashOpaque(String(secret)));
    },
  );

  test("leaves no secret in the database or the log", async () => {
    const wish = { ...minimal, token_endpoint_auth_method: "client_secret_post" };
    const { json } = await house.register(wish);
    const dump = JSON.stringify(house.database.prepare("SELECT * FROM oauth_client").all());
    for (const name of ["client_secret", "registration_access_token"]) {
      expect(dump).not.toContain(String(json[name]));
      expect(house.logged.join("\n")).not.toContain(String(json[name]));
    }
  });

  test("with private_key_jwt keeps the client's keys or their address, and gives no secret", async () => {
    const key = { kty: "EC", crv: "P-256", x: "a", y: "b", kid: "1" };
    const wish = { ...minimal, token_endpoint_auth_method: "private_key_jwt" };
    const { json } = await house.register({ ...wish, jwks: { keys: [key] } });
    expect(json).toMatchObject({
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [key] },
    });
    expect(json).not.toHaveProperty("client_secret");
    const by = await house.register({ ...wish, jwks_uri: "https://app.example.com/keys" });
    expect(by.json["jwks_uri"]).toBe("https://app.example.com/keys");
  });
});

/** Registrations as these clients send them. */
const CLIENTS: readonly (readonly [string, Record<string, unknown>])[] = [
  [
    "Claude",
    {
      client_name: "Claude",
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_post",
      scope: " bookings.read bookings.write",
    },
  ],
  [
    "Claude Code",
    {
      client_name: "Claude Code (maitred)",
      redirect_uris: ["http://localhost:58135/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      scope: "offline_access",
    },
  ],
  [
    "VS Code",
    {
      client_name: "Visual Studio Code",
      client_uri: "https://code.visualstudio.com",
      redirect_uris: [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://localhost/",
        "http://127.0.0.1/",
        "http://localhost:33418/",
        "http://127.0.0.1:33418/",
      ],
      grant_types: [
        "authorization_code",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:device_code",
      ],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
  ],
  [
    "Cursor",
    {
      client_name: "Cursor",
      redirect_uris: [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
        "http://localhost:8787/callback",
      ],
      token_endpoint_auth_method: "none",
      application_type: "desktop",
      logo_uri: null,
    },
  ],
  [
    "the Inspector",
    {
      client_name: "MCP Inspector",
      client_uri: "https://github.com/modelcontextprotocol/inspector",
      redirect_uris: ["http://localhost:6274/oauth/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      scope: "",
    },
  ],
  [
    "mcp-remote",
    {
      client_name: "MCP CLI Proxy",
      redirect_uris: ["http://localhost:3334/oauth/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      software_id: "2e6dc280-f3c3-4e01-99a7-8181dbd1d23d",
      software_version: "0.1.38",
    },
  ],
];

describe("clients that people use", () => {
  test.each(CLIENTS)("%s registers with all its redirect URIs", async (_name, wish) => {
    const { status, json } = await house.register(wish);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      client_name: wish["client_name"],
      redirect_uris: wish["redirect_uris"],
      scope: "bookings.read bookings.write",
      client_id_issued_at: NOW / 1000,
    });
    expect(Object.values(json)).not.toContain(null);
  });
});

describe("left out of a registration:", () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
    [
      "bad redirect URIs beside a good one",
      { redirect_uris: [CALLBACK, "javascript:alert(1)", 7, "http://app.example.com/"] },
      { redirect_uris: [CALLBACK] },
      "javascript",
    ],
    [
      "a URI given twice",
      { redirect_uris: [CALLBACK, CALLBACK] },
      { redirect_uris: [CALLBACK] },
      "",
    ],
    [
      "an unknown grant",
      { grant_types: ["authorization_code", "password", "implicit"] },
      { grant_types: ["authorization_code"] },
      "implicit",
    ],
    [
      "a set of unknown grants",
      { grant_types: ["client_credentials"] },
      { grant_types: ["authorization_code", "refresh_token"] },
      "client_credentials",
    ],
    [
      "an unknown authentication method",
      { token_endpoint_auth_method: "tls_client_auth" },
      { token_endpoint_auth_method: "none" },
      "tls_client_auth",
    ],
    ["an unknown scope", { scope: "openid bookings.read" }, { scope: "bookings.read" }, ""],
    ["a leading space of a scope", { scope: " bookings.write" }, { scope: "bookings.write" }, ""],
    ["a scope of another type", { scope: 5 }, { scope: "bookings.read bookings.write" }, ""],
    ["a wrong application type", { application_type: "desktop" }, { application_type: "web" }, ""],
    ["an unknown response type", { response_types: ["token"] }, { response_types: ["code"] }, ""],
    ["a client uri with the scheme javascript", { client_uri: "javascript:x" }, {}, "client_uri"],
    ["an internal address for keys", { jwks_uri: "http://127.0.0.1/keys" }, {}, "jwks_uri"],
    ["members that are null", { client_uri: null, jwks: null, client_name: null }, {}, ""],
    ["a software statement", { software_statement: "a.b.c" }, {}, "software_statement"],
  ])("%s", async (_what, wish, expected, note) => {
    const { status, json } = await house.register({ ...minimal, ...wish });
    expect(status).toBe(201);
    expect(json).toMatchObject(expected);
    expect(json).not.toHaveProperty("software_statement");
    if (!("client_uri" in expected)) expect(json).not.toHaveProperty("client_uri");
    if (note === "") expect(json).not.toHaveProperty("notes");
    else expect(JSON.stringify(json["notes"])).toContain(note);
  });

  test("a client id and a secret chosen by the client", async () => {
    const first = await house.register(minimal);
    const taken = first.json["client_id"];
    const { status, json } = await house.register({
      ...minimal,
      client_id: taken,
      client_secret: "chosen",
    });
    expect(status).toBe(201);
    expect(json["client_id"]).not.toBe(taken);
    expect(json).not.toHaveProperty("client_secret");
    expect(JSON.stringify(json["notes"])).toContain("client_id");
  });
});

describe("a client's name", () => {
  const HOST_NAME = "app.example.com";
  const LATE = `${"\u200B".repeat(1000)}Late`;
  test.each([
    ["keeps HTML unchanged", "<b>Bold</b>", "<b>Bold</b>"],
    ["loses characters that change the direction of text", "A\u202Ebc\u2066", "Abc"],
    ["loses characters without width", "Cl\u200Baude\uFEFF", "Claude"],
    ["has spaces in place of line ends", "One\r\nTwo\u2028Three", "One Two Three"],
    ["is the redirect URI's host name if it is invisible", "\u200B\u200B", HOST_NAME],
    ["is cut after 100 characters", "x".repeat(7 * 1024), "x".repeat(100)],
    ["has a replacement character for half of a surrogate pair", "A\uD800", "A\uFFFD"],
    ["is the redirect URI's host name if 1,000 invisible characters come first", LATE, HOST_NAME],
  ])("%s", async (_what, given, shown) => {
    const { json } = await house.register({ ...minimal, client_name: given });
    expect(json["client_name"]).toBe(shown);
  });
});

describe("a registration is refused", () => {
  const many = Array.from({ length: 100 }, (_, index) => `${CALLBACK}/${index}`);
  const key = (more: object) => ({
    ...minimal,
    jwks: { keys: [{ kty: "RSA", n: "a", e: "AQAB", ...more }] },
  });
  const deepKeys = `{"jwks":{"keys":[{"a":${"[".repeat(3000)}${"]".repeat(3000)}}]}}`;
  const manyKeys = Array.from({ length: 2500 }, () => 0);
  test.each<[string, unknown, string, string]>([
    ["null", null, "invalid_client_metadata", "null"],
    ["an array", [minimal], "invalid_client_metadata", "an array"],
    ["a string", '"hello"', "invalid_client_metadata", "a string"],
    ["a number", 5, "invalid_client_metadata", "a number"],
    ["an empty body", "", "invalid_client_metadata", "empty"],
    ["invalid JSON", "{redirect_uris", "invalid_client_metadata", "not valid JSON"],
    [
      "a form",
      "redirect_uris=https://app.example.com/cb",
      "invalid_client_metadata",
      "not valid JSON",
    ],
    ["no redirect URI", {}, "invalid_redirect_uri", "at least one"],
    ["an empty redirect_uris", { redirect_uris: [] }, "invalid_redirect_uri", "at least one"],
    ["a URI and no array", { redirect_uris: CALLBACK }, "invalid_redirect_uri", "must be an array"],
    ["100 redirect URIs", { redirect_uris: many }, "invalid_redirect_uri", "100"],
    ["only bad URIs", { redirect_uris: ["file:///a", "x"] }, "invalid_redirect_uri", "file:///a"],
    ["a private RSA key", key({ d: "x" }), "invalid_client_metadata", "private"],
    ["a prime of a private key", key({ p: "x" }), "invalid_client_metadata", "private"],
    ["a symmetric key", key({ kty: "oct", k: "x" }), "invalid_client_metadata", "private"],
    ["invalid keys", { ...minimal, jwks: { keys: "x" } }, "invalid_client_metadata", "jwks"],
    ["keys that are a string", { ...minimal, jwks: "x" }, "invalid_client_metadata", "jwks"],
    ["keys nested 3000 levels deep", deepKeys, "invalid_client_metadata", "64 levels"],
    ["2500 keys", { ...minimal, jwks: { keys: manyKeys } }, "invalid_client_metadata", "2000"],
    ["no key at all", { ...minimal, jwks: { keys: [] } }, "invalid_client_metadata", "no key"],
    [
      "private_key_jwt without keys",
      { ...minimal, token_endpoint_auth_method: "private_key_jwt" },
      "invalid_client_metadata",
      "public keys",
    ],
    [
      "private_key_jwt with keys at an internal address",
      { ...minimal, token_endpoint_auth_method: "private_key_jwt", jwks_uri: "https://10.0.0.1/k" },
      "invalid_client_metadata",
      "public keys",
    ],
  ])("with %s", async (_what, body, error, reason) => {
    const answer = await house.register(body);
    expect([answer.status, answer.json["error"]]).toEqual([400, error]);
    expect(answer.reason).toContain(reason);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(clients()).toBe(0);
  });

  test("with more than 8 kB", async () => {
    const answer = await house.register({ ...minimal, client_name: "x".repeat(8 * 1024) });
    expect([answer.status, answer.json["error"]]).toEqual([413, "invalid_client_metadata"]);
    expect(clients()).toBe(0);
  });

  test("with a megabyte", async () => {
    const answer = await house.register({ ...minimal, client_name: "x".repeat(1_000_000) });
    expect([answer.status, answer.json["error"]]).toEqual([413, "invalid_client_metadata"]);
    expect(clients()).toBe(0);
  });

  test("without logging the private key", async () => {
    await house.register(key({ d: "very-secret-number" }));
    expect(house.logged.join("\n")).toContain("invalid_client_metadata");
    expect(house.logged.join("\n")).not.toContain("very-secret-number");
  });

  test("from an address that sends too many, but not from others", async () => {
    using flooded = openRegistrationHouse({
      limit: createAttemptLimit(() => NOW, { burst: 3, refillMs: 1000 }),
    });
    const statuses = [];
    for (let index = 0; index < 5; index += 1) {
      statuses.push((await flooded.register(minimal)).status);
    }
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
    const { headers, json } = await flooded.register(minimal);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(json["error"]).toBe("temporarily_unavailable");
    expect((await flooded.register(minimal, "203.0.113.10")).status).toBe(201);
  });
});

test("any metadata with a valid redirect URI makes a client, whatever else it contains", async () => {
  const odd = [
    null,
    "",
    0,
    -1,
    1.5,
    true,
    [],
    [null],
    {},
    { a: { b: [] } },
    "x".repeat(5000),
    "\u0000",
  ];
  const names = [
    "client_name",
    "grant_types",
    "response_types",
    "scope",
    "application_type",
    "token_endpoint_auth_method",
    "contacts",
    "client_uri",
    "logo_uri",
    "tos_uri",
    "policy_uri",
    "jwks_uri",
    "software_id",
    "software_version",
    "client_id",
    "default_max_age",
    "__proto__",
    "constructor",
  ];
  for (const name of names) {
    for (const value of odd) {
      const body = `{"redirect_uris":["${CALLBACK}"],"${name}":${JSON.stringify(value)}}`;
      const { status, json } = await house.register(body);
      expect([name, value, status]).toEqual([name, value, 201]);
      expect(Number.isInteger(json["client_id_issued_at"])).toBe(true);
    }
  }
});
