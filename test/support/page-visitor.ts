import type { DeskWithUser } from "./desk-with-user.ts";
import { decoded } from "./html-forms.ts";

/** An answer as a browser gets it. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The absolute address to which the answer redirects; empty if it does not redirect. */
  readonly location: string;
}

/**
 * A browser without scripts. It follows no redirect by itself, so that tests can check every step.
 */
export interface Visitor {
  /** The cookies in the browser, by name. */
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Seen>;
  /** Sends fields as a form of one of our pages does. */
  post(
    path: string,
    fields: Record<string, string> | [string, string][],
    headers?: Record<string, string>,
  ): Promise<Seen>;
  /** Signs in. The answer redirects to `next`. */
  signIn(person: { email: string; password: string }, next?: string): Promise<Seen>;
}

/** The headers that Chromium sends with a form from a page with a no-referrer policy. */
export const OWN_FORM = { Origin: "null", "Sec-Fetch-Site": "same-origin" };

export function visitorOf(origin: string): Visitor {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit): Promise<Seen> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0 && !headers.has("cookie")) {
      headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    headers.set("Accept", "text/html");
    const url = new URL(path, origin);
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: location === null ? "" : new URL(location, url).href,
    };
  };
  const visitor: Visitor = {
    cookies,
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, fields, headers = {}) =>
      ask(path, {
        method: "POST",
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          ...OWN_FORM,
          ...headers,
        },
        body: new URLSearchParams(fields).toString(),
      }),
    async signIn({ email, password }, next = "") {
      const page = await visitor.get(`/sign-in?next=${encodeURIComponent(next)}`);
      return visitor.post("/sign-in", { ...hiddenIn(page.html), email, password });
    },
  };
  return visitor;
}

/** The hidden fields of the first form that contains `holding`. */
export function hiddenIn(html: string, holding = ""): Record<string, string> {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((one) => one.includes(holding)) ?? "";
  const fields = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = "", value = ""]) => [name, decoded(value)]));
}

/** Registers a client and returns its id. */
export async function registered(
  desk: Pick<DeskWithUser, "url">,
  metadata: { readonly client_name?: string; readonly redirect_uris?: readonly string[] } = {},
): Promise<string> {
  const response = await fetch(`${desk.url}/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      client_name: "Ask Bistro",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
      ...metadata,
    }),
  });
  return ((await response.json()) as { client_id: string }).client_id;
}

export const CALLBACK = "https://app.example.com/callback";
/** RFC 7636, appendix B. */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/** The address to which a client sends a person for authorization. */
export const authorizePath = (
  clientId: string,
  more: Readonly<Record<string, string>> = {},
): string => {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: "code",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    state: "of the client",
    ...more,
  });
  return `/authorize?${query.toString()}`;
};

/** Exchanges a code for an access token. */
export async function redeemed(
  desk: Pick<DeskWithUser, "url">,
  clientId: string,
  code: string,
  redirectUri = CALLBACK,
): Promise<string> {
  const response = await fetch(`${desk.url}/token`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      redirect_uri: redirectUri,
      code_verifier: VERIFIER,
    }).toString(),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** The HTTP status of a call at /mcp with a token. */
export async function statusAtMcp(
  desk: Pick<DeskWithUser, "mcp">,
  token: string,
  call: { readonly name: string; readonly arguments: object } = {
    name: "list_brands",
    arguments: {},
  },
): Promise<number> {
  const response = await fetch(desk.mcp, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
  });
  await response.text();
  return response.status;
}
