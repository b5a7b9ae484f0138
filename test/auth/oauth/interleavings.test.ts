// Goal: a grant never has two live refresh tokens, and revoked access never works. The order of
// consents, exchanges, replays, revocations, changes of roles, waits and restarts does not matter.
// Method: play random orders of these steps, and compare with a model after each step.
// `npm run plays` plays many more.
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { createGate } from "../../../src/auth/gate.ts";
import { purge } from "../../../src/background/purge.ts";
import type { Role } from "../../../src/domain/caller.ts";
import { openStores } from "../../../src/storage/stores.ts";
import { createWriter } from "../../../src/storage/writer.ts";
import { BISTRO, TRATTORIA } from "../../storage/samples.ts";
import { ISSUER } from "../../support/accounts.ts";
import {
  type Answered,
  type Authority,
  authorityOver,
  heldOf,
  type Issued,
  openAuthority,
  pkce,
} from "../../support/authority.ts";
import { TEST_KEYS } from "../../support/database.ts";
import { createTeams } from "../../support/teams.ts";
import { type Expected, type Grant, GrantModel } from "./grant-model.ts";

const RUNS = Number(process.env["MAITRED_TEST_INTERLEAVINGS"] ?? 30);
const SECOND = 1000;
const CLIENTS = ["plain", "sharer"] as const;
const WINDOWS = { plain: 0, sharer: 300 };

const kind = <K extends string>(name: K) => fc.constant(name);
const anyClient = fc.constantFrom(...CLIENTS);
const anyBrand = fc.constantFrom(BISTRO, TRATTORIA);
const anyRole = fc.constantFrom<(Role | null)[]>("host", "manager", "owner", null);
const usually = fc.constantFrom(true, true, true, false);
const target = {
  /** Which grant, counted from the newest; recent ones are picked more often. */
  back: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 5, 9),
  /** Which of the grant's tokens, counted in the same way. */
  age: fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2, 3, 9),
  /** The client that asks; null: the grant's own. */
  by: fc.option(anyClient, { freq: 6 }),
};
/** Number of concurrent requests. */
const times = fc.constantFrom(1, 1, 1, 2, 5);
const SECONDS = [0, 0, 1, 59, 119, 121, 299, 301, 3600, 86_500, 5_184_000];
const CHOICES = [[BISTRO], [TRATTORIA], [BISTRO, TRATTORIA]];

const STEPS = [
  [
    3,
    fc.record({
      kind: kind("consent"),
      client: anyClient,
      brands: fc.constantFrom(...CHOICES),
      redeemed: usually,
    }),
  ],
  [4, fc.record({ kind: kind("redeem"), ...target, times, right: usually })],
  [16, fc.record({ kind: kind("refresh"), ...target, times })],
  [2, fc.record({ kind: kind("revoke access"), ...target })],
  [1, fc.record({ kind: kind("revoke refresh"), ...target })],
  [1, fc.record({ kind: kind("refresh and revoke"), ...target })],
  [1, fc.record({ kind: kind("role"), brand: anyBrand, role: anyRole })],
  [1, fc.record({ kind: kind("leave behind our back"), brand: anyBrand })],
  [1, fc.record({ kind: kind("host behind our back"), brand: anyBrand })],
  [1, fc.record({ kind: kind("password") })],
  [8, fc.record({ kind: kind("wait"), seconds: fc.constantFrom(...SECONDS) })],
  [3, fc.record({ kind: kind("restart") })],
] as const;
type Step = (typeof STEPS)[number][1] extends fc.Arbitrary<infer T> ? T : never;
type StepOf<K extends Step["kind"]> = Extract<Step, { readonly kind: K }>;
const anyStep = fc.oneof(...STEPS.map(([weight, arbitrary]) => ({ weight, arbitrary })));

class World {
  readonly house: Authority;
  readonly model: GrantModel;
  readonly issued = new Map<Grant, Issued>();
  readonly #closers: (() => Promise<void>)[] = [];

  constructor(house: Authority) {
    this.house = house;
    const roles = new Map<string, Role>([
      [BISTRO, "manager"],
      [TRATTORIA, "host"],
    ]);
    this.model = new GrantModel(roles, WINDOWS, house.at);
  }

  grant(back: number): Grant | null {
    return fromNewest(this.model.grants, back);
  }

  /** Opens the file again; whatever was only in memory is lost. */
  async restart(): Promise<void> {
    const { house } = this;
    await house.writer.close();
    const database = house.open();
    const stores = openStores(database, TEST_KEYS);
    const writer = createWriter(database, {
      onFatal: (error) => {
        throw error;
      },
    });
    const teams = createTeams({ stores, writer, clock: house.clock });
    this.#closers.push(() => writer.close());
    authorityOver(Object.assign(house, { database, stores, writer, teams }), house);
  }

