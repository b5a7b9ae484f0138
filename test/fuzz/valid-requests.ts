// Makes a correct request for each path. A dashboard path (`/b/...`) without an entry in `VALID` gets
// its own form. Any other path without an entry gets a form, JSON or a GET, with the cookie or token of
// a caller with access.
import { createHmac } from "node:crypto";
import { inputSchemaOf } from "../../src/operations/call/schemas.ts";
import { dayAfter, when } from "../acceptance/moments.ts";
import { CALLBACK, VERIFIER } from "../support/page-visitor.ts";
import type { Dice } from "./dice.ts";
import type { Draft } from "./draft.ts";
import { anyJson } from "./hostile.ts";
import { BISTRO, GATEWAYS, GUEST_PHONE, type House, TODAY } from "./house.ts";
import { ALL_OPERATIONS } from "./surface.ts";

type Make = (house: House, dice: Dice) => Draft;
type Fields = Readonly<Record<string, string>>;

const hostOf = ({ port }: House) => ["Host", `127.0.0.1:${port}`] as const;

const get = (house: House, target: string, headers: Fields = {}): Draft => ({
  method: "GET",
  target,
  headers: [hostOf(house), ...Object.entries(headers)],
  body: null,
});

const post = (house: House, target: string, body: string, headers: Fields = {}): Draft => ({
  method: "POST",
  target,
  headers: [hostOf(house), ...Object.entries(headers)],
  body: Buffer.from(body),
});

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const JSON_BODY = { "Content-Type": "application/json" };
const form = (house: House, target: string, fields: Fields, headers: Fields = {}): Draft =>
  post(house, target, new URLSearchParams(fields).toString(), { ...FORM, ...headers });

const byBearer = (house: House, dice: Dice): Fields => ({
  Authorization: `Bearer ${dice.pick(house.bearers)}`,
  ...(dice.chance(0.3) ? { "X-Brand-Slug": BISTRO } : {}),
});

/** A value, usually valid, for the parameter `name` of an operation, as JSON. */
function plausible(
  name: string,
  { operation, brand }: { operation: string; brand: string },
  house: House,
  dice: Dice,
): string {
  const evening = when(
    dayAfter(TODAY, dice.roll(40)),
    dice.pick(["18:00", "19:00", "19:30", "20:15"]),
  );
  const values: Record<string, () => unknown> = {
    brand: () => brand,
    id: () => idFor(operation, house, brand, dice),
    settings: () => dice.pick([{ seats: 30 + dice.roll(30) }, { paceCovers: 12 }, { seats: -1 }]),
    reason: () => "They called",
    name: () => dice.pick(["Ada", "Zoë", "Bo"]),
    phone: () => `+1212736${5000 + dice.roll(300)}`,
    email: () => "ada@example.com",
    numberOfPeople: () => 1 + dice.roll(8),
    date: () => evening.date,
    toDate: () => when(dayAfter(TODAY, 9), "19:00").date,
    time: () => evening.time,
    idempotencyKey: () => `key-${dice.roll(2000)}`,
    notifyCustomer: () => dice.chance(0.5),
    dryRun: () => dice.chance(0.2),
    limit: () => 1 + dice.roll(50),
    role: () => dice.pick(["host", "manager"]),
    brands: () => [brand],
    scopes: () => ["bookings.read"],
    keepHours: () => dice.pick([0, 1, 24]),
    heeded: () => dice.pick(["yes", "no"]),
    requestReview: () => dice.chance(0.5),
  };
  const make = values[name];
  return make === undefined ? anyJson(dice, 1) : JSON.stringify(make());
}

interface Parameters {
  readonly names: readonly string[];
  readonly required: readonly string[];
}
const known = new Map<string, Parameters>();

function parametersOf(name: string): Parameters {
  const operation = ALL_OPERATIONS.get(name);
  if (operation === undefined) return { names: [], required: [] };
  const found = known.get(name);
  if (found !== undefined) return found;
  const { properties, required = [] } = inputSchemaOf(operation);
  const made = { names: Object.keys(properties), required };
  known.set(name, made);
  return made;
}

/** The probability that an optional parameter is sent. */
const shareOf = (name: string): number => (name === "date" || name === "time" ? 0.9 : 0.2);

