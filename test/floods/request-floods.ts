// Floods of well-formed requests, some with a limit on the rows that they leave in the database.
import { Database } from "bun:sqlite";
import { MOST_FIELDS } from "../../src/domain/form-fields.ts";
import { CALLBACK } from "../support/page-visitor.ts";
import { type Crowd, gather } from "./crowd.ts";
import { type Flood, onlyStatuses, type Poured } from "./flood.ts";
import type { FloodedDesk } from "./flooded-desk.ts";

const HOST = "Host: 127.0.0.1\r\n";
const USUAL_MIB = 80;
const AT_ONCE = 250;
const PATIENCE_MS = 60_000;

const answersOf = ({ statuses }: Crowd): number =>
  [...statuses.values()].reduce((sum, count) => sum + count, 0);

/** Sends one request on each of `size` connections, at most AT_ONCE at the same time. */
async function waves(
  target: FloodedDesk,
  size: number,
  request: (n: number) => string,
): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  for (let from = 0; from < size; from += AT_ONCE) {
    const some = Math.min(AT_ONCE, size - from);
    const crowd = await gather(target.port, some, { first: (n) => request(from + n) });
    const until = performance.now() + PATIENCE_MS;
    while (answersOf(crowd) < some && performance.now() < until) await Bun.sleep(10);
    const missing = some - answersOf(crowd);
    crowd.close();
    for (const [status, count] of crowd.statuses) {
      statuses.set(status, (statuses.get(status) ?? 0) + count);
    }
    if (missing > 0) statuses.set("no answer", (statuses.get("no answer") ?? 0) + missing);
  }
  return statuses;
}