  async close(): Promise<void> {
    for (const close of this.#closers) await close();
  }
}

const check = (answer: Answered, expected: Expected): void => {
  if (expected === "refused") expect(answer.body).toMatchObject({ error: "invalid_grant" });
  else expect([answer.status, answer.body["error"]]).toEqual([200, undefined]);
  if (typeof expected === "object") expect(heldOf(answer)).toEqual(expected.again);
};

async function consent(world: World, step: StepOf<"consent">): Promise<void> {
  const { house, model } = world;
  if (!step.brands.every((slug) => model.roles.has(slug))) return;
  const issued = await house.code({ client_id: step.client }, step.brands);
  const grant = model.consent(step.client, step.brands);
  world.issued.set(grant, issued);
  if (step.redeemed) await redeem(world, AT_ONCE);
}

const AT_ONCE: StepOf<"redeem"> = {
  kind: "redeem",
  back: 0,
  age: 0,
  times: 1,
  by: null,
  right: true,
};

async function redeem(world: World, step: StepOf<"redeem">): Promise<void> {
  const { house, model } = world;
  const grant = world.grant(step.back);
  const issued = grant === null ? undefined : world.issued.get(grant);
  if (grant === null || issued === undefined) return;
  const client_id = step.by ?? grant.client;
  const verifier = step.right ? issued.verifier : pkce().verifier;
  const redeemedBefore = grant.redeemed;
  const answers = await Promise.all(
    Array.from({ length: step.times }, () => house.redeem({ ...issued, verifier }, { client_id })),
  );
  for (const answer of answers) {
    // Of concurrent requests one succeeds. The others are refused and do not end the grant.
    const crossed = !redeemedBefore && grant.redeemed;
    const expected = crossed ? "refused" : model.redeem(grant, client_id, step.right);
    check(answer, expected);
    if (expected === "new") model.issued(grant, heldOf(answer), null);
  }
}

async function refresh(world: World, step: StepOf<"refresh">): Promise<void> {
  const { house, model } = world;
  const grant = world.grant(step.back);
  const shown = fromNewest(grant?.refreshes ?? [], step.age);
  if (grant === null || shown === null) return;
  const client_id = step.by ?? grant.client;
  const rotatedBefore = shown.rotatedAt !== null;
  const answers = await Promise.all(
    Array.from({ length: step.times }, () => house.refresh(shown.token, { client_id })),
  );
  for (const answer of answers) {
    const crossed = !rotatedBefore && shown.rotatedAt !== null;
    const expected = model.refresh(grant, shown.token, client_id, crossed);
    check(answer, expected);
    if (expected === "new") model.issued(grant, heldOf(answer), shown.token);
  }
}

async function revokeAccess(world: World, step: StepOf<"revoke access">): Promise<void> {
  const grant = world.grant(step.back);
  const shown = fromNewest(grant?.accesses ?? [], step.age);
  if (grant === null || shown === null) return;
  await revoke(world, shown.token, step.by ?? grant.client);
  if ((step.by ?? grant.client) === grant.client) shown.removed = true;
}

async function revokeRefresh(world: World, step: StepOf<"revoke refresh">): Promise<void> {
  const grant = world.grant(step.back);
  const shown = fromNewest(grant?.refreshes ?? [], step.age);
  if (grant === null || shown === null) return;
  await revoke(world, shown.token, step.by ?? grant.client);
  const known = shown.expiresAt >= world.model.now;
  if (known && (step.by ?? grant.client) === grant.client) grant.ended = true;
}

async function revoke({ house }: World, token: string, client_id: string): Promise<void> {
  const { status, text } = await house.post("revoke", { token, client_id });
  expect([status, text]).toEqual([200, ""]);
}

/** Refreshes and revokes at the same time. No token of the grant works afterwards. */
async function refreshAndRevoke(world: World, step: StepOf<"refresh and revoke">): Promise<void> {
  const grant = world.grant(step.back);
  const shown = fromNewest(grant?.refreshes ?? [], 0);
  if (grant === null || shown === null || shown.expiresAt < world.model.now) return;
  const client_id = grant.client;
  const [answer] = await Promise.all([
    world.house.refresh(shown.token, { client_id }),
    revoke(world, shown.token, client_id),
  ]);
  if (answer.status === 200) {
    shown.rotatedAt = world.model.now;
    world.model.issued(grant, heldOf(answer), shown.token);
  }
  grant.ended = true;
}

async function changeRole({ house, model }: World, step: StepOf<"role">): Promise<void> {
  const { ada, teams } = house;
  const { brand, role } = step;
  if (role === null) await teams.leaveTeams(ada.id, [brand]);
  else await teams.giveRole(ada.id, [brand], role);
  model.setRole(brand, role);
}

async function play(world: World, step: Step): Promise<void> {
  const { house, model } = world;
  switch (step.kind) {
    case "consent":
      return consent(world, step);
    case "redeem":
      return redeem(world, step);
    case "refresh":
      return refresh(world, step);
    case "revoke access":
      return revokeAccess(world, step);
    case "revoke refresh":
      return revokeRefresh(world, step);
    case "refresh and revoke":
      return refreshAndRevoke(world, step);
    case "role":
      return changeRole(world, step);
    case "leave behind our back":
      // Another program removes Ada from the team. No grant ends, but none opens the brand now.
      house.open().run("DELETE FROM team_member WHERE brand = ?", [step.brand]);
      model.roles.delete(step.brand);
      return;
    case "host behind our back":
      house.open().run("UPDATE team_member SET role = 'host' WHERE brand = ?", [step.brand]);
      if (model.roles.has(step.brand)) model.roles.set(step.brand, "host");
      return;
    case "password":
      await house.teams.changePassword(house.ada.id, "hash");
      return model.endAll();
    case "wait":
      house.at += step.seconds * SECOND;
      model.now = house.at;
      return;
    case "restart":
      return world.restart();
  }
}

const fromNewest = <T>(list: readonly T[], back: number): T | null =>
  list.at(-1 - (back % Math.max(list.length, 1))) ?? null;

const LIVE_PER_GRANT = `
  SELECT max(live) FROM (
    SELECT count(*) AS live FROM oauth_refresh_token WHERE rotated_at IS NULL GROUP BY grant_id)`;

/** Calls /mcp with every access token ever issued, and compares with the model. */
async function compare({ house, model }: World): Promise<void> {
  const gate = createGate({ ...house, environment: "test", origin: ISSUER, log: silent });
  for (const grant of model.grants) {
    for (const access of grant.accesses) {
      const headers = { Authorization: `Bearer ${access.token}` };
      const admission = await gate(new Request(`${ISSUER}/mcp`, { headers }), "192.0.2.1");
      const opened = admission.ok ? admission.caller.brands.toSorted() : null;
      const expected = model.accepts(grant, access) ? model.opens(grant).toSorted() : null;
      expect(opened).toEqual(expected);
    }
  }
  const [[live]] = house.database.prepare(LIVE_PER_GRANT).values() as [[number | null]];
  expect(live ?? 0).toBeLessThanOrEqual(1);
}

const nothing = () => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

const CONSENT: StepOf<"consent"> = {
  kind: "consent",
  client: "plain",
  brands: [BISTRO],
  redeemed: true,
};
const REFRESH: StepOf<"refresh"> = { kind: "refresh", back: 0, age: 0, by: null, times: 1 };
/** KEPT and REPLAYED are always played, because few random interleavings may include them. */
const KEPT: Step[] = [CONSENT, REFRESH, REFRESH];
const REPLAYED: Step[] = [CONSENT, REFRESH, { kind: "wait", seconds: 121 }, { ...REFRESH, age: 1 }];

/** How the grants ended. If no token was replayed, the interleavings prove little. */
const seen = new Set<string>();

test("every interleaving gives what the model says", async () => {
  const property = fc.asyncProperty(
    fc.array(anyStep, { minLength: 10, maxLength: 80, size: "max" }),
    async (steps) => {
      const house = await openAuthority();
      // A second owner of the instance. If Ada were the only one, she could not leave a team.
      await house.addUser("eve@example.com");
      await house.addClient({ id: "plain", replayWindowS: WINDOWS.plain });
      await house.addClient({ id: "sharer", replayWindowS: WINDOWS.sharer });
      const world = new World(house);
      try {
        for (const step of steps) {
          await play(world, step);
          await purge({ ...house, log: silent }).run(house.at);
          world.model.purge();
          await compare(world);
        }
        for (const { endReason } of house.stores.grants.list()) seen.add(endReason ?? "alive");
      } finally {
        await world.close();
        await house[Symbol.asyncDispose]();
      }
    },
  );
  await fc.assert(property, { numRuns: RUNS, examples: [[KEPT], [REPLAYED]] });
  expect([...seen]).toContain("alive");
  expect([...seen]).toContain("refresh_token_replayed");
}, 600_000);
