// Goal: every tool treats scopes and brands the same for an API key, an access token and a session,
// except where the header `X-Brand-Slug` names a brand. Method: every tool with every kind of token,
// over HTTP.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { makeApiKey } from "../../src/auth/api-keys.ts";
import { createGate, type Gate } from "../../src/auth/gate.ts";
import { hashOpaque } from "../../src/auth/oauth/opaque-token.ts";
import { NO_BUDGETS, type Role, SCOPES, type Scope } from "../../src/domain/caller.ts";
import { newId } from "../../src/domain/ids.ts";
import { createMcpEndpoint, type McpEndpoint } from "../../src/mcp/endpoint.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { createInvoke } from "../../src/operations/invoke.ts";
import { LEGACY } from "../mcp/raw-client.ts";
import { BISTRO, HOUR, reservation, TRATTORIA } from "../storage/samples.ts";
import { ISSUER, random } from "../support/accounts.ts";
import { type Authority, heldOf, openAuthority } from "../support/authority.ts";

const KINDS = ["API key", "access token", "session"] as const;
type Kind = (typeof KINDS)[number];
/** A brand without a team. */
const FOREIGN = "demo-other";

let house: Authority;
let gate: Gate;
let mcp: McpEndpoint;
const tokens = new Map<string, string>();
const ours = reservation();
const theirs = reservation({ brand: TRATTORIA });

const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

beforeAll(async () => {
  house = await openAuthority();
  const { stores, writer, clock } = house;
  gate = createGate({ ...house, environment: "test", origin: ISSUER, log });
  const invoke = createInvoke({ stores, writer, clock, random });
  mcp = createMcpEndpoint({
    operations: OPERATIONS,
    invoke,
    log,
    version: "0",
    origin: ISSUER,
    questionKey: random(32),
    clock,
  });
  await writer.write(() => {
    const settings = { timeZone: "America/New_York", defaultCountry: "US" };
    stores.brands.insert({ slug: FOREIGN, name: FOREIGN, overrides: settings, now: house.at });
    stores.reservations.insert(ours);
    stores.reservations.insert(theirs);
    stores.users.setRole(house.ada.id, TRATTORIA, "manager");
  });
  for (const brands of [[BISTRO], [BISTRO, TRATTORIA]]) {
    for (const scopes of [SCOPES, ...SCOPES.map(without)]) {
      for (const kind of KINDS) await issue(kind, brands, scopes);
    }
  }
});
afterAll(async () => {
  await mcp.close();
  await house[Symbol.asyncDispose]();
});

const without = (scope: Scope): Scope[] => SCOPES.filter((one) => one !== scope);

const nameOf = (kind: Kind, brands: readonly string[], scopes: readonly Scope[]): string =>
  `${kind} ${brands.join()} ${scopes.join()}`;

async function issue(kind: Kind, brands: string[], scopes: readonly Scope[]): Promise<void> {
  const { stores, writer, at } = house;
  const id = newId(at, random);
  const name = nameOf(kind, brands, scopes);
  if (kind === "API key") {
    const { key, publicId, secretHash } = makeApiKey("test", random);
    const rest = {
      tools: null,
      forGuests: false,
      budgets: NO_BUDGETS,
      expiresAt: null,
      lastUsedAt: null,
    };
    const row = {
      id,
      principal: id,
      publicId,
      secretHash,
      name,
      brands,
      scopes,
      ...rest,
      createdAt: at,
    };
    await writer.write(() => stores.apiKeys.insert({ ...row, revokedAt: null }));
    tokens.set(name, key);
  } else if (kind === "access token") {
    tokens.set(name, (await house.connect({ scope: scopes.join(" ") }, brands)).access);
  } else if (scopes.length === SCOPES.length) {
    // A session has all of its user's access, so there is none with fewer scopes.
    const roles = brands.map((slug): [string, Role] => [slug, "manager"]);
    const user = await house.addUser(`${brands.length}@example.com`, Object.fromEntries(roles));
    tokens.set(name, (await house.sessions.open(user))?.token ?? "");
  }
}

