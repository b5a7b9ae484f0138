import { type Exchange, textIn, textsIn } from "./exchange.ts";
import { failed, type KnownClient, notTried, ok, shortened } from "./finding.ts";
import type { Registered, Step, Visit } from "./visit.ts";

const NAME = "maitred doctor (safe to remove)";
const GRANTS = ["authorization_code", "refresh_token"];
/** Nobody listens there: the redirect is read, not followed. */
export const REDIRECT_URI = "http://127.0.0.1:33517/callback";

/** What the clients send that ask for more than a loopback address and no secret. */
const SHAPES: readonly {
  readonly client: KnownClient;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The address without which this client cannot go on. */
  readonly needs: string;
}[] = [
  {
    client: "Claude",
    metadata: {
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
      token_endpoint_auth_method: "client_secret_post",
    },
    needs: "https://claude.ai/api/mcp/auth_callback",
  },
  {
    client: "ChatGPT",
    metadata: { redirect_uris: ["https://chatgpt.com/connector_platform_oauth_redirect"] },
    needs: "https://chatgpt.com/connector_platform_oauth_redirect",
  },
  {
    client: "VS Code",
    metadata: {
      redirect_uris: [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/",
      ],
      grant_types: [...GRANTS, "urn:ietf:params:oauth:grant-type:device_code"],
      application_type: "native",
    },
    needs: "http://127.0.0.1:33418/",
  },
  {
    client: "Cursor",
    metadata: {
      redirect_uris: [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
        "http://localhost:8787/callback",
      ],
    },
    needs: "http://localhost:8787/callback",
  },
];

/** A client introduces itself (RFC 7591, section 3). */
export const registration: Step = {
  name: "registration",
  title: "A client on this computer can register itself",
  async run(visit) {
    const endpoint = endpointOf(visit);
    if (endpoint === null) return notTried("no registration endpoint is published");
    const metadata = {
      redirect_uris: [REDIRECT_URI, REDIRECT_URI.replace("127.0.0.1", "localhost")],
    };
    const answer = await register(visit, endpoint, metadata);
    const fault = faultOf(answer, REDIRECT_URI);
    if (fault === null) {
      visit.client = registeredBy(answer);
      return ok(`${answer.status} from ${endpoint}`);
    }
    // Its answer is wrong, but the client is there.
    if (textIn(answer.json, "client_id") !== null) await takeBack(visit, registeredBy(answer));
    return failed(fault, {
      clients: ["Claude Code", "Codex", "Inspector", "mcp-remote"],
      why: "They register a loopback address and no secret, each time somebody connects.",
      todo: "Answer 201 with a client_id and the redirect addresses that are kept.",
    });
  },
};

/** The same for the clients whose registrations are unlike the others'. */
export const registrationShapes: Step = {
  name: "registration_shapes",
  title: "The registrations of Claude, ChatGPT, VS Code and Cursor are taken",
  async run(visit) {
    const endpoint = endpointOf(visit);
    if (endpoint === null) return notTried("no registration endpoint is published");
    const seen: string[] = [];
    const clients: KnownClient[] = [];
    for (const { client, metadata, needs } of SHAPES) {
      const answer = await register(visit, endpoint, metadata);
      const fault = faultOf(answer, needs);
      if (fault !== null) clients.push(client);
      seen.push(`${client}: ${fault ?? answer.status}`);
      if (answer.status < 300) await takeBack(visit, registeredBy(answer));
    }
    if (clients.length === 0) return ok(seen.join(", "));
    return failed(seen.join("; "), {
      clients,
      why: "One refused address or method refuses the whole registration.",
      todo: "Take https, loopback and private-use addresses together; answer a method that is not offered with another one instead of 400.",
    });
  },
};

const endpointOf = ({ server }: Visit): string | null => {
  const endpoint = textIn(server, "registration_endpoint");
  return endpoint !== null && URL.canParse(endpoint) ? endpoint : null;
};

const register = (visit: Visit, endpoint: string, metadata: object): Promise<Exchange> =>
  visit.ask(endpoint, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({
      client_name: NAME,
      grant_types: GRANTS,
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      ...metadata,
    }),
  });

/** What is wrong with the answer to a registration, in a few words; null: nothing. */
function faultOf({ status, json }: Exchange, needs: string): string | null {
  if (status !== 201 && status !== 200) {
    const reason = textIn(json, "error_description") ?? textIn(json, "error") ?? "";
    return shortened(`${status} ${reason}`);
  }
  if (textIn(json, "client_id") === null) return `${status} without a client_id`;
  const kept = textsIn(json, "redirect_uris");
  if (kept !== null && !kept.includes(needs)) return `${status}, but ${needs} was dropped`;
  const numbers = ["client_secret_expires_at", "client_id_issued_at"].filter((name) => {
    const value = json?.[name];
    return value !== undefined && !Number.isInteger(value);
  });
  if (numbers.length > 0) return `${status}, but ${numbers.join(" and ")} is no whole number`;
  if (textIn(json, "client_secret") !== null && json?.["client_secret_expires_at"] === undefined) {
    return `${status}, but client_secret_expires_at is missing`;
  }
  return null;
}

function registeredBy({ json }: Exchange): Registered {
  const url = textIn(json, "registration_client_uri");
  const token = textIn(json, "registration_access_token");
  const usable = url !== null && token !== null && URL.canParse(url);
  return {
    id: textIn(json, "client_id") ?? "",
    redirectUri: REDIRECT_URI,
    management: usable ? { url, token } : null,
  };
}

/** Removes a registration where the server lets its client do so; answers whether it is gone. */
async function takeBack(visit: Visit, { management }: Registered): Promise<string> {
  if (management === null) {
    visit.leftBehind += 1;
    return "no management address was given";
  }
  const headers = { Authorization: `Bearer ${management.token}` };
  const { status } = await visit.ask(management.url, { method: "DELETE", headers });
  if (status !== 204 && status !== 200) visit.leftBehind += 1;
  return `${status} from ${new URL(management.url).origin}`;
}

/** Leaves nothing behind (RFC 7592, section 2.3). */
export const unregistration: Step = {
  name: "unregistration",
  title: "What was registered for this visit is removed again",
  async run(visit) {
    const { client } = visit;
    if (client === null && visit.leftBehind === 0) return notTried("nothing was registered");
    const outcome =
      client === null ? "no client was registered in order" : await takeBack(visit, client);
    const { leftBehind } = visit;
    if (leftBehind === 0) return ok(outcome);
    const left = `${outcome}; ${leftBehind} registrations named "${NAME}" stay`;
    if (client === null || client.management === null) return notTried(left);
    return failed(left, {
      clients: [],
      why: "No client needs this; they only leave registrations behind.",
      todo: "Answer DELETE at registration_client_uri with 204 (RFC 7592), or give no such address.",
    });
  },
};