/** Arguments of an operation, mostly valid, as pairs of name and JSON. */
function argumentsOf(
  name: string,
  house: House,
  dice: Dice,
  brand: string = BISTRO,
): readonly [string, string][] {
  const { names, required } = parametersOf(name);
  return names
    .filter((one) => required.includes(one) || one === "brand" || dice.chance(shareOf(one)))
    .map(
      (one) => [one, plausible(one, { operation: name, brand }, house, dice)] as [string, string],
    );
}

const objectOf = (entries: readonly (readonly [string, string])[]): string =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`;

const METHODS = ["tools/list", "ping", "initialize", "server/discover", "prompts/list"] as const;
const MODERN = "2026-07-28";

/** A JSON-RPC message in the current or the 2025 protocol, usually a tool call. */
const rpc: Make = (house, dice) => {
  const modern = dice.chance(0.5);
  const tool = dice.pick([...ALL_OPERATIONS.keys()]);
  const isCall = dice.chance(0.8);
  const method = isCall ? "tools/call" : dice.pick([...METHODS, "subscriptions/listen", "x/y"]);
  const meta =
    `"_meta":{"io.modelcontextprotocol/protocolVersion":"${MODERN}",` +
    '"io.modelcontextprotocol/clientInfo":{"name":"fuzz","version":"1"},' +
    '"io.modelcontextprotocol/clientCapabilities":{}}';
  const params = [
    ...(isCall ? [`"name":"${tool}","arguments":${objectOf(argumentsOf(tool, house, dice))}`] : []),
    ...(modern ? [meta] : []),
  ];
  const id = dice.pick(["1", '"a"', "0", "9007199254740991"]);
  const body = `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{${params.join(",")}}}`;
  const era: Fields = modern
    ? {
        "MCP-Protocol-Version": MODERN,
        "Mcp-Method": method,
        ...(isCall ? { "Mcp-Name": tool } : {}),
      }
    : {};
  const accept = { Accept: "application/json, text/event-stream" };
  return post(house, "/mcp", body, { ...JSON_BODY, ...accept, ...era, ...byBearer(house, dice) });
};

const OF_ACCESS = ["keys", "apps", "team", "audit"];
const OF_SETTINGS = ["limits", "services", "days", "texts", "restaurant", "calendars"];

const deskForm = (path: string): Make => {
  const operation = path.split("/do/")[1] ?? "";
  return (house, dice) => {
    const { brand, cookie, csrf } = dice.pick(house.browsers);
    const target = path
      .replace(":brand", brand)
      .replace(":id", idFor(operation, house, brand, dice))
      .replace(":section", dice.pick(path.includes("/access/") ? OF_ACCESS : OF_SETTINGS));
    const own = { Cookie: cookie, Origin: dice.pick(["null", house.url]) };
    if (operation === "" && dice.chance(0.6)) return get(house, target, { Cookie: cookie });
    const fields = argumentsOf(operation, house, dice, brand)
      .filter(([name]) => name !== "brand")
      .flatMap(([name, value]) => fieldsOf(name, value));
    const more = { csrf, back: `/b/${brand}`, look: dice.pick(["dark", "light", "x"]) };
    return form(house, target, { ...Object.fromEntries(fields), ...more }, own);
  };
};

const ID_KINDS = [
  [/waitlist|entry/, "entries"],
  [/text/, "texts"],
  [/api_key/, "keys"],
  [/account|role|take_out|second_factor/, "people"],
] as const;

/** An id of the kind that the operation needs. */
function idFor(operation: string, { ids }: House, brand: string, dice: Dice): string {
  const of = ids[brand];
  const [, kind] = ID_KINDS.find(([pattern]) => pattern.test(operation)) ?? [null, "reservations"];
  const some = of?.[kind] ?? [];
  return some.length > 0 ? dice.pick(some) : "0".repeat(24);
}

/** A value as form fields: `a.b` is the property b of the field a. */
function fieldsOf(name: string, value: string): [string, string][] {
  if (value.startsWith('["')) return (JSON.parse(value) as string[]).map((one) => [name, one]);
  if (!value.startsWith("{")) return [[name, value.replace(/^"(.*)"$/, "$1")]];
  return Object.entries(JSON.parse(value) as object).map(([key, one]) => [
    `${name}.${key}`,
    String(one),
  ]);
}

/** A report or reply from the gateway, with the signature that this gateway makes. */
const hook: Make = (house, dice) => {
  const { gateway, url } = house;
  const provider = dice.chance(0.9) ? gateway : dice.pick(Object.keys(GATEWAYS));
  const target = `/hooks/sms/${provider}`;
  const seconds = String(Math.floor(house.now() / 1000));
  const body = dice.pick(["YES", "no", "STOP", "start", "Hello?", "{link}"]);
  const from = dice.chance(0.5) ? GUEST_PHONE : `+1212736${5000 + dice.roll(300)}`;
  const id = `event-${dice.roll(500)}`;
  if (gateway === "twilio") {
    const fields: Fields = {
      AccountSid: GATEWAYS.twilio.MAITRED_TWILIO_ACCOUNT_SID,
      ...(dice.chance(0.3)
        ? { MessageSid: id, MessageStatus: dice.pick(["delivered", "failed", "sent"]) }
        : { MessageSid: id, SmsStatus: "received", From: from, To: "+15005550006", Body: body }),
    };
    const text = Object.entries(fields)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => name + value);
    const hmac = createHmac("sha1", GATEWAYS.twilio.MAITRED_TWILIO_AUTH_TOKEN);
    const signature = hmac.update(url + target + text.join("")).digest("base64");
    return form(house, target, fields, { "X-Twilio-Signature": signature });
  }
  if (gateway === "webhook") {
    const type = dice.pick(["sms.received", "sms.delivered", "sms.failed", "x"]);
    const text = JSON.stringify({ type, data: { id, from, to: "+15005550006", body } });
    const hmac = createHmac("sha256", GATEWAYS.webhook.MAITRED_WEBHOOK_SECRET);
    const signature = hmac.update(`${id}.${seconds}.${text}`).digest("base64");
    const signed = { "webhook-id": id, "webhook-timestamp": seconds };
    return post(house, target, text, { ...signed, "webhook-signature": `v1,${signature}` });
  }
  const event = dice.pick(["sms:received", "sms:sent", "sms:delivered", "sms:failed", "x"]);
  const payload = { messageId: id, message: body, phoneNumber: from, simNumber: 1 };
  const text = JSON.stringify({ deviceId: "d", event, id, payload, webhookId: "h" });
  const hmac = createHmac("sha256", GATEWAYS.smsgate.MAITRED_SMSGATE_SIGNING_KEY);
  const signature = hmac.update(text + seconds).digest("hex");
  return post(house, target, text, { "X-Signature": signature, "X-Timestamp": seconds });
};

const secretOf = ({ client }: House): Fields => ({
  client_id: client.id,
  client_secret: client.secret,
});

const AUTHORIZATION = {
  response_type: "code",
  redirect_uri: CALLBACK,
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
  state: "s",
  scope: "bookings.read bookings.write",
};

const token: Make = (house, dice) =>
  form(house, "/token", {
    ...secretOf(house),
    ...dice.pick<Fields>([
      {
        grant_type: "authorization_code",
        code: `mtd_code_${"c".repeat(43)}`,
        redirect_uri: CALLBACK,
        code_verifier: VERIFIER,
      },
      { grant_type: "refresh_token", refresh_token: house.refresh },
      { grant_type: "client_credentials" },
    ]),
  });

/** Opens a page outside the dashboard, or sends its form. */
const authPage =
  (path: string, fields: (house: House, dice: Dice) => Fields): Make =>
  (house, dice) => {
    const { page = path, ...hidden } = house.forms[path] ?? {};
    const cookie = { Cookie: house.browsers[0]?.cookie ?? "" };
    if (dice.chance(0.5)) return get(house, page, cookie);
    return form(house, path, { ...hidden, ...fields(house, dice) }, { ...cookie, Origin: "null" });
  };

const REGISTRATION = `{"redirect_uris":["${CALLBACK}"],"client_name":"Fuzz","token_endpoint_auth_method":"none"}`;

const VALID: Readonly<Record<string, Make>> = {
  "/mcp": rpc,
  "/hooks/sms/:provider": hook,
  "/token": token,
  "/revoke": (house) => form(house, "/revoke", { ...secretOf(house), token: house.refresh }),
  "/introspect": (house, dice) =>
    form(house, "/introspect", { ...secretOf(house), token: dice.pick(house.bearers) }),
  "/par": (house) => form(house, "/par", { ...secretOf(house), ...AUTHORIZATION }),
  "/register": (house) => post(house, "/register", REGISTRATION, JSON_BODY),
  "/register/:id": (house) =>
    get(house, `/register/${house.client.id}`, {
      Authorization: `Bearer ${house.client.registration}`,
    }),
  "/authorize": (house) => {
    const query = new URLSearchParams({ client_id: house.client.id, ...AUTHORIZATION });
    return get(house, `/authorize?${query.toString()}`, {
      Cookie: house.browsers[0]?.cookie ?? "",
    });
  },
  "/consent": authPage("/consent", (_house, dice) => ({
    brand: BISTRO,
    decision: dice.pick(["approve", "deny", "x"]),
  })),
  "/sign-in": authPage("/sign-in", (house) => ({ ...house.person, password: "not the password" })),
  "/sign-in/passkey": authPage("/sign-in/passkey", () => ({ response: "{}" })),
  "/second-factor": authPage("/second-factor", () => ({ code: "000000" })),
  "/account": authPage("/account", () => ({ action: "new-codes", id: "" })),
  "/account/app": authPage("/account/app", () => ({ code: "000000" })),
  "/account/codes": authPage("/account/codes", () => ({})),
  "/connected-apps": authPage("/connected-apps", () => ({ grant: "0".repeat(24), end: "yes" })),
  "/sign-out": (house) => get(house, "/sign-out", { Cookie: house.browsers[0]?.cookie ?? "" }),
  "/session": (house, dice) => {
    const password = dice.chance(0.2) ? house.person.password : "not the password";
    const email = dice.chance(0.5) ? house.person.email : `g${dice.roll(99)}@example.com`;
    return post(house, "/session", JSON.stringify({ email, password }), JSON_BODY);
  },
  "/r/:token": (house, dice) => guestPage(house, dice, linkOf(house, dice, "/r/")),
  "/o/:token": (house, dice) => guestPage(house, dice, linkOf(house, dice, "/o/")),
  "/r/:token/calendar.ics": (house, dice) =>
    get(house, `${linkOf(house, dice, "/r/")}/calendar.ics`),
  "/feeds/:file": (house) => get(house, house.feed),
  "/metrics": (house) => get(house, "/metrics", { Authorization: `Bearer ${house.metricsToken}` }),
  "/healthz": (house) => get(house, `/healthz?challenge=${"c".repeat(20)}`),
  // Sent without a key, so that it is refused and does not move the clock.
  "/test/clock": (house) => post(house, "/test/clock", '{"advance":1}', JSON_BODY),
  "/test/messages/reply": (house, dice) => {
    const text = { brand: BISTRO, from: GUEST_PHONE, body: dice.pick(["yes", "no", "hm"]) };
    const headers = { ...JSON_BODY, Authorization: `Bearer ${house.bearers[0]}` };
    return post(house, "/test/messages/reply", JSON.stringify(text), headers);
  },
};

/** A link from a text. An invented link if no text had one of this kind. */
function linkOf({ guestLinks }: House, dice: Dice, kind: "/r/" | "/o/"): string {
  const ofKind = guestLinks.filter((link) => link.startsWith(kind));
  return ofKind.length > 0 ? dice.pick(ofKind) : `${kind}${"x".repeat(27)}`;
}

function guestPage(house: House, dice: Dice, target: string): Draft {
  if (dice.chance(0.5)) return get(house, target);
  const action = dice.pick(["confirm", "cancel", "accept", "decline", "x"]);
  return form(house, target, { action, revision: String(dice.roll(3)) });
}

/** A request that a caller with access could send to any path. */
const anything =
  (path: string): Make =>
  (house, dice) => {
    const target = path.replace(/:(\w+)/g, () => dice.pick(["x", "0".repeat(24), BISTRO]));
    const { cookie, csrf } = dice.pick(house.browsers);
    switch (dice.roll(4)) {
      case 0:
        return form(house, target, { csrf, id: "x" }, { Cookie: cookie, Origin: "null" });
      case 1:
        return post(house, target, anyJson(dice), { ...JSON_BODY, ...byBearer(house, dice) });
      default:
        return get(house, target, dice.chance(0.5) ? { Cookie: cookie } : byBearer(house, dice));
    }
  };

/** Makes a correct request for a path. */
export const validRequest = (path: string): Make =>
  VALID[path] ?? (path.startsWith("/b/") ? deskForm(path) : anything(path));