const posted = (path: string, body: string, headers: string): string =>
  `POST ${path} HTTP/1.1\r\n${HOST}${headers}` +
  `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const post = (path: string, body: string, headers = ""): string =>
  posted(path, body, `Content-Type: application/json\r\n${headers}`);
/** The n-th request of a flood of forms with very many fields. */
const postForm = (path: string, n: number): string =>
  posted(path, FORMS[n % FORMS.length] ?? "", FORM_TYPE);

const address = (n: number): string =>
  `X-Forwarded-For: 10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}\r\n`;

function rowsOf({ database: path }: FloodedDesk, table: string): number {
  const database = new Database(path, { readonly: true });
  try {
    const [count] = database.prepare(`SELECT count(*) FROM ${table}`).values().flat();
    return Number(count);
  } finally {
    database.close();
  }
}

interface Requests {
  readonly allowed: readonly string[];
  readonly request: (target: FloodedDesk) => (n: number) => string;
  /** At least one request must get one of these statuses. */
  readonly expected?: readonly string[];
  readonly keepsAtMost?: { readonly table: string; readonly rows: number };
  readonly mayTakeMiB?: number;
}

const requests = (name: string, sizes: Flood["sizes"], how: Requests): Flood => ({
  name,
  sizes,
  holds: false,
  mayTake: () => how.mayTakeMiB ?? USUAL_MIB,
  async pour(target, size) {
    const statuses = await waves(target, size, how.request(target));
    const faults = onlyStatuses(statuses, how.allowed);
    for (const status of how.expected ?? []) {
      if (!statuses.has(status)) faults.push(`no request was answered with ${status}`);
    }
    const { table, rows } = how.keepsAtMost ?? { table: "", rows: 0 };
    const kept = table === "" ? 0 : rowsOf(target, table);
    if (kept > rows) faults.push(`${kept} rows of ${table}, more than ${rows}`);
    return { held: size, statuses, faults };
  },
});

/** Opens streams and keeps them open. */
const streams = (
  name: string,
  sizes: Flood["sizes"],
  open: (target: FloodedDesk) => string,
  allowed: readonly string[],
): Flood => ({
  name,
  sizes,
  holds: true,
  mayTake: (size) => USUAL_MIB + Math.ceil((size * 64) / 1024),
  async pour(target, size, patience): Promise<Poured> {
    const text = open(target);
    const crowd = await gather(target.port, size, { first: () => text });
    await Bun.sleep(4000 * patience);
    const statuses = new Map(crowd.statuses);
    const held = crowd.open();
    crowd.close();
    return { held, statuses, faults: onlyStatuses(statuses, allowed) };
  },
});

const META =
  '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",' +
  '"io.modelcontextprotocol/clientInfo":{"name":"flood","version":"1"},' +
  '"io.modelcontextprotocol/clientCapabilities":{}}';
const LISTEN = `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},${META}}}`;
/** A form of 60 KB with `count` fields. */
const fields = (count: number): string =>
  `csrf=${"A".repeat(86)}${Array.from({ length: count }, (_, n) => `&${n.toString(36)}`.padEnd(60_000 / count, "a")).join("")}`;
const FORM_TYPE = "Content-Type: application/x-www-form-urlencoded\r\n";
/** Forms with 190 fields, with the most fields allowed, and with too many. */
const FORMS = [fields(190), fields(MOST_FIELDS - 1), fields(15_000)];
const REGISTRATION = `{"redirect_uris":["${CALLBACK}"],"token_endpoint_auth_method":"none"}`;

const authorization = ({ clientId }: FloodedDesk, n: number): string => {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: "code",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    state: String(n),
  });
  return `GET /authorize?${query.toString()} HTTP/1.1\r\n${HOST}\r\n`;
};

/** For a test instance, which has no limits by address. */
export const REQUEST_FLOODS: readonly Flood[] = [
  streams(
    "programs that listen at /mcp",
    [1200, 3000],
    ({ key }) =>
      post(
        "/mcp",
        LISTEN,
        "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n" +
          `Mcp-Method: subscriptions/listen\r\nAuthorization: Bearer ${key}\r\n`,
      ),
    ["200", "429", "503"],
  ),
  streams(
    "pages that listen for changes",
    [600, 3000],
    ({ cookie }) => `GET /b/demo-bistro/events HTTP/1.1\r\n${HOST}Cookie: ${cookie}\r\n\r\n`,
    ["200", "204"],
  ),
  // Must come before the flood of registrations, which removes the client that this flood uses.
  requests("authorization requests", [500, 21_000], {
    allowed: ["303", "503"],
    request: (target) => (n) => authorization(target, n),
    keepsAtMost: { table: "oauth_request", rows: 20_000 },
    // The first flood that writes many rows, so this includes SQLite's page cache.
    mayTakeMiB: USUAL_MIB + 20,
  }),
  requests("registrations of apps", [500, 11_000], {
    allowed: ["201"],
    request: () => () => post("/register", REGISTRATION),
    keepsAtMost: { table: "oauth_client", rows: 10_001 },
  }),
  requests("webhooks without a signature", [500, 5000], {
    allowed: ["403"],
    request: () => (n) => postForm("/hooks/sms/twilio", n),
  }),
  requests("forms for tokens", [500, 5000], {
    allowed: ["400", "401", "413", "429"],
    expected: ["413"],
    request: () => (n) => postForm("/token", n),
  }),
  requests("guest links that do not exist", [500, 5000], {
    allowed: ["404", "429"],
    expected: ["429"],
    request: () => (n) => `GET /r/${String(n).padStart(27, "x")} HTTP/1.1\r\n${HOST}\r\n`,
  }),
  requests("forms without a session", [300, 3000], {
    // While large forms are being read, further requests get 429.
    allowed: ["303", "429"],
    expected: ["303"],
    request: () => (n) => postForm("/b/demo-bistro/do/create_booking", n),
    // Each form takes its size four times: as bytes, as text, as fields, and as stored.
    mayTakeMiB: USUAL_MIB + 80,
  }),
];

/** For an instance as deployed, with all limits. */
export const DEPLOYED_FLOODS: readonly Flood[] = [
  requests("passwords from many addresses", [400, 3000], {
    allowed: ["401", "429"],
    expected: ["401", "429"],
    request: () => (n) =>
      post("/session", `{"email":"g${n}@example.com","password":"password ${n}"}`, address(n)),
    // Ten passwords are hashed at the same time, 19 MiB each; others wait.
    mayTakeMiB: USUAL_MIB + 190,
  }),
  requests("passwords for one account", [300, 2000], {
    allowed: ["401", "429"],
    expected: ["429"],
    request: () => (n) =>
      post("/session", `{"email":"ana@example.com","password":"password ${n}"}`, address(n)),
    mayTakeMiB: USUAL_MIB + 190,
  }),
  requests("keys from one address", [500, 5000], {
    allowed: ["401", "429"],
    expected: ["401", "429"],
    request: () => (n) =>
      post("/mcp", LISTEN, `Authorization: Bearer mtd_live_${n}\r\n${address(9)}`),
  }),
  requests("registrations of apps from one address", [300, 2000], {
    allowed: ["201", "429"],
    expected: ["429"],
    request: () => () => post("/register", REGISTRATION, address(10)),
    keepsAtMost: { table: "oauth_client", rows: 2000 },
  }),
];
