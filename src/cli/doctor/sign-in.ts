import { createHash } from "node:crypto";
import { type Exchange, textIn, textsIn } from "./exchange.ts";
import {
  failed,
  KNOWN_CLIENTS,
  type KnownClient,
  notTried,
  ok,
  type Step,
  shortened,
} from "./step.ts";

const CLIENT_NAME = "maitred doctor (safe to remove)";
/** Nothing needs to listen at this address, because doctor does not follow the redirect. */
const REDIRECT_URI = "http://127.0.0.1:33517/callback";

/** RFC 8414, section 3. */
export const serverMetadata: Step = {
  name: "server_metadata",
  title: "The authorization server publishes its metadata",
  async run(visit) {
    if (visit.issuer === null || !URL.canParse(visit.issuer)) {
      return notTried("the resource metadata names no authorization server");
    }
    const tried: Exchange[] = [];
    for (const place of placesOf(visit.issuer)) {
      const answer = await visit.ask(place, { headers: { Accept: "application/json" } });
      if (answer.status === 200 && answer.json !== null) {
        visit.server = answer.json;
        return endpointsFault(answer) ?? ok(place);
      }
      tried.push(answer);
    }
    return failed(
      tried.map(({ status, url }) => `${status} from ${url}`).join(", "),
      KNOWN_CLIENTS,
      "Without the server's metadata, clients do not find its endpoints.",
      `Publish the metadata at ${tried[0]?.url}.`,
    );
  },
};

function placesOf(issuer: string): Set<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return new Set([
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]);
}

function endpointsFault({ json, url }: Exchange) {
  const lacking = ["authorization_endpoint", "token_endpoint"].filter(
    (name) => URL.parse(textIn(json, name) ?? "")?.protocol.startsWith("http") !== true,
  );
  if (lacking.length === 0) return null;
  return failed(
    `${url} lacks ${lacking.join(", ")}`,
    KNOWN_CLIENTS,
    "Clients require these members (RFC 8414).",
    "Add the members, with absolute addresses.",
  );
}

/** RFC 8414, section 3.3. */
export const issuer: Step = {
  name: "issuer",
  title: "The metadata's issuer is exactly the issuer that the resource names",
  run: async (visit) => {
    if (visit.server === null) return notTried("there is no server metadata");
    const named = textIn(visit.server, "issuer");
    if (named !== null && named === visit.issuer) return ok(named);
    const slashOnly = named?.replace(/\/$/, "") === visit.issuer?.replace(/\/$/, "");
    const strict: KnownClient[] = ["ChatGPT", "Codex"];
    return failed(
      `issuer is ${named === null ? "missing" : `"${shortened(named)}"`}; the resource names "${visit.issuer}"`,
      slashOnly ? strict : [...strict, "Claude Code", "Inspector"],
      "These clients refuse metadata of another issuer. Even a trailing slash makes a difference.",
      "Use the same issuer, letter for letter, in the resource's authorization_servers, in the server's " +
        "metadata and in the iss parameter of its redirects (RFC 9207).",
    );
  },
};

/** Clients of earlier MCP revisions look for the metadata at addresses made from the MCP address. */
export const serverMetadataAliases: Step = {
  name: "server_metadata_aliases",
  title: "No other well-known address contradicts the metadata",
  async run(visit) {
    if (visit.server === null) return notTried("there is no server metadata");
    const places = [...placesOf(visit.mcp), ...placesOf(new URL(visit.mcp).origin)];
    const answers = await Promise.all([...new Set(places)].map((place) => visit.ask(place)));
    const there = answers.filter(({ status, json }) => status === 200 && json !== null);
    const expected = textIn(visit.server, "issuer");
    const others = there.filter(({ json }) => textIn(json, "issuer") !== expected);
    if (others.length === 0)
      return ok(there.map(({ url }) => url).join(", ") || "no metadata at other addresses");
    return failed(
      others.map(({ url, json }) => `${url}: "${shortened(String(json?.["issuer"]))}"`).join(", "),
      ["Claude Code", "Codex", "mcp-remote"],
      "These clients also look at these addresses and would find two different servers.",
      "Publish the same document at all these addresses, or no document.",
    );
  },
};

