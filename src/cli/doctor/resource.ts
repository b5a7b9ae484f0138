import { type Exchange, textIn, textsIn } from "./exchange.ts";
import {
  failed,
  KNOWN_CLIENTS,
  type KnownClient,
  notTried,
  ok,
  type Step,
  shortened,
  type Visit,
} from "./step.ts";

const MADE_UP_TOKEN = "maitred-doctor-this-token-was-never-issued";

const initialize = (headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    ...headers,
  },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "maitred doctor", version: "1" },
    },
  }),
});

/** RFC 9728, section 5. */
export const unauthenticatedCall: Step = {
  name: "unauthenticated_call",
  title: "A call without a token is refused with 401",
  async run(visit) {
    const answer = await firstAnswer(visit);
    visit.challenge = answer.headers.get("www-authenticate");
    const seen = `${answer.status} from ${visit.mcp}`;
    if (answer.status === 401) return ok(seen);
    return answer.status < 300
      ? failed(
          seen,
          KNOWN_CLIENTS,
          "Clients start to sign in only after a 401; this server answered without asking for a token.",
          "Refuse every call without a token with 401, initialize included.",
        )
      : failed(
          seen,
          KNOWN_CLIENTS,
          "At this address, clients find no MCP server that asks for a sign-in.",
          "Check the address: it ends in the path of the MCP endpoint, often /mcp.",
        );
  },
};

async function firstAnswer(visit: Visit): Promise<Exchange> {
  const { origin, pathname } = new URL(visit.mcp);
  if (pathname === "/") {
    const answer = await visit.ask(`${origin}/mcp`, initialize());
    const isThere = answer.status !== 404 && answer.status !== 405;
    visit.mcp = isThere ? `${origin}/mcp` : `${origin}/`;
    if (isThere) return answer;
  }
  return await visit.ask(visit.mcp, initialize());
}

/** RFC 9728, section 5.1. */
export const challenge: Step = {
  name: "challenge",
  title: "The 401 answer gives the absolute address of the resource metadata",
  run: async (visit) => {
    const header = visit.challenge ?? "";
    const metadata = parameterOf(header, "resource_metadata");
    const todo = `Send WWW-Authenticate: Bearer resource_metadata="${wellKnown(visit.mcp)}"`;
    if (metadata === null) {
      const seen = shortened(header) || "no WWW-Authenticate header";
      const why = "Claude reads this header; other clients guess the well-known addresses.";
      return failed(seen, ["Claude"], why, todo);
    }
    if (/^https?:\/\//.test(metadata) && URL.canParse(metadata)) {
      visit.metadataUrl = metadata;
      return ok(metadata);
    }
    const seen = `resource_metadata=${shortened(metadata)}`;
    return failed(
      seen,
      ["Claude", "VS Code"],
      "These clients do not resolve a relative address.",
      todo,
    );
  },
};

const parameterOf = (header: string, name: string): string | null => {
  const found = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,"]+))`, "i").exec(
    header,
  );
  return found?.[1] ?? found?.[2] ?? null;
};

/** RFC 6750, section 3.1. */
export const unknownToken: Step = {
  name: "unknown_token",
  title: "A token that is not valid is refused with 401 and invalid_token",
  async run(visit) {
    const authorization = { Authorization: `Bearer ${MADE_UP_TOKEN}` };
    const answer = await visit.ask(visit.mcp, initialize(authorization));
    const error = parameterOf(answer.headers.get("www-authenticate") ?? "", "error");
    const seen = `${answer.status}${error === null ? "" : `, error=${shortened(error)}`}`;
    if (answer.status !== 401) {
      const todo = "Answer 401 to an unknown or expired token, before any other check.";
      return failed(seen, KNOWN_CLIENTS, "Clients renew a token only after a 401.", todo);
    }
    if (error === "invalid_token") return ok(seen);
    const todo = 'Add error="invalid_token" to the challenge when a token was sent.';
    return failed(seen, ["ChatGPT"], "ChatGPT renews its token only after invalid_token.", todo);
  },
};

