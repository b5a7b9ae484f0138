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
/** SHA-256 of the browser's secret; the test has only one browser. */
export const BROWSER = createHash("sha256").update("a browser").digest("hex");

type Fields = Readonly<Record<string, string>>;

export interface Answered {
  readonly status: number;
  /** The body, unparsed. */
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

export interface Held {
  readonly access: string;
  readonly refresh: string;
}

/** An authorization code, and everything needed to redeem it. */
export interface Issued {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/**
 * The authorization server over a real database, with a client, and a user Ada who belongs to both
 * brands.
 */
export interface Authority extends Accounts, AsyncDisposable {
  readonly server: AuthorizationServer;
  /** A public client without a replay window. */
  readonly client: ClientRow;
  readonly ada: UserRow;
  readonly lines: LogLine[];
  /** A refresh waits for this before it writes. By default it does not wait. */
  gather(): Promise<void>;
  addClient(change?: Partial<ClientRow>): Promise<ClientRow>;
  /** POSTs a form with the client's `client_id`, unless the fields have another one. */
  post(
    endpoint: "token" | "revoke" | "introspect" | "pushedRequest",
    fields: Fields,
    headers?: Fields,
  ): Promise<Answered>;
  /** Requests authorization, lets Ada approve, and returns the code. */
  code(parameters?: Fields, brands?: readonly string[]): Promise<Issued>;
  redeem(issued: Issued, fields?: Fields): Promise<Answered>;
  /**
   * Requests authorization, lets Ada approve, and exchanges the code for the first pair of tokens.
   */
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

/** A client as a registration stores it. */
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

/** A code verifier and its S256 code challenge. */
export function pkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = Buffer.from(random(32)).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** The parameters of a correct authorization request. */
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

/** Use with `await using`, which waits for writes that are still running after a response. */
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

/** The authorization server over existing accounts. */
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

/** Reads a response. */
export async function answered(response: Response): Promise<Answered> {
  const { status, headers } = response;
  const text = await response.text();
  return { status, text, headers, body: text === "" ? {} : JSON.parse(text) };
}

export const heldOf = ({ body }: Answered): Held => ({
  access: String(body["access_token"]),
  refresh: String(body["refresh_token"]),
});

/** A query parameter of the address to which a response redirects. */
export function parameterOf(outcome: ConsentOutcome | { location?: string }, name: string) {
  const location = "location" in outcome ? outcome.location : undefined;
  return location === undefined ? null : new URL(location).searchParams.get(name);
}
