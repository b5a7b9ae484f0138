// Goal: given only the address, the clients of the MCP SDK's versions 1 and 2 let a person sign in,
// renew an expired token, and send the person to sign in again after the access was revoked.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { consentTo, type Person } from "../../../support/browserless-consent.ts";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";

const IDENTITY = { name: "independent client", version: "1" };
const REDIRECT = "http://localhost:8914/callback";
const HOUR_MS = 3_600_000;

let desk: DeskWithUser;
beforeAll(async () => {
  desk = await deskWithUser();
});
afterAll(() => desk[Symbol.asyncDispose]());

/** A client's storage, in memory; the libraries do everything else. */
class Provider {
  client: { client_id: string } | undefined;
  stored: { access_token: string; refresh_token?: string | undefined } | undefined;
  /** Where the client sent the person to sign in; null: nowhere. */
  sentTo: URL | null = null;
  #verifier = "";
  readonly #state = crypto.randomUUID();

  get redirectUrl(): string {
    return REDIRECT;
  }
  get clientMetadata() {
    return {
      client_name: IDENTITY.name,
      redirect_uris: [REDIRECT],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }
  state = (): string => this.#state;
  clientInformation = () => this.client;
  saveClientInformation(client: { client_id: string }): void {
    this.client = client;
  }
  tokens = (): never => this.stored as never;
  saveTokens(tokens: NonNullable<Provider["stored"]>): void {
    this.stored = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.sentTo = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier = (): string => this.#verifier;
  invalidateCredentials(scope: string): void {
    if (scope === "all" || scope === "client") this.client = undefined;
    if (scope === "all" || scope === "tokens") this.stored = undefined;
  }
}

/** The methods that both versions have and this test uses. */
interface AnyClient {
  connect(): Promise<void>;
  finish(callback: URL): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: object }): Promise<unknown>;
  close(): Promise<void>;
}

function legacy(provider: Provider): AnyClient {
  const client = new LegacyClient(IDENTITY);
  const transport = new LegacyTransport(new URL(desk.mcp), { authProvider: provider });
  return {
    connect: () => client.connect(transport),
    finish: (callback) => transport.finishAuth(callback.searchParams.get("code") ?? ""),
    listTools: () => client.listTools(),
    callTool: (params) => client.callTool(params as never),
    close: () => client.close(),
  };
}

const modern =
  (mode: "auto" | "legacy") =>
  (provider: Provider): AnyClient => {
    const client = new ModernClient(IDENTITY, { versionNegotiation: { mode } });
    const transport = new ModernTransport(new URL(desk.mcp), { authProvider: provider });
    return {
      connect: () => client.connect(transport),
      // With all parameters, because the library compares iss and state itself.
      finish: (callback) => transport.finishAuth(callback.searchParams),
      listTools: () => client.listTools(),
      callTool: (params) => client.callTool(params as never),
      close: () => client.close(),
    };
  };

/** Connects for the first time: the client is refused, the person signs in, the client connects. */
async function connected(
  make: (provider: Provider) => AnyClient,
  provider: Provider,
  person: Person = desk.user,
): Promise<AnyClient> {
  const first = make(provider);
  const refused = await first.connect().then(
    () => null,
    (error: unknown) => error,
  );
  expect(String(refused)).toContain("Unauthorized");
  if (provider.sentTo === null) throw new Error("The client did not send the person to sign in.");
  await first.finish(await consentTo(provider.sentTo, person));
  const client = make(provider);
  await client.connect();
  return client;
}

const GENERATIONS = [
  ["v1", legacy],
  ["v2", modern("auto")],
  ["v2 with the older protocol", modern("legacy")],
] as const;

describe.each(GENERATIONS)("%s client", (_name, make) => {
  test("connects with nothing but the address, and calls a tool as the person who signed in", async () => {
    const provider = new Provider();
    const client = await connected(make, provider);
    try {
      expect(provider.sentTo?.searchParams.get("resource")).toBe(desk.mcp);
      expect(provider.sentTo?.searchParams.get("scope")).toBe("bookings.read bookings.write");
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toContain("create_booking");
      expect(await client.callTool({ name: "list_brands", arguments: {} })).toMatchObject({
        structuredContent: { brands: desk.brands.map((slug) => ({ slug })) },
      });
    } finally {
      await client.close();
    }
  });

  test("sees only the brands that the person selected", async () => {
    const [brand = ""] = desk.brands;
    const client = await connected(make, new Provider(), { ...desk.user, brands: [brand] });
    try {
      expect(await client.callTool({ name: "list_brands", arguments: {} })).toMatchObject({
        structuredContent: { brands: [{ slug: brand }] },
      });
    } finally {
      await client.close();
    }
  });

  test("renews an expired token without asking the person", async () => {
    const provider = new Provider();
    const client = await connected(make, provider);
    try {
      const before = provider.stored;
      provider.sentTo = null;
      await desk.advance(HOUR_MS + 1000);
      const answer = await client.callTool({ name: "list_brands", arguments: {} });
      expect(answer).toHaveProperty("structuredContent.brands");
      expect(provider.stored?.access_token).not.toBe(before?.access_token);
      expect(provider.stored?.refresh_token).not.toBe(before?.refresh_token);
      expect(provider.sentTo).toBeNull();
    } finally {
      await client.close();
    }
  });

  test("sends the person to sign in again after the access was revoked", async () => {
    const provider = new Provider();
    const client = await connected(make, provider);
    try {
      provider.sentTo = null;
      await revoke(provider);
      const refused = await client.callTool({ name: "list_brands", arguments: {} }).then(
        () => null,
        (error: unknown) => error,
      );
      expect(String(refused)).toContain("Unauthorized");
      expect(provider.sentTo).not.toBeNull();
    } finally {
      await client.close();
    }
  });
});

/** Revokes the grant and its tokens at the revocation endpoint. */
async function revoke({ client, stored }: Provider): Promise<void> {
  const response = await fetch(`${desk.url}/revoke`, {
    method: "POST",
    body: new URLSearchParams({
      client_id: client?.client_id ?? "",
      token: stored?.refresh_token ?? "",
    }),
  });
  expect(response.status).toBe(200);
}
