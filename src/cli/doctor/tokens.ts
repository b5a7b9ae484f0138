import { isRecord } from "../../domain/json.ts";
import { type Exchange, textIn } from "./exchange.ts";
import { failed, KNOWN_CLIENTS, type KnownClient, notTried, ok, shortened } from "./finding.ts";
import { INITIALIZE, rpc } from "./protected-resource.ts";
import { formPost, type Step, type Visit } from "./visit.ts";

const NO_TOKEN = "there is no token";

const askToken = (
  visit: Visit,
  fields: Readonly<Record<string, string | null>>,
): Promise<Exchange> =>
  visit.ask(
    textIn(visit.server, "token_endpoint") ?? "",
    formPost({
      client_id: visit.client?.id ?? null,
      resource: textIn(visit.resource, "resource"),
      ...fields,
    }),
  );

/** The code becomes a token (RFC 6749, sections 4.1.3 and 5.1). */
export const token: Step = {
  name: "token",
  title: "The code is exchanged for an access and a refresh token",
  async run(visit) {
    if (visit.grant === null || visit.client === null) return notTried("there is no code");
    const answer = await askToken(visit, {
      grant_type: "authorization_code",
      code: visit.grant.code,
      code_verifier: visit.grant.verifier,
      redirect_uri: visit.client.redirectUri,
    });
    const access = textIn(answer.json, "access_token");
    if (access === null) return refusedToken(answer);
    visit.tokens = { access, refresh: textIn(answer.json, "refresh_token") };
    return tokenFault(answer) ?? ok(`${answer.status}, ${lifetimeOf(answer)}, a refresh token`);
  },
};

const refusedToken = (answer: Exchange) =>
  failed(`${answer.status} ${errorOf(answer)}`, {
    clients: KNOWN_CLIENTS,
    why: "They get no token for the code that they were given.",
    todo: "Look at the reason; the redirect address, the resource and the verifier were right.",
  });

const lifetimeOf = ({ json }: Exchange): string => `${String(json?.["expires_in"])} s`;

/** What a client trips over in a token answer that holds a token; null: nothing. */
function tokenFault({ status, json, headers }: Exchange) {
  const faults: [string, KnownClient[]][] = [];
  if (status !== 200) faults.push([`status ${status} instead of 200`, ["Inspector", "mcp-remote"]]);
  if (!/^bearer$/i.test(textIn(json, "token_type") ?? "")) {
    faults.push(["token_type is not Bearer", [...KNOWN_CLIENTS]]);
  }
  if (!Number.isInteger(json?.["expires_in"])) {
    faults.push(["expires_in is no whole number", ["Claude", "Codex"]]);
  }
  if (!(headers.get("cache-control") ?? "").includes("no-store")) {
    faults.push(["the answer may be cached (no Cache-Control: no-store)", []]);
  }
  if (textIn(json, "refresh_token") === null) {
    faults.push(["no refresh_token", [...KNOWN_CLIENTS]]);
  }
  if (faults.length === 0) return null;
  return failed(faults.map(([what]) => what).join("; "), {
    clients: [...new Set(faults.flatMap(([, clients]) => clients))],
    why: "They read these members strictly; without a refresh token people sign in again each time.",
    todo: "Answer as RFC 6749, section 5.1 has it, with a refresh token.",
  });
}

/** The token opens the tools. */
export const toolsList: Step = {
  name: "tools_list",
  title: "The token opens the list of tools",
  async run(visit) {
    if (visit.tokens === null) return notTried(NO_TOKEN);
    const authorization = { Authorization: `Bearer ${visit.tokens.access}` };
    const greeting = await visit.ask(visit.mcp, rpc("initialize", INITIALIZE, authorization));
    const session = greeting.headers.get("mcp-session-id");
    const headers = {
      ...authorization,
      "MCP-Protocol-Version": INITIALIZE.protocolVersion,
      ...(session === null ? {} : { "Mcp-Session-Id": session }),
    };
    await visit.ask(visit.mcp, rpc("notifications/initialized", {}, headers));
    const answer = await visit.ask(visit.mcp, rpc("tools/list", {}, headers));
    const result = answer.json?.["result"];
    const tools = isRecord(result) ? result["tools"] : null;
    if (answer.status === 200 && Array.isArray(tools)) return ok(`${tools.length} tools`);
    return failed(`${answer.status} ${errorOf(answer)}`, {
      clients: KNOWN_CLIENTS,
      why: "They list the tools as soon as they have a token.",
      todo: "Accept the token that this authorization server issued for this resource.",
    });
  },
};