/** RFC 7591, section 3. */
export const registration: Step = {
  name: "registration",
  title: "A client on this computer can register itself",
  async run(visit) {
    const endpoint = textIn(visit.server, "registration_endpoint");
    if (endpoint === null || !URL.canParse(endpoint)) {
      return notTried("no registration endpoint is published");
    }
    const answer = await visit.ask(endpoint, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({
        client_name: CLIENT_NAME,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
        redirect_uris: [REDIRECT_URI, REDIRECT_URI.replace("127.0.0.1", "localhost")],
      }),
    });
    if (textIn(answer.json, "client_id") !== null) visit.client = answer.json;
    const fault = registrationFault(answer);
    if (fault === null) return ok(`${answer.status} from ${endpoint}`);
    return failed(
      fault,
      ["Claude Code", "Codex", "Inspector", "mcp-remote"],
      "These clients register with a loopback address and no secret each time somebody connects.",
      "Answer 201 with a client_id and the registered redirect addresses.",
    );
  },
};

function registrationFault({ status, json }: Exchange): string | null {
  if (status !== 201 && status !== 200) {
    const reason = textIn(json, "error_description") ?? textIn(json, "error") ?? "";
    return shortened(`${status} ${reason}`);
  }
  if (textIn(json, "client_id") === null) return `${status} without a client_id`;
  const kept = textsIn(json, "redirect_uris") ?? [REDIRECT_URI];
  return kept.includes(REDIRECT_URI) ? null : `${status}, but ${REDIRECT_URI} was dropped`;
}

/** RFC 6749, section 4.1.1. */
export const authorizationPage: Step = {
  name: "authorization_page",
  title: "A correct authorization request leads to a page",
  async run({ ask, client, random, resource, server }) {
    const address = URL.parse(textIn(server, "authorization_endpoint") ?? "");
    const id = textIn(client, "client_id");
    if (address === null || id === null) {
      return notTried("there is no registered client, or no authorization endpoint");
    }
    const secret = (length: number) => Buffer.from(random(length)).toString("base64url");
    const parameters = {
      response_type: "code",
      client_id: id,
      redirect_uri: REDIRECT_URI,
      state: secret(16),
      code_challenge: createHash("sha256").update(secret(32)).digest("base64url"),
      code_challenge_method: "S256",
      resource: textIn(resource, "resource") ?? "",
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    const answer = await ask(address.href);
    const back = URL.parse(answer.headers.get("location") ?? "", address.href);
    const isRefused = answer.status >= 400 || back?.href.startsWith(REDIRECT_URI) === true;
    if (!isRefused) return ok(`${answer.status} from ${address.origin}`);
    const reasons = ["error", "error_description"].map(
      (name) => back?.searchParams.get(name) ?? textIn(answer.json, name),
    );
    return failed(
      [answer.status, ...reasons].filter(Boolean).join(", "),
      KNOWN_CLIENTS,
      "Every client sends such a request: with PKCE, state and resource, but without scope.",
      "Answer with a sign-in or consent page. A request without scope asks for the usual scopes.",
    );
  },
};

/** RFC 7592, section 2.3. */
export const unregistration: Step = {
  name: "unregistration",
  title: "The test registration is removed again",
  async run({ ask, client }) {
    if (client === null) return notTried("nothing was registered");
    const address = textIn(client, "registration_client_uri");
    const token = textIn(client, "registration_access_token");
    const left = `a registration named "${CLIENT_NAME}" stays`;
    if (address === null || token === null || !URL.canParse(address)) return notTried(left);
    const headers = { Authorization: `Bearer ${token}` };
    const { status } = await ask(address, { method: "DELETE", headers });
    const seen = `${status} from ${new URL(address).origin}`;
    if (status === 204 || status === 200) return ok(seen);
    return failed(
      `${seen}; ${left}`,
      [],
      "Clients work without removal, but unused registrations pile up.",
      "Answer DELETE at registration_client_uri with 204 (RFC 7592), or send no registration_client_uri.",
    );
  },
};
