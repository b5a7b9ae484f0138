import { type Exchange, textIn, textsIn } from "./exchange.ts";
import { failed, KNOWN_CLIENTS, type KnownClient, notTried, ok, shortened } from "./finding.ts";
import type { Step, Visit } from "./visit.ts";

const REVISION = "2025-11-25";
/** Looks like a token of nobody: long enough to be read as one. */
const MADE_UP_TOKEN = "maitred-doctor-this-token-was-never-issued";

/** A JSON-RPC request as a client of the 2025 revisions sends it. */
export function rpc(
  method: string,
  params: object,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  const isNotification = method.startsWith("notifications/");
  return {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...(isNotification ? {} : { id: 1 }), method, params }),
  };
}

/** What a client sends first. */
export const INITIALIZE = {
  protocolVersion: REVISION,
  capabilities: {},
  clientInfo: { name: "maitred doctor", version: "1" },
};

/** The refusal from which a client learns that it has to sign somebody in (RFC 9728, section 5). */
export const unauthenticatedCall: Step = {
  name: "unauthenticated_call",
  title: "A call without a token is refused with 401",
  async run(visit) {
    const answer = await firstAnswer(visit);
    visit.challenge = answer.headers.get("www-authenticate");
    if (answer.status === 401) return ok(`401 from ${visit.mcp}`);
    const seen = `${answer.status} from ${visit.mcp}`;
    if (answer.status < 300) {
      return failed(seen, {
        clients: KNOWN_CLIENTS,
        why: "They start a sign-in only after a 401; this server answered without asking who calls.",
        todo: "Refuse every call without a token with 401, initialize included.",
      });
    }
    return failed(seen, {
      clients: KNOWN_CLIENTS,
      why: "They look for an MCP server at this address and find none that asks for a sign-in.",
      todo: "Check the address: it ends in the path of the MCP endpoint, often /mcp.",
    });
  },
};

/** Asks the given address; of a bare origin first /mcp, where most servers have their tools. */
async function firstAnswer(visit: Visit): Promise<Exchange> {
  const url = new URL(visit.mcp);
  const bare = url.pathname === "/";
  const addresses = bare ? [`${url.origin}/mcp`, `${url.origin}/`] : [visit.mcp];
  let answer: Exchange | null = null;
  for (const address of addresses) {
    const next = await visit.ask(address, rpc("initialize", INITIALIZE));
    const isThere = next.status !== 404 && next.status !== 405;
    if (answer === null || isThere) {
      answer = next;
      visit.mcp = address;
    }
    if (isThere) break;
  }
  return answer as Exchange;
}

/** The header that leads to everything else (RFC 9728, section 5.1). */
export const challenge: Step = {
  name: "challenge",
  title: "The refusal names the resource metadata by its absolute address",
  run: async (visit) => {
    const header = visit.challenge;
    const metadata = header === null ? null : parameterOf(header, "resource_metadata");
    if (metadata !== null && /^https?:\/\//.test(metadata) && URL.canParse(metadata)) {
      visit.metadataUrl = metadata;
      return ok(metadata);
    }
    const todo = `Send WWW-Authenticate: Bearer resource_metadata="${wellKnown(visit.mcp)}"`;
    if (metadata !== null) {
      const why = "A relative address is resolved by none of them.";
      return failed(`resource_metadata=${shortened(metadata)}`, {
        clients: ["Claude", "VS Code"],
        why,
        todo,
      });
    }
    return failed(header === null ? "no WWW-Authenticate header" : shortened(header), {
      clients: ["Claude"],
      why: "It is led by this header; other clients guess the well-known addresses.",
      todo,
    });
  },
};

/** The value of a parameter of a challenge, quoted or not. */
const parameterOf = (header: string, name: string): string | null => {
  const found = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,"]+))`, "i").exec(
    header,
  );
  return found?.[1] ?? found?.[2] ?? null;
};

/** A token that was never issued: what a client sees when its own has expired (RFC 6750, 3.1). */
export const unknownToken: Step = {
  name: "unknown_token",
  title: "A token that is not valid is refused with 401 and invalid_token",
  async run(visit) {
    const authorization = { Authorization: `Bearer ${MADE_UP_TOKEN}` };
    const answer = await visit.ask(visit.mcp, rpc("initialize", INITIALIZE, authorization));
    const header = answer.headers.get("www-authenticate") ?? "";
    const error = parameterOf(header, "error");
    const seen = `${answer.status}${error === null ? "" : `, error=${shortened(error)}`}`;
    if (answer.status !== 401) {
      return failed(seen, {
        clients: KNOWN_CLIENTS,
        why: "They renew an expired token only after a 401.",
        todo: "Answer 401 to a token that is unknown or expired, whatever it may lack besides.",
      });
    }
    if (error === "invalid_token") return ok(seen);
    return failed(seen, {
      clients: ["ChatGPT"],
      why: "It renews its token when the refusal says invalid_token.",
      todo: 'Add error="invalid_token" to the challenge when a token was sent.',
    });
  },
};