/** An error as the server words it, of OAuth or of JSON-RPC. */
function errorOf({ json }: Exchange): string {
  const error = json?.["error"];
  const message = isRecord(error) ? textIn(error, "message") : textIn(json, "error");
  const description = textIn(json, "error_description");
  return shortened([message, description].filter((part) => part !== null).join(": "));
}

/** A new token for the old one (RFC 6749, section 6). */
export const refresh: Step = {
  name: "refresh",
  title: "The refresh token brings new tokens",
  async run(visit) {
    const old = visit.tokens?.refresh ?? null;
    if (old === null) return notTried("there is no refresh token");
    const answer = await askToken(visit, { grant_type: "refresh_token", refresh_token: old });
    const access = textIn(answer.json, "access_token");
    if (access === null) {
      return failed(`${answer.status} ${errorOf(answer)}`, {
        clients: KNOWN_CLIENTS,
        why: "Their people have to sign in again when the first token has expired.",
        todo: "Take the refresh token from the client that it was issued to.",
      });
    }
    const next = textIn(answer.json, "refresh_token");
    visit.tokens = { access, refresh: next ?? old };
    if (next === null || next === old) {
      return failed("the refresh token stays the same", {
        clients: [],
        why: "Every client works, and a refresh token that was stolen goes on working beside them.",
        todo: "Give a new refresh token with each answer (OAuth 2.1, section 4.3.1).",
      });
    }
    visit.usedRefreshToken = old;
    return ok(`${answer.status}, ${lifetimeOf(answer)}, a new refresh token`);
  },
};

/** One use each: a second one means that somebody else has it (OAuth 2.1, section 4.3.1). */
export const usedRefreshToken: Step = {
  name: "used_refresh_token",
  title: "A refresh token that was used is refused with invalid_grant",
  async run(visit) {
    const { usedRefreshToken: used } = visit;
    if (used === null) return notTried("there is no refresh token that was exchanged");
    const answer = await askToken(visit, { grant_type: "refresh_token", refresh_token: used });
    const error = textIn(answer.json, "error");
    const seen = shortened(`${answer.status} ${error ?? ""}`);
    if (answer.status === 400 && error === "invalid_grant") return ok(seen);
    if (textIn(answer.json, "access_token") !== null) {
      return failed(`${answer.status}, new tokens`, {
        clients: [],
        why: "Every client works, and so does whoever copied an old token.",
        todo: "Refuse the second use.",
      });
    }
    return failed(seen, {
      clients: ["Claude", "Inspector", "mcp-remote"],
      why: "They ask for a new sign-in only after invalid_grant.",
      todo: "Answer 400 with error invalid_grant.",
    });
  },
};

/** The person takes the access back (RFC 7009, section 2). */
export const revocation: Step = {
  name: "revocation",
  title: "Revoking the refresh token ends the access token as well",
  async run(visit) {
    if (visit.tokens === null) return notTried(NO_TOKEN);
    const endpoint = textIn(visit.server, "revocation_endpoint");
    if (endpoint === null || !URL.canParse(endpoint)) return notTried("no revocation endpoint");
    const { access, refresh: newest } = visit.tokens;
    const fields = { token: newest ?? access, client_id: visit.client?.id ?? null };
    const answer = await visit.ask(endpoint, formPost(fields));
    const authorization = { Authorization: `Bearer ${access}` };
    const after = await visit.ask(visit.mcp, rpc("initialize", INITIALIZE, authorization));
    const seen = `${answer.status} ${errorOf(answer)}`.trim();
    if (answer.status === 200 && after.status === 401) return ok(`${seen}, then 401`);
    return failed(`${seen}, then ${after.status} with the access token`, {
      clients: [],
      why: "Every client works, and goes on working after its access was taken back.",
      todo: "Answer 200, and refuse all tokens of the grant from then on.",
    });
  },
};