/** How a call ended. `outcome`: "done", a refusal's code or an HTTP status. */
interface Ended {
  readonly outcome: string;
  readonly result: object;
}

async function call(
  token: string,
  tool: string,
  input: object,
  header: string | null = null,
): Promise<Ended> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call" };
  const body = JSON.stringify({ ...message, params: { name: tool, arguments: input } });
  const request = new Request(`${ISSUER}/mcp`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": LEGACY,
      ...(header === null ? {} : { "X-Brand-Slug": header }),
    },
    body,
  });
  const admission = await gate(request, "192.0.2.1");
  if (!admission.ok) return { outcome: `HTTP ${admission.response.status}`, result: {} };
  const info = { id: "request-1", address: "192.0.2.1", note: silent };
  const response = await mcp.serve(request, body, admission.caller, info);
  const { result } = (await response.json()) as { result: { structuredContent: object } };
  const { error } = result.structuredContent as { error?: { code: string } };
  return { outcome: error?.code ?? "done", result };
}

/** The tool's own example for an existing reservation, as a dry run. */
function inputOf(
  tool: string,
  brand: string | undefined,
  id = brand === TRATTORIA ? theirs.id : ours.id,
): object {
  const operation = OPERATIONS.find(({ name }) => name === tool);
  const { brand: _, ...example } = (operation?.examples[0]?.input ?? {}) as Record<string, unknown>;
  return {
    ...example,
    ...("id" in example && !tool.includes("waitlist") ? { id } : {}),
    ...(operation?.hints.readOnly === true ? {} : { dryRun: true }),
    ...(brand === undefined ? {} : { brand }),
  };
}

const BRANDED = OPERATIONS.filter(({ brandless }) => brandless !== true).map(({ name }) => name);
const tokenOf = (
  kind: Kind,
  brands: readonly string[],
  scopes: readonly Scope[] = SCOPES,
): string => tokens.get(nameOf(kind, brands, scopes)) ?? "";

/** The outcome for each kind; "open" if the call reached the tool. */
async function outcomes(
  tool: string,
  brands: readonly string[],
  brand: string | undefined,
  header: string | null = null,
): Promise<Record<Kind, string>> {
  const found: [Kind, string][] = [];
  for (const kind of KINDS) {
    const { outcome } = await call(tokenOf(kind, brands), tool, inputOf(tool, brand), header);
    const refused = /^(?:BRAND|FORBIDDEN|HTTP)/.test(outcome);
    found.push([kind, refused ? outcome : "open"]);
  }
  return Object.fromEntries(found) as Record<Kind, string>;
}

const all = (outcome: string): Record<Kind, string> => ({
  "API key": outcome,
  "access token": outcome,
  session: outcome,
});

/** `held`: the brands of the token. `brand`: the brand that the call names. */
const ROWS: readonly (readonly [
  title: string,
  held: readonly string[],
  brand: string | undefined,
  header: string | null,
  expected: Record<Kind, string>,
])[] = [
  ["one brand, the call names none:", [BISTRO], undefined, null, all("open")],
  ["one brand, the call names it:", [BISTRO], BISTRO, null, all("open")],
  ["one brand, the call names another:", [BISTRO], TRATTORIA, null, all("BRAND_UNKNOWN")],
  ["one brand, the call names an unknown one:", [BISTRO], "nowhere", null, all("BRAND_UNKNOWN")],
  ["two brands, the call names none:", [BISTRO, TRATTORIA], undefined, null, all("BRAND_REQUIRED")],
  ["two brands, the call names one:", [BISTRO, TRATTORIA], TRATTORIA, null, all("open")],
  ["two brands, the call names a third:", [BISTRO, TRATTORIA], FOREIGN, null, all("BRAND_UNKNOWN")],
  [
    "two brands, the header names one:",
    [BISTRO, TRATTORIA],
    undefined,
    BISTRO,
    { ...all("open"), "API key": "BRAND_REQUIRED" },
  ],
  [
    "two brands, the call names one and the header the other:",
    [BISTRO, TRATTORIA],
    TRATTORIA,
    BISTRO,
    { ...all("open"), session: "BRAND_MISMATCH" },
  ],
  [
    "one brand, the call names it and the header another:",
    [BISTRO],
    BISTRO,
    FOREIGN,
    { ...all("BRAND_UNKNOWN"), "API key": "open" },
  ],
];

