import { createHash } from "node:crypto";
import { type Exchange, textIn } from "./exchange.ts";
import { failed, KNOWN_CLIENTS, notTried, ok, shortened } from "./finding.ts";
import { REDIRECT_URI } from "./registration.ts";
import type { Step, Visit } from "./visit.ts";

const FOREIGN_REDIRECT = "https://attacker.example/callback";

/** A request as clients send it, with these parameters changed or, where null, left out. */
function authorizationRequest(
  visit: Visit,
  changes: Readonly<Record<string, string | null>> = {},
): string | null {
  const endpoint = textIn(visit.server, "authorization_endpoint");
  if (endpoint === null || visit.client === null || !URL.canParse(endpoint)) return null;
  const address = new URL(endpoint);
  const secret = (length: number) => Buffer.from(visit.random(length)).toString("base64url");
  const parameters = {
    response_type: "code",
    client_id: visit.client.id,
    redirect_uri: visit.client.redirectUri,
    state: secret(16),
    code_challenge: createHash("sha256").update(secret(32)).digest("base64url"),
    code_challenge_method: "S256",
    resource: textIn(visit.resource, "resource"),
    ...changes,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) address.searchParams.set(name, value);
  }
  return address.href;
}

/** What an authorization endpoint made of a request, before anybody has signed in. */
type Outcome = "page" | "refused" | "error at the client" | "code" | "broken";

function outcomeOf({ status, headers, url }: Exchange, redirectUri: string): Outcome {
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location !== null) {
    const target = URL.parse(location, url)?.href ?? "";
    if (!target.startsWith(redirectUri)) return "page";
    return new URL(target).searchParams.has("error") ? "error at the client" : "code";
  }
  if (status >= 500) return "broken";
  return status >= 400 ? "refused" : "page";
}

const NO_REQUEST = "there is no registered client, or no authorization endpoint";

/** Where a person is sent (RFC 6749, section 4.1.1). */
export const authorizationPage: Step = {
  name: "authorization_page",
  title: "A good authorization request leads to a page",
  async run(visit) {
    const url = authorizationRequest(visit);
    if (url === null) return notTried(NO_REQUEST);
    const answer = await visit.ask(url);
    const outcome = outcomeOf(answer, REDIRECT_URI);
    if (outcome === "page") return ok(`${answer.status} from ${new URL(url).origin}`);
    return failed(`${answer.status}: ${outcome}${reasonIn(answer)}`, {
      clients: KNOWN_CLIENTS,
      why: "This request has what all of them send: PKCE, state, resource, and no scope.",
      todo: "Answer with a sign-in or consent page; take a request without scope for the usual ones.",
    });
  },
};

/** The error in a redirect or body, for people. */
function reasonIn({ headers, url, json }: Exchange): string {
  const location = headers.get("location");
  const parameters = location === null ? null : URL.parse(location, url)?.searchParams;
  const error = parameters?.get("error") ?? textIn(json, "error");
  const description = parameters?.get("error_description") ?? textIn(json, "error_description");
  const reason = [error, description].filter((part) => part !== null && part !== undefined);
  return reason.length === 0 ? "" : ` (${shortened(reason.join(": "))})`;
}

/** Native clients listen on a port that is free at the moment (RFC 8252, section 7.3). */
export const loopbackPort: Step = {
  name: "loopback_port",
  title: "The port of a loopback redirect is free",
  async run(visit) {
    const redirect_uri = REDIRECT_URI.replace(/:\d+/, ":48219");
    const url = authorizationRequest(visit, { redirect_uri });
    if (url === null) return notTried(NO_REQUEST);
    const answer = await visit.ask(url);
    const outcome = outcomeOf(answer, redirect_uri);
    if (outcome === "page") return ok(`${answer.status} for ${redirect_uri}`);
    return failed(`${answer.status}: ${outcome}${reasonIn(answer)}`, {
      clients: ["Claude Code", "Codex", "VS Code"],
      why: "They register once and listen on another port the next time.",
      todo: "Compare redirect addresses of 127.0.0.1, [::1] and localhost without their port.",
    });
  },
};

/** No code without a challenge that only the client can answer (RFC 7636; OAuth 2.1, 4.1.1). */
export const pkce: Step = {
  name: "pkce",
  title: "A request without PKCE, or with plain, is refused",
  async run(visit) {
    const requests = [
      ["without code_challenge", { code_challenge: null, code_challenge_method: null }],
      ["with plain", { code_challenge_method: "plain" }],
    ] as const;
    const seen: string[] = [];
    let fault = false;
    for (const [what, changes] of requests) {
      const url = authorizationRequest(visit, changes);
      if (url === null) return notTried(NO_REQUEST);
      const outcome = outcomeOf(await visit.ask(url), REDIRECT_URI);
      if (outcome !== "refused" && outcome !== "error at the client") fault = true;
      seen.push(`${what}: ${outcome}`);
    }
    if (!fault) return ok(seen.join(", "));
    return failed(seen.join(", "), {
      clients: [],
      why: "Every client works, and so does whoever gets hold of a code on its way.",
      todo: "Refuse the request with invalid_request before anybody signs in.",
    });
  },
};

/** A wrong redirect is shown to the person, never followed (RFC 6749, section 4.1.2.1). */
export const foreignRedirect: Step = {
  name: "foreign_redirect",
  title: "An address that was not registered is not redirected to",
  async run(visit) {
    const changes = { redirect_uri: FOREIGN_REDIRECT };
    const url = authorizationRequest(visit, changes);
    if (url === null) return notTried(NO_REQUEST);
    const answer = await visit.ask(url);
    const outcome = outcomeOf(answer, FOREIGN_REDIRECT);
    if (outcome === "refused") return ok(`${answer.status}`);
    return failed(`${answer.status}: ${outcome}`, {
      clients: [],
      why: "Codes and people can be led to any address.",
      todo: "Answer with an error page, status 400, when redirect_uri was not registered.",
    });
  },
};