/** The document that a client is led to (RFC 9728, section 3). */
export const resourceMetadata: Step = {
  name: "resource_metadata",
  title: "The resource metadata names this resource and its authorization server",
  async run(visit) {
    const url = visit.metadataUrl ?? wellKnown(visit.mcp);
    const answer = await visit.ask(url, { headers: { Accept: "application/json" } });
    if (answer.status !== 200 || answer.json === null) {
      return failed(`${answer.status} from ${url}`, {
        clients: KNOWN_CLIENTS,
        why: "Without this document they do not find the authorization server.",
        todo: `Answer a JSON object with resource and authorization_servers at ${url}.`,
      });
    }
    visit.resource = answer.json;
    visit.issuer = textsIn(answer.json, "authorization_servers")?.[0] ?? null;
    return serversFault(visit) ?? resourceFault(visit) ?? ok(`${url}: ${visit.issuer}`);
  },
};

function serversFault({ issuer }: Visit) {
  if (issuer !== null && URL.canParse(issuer)) return null;
  const seen = issuer === null ? "no authorization_servers" : `"${shortened(issuer)}"`;
  return failed(seen, {
    clients: KNOWN_CLIENTS,
    why: "The first authorization server is the only one that they try.",
    todo: "List the issuer of the authorization server in authorization_servers.",
  });
}

function resourceFault({ mcp, resource }: Visit) {
  const named = textIn(resource, "resource");
  if (named !== null && URL.canParse(named) && new URL(named).href === new URL(mcp).href)
    return null;
  const clients: KnownClient[] = ["Claude", "Claude Code", "VS Code"];
  // The official libraries accept a resource whose path this address begins with.
  if (named === null || !mcp.startsWith(named)) clients.push("Inspector", "mcp-remote");
  return failed(
    `resource is ${named === null ? "missing" : `"${shortened(named)}"`}, not "${mcp}"`,
    {
      clients,
      why: "They compare the resource with the address that was typed in, and stop where it differs.",
      todo: `Set resource to ${mcp}, or have people type in the address that is named there.`,
    },
  );
}

/** Both addresses at which clients look when nothing leads them (RFC 9728, section 3.1). */
export const resourceMetadataPlaces: Step = {
  name: "resource_metadata_places",
  title: "The resource metadata lies at both well-known addresses",
  async run(visit) {
    if (visit.resource === null) return notTried("there is no resource metadata");
    const root = `${new URL(visit.mcp).origin}/.well-known/oauth-protected-resource`;
    const places = [...new Set([wellKnown(visit.mcp), root])];
    const answers = await Promise.all(places.map((place) => visit.ask(place)));
    const missing = answers.filter(({ json, status }) => status !== 200 || json === null);
    if (missing.length === 0) return ok(places.join(", "));
    const clients: KnownClient[] = missing.some(({ url }) => url === root) ? ["ChatGPT"] : [];
    return failed(missing.map(({ url, status }) => `${status} from ${url}`).join(", "), {
      clients,
      why: "A client that is not led by the challenge guesses either address; ChatGPT the shorter.",
      todo: "Answer the same document at both.",
    });
  },
};

/** Where the resource metadata of an address with a path lies. */
const wellKnown = (mcp: string): string => {
  const { origin, pathname } = new URL(mcp);
  return `${origin}/.well-known/oauth-protected-resource${pathname === "/" ? "" : pathname}`;
};

/** A client that is a page: the Inspector, when it connects directly. */
export const crossOrigin: Step = {
  name: "cross_origin",
  title: "Pages of other origins may call: preflight and exposed headers",
  async run(visit) {
    const origin = "http://localhost:6274";
    const answer = await visit.ask(visit.mcp, {
      method: "OPTIONS",
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type,mcp-protocol-version",
      },
    });
    const allowed = answer.headers.get("access-control-allow-origin");
    const headers = (answer.headers.get("access-control-allow-headers") ?? "").toLowerCase();
    const open = allowed === "*" || allowed === origin;
    const takesToken =
      headers.includes("authorization") && headers.includes("mcp-protocol-version");
    if (answer.status < 300 && open && takesToken) return ok(`${answer.status} for ${origin}`);
    const seen = `${answer.status}, allow-origin ${allowed ?? "missing"}, allow-headers ${shortened(headers) || "missing"}`;
    return failed(seen, {
      clients: ["Inspector"],
      why: "It is a page, and its browser asks for leave before it sends a token.",
      todo: "Answer OPTIONS before asking for a token, with Access-Control-Allow-Origin: * and the headers Authorization and MCP-Protocol-Version.",
    });
  },
};