describe.each([...ROWS])("a token for %s", (_, held, brand, header, expected) => {
  test.each(BRANDED)("%s", async (tool) => {
    expect(await outcomes(tool, held, brand, header)).toEqual(expected);
  });
});

describe("for every kind of token,", () => {
  test.each(BRANDED)("a call of %s ends in the same way", async (tool) => {
    const ended = await Promise.all(
      KINDS.map((kind) => call(tokenOf(kind, [BISTRO]), tool, inputOf(tool, BISTRO))),
    );
    const [first = "", ...others] = ended.map(({ outcome }) => outcome);
    // Not every kind of token may undo a change made with another token.
    if (tool === "undo_last_change") return expect(first).not.toStartWith("BRAND");
    expect(others).toEqual([first, first]);
  });

  test("another brand's data looks as if it did not exist", async () => {
    for (const kind of KINDS) {
      const token = tokenOf(kind, [BISTRO]);
      const foreign = await call(token, "get_booking", inputOf("get_booking", BISTRO, theirs.id));
      const none = "0".repeat(24);
      const missing = await call(token, "get_booking", inputOf("get_booking", BISTRO, none));
      expect(foreign.outcome).toBe("NOT_FOUND");
      const text = JSON.stringify(foreign.result).replaceAll(theirs.id, none);
      expect(text).toBe(JSON.stringify(missing.result));
    }
  });

  test("list_brands lists the token's brands, whatever the header says", async () => {
    for (const kind of KINDS) {
      for (const held of [[BISTRO], [BISTRO, TRATTORIA]]) {
        const { outcome, result } = await call(tokenOf(kind, held), "list_brands", {}, FOREIGN);
        expect(outcome).toBe("done");
        const text = JSON.stringify(result);
        expect([BISTRO, TRATTORIA, FOREIGN].filter((slug) => text.includes(slug))).toEqual(held);
      }
    }
  });
});

describe("an API key and an access token without the scope get the same refusal, with a challenge:", () => {
  const scoped = OPERATIONS.filter(({ scope }) => scope !== null);
  test.each(scoped.map(({ name }) => name))("%s", async (tool) => {
    const needed = scoped.find(({ name }) => name === tool)?.scope;
    if (needed == null) throw new Error(`${tool} needs no scope`);
    const other = without(needed);
    const [byKey, byGrant] = await Promise.all(
      (["API key", "access token"] as const).map((kind) =>
        call(tokenOf(kind, [BISTRO], other), tool, inputOf(tool, BISTRO)),
      ),
    );
    expect(byKey?.outcome).toBe("FORBIDDEN_SCOPE");
    expect(byGrant).toEqual(byKey as Ended);
    const challenge = JSON.stringify(byGrant?.result);
    expect(challenge).toContain("mcp/www_authenticate");
    expect(challenge).toContain("insufficient_scope");
    const session = await call(tokenOf("session", [BISTRO]), tool, inputOf(tool, BISTRO));
    expect(session.outcome).not.toBe("FORBIDDEN_SCOPE");
  });
});

