import { createHash, randomBytes } from "node:crypto";
import { createPasswords, passwordCost } from "../../../../src/auth/passwords.ts";
import type { Role } from "../../../../src/domain/caller.ts";
import { newUser } from "../../../../src/operations/team/team-changes.ts";
import type { UserRow } from "../../../../src/storage/stores.ts";
import { consentTo, type Person } from "../../../support/browserless-consent.ts";
import type { DeskWithUser } from "../../../support/desk-with-user.ts";
import { decoded } from "../../../support/html-forms.ts";

export const CALLBACK = "https://app.example.com/callback";
const PASSWORD = "correct horse battery";

export type Fields = Readonly<Record<string, string>>;

/** An answer; `body` is empty if it is not JSON. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** A code with everything needed to redeem it. */
export interface Issued {
  readonly clientId: string;
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

export interface Held {
  readonly clientId: string;
  readonly access: string;
  readonly refresh: string;
}

/** Sends a request to the running server and does not follow redirects. */
export async function ask(address: string | URL, init: RequestInit = {}): Promise<Answered> {
  const response = await fetch(address, { redirect: "manual", ...init });
  const { status, headers } = response;
  const text = await response.text();
  const isJson = (headers.get("content-type") ?? "").includes("json") && text !== "";
  return { status, headers, text, body: isJson ? JSON.parse(text) : {} };
}

/**
 * The address of an error page's button, which sends the person back to the client with the error.
 */
export function buttonOf({ text }: Answered): URL {
  const [, href = ""] = /<a class="button quiet" href="([^"]*)"/.exec(text) ?? [];
  return new URL(decoded(href));
}

/** POSTs a form to an endpoint. */
export const post = (
  desk: DeskWithUser,
  path: string,
  fields: Fields | URLSearchParams | string,
  headers: Fields = {},
): Promise<Answered> =>
  ask(desk.url + path, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    body: String(typeof fields === "string" ? fields : new URLSearchParams(fields)),
  });

/** Registers a client and returns the registration. */
export async function register(
  desk: DeskWithUser,
  metadata: object = {},
): Promise<Readonly<Record<string, unknown>> & { readonly client_id: string }> {
  const answer = await sendRegistration(desk, { redirect_uris: [CALLBACK], ...metadata });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body as { client_id: string };
}

export const sendRegistration = (desk: DeskWithUser, metadata: unknown): Promise<Answered> =>
  ask(`${desk.url}/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: typeof metadata === "string" ? metadata : JSON.stringify(metadata),
  });

/** A code verifier and its S256 challenge. */
export function pkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/**
 * The address of a correct authorization request, with the parameters in `change` instead of its
 * usual ones; null leaves a parameter out.
 */
export function authorization(
  desk: DeskWithUser,
  clientId: string,
  change: Readonly<Record<string, string | null>> = {},
): URL {
  const url = new URL("/authorize", desk.url);
  const wanted = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: pkce().challenge,
    code_challenge_method: "S256",
    state: "the state",
    ...change,
  };
  for (const [name, value] of Object.entries(wanted)) {
    if (value !== null) url.searchParams.set(name, value);
  }
  return url;
}

/** Signs a user in, consents for them and returns the code. */
export async function codeOf(
  desk: DeskWithUser,
  clientId: string,
  { person = desk.user, ...change }: { person?: Person } & Record<string, unknown> = {},
): Promise<Issued> {
  const { verifier, challenge } = pkce();
  const fields = change as Record<string, string>;
  const url = authorization(desk, clientId, { code_challenge: challenge, ...fields });
  const arrived = await consentTo(url, person);
  const code = arrived.searchParams.get("code");
  if (code === null) throw new Error(`No code: ${arrived.href}`);
  return { clientId, code, verifier, redirectUri: fields["redirect_uri"] ?? CALLBACK };
}

export const redeem = (
  desk: DeskWithUser,
  { clientId, code, verifier, redirectUri }: Issued,
  change: Fields = {},
): Promise<Answered> =>
  post(desk, "/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    ...change,
  });

/** Takes a public client, by default a new one, through every step to its first tokens. */
export async function connect(
  desk: DeskWithUser,
  options: { clientId?: string; person?: Person; scope?: string } = {},
): Promise<Held> {
  const { clientId = (await register(desk)).client_id, ...rest } = options;
  return heldOf(clientId, await redeem(desk, await codeOf(desk, clientId, rest)));
}

export function heldOf(clientId: string, { status, body, text }: Answered): Held {
  if (status !== 200) throw new Error(`No tokens: ${status} ${text}`);
  return { clientId, access: String(body["access_token"]), refresh: String(body["refresh_token"]) };
}

export const refresh = (desk: DeskWithUser, held: Held, change: Fields = {}): Promise<Answered> =>
  post(desk, "/token", {
    grant_type: "refresh_token",
    client_id: held.clientId,
    refresh_token: held.refresh,
    ...change,
  });

/** Calls a tool. The status is 401 if the token is refused. */
export const callTool = (
  desk: DeskWithUser,
  token: string,
  name = "list_brands",
  args: object = {},
): Promise<Answered> =>
  ask(desk.mcp, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args },
    }),
  });

/** Whether /mcp accepts a token. */
export const opens = async (desk: DeskWithUser, token: string): Promise<boolean> =>
  (await callTool(desk, token)).status === 200;

/** Makes another account with these roles. */
export async function addPerson(
  { server }: DeskWithUser,
  email: string,
  roles: Readonly<Record<string, Role>>,
): Promise<Person & { readonly row: UserRow }> {
  const { stores, writer, clock } = server;
  const passwords = createPasswords({ cost: passwordCost("test") });
  const passwordHash = await passwords.hash(PASSWORD);
  const now = clock();
  const fields = { email, name: email, passwordHash, ownsInstance: false };
  const row = newUser(fields, now, (length) => new Uint8Array(randomBytes(length)));
  await writer.write(() => {
    stores.users.insert(row);
    for (const [brand, role] of Object.entries(roles)) stores.users.join(row.id, brand, role, now);
  });
  return { email, password: PASSWORD, row };
}
