import { type Exchange, textIn, textsIn } from "./exchange.ts";
import { failed, KNOWN_CLIENTS, type KnownClient, notTried, ok, shortened } from "./finding.ts";
import type { Step, Visit } from "./visit.ts";

/** The document that names the endpoints (RFC 8414, section 3). */
export const serverMetadata: Step = {
  name: "server_metadata",
  title: "The authorization server publishes its metadata",
  async run(visit) {
    if (visit.issuer === null || !URL.canParse(visit.issuer)) {
      return notTried("no authorization server is named");
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
    return failed(tried.map(({ status, url }) => `${status} from ${url}`).join(", "), {
      clients: KNOWN_CLIENTS,
      why: "Without this document they do not find the endpoints.",
      todo: `Answer the metadata at ${tried[0]?.url}.`,
    });
  },
};

/** Where clients look, in their order: RFC 8414, then OpenID Connect with the path in and behind. */
function placesOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    ...new Set([
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ]),
  ];
}

function endpointsFault({ json, url }: Exchange) {
  const lacking = ["authorization_endpoint", "token_endpoint"].filter((name) => {
    const endpoint = textIn(json, name);
    return endpoint === null || !/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint);
  });
  if (textsIn(json, "response_types_supported")?.includes("code") !== true) {
    lacking.push("response_types_supported with code");
  }
  if (lacking.length === 0) return null;
  return failed(`${url} lacks ${lacking.join(", ")}`, {
    clients: KNOWN_CLIENTS,
    why: "These members are required by RFC 8414, and clients check the document before they use it.",
    todo: "Add them, with absolute addresses.",
  });
}

/** One server, one name: compared as text, character by character (RFC 8414, section 3.3). */
export const issuer: Step = {
  name: "issuer",
  title: "The metadata's issuer is exactly the one that the resource names",
  run: async (visit) => {
    if (visit.server === null) return notTried("there is no server metadata");
    const named = textIn(visit.server, "issuer");
    if (named !== null && named === visit.issuer) return ok(named);
    const seen = `issuer ${named === null ? "is missing" : `"${shortened(named)}"`}, named as "${visit.issuer}"`;
    const slashOnly = named?.replace(/\/$/, "") === visit.issuer?.replace(/\/$/, "");
    const strict: KnownClient[] = ["ChatGPT", "Codex"];
    return failed(seen, {
      clients: slashOnly ? strict : [...strict, "Claude Code", "Inspector"],
      why: "They refuse metadata of an issuer with another name; a trailing slash makes one.",
      todo: "Write the issuer the same in authorization_servers, in the metadata and in iss.",
    });
  },
};

/** The other addresses at which clients of earlier revisions look for the same document. */
export const serverMetadataAliases: Step = {
  name: "server_metadata_aliases",
  title: "No other well-known address contradicts the metadata",
  async run(visit) {
    if (visit.server === null) return notTried("there is no server metadata");
    const { origin, pathname } = new URL(visit.mcp);
    const path = pathname === "/" ? "" : pathname;
    const places = new Set([
      `${origin}/.well-known/oauth-authorization-server`,
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration`,
    ]);
    const answers = await Promise.all([...places].map((place) => visit.ask(place)));
    const there = answers.filter(({ status, json }) => status === 200 && json !== null);
    const expected = textIn(visit.server, "issuer");
    const others = there.filter(({ json }) => textIn(json, "issuer") !== expected);
    if (others.length > 0) {
      const seen = others.map(
        ({ url, json }) => `${url}: "${shortened(String(json?.["issuer"]))}"`,
      );
      return failed(seen.join(", "), {
        clients: ["Claude Code", "Codex", "mcp-remote"],
        why: "They ask at the address of the tools as well, and then find two servers.",
        todo: "Answer the same document everywhere, or none.",
      });
    }
    return ok(there.length === 0 ? "none there" : there.map(({ url }) => url).join(", "));
  },
};

/** What a client looks for in the metadata before it sends anybody there. */
export const serverAbilities: Step = {
  name: "server_abilities",
  title: "The metadata announces PKCE, a way to register and, where needed, iss",
  run: async (visit) => {
    if (visit.server === null) return notTried("there is no server metadata");
    return pkceFault(visit) ?? identityFault(visit) ?? issFault(visit) ?? ok(abilitiesOf(visit));
  },
};

function abilitiesOf({ server }: Visit): string {
  const documents = server?.["client_id_metadata_document_supported"] === true;
  return [
    "S256",
    ...(textIn(server, "registration_endpoint") === null ? [] : ["registration"]),
    ...(documents ? ["client id metadata documents"] : []),
    ...(announcesIss(server) ? ["iss"] : []),
  ].join(", ");
}

/** Whether the metadata promises an `iss` in the authorization response (RFC 9207, section 3). */
const announcesIss = (server: Visit["server"]): boolean =>
  server?.["authorization_response_iss_parameter_supported"] === true;

function pkceFault({ server }: Visit) {
  const methods = textsIn(server, "code_challenge_methods_supported");
  if (methods?.includes("S256") === true) return null;
  const clients: KnownClient[] = ["Claude", "ChatGPT", "Codex"];
  if (methods !== null) clients.push("Claude Code", "Inspector", "mcp-remote");
  return failed(`code_challenge_methods_supported is ${methods?.join(", ") ?? "missing"}`, {
    clients,
    why: "They refuse a server that does not say that it supports PKCE with S256.",
    todo: 'Publish code_challenge_methods_supported: ["S256"].',
  });
}

function identityFault({ server }: Visit) {
  const documents = server?.["client_id_metadata_document_supported"] === true;
  if (textIn(server, "registration_endpoint") !== null) return null;
  const registering: KnownClient[] = ["Cursor", "Inspector", "mcp-remote"];
  return failed(documents ? "no registration_endpoint" : "no way for a client to register", {
    clients: documents ? registering : KNOWN_CLIENTS,
    why: "They register themselves, and have no identity here otherwise.",
    todo: "Offer dynamic registration (RFC 7591), or give people a client id to type in.",
  });
}

function issFault({ server }: Visit) {
  if (announcesIss(server)) return null;
  const [issuerOrigin, endpointOrigin] = ["issuer", "authorization_endpoint"].map((name) => {
    const address = textIn(server, name);
    return address !== null && URL.canParse(address) ? new URL(address).origin : null;
  });
  if (issuerOrigin === endpointOrigin) return null;
  return failed("no iss, and the authorization endpoint has another origin than the issuer", {
    clients: ["Codex"],
    why: "It sends nobody to another origin unless the answer says which server it came from.",
    todo: "Send iss with every authorization response and announce it (RFC 9207).",
  });
}
