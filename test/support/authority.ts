import { createHash } from "node:crypto";
import type { ConsentOutcome } from "../../src/auth/oauth/consent.ts";
import {
  type AuthorizationServer,
  type AuthorizationServerOptions,
  createAuthorizationServer,
} from "../../src/auth/oauth/index.ts";
import type { ClientRow, UserRow } from "../../src/storage/stores.ts";
import { BISTRO, NOW, TRATTORIA } from "../storage/samples.ts";
import { type Accounts, derivations, ISSUER, openAccounts, random } from "./accounts.ts";
import type { LogLine } from "./served-app.ts";

export const CALLBACK = "https://app.example.com/callback";
export const RESOURCE = `${ISSUER}/mcp`;
/** SHA-256 of the secret of the test's only browser. */
export const BROWSER = createHash("sha256").update("a browser").digest("hex");

type Fields = Readonly<Record<string, string>>;

/** An answer of an endpoint. */
export interface Answered {
  readonly status: number;
  /** As sent. */
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** A client's tokens. */
export interface Held {
  readonly access: string;
  readonly refresh: string;
}

/** A code with everything needed to redeem it. */
export interface Issued {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/**
 * The authorization server over a real database, with a client, and Ada who belongs to both brands.
 */
export interface Authority extends Accounts, AsyncDisposable {
  readonly server: AuthorizationServer;
  /** Public, without a replay window. */
  readonly client: ClientRow;
  readonly ada: UserRow;
  readonly lines: LogLine[];
  /** What a refresh waits for before it writes; nothing by default. */
  gather(): Promise<void>;
  addClient(change?: Partial<ClientRow>): Promise<ClientRow>;
  /** POSTs a form; `client_id` is the client's unless the fields say otherwise. */
  post(
    endpoint: "token" | "revoke" | "introspect" | "pushedRequest",
    fields: Fields,
    headers?: Fields,
  ): Promise<Answered>;
  /** Requests authorization, lets Ada approve, and returns the code. */
  code(parameters?: Fields, brands?: readonly string[]): Promise<Issued>;
  redeem(issued: Issued, fields?: Fields): Promise<Answered>;
  /** From the request to the first pair of tokens. */
  connect(parameters?: Fields, brands?: readonly string[]): Promise<Held>;
  refresh(token: string, fields?: Fields): Promise<Answered>;
}

export const CONFIG = {
  accessTokenMinutes: 60,
  refreshTokenDays: 60,
  grantDays: 365,
  replayWindowS: 120,
  strictTokenSharers: [],
  clientDocuments: true,
  redirectSchemes: ["cursor"],
};

/** A client as a registration would leave it. */
export const clientRow = (change: Partial<ClientRow> = {}): ClientRow => ({
  id: "client-1",
  kind: "dynamic",
  name: "Table Talk",
  redirectUris: [CALLBACK],
  authMethod: "none",
  secretHash: null,
  metadata: {},
  registrationTokenHash: null,
  replayWindowS: null,
  createdAt: NOW,
  lastUsedAt: null,
  freshUntil: null,
  revokedAt: null,
  ...change,
});

/** A code verifier and its S256 challenge. */
export function pkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = Buffer.from(random(32)).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** The parameters of a correct request. */
export const asking = (change: Fields = {}): Record<string, string> => ({
  response_type: "code",
  client_id: "client-1",
  redirect_uri: CALLBACK,
  code_challenge: pkce().challenge,
  code_challenge_method: "S256",
  state: "the state",
  ...change,
});

export const authorizeRequest = (parameters: Fields | URLSearchParams): Request =>
  new Request(`${ISSUER}/authorize?${new URLSearchParams(parameters).toString()}`);

/** Use with `await using`: everything that is written after a response has then been written. */
export async function openAuthority(
  options: Partial<AuthorizationServerOptions> = {},
): Promise<Authority> {
  const accounts = await openAccounts();
  const ada = await accounts.addUser("ada@example.com", {
    [BISTRO]: "manager",
    [TRATTORIA]: "host",
  });
  const client = clientRow();
  await accounts.writer.write(() => accounts.stores.oauthClients.insert(client));
  return authorityOver(accounts, { ada, client }, options);
}

/** The same over existing accounts. */
export function authorityOver(
  accounts: Accounts,
  people: { readonly ada: UserRow; readonly client: ClientRow },
  options: Partial<AuthorizationServerOptions> = {},
): Authority {
  const lines: LogLine[] = [];
  const note =
    (level: LogLine["level"]) =>
    (event: string, fields = {}): void =>
      void lines.push({ level, event, fields });
  const { stores, writer, clock, signer } = accounts;
  const server = createAuthorizationServer({
    stores,
    writer,
    clock,
    random,
    signer,
    log: { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") },
    issuer: ISSUER,
    config: CONFIG,
    derive: derivations("the instance's secret"),
    limited: false,
    gather: () => authority.gather(),
    ...options,
  });
  const authority: Authority = Object.assign(accounts, people, {
    server,
    lines,
    gather: () => Promise.resolve(),
    async addClient(change: Partial<ClientRow> = {}) {
      const row = clientRow({ id: `client-${random(4).toHex()}`, ...change });
      await writer.write(() => stores.oauthClients.insert(row));
      return row;
    },
    async post(
      endpoint: "token" | "revoke" | "introspect" | "pushedRequest",
      fields: Fields,
      headers: Fields = {},
    ) {
      const body = new URLSearchParams({ client_id: people.client.id, ...fields });
      const request = new Request(`${ISSUER}/${endpoint}`, { method: "POST", headers, body });
      return answered(await authority.server[endpoint](request));
    },
    async code(parameters: Fields = {}, brands: readonly string[] = [BISTRO]) {
      const { verifier, challenge } = pkce();
      const wanted = asking({ code_challenge: challenge, ...parameters });
      const pending = await authority.server.authorize(authorizeRequest(wanted), BROWSER);
      if (pending.kind !== "pending") throw new Error(`Not pending: ${JSON.stringify(pending)}`);
      const decision = { approve: true, brands };
      const decider = { user: people.ada };
      const { consent } = authority.server;
      const outcome = await consent.decide(pending.requestId, BROWSER, decider, decision);
      const redirectUri = wanted["redirect_uri"] ?? CALLBACK;
      return { code: parameterOf(outcome, "code") ?? "", verifier, redirectUri };
    },
    redeem: ({ code, verifier, redirectUri }: Issued, fields: Fields = {}) =>
      authority.post("token", {
        grant_type: "authorization_code",
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
        ...fields,
      }),
    async connect(parameters: Fields = {}, brands?: readonly string[]) {
      const issued = await authority.code(parameters, brands);
      const client = parameters["client_id"];
      const redeemed = await authority.redeem(
        issued,
        client === undefined ? {} : { client_id: client },
      );
      if (redeemed.status !== 200) throw new Error(`Not connected: ${redeemed.text}`);
      return heldOf(redeemed);
    },
    refresh: (token: string, fields: Fields = {}) =>
      authority.post("token", { grant_type: "refresh_token", refresh_token: token, ...fields }),
    async [Symbol.asyncDispose]() {
      await writer.close();
      accounts[Symbol.dispose]();
    },
  });
  return authority;
}

/** An answer that was read. */
export async function answered(response: Response): Promise<Answered> {
  const { status, headers } = response;
  const text = await response.text();
  return { status, text, headers, body: text === "" ? {} : JSON.parse(text) };
}

export const heldOf = ({ body }: Answered): Held => ({
  access: String(body["access_token"]),
  refresh: String(body["refresh_token"]),
});

/** A parameter of the address that the browser is redirected to. */
export function parameterOf(outcome: ConsentOutcome | { location?: string }, name: string) {
  const location = "location" in outcome ? outcome.location : undefined;
  return location === undefined ? null : new URL(location).searchParams.get(name);
}