describe("the gate", () => {
  const admit = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}`, "X-Brand-Slug": BISTRO };
    return await gate(new Request(`${ISSUER}/mcp`, { method: "POST", headers }), "192.0.2.1");
  };
  const grantOf = (access: string): string =>
    house.stores.oauthTokens.access(hashOpaque(access))?.grantId ?? "";

  test("makes a caller from an access token and one from a session, each with its name", async () => {
    const issued = await house.connect({ scope: "bookings.read" }, [BISTRO, TRATTORIA]);
    const admission = await admit(issued.access);
    const grantId = grantOf(issued.access);
    expect(admission).toEqual({
      ok: true,
      caller: {
        kind: "oauth",
        principal: grantId,
        actor: { kind: "oauth", id: grantId, name: "Table Talk" },
        environment: "test",
        brands: [BISTRO, TRATTORIA],
        scopes: ["bookings.read"],
        tools: null,
        budgets: NO_BUDGETS,
        headerBrand: BISTRO,
        roles: {},
      },
    });
    const session = await admit((await house.sessions.open(house.ada))?.token ?? "");
    expect(session).toMatchObject({
      caller: {
        kind: "session",
        principal: house.ada.id,
        actor: { kind: "user", id: house.ada.id, name: house.ada.name },
        scopes: SCOPES,
        roles: { [BISTRO]: "manager", [TRATTORIA]: "manager" },
      },
    });
  });

  test("lets a renewed token act as the same principal", async () => {
    const { access, refresh } = await house.connect();
    const { body } = await house.refresh(refresh);
    const [before, after] = [await admit(access), await admit(String(body["access_token"]))];
    const principals = [before, after].map((one) => (one.ok ? one.caller.principal : null));
    expect(principals[0]).toBeString();
    expect(principals[1]).toBe(principals[0] as string);
  });

  test("gives an app only the brands where its user is manager or owner, even after another program changed the roles", async () => {
    const { access } = await house.connect({}, [BISTRO, TRATTORIA]);
    const brands = async () => {
      // Real requests arrive in a later turn of the event loop than the commit before them.
      await new Promise((resolve) => setImmediate(resolve));
      const admission = await admit(access);
      return admission.ok ? admission.caller.brands : null;
    };
    const other = house.open();
    other.run("UPDATE team_member SET role = 'host' WHERE brand = ?", [BISTRO]);
    expect(await brands()).toEqual([TRATTORIA]);
    other.run("DELETE FROM team_member WHERE brand = ?", [TRATTORIA]);
    expect(await brands()).toBeNull();
    other.run("UPDATE team_member SET role = 'owner' WHERE brand = ?", [BISTRO]);
    expect(await brands()).toEqual([BISTRO]);
  });

  test("refuses codes, refresh tokens, forged tokens, and tokens that have ended or expired", async () => {
    const issued = await house.code({}, [BISTRO]);
    const redeemed = await house.redeem(issued);
    const { access, refresh } = heldOf(redeemed);
    const { token: jwt } = (await house.sessions.open(house.ada)) ?? { token: "" };
    const flipped = jwt.slice(0, -2) + (jwt.endsWith("A") ? "BB" : "AA");
    const [head = "", body = ""] = jwt.split(".");
    const none = Buffer.from('{"alg":"none","typ":"session+jwt"}').toString("base64url");
    const wrong = [
      refresh,
      issued.code,
      `${access}x`,
      flipped,
      `${none}.${body}.`,
      `${head}.${body}.`,
    ];
    const answers = new Set<string>();
    for (const token of wrong) {
      const admission = await admit(token);
      if (admission.ok) throw new Error(`Let in: ${token}`);
      answers.add(`${admission.response.status} ${await admission.response.text()}`);
    }
    expect(answers.size).toBe(1);
    expect((await admit(access)).ok).toBeTrue();
    house.at += HOUR;
    const late = await admit(access);
    expect(late.ok ? "" : await late.response.text()).toContain("expired");
    house.at -= HOUR;
    await house.teams.changePassword(house.ada.id, "hash");
    expect((await admit(access)).ok).toBeFalse();
    expect((await admit(jwt)).ok).toBeFalse();
  });

  test("records the last use of a grant at most once a minute", async () => {
    const { access } = await house.connect({}, [BISTRO]);
    const lastUsed = async () => {
      await house.writer.write(() => undefined);
      return house.stores.grants.byId(grantOf(access))?.lastUsedAt ?? null;
    };
    await admit(access);
    const first = house.at;
    expect(await lastUsed()).toBe(first);
    house.at += 59_999;
    await admit(access);
    expect(await lastUsed()).toBe(first);
    house.at += 1;
    await admit(access);
    expect(await lastUsed()).toBe(first + 60_000);
  });
});