export const crossOrigin: Step = {
  name: "cross_origin",
  title: "Web pages of other origins may call the MCP address (CORS)",
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
    const takesToken =
      headers.includes("authorization") && headers.includes("mcp-protocol-version");
    if (answer.status < 300 && (allowed === "*" || allowed === origin) && takesToken) {
      return ok(`${answer.status} for ${origin}`);
    }
    return failed(
      `${answer.status}, allow-origin ${allowed ?? "missing"}, allow-headers ${shortened(headers) || "missing"}`,
      ["Inspector"],
      "The browser of this client asks for permission before it sends a token.",
      "Answer OPTIONS without a token, with Access-Control-Allow-Origin: * and the headers Authorization and MCP-Protocol-Version.",
    );
  },
};

/** RFC 9728, section 3. */
export const resourceMetadata: Step = {
  name: "resource_metadata",
  title: "The resource metadata names this resource and its authorization server",
  async run(visit) {
    const url = visit.metadataUrl ?? wellKnown(visit.mcp);
    const answer = await visit.ask(url, { headers: { Accept: "application/json" } });
    if (answer.status !== 200 || answer.json === null) {
      return failed(
        `${answer.status} from ${url}`,
        KNOWN_CLIENTS,
        "Without the resource metadata, clients do not find the authorization server.",
        `Answer a JSON object with resource and authorization_servers at ${url}.`,
      );
    }
    visit.resource = answer.json;
    visit.issuer = textsIn(answer.json, "authorization_servers")?.[0] ?? null;
    return serversFault(visit) ?? resourceFault(visit) ?? ok(`${url}: ${visit.issuer}`);
  },
};

/** True if others can read the traffic: http to another machine. */
function isOpen(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

function serversFault({ issuer, mcp }: Visit) {
  if (issuer !== null && URL.canParse(issuer)) return null;
  return failed(
    issuer === null ? "no authorization_servers" : `"${shortened(issuer)}"`,
    KNOWN_CLIENTS,
    "Clients use the first authorization server in this list.",
    isOpen(mcp)
      ? "Use https. maitred offers no sign-in over http, because others could read the tokens."
      : "List the issuer of the authorization server in authorization_servers.",
  );
}

function resourceFault({ mcp, resource }: Visit) {
  const named = textIn(resource, "resource");
  if (named !== null && URL.parse(named)?.href === new URL(mcp).href) return null;
  const clients: KnownClient[] = ["Claude", "Claude Code", "VS Code"];
  // Clients with the official MCP libraries accept a resource that is a prefix of the address.
  if (named === null || !mcp.startsWith(named)) clients.push("Inspector", "mcp-remote");
  return failed(
    `resource is ${named === null ? "missing" : `"${shortened(named)}"`}, not "${mcp}"`,
    clients,
    "These clients stop if the resource differs from the address that was typed in.",
    `Set resource to ${mcp}, or tell people to type that address.`,
  );
}

/** RFC 9728, section 3.1. */
export const resourceMetadataPlaces: Step = {
  name: "resource_metadata_places",
  title: "The resource metadata is at both well-known addresses",
  async run(visit) {
    if (visit.resource === null) return notTried("there is no resource metadata");
    const root = `${new URL(visit.mcp).origin}/.well-known/oauth-protected-resource`;
    const places = [...new Set([wellKnown(visit.mcp), root])];
    const answers = await Promise.all(places.map((place) => visit.ask(place)));
    const missing = answers.filter(({ json, status }) => status !== 200 || json === null);
    if (missing.length === 0) return ok(places.join(", "));
    return failed(
      missing.map(({ url, status }) => `${status} from ${url}`).join(", "),
      missing.some(({ url }) => url === root) ? ["ChatGPT"] : [],
      "A client that does not read the challenge tries only one address; ChatGPT tries the shorter one.",
      "Answer the same document at both addresses.",
    );
  },
};

const wellKnown = (mcp: string): string => {
  const { origin, pathname } = new URL(mcp);
  return `${origin}/.well-known/oauth-protected-resource${pathname === "/" ? "" : pathname}`;
};
