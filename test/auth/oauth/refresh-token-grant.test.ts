// Goal: a refresh token is used once (rules K9 to K11). Concurrent requests get the same answer, and
// so do known token-sharers within their replay window. An old token that is used later ends the
// grant. A token never gets two successors.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createAuthorizationServer } from "../../../src/auth/oauth/index.ts";
import { openStores } from "../../../src/storage/stores.ts";
import { createWriter } from "../../../src/storage/writer.ts";
import { DAY, HOUR, MINUTE } from "../../storage/samples.ts";
import { derivations, ISSUER, random } from "../../support/accounts.ts";
import {
  type Answered,
  type Authority,
  answered,
  CONFIG,
  type Held,
  heldOf,
  openAuthority,
  RESOURCE,
} from "../../support/authority.ts";
import { TEST_KEYS } from "../../support/database.ts";

let house: Authority;
beforeEach(async () => {
  house = await openAuthority();
});
afterEach(() => house[Symbol.asyncDispose]());

const SECOND = 1000;
const error = { error: "invalid_grant" };
const grant = () => house.stores.grants.list()[0];
const events = () => house.stores.securityEvents.newest(10).map(({ kind }) => kind);
const liveSuccessors = (): unknown =>
  house.database
    .prepare("SELECT count(*) FROM oauth_refresh_token WHERE rotated_at IS NULL")
    .values()[0]?.[0];

/** Connects a client with a replay window of so many seconds. */
const connectSharer = async (
  replayWindowS: number,
): Promise<Held & { client: { client_id: string } }> => {
  const { id } = await house.addClient({ replayWindowS });
  return { ...(await house.connect({ client_id: id })), client: { client_id: id } };
};

/** A refresh that has arrived and waits until the test lets it go on. */
async function arrived(
  refresh_token: string,
  server = house.server,
): Promise<{ readonly goOn: () => Promise<Answered> }> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: isHere, resolve: here } = Promise.withResolvers<void>();
  const before = house.gather;
  house.gather = () => {
    here();
    return held;
  };
  const fields = { grant_type: "refresh_token", refresh_token, client_id: "client-1" };
  const body = new URLSearchParams(fields);
  const answer = server.token(new Request(`${ISSUER}/token`, { method: "POST", body }));
  await isHere;
  house.gather = before;
  return {
    goOn: async () => {
      letGo();
      return answered(await answer);
    },
  };
}

describe("a refresh", () => {
  test("gives new tokens with the same scope each time the newest token is used", async () => {
    let held = await house.connect({ scope: "bookings.read" });
    for (let round = 0; round < 3; round += 1) {
      const { status, body, headers } = await house.refresh(held.refresh);
      expect([status, body["scope"], body["expires_in"]]).toEqual([200, "bookings.read", 3600]);
      expect(headers.get("cache-control")).toBe("no-store");
      const next = heldOf({ body } as never);
      expect(next.refresh).not.toBe(held.refresh);
      held = next;
    }
    expect(liveSuccessors()).toBe(1);
  });

  test.each<[string, Record<string, string>, string]>([
    ["another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["a wider scope", { scope: "bookings.read bookings.write" }, "invalid_scope"],
    ["no token", { refresh_token: "" }, "invalid_request"],
    ["an unknown token", { refresh_token: "mtd_refresh_x" }, "invalid_grant"],
  ])("with %s is refused and does not use up the token", async (_, fields, code) => {
    const { refresh } = await house.connect({ scope: "bookings.read" });
    expect((await house.refresh(refresh, fields)).body).toMatchObject({ error: code });
    expect((await house.refresh(refresh, { resource: RESOURCE })).status).toBe(200);
  });

  test("by another client is refused as if the token did not exist", async () => {
    const { refresh } = await house.connect();
    const { id } = await house.addClient();
    const stolen = await house.refresh(refresh, { client_id: id });
    expect(stolen.text).toBe((await house.refresh("mtd_refresh_x", { client_id: id })).text);
    expect((await house.refresh(refresh)).status).toBe(200);
  });

  test("may request fewer scopes, and all of them again the next time", async () => {
    const { refresh } = await house.connect();
    const less = await house.refresh(refresh, { scope: "bookings.read offline_access" });
    expect(less.body["scope"]).toBe("bookings.read");
    const all = await house.refresh(heldOf(less).refresh);
    expect(all.body["scope"]).toBe("bookings.read bookings.write");
  });

  test.each<[string, (held: Held) => string]>([
    ["an access token", ({ access }) => access],
    ["something that is no token", () => "eyJhbGciOiJub25lIn0.e30."],
  ])("with %s instead of the refresh token is refused", async (_, wrong) => {
    const held = await house.connect();
    expect((await house.refresh(wrong(held))).body).toMatchObject(error);
  });

  test("with a code instead of the refresh token is refused, and so is a refresh token instead of a code", async () => {
    const issued = await house.code();
    expect((await house.refresh(issued.code)).body).toMatchObject(error);
    const { refresh } = heldOf(await house.redeem(issued));
    expect((await house.redeem({ ...issued, code: refresh })).body).toMatchObject(error);
    expect((await house.refresh(refresh)).status).toBe(200);
  });
});

describe("lifetime", () => {
  test("of a token that is not used: 60 days", async () => {
    const [one, other] = [await house.connect(), await house.connect()];
    house.at += 60 * DAY - 1;
    expect((await house.refresh(one.refresh)).status).toBe(200);
    house.at += 1;
    expect((await house.refresh(other.refresh)).body).toMatchObject(error);
  });

  test("of a grant: a year after the consent, however often it was refreshed", async () => {
    let { refresh } = await house.connect();
    const end = house.at + 365 * DAY;
    while (house.at + 50 * DAY < end) {
      house.at += 50 * DAY;
      refresh = heldOf(await house.refresh(refresh)).refresh;
    }
    house.at = end - 10 * MINUTE;
    const last = await house.refresh(refresh);
    expect([last.status, last.body["expires_in"]]).toEqual([200, 600]);
    house.at = end;
    expect((await house.refresh(heldOf(last).refresh)).body).toMatchObject(error);
  });
});

describe("if several requests send the same token,", () => {
  test("twenty at the same time make one successor and get equal answers", async () => {
    const { refresh } = await house.connect();
    const answers = await Promise.all(Array.from({ length: 20 }, () => house.refresh(refresh)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(liveSuccessors()).toBe(1);
  });

  test("one that arrived before the rotation gets the same answer, however late it is processed", async () => {
    const { refresh } = await house.connect();
    const late = await arrived(refresh);
    const first = await house.refresh(refresh);
    house.at += 30 * SECOND;
    expect((await late.goOn()).text).toBe(first.text);
  });

  test("one that arrives after the answer is refused, even in the same millisecond; the grant stays", async () => {
    const { refresh } = await house.connect();
    const late = await arrived(refresh);
    const next = heldOf(await house.refresh(refresh));
    expect((await house.refresh(refresh)).body).toMatchObject(error);
    expect(heldOf(await late.goOn())).toEqual(next);
    expect((await house.refresh(next.refresh)).status).toBe(200);
    expect(grant()?.endedAt).toBeNull();
  });

  test("repeats a minute later are recorded once, and connecting the app again ends the shared grant", async () => {
    const other = await house.addClient();
    const { refresh } = await house.connect();
    const unmarked = await house.connect();
    const elsewhere = await house.connect({ client_id: other.id });
    await house.refresh(refresh);
    house.at += 60 * SECOND;
    for (let n = 0; n < 3; n += 1) await house.refresh(refresh);
    const noted = house.stores.securityEvents.newest(10);
    expect(noted).toMatchObject([{ kind: "refresh_token_shared", userId: house.ada.id }]);
    const [shared] = house.stores.grants.live().filter(({ sharedAt }) => sharedAt !== null);
    expect(shared).toMatchObject({ id: noted[0]?.grantId, sharedAt: house.at, endedAt: null });
    await house.connect();
    expect(house.stores.grants.byId(shared?.id ?? "")?.endReason).toBe("connected_anew");
    expect((await house.refresh(unmarked.refresh)).status).toBe(200);
    const fields = { client_id: other.id };
    expect((await house.refresh(elsewhere.refresh, fields)).status).toBe(200);
  });

  test("one whose body arrives after the rotation is refused", async () => {
    const { refresh } = await house.connect();
    const { promise: rotated, resolve } = Promise.withResolvers<void>();
    const fields = { grant_type: "refresh_token", refresh_token: refresh, client_id: "client-1" };
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await rotated;
        controller.enqueue(new TextEncoder().encode(new URLSearchParams(fields).toString()));
        controller.close();
      },
    });
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const request = new Request(`${ISSUER}/token`, { method: "POST", headers, body });
    const announced = house.server.token(request);
    await house.refresh(refresh);
    resolve();
    expect((await answered(await announced)).body).toMatchObject(error);
  });

  test("one that requests more than the first got is refused; the grant stays", async () => {
    const { refresh } = await house.connect();
    const late = await arrived(refresh);
    await house.refresh(refresh, { scope: "bookings.read" });
    expect((await late.goOn()).body).toMatchObject({ error: "invalid_scope" });
    expect(grant()?.endedAt).toBeNull();
  });

  test("another process over the same file gives the same answer", async () => {
    const database = house.open();
    const stores = openStores(database, TEST_KEYS);
    const writer = createWriter(database, { onFatal: () => undefined });
    const silent = () => undefined;
    const elsewhere = createAuthorizationServer({
      stores,
      writer,
      clock: house.clock,
      random,
      signer: house.signer,
      derive: derivations("the instance's secret"),
      log: { debug: silent, info: silent, warn: silent, error: silent },
      issuer: ISSUER,
      config: CONFIG,
      limited: false,
      gather: () => house.gather(),
    });
    const { refresh } = await house.connect();
    const before = await arrived(refresh, elsewhere);
    const first = await house.refresh(refresh);
    const after = await arrived(refresh, elsewhere);
    expect((await before.goOn()).text).toBe(first.text);
    expect((await after.goOn()).body).toMatchObject(error);
    await writer.close();
  });
});

describe("an old token", () => {
  test("used within two minutes is refused, and the grant stays", async () => {
    const { refresh } = await house.connect();
    const next = heldOf(await house.refresh(refresh));
    house.at += 120 * SECOND;
    expect((await house.refresh(refresh)).body).toMatchObject(error);
    expect((await house.refresh(next.refresh)).status).toBe(200);
    expect(events()).toEqual(["refresh_token_shared"]);
  });

  test("used later ends the grant and all its tokens, and is recorded once", async () => {
    const { refresh } = await house.connect();
    const next = heldOf(await house.refresh(refresh));
    house.at += 120 * SECOND + 1;
    expect((await house.refresh(refresh)).body).toMatchObject(error);
    expect((await house.refresh(next.refresh)).body).toMatchObject(error);
    expect((await house.refresh(refresh)).body).toMatchObject(error);
    expect(grant()?.endReason).toBe("refresh_token_replayed");
    expect(house.stores.securityEvents.newest(10)).toEqual([
      {
        at: house.at,
        kind: "refresh_token_replayed",
        userId: house.ada.id,
        clientId: "client-1",
        grantId: grant()?.id ?? "",
        detail: {},
      },
    ]);
  });

  test.each([0, 120, 3600])(
    "from two rotations ago ends the grant immediately, even with a window of %d s",
    async (window) => {
      const { refresh, client } = await connectSharer(window);
      const next = heldOf(await house.refresh(refresh, client));
      await house.refresh(next.refresh, client);
      expect((await house.refresh(refresh, client)).body).toMatchObject(error);
      expect(grant()?.endReason).toBe("refresh_token_replayed");
    },
  );
});

describe("a client that shares its token", () => {
  test("gets the same successor until its window ends, with the remaining lifetime", async () => {
    const { refresh, client } = await connectSharer(120);
    const first = await house.refresh(refresh, client);
    house.at += 119_999;
    const again = await house.refresh(refresh, client);
    expect(again.body).toEqual({ ...first.body, expires_in: 3480 });
    expect(liveSuccessors()).toBe(1);
    house.at += 1;
    expect((await house.refresh(refresh, client)).body).toMatchObject(error);
    expect(grant()?.endedAt).toBeNull();
    house.at += 1;
    await house.refresh(refresh, client);
    expect(grant()?.endReason).toBe("refresh_token_replayed");
  });

  test("keeps its grant for two minutes even if its window is shorter; after a longer window, the next use of the old token ends the grant", async () => {
    const short = await connectSharer(10);
    await house.refresh(short.refresh, short.client);
    house.at += 11 * SECOND;
    expect((await house.refresh(short.refresh, short.client)).body).toMatchObject(error);
    expect(events()).toEqual(["refresh_token_shared"]);
    const long = await connectSharer(3600);
    await house.refresh(long.refresh, long.client);
    house.at += HOUR - 1;
    const last = await house.refresh(long.refresh, long.client);
    expect([last.status, last.body["expires_in"]]).toEqual([200, 0]);
    house.at += 1;
    await house.refresh(long.refresh, long.client);
    expect(events()).toEqual(["refresh_token_replayed", "refresh_token_shared"]);
  });

  test.each<[string, Record<string, string>, string]>([
    ["for another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["if another client sends the token", { client_id: "client-1" }, "invalid_grant"],
    ["for a scope that was never granted", { scope: "bookings.write" }, "invalid_scope"],
  ])("gets nothing %s, and can still use its token", async (_, change, code) => {
    const { id: client_id } = await house.addClient({ replayWindowS: 120 });
    const { refresh } = await house.connect({ client_id, scope: "bookings.read" });
    const first = await house.refresh(refresh, { client_id });
    const refused = await house.refresh(refresh, { client_id, ...change });
    expect(refused.body).toMatchObject({ error: code });
    expect((await house.refresh(refresh, { client_id })).text).toBe(first.text);
  });

  test("gets no wider scope than in the first answer", async () => {
    const { refresh, client } = await connectSharer(120);
    await house.refresh(refresh, { ...client, scope: "bookings.read" });
    expect((await house.refresh(refresh, client)).body).toMatchObject({ error: "invalid_scope" });
    const same = await house.refresh(refresh, { ...client, scope: "bookings.read" });
    expect(same.status).toBe(200);
  });

  test("is recognised by a callback address that only its vendor controls, unless the operator lists it as strict", async () => {
    const claude = ["https://claude.ai/api/mcp/auth_callback"];
    for (const [strictTokenSharers, status] of [
      [[], 200],
      [["claude"], 400],
    ] as const) {
      await using configured = await openAuthority({ config: { ...CONFIG, strictTokenSharers } });
      const { id: client_id } = await configured.addClient({ redirectUris: claude });
      const { refresh } = await configured.connect({ client_id, redirect_uri: claude[0] ?? "" });
      await configured.refresh(refresh, { client_id });
      expect((await configured.refresh(refresh, { client_id })).status).toBe(status);
    }
  });

  test("has no stored answer after its window has ended and the answers are erased", async () => {
    const { refresh, client } = await connectSharer(120);
    await house.refresh(refresh, client);
    house.at += 120 * SECOND;
    await house.writer.write(() => house.stores.oauthTokens.eraseSealed(house.at, 500));
    const rows = house.database.prepare("SELECT sealed_answer FROM oauth_refresh_token").values();
    expect(rows).toEqual([[null], [null]]);
  });
});

describe("a grant and its tokens end when the user", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["changes the password", () => house.teams.changePassword(house.ada.id, "hash")],
    ["is disabled", () => house.teams.disableUser(house.ada.id)],
    ["leaves the brand", () => house.teams.leaveTeams(house.ada.id, ["demo-bistro"])],
    ["gets a lower role", () => house.teams.giveRole(house.ada.id, ["demo-bistro"], "host")],
  ])("%s", async (_, change) => {
    const { refresh } = await house.connect();
    await change();
    expect((await house.refresh(refresh)).body).toMatchObject(error);
    expect(grant()?.endedAt).toBe(house.at);
  });
});

test("a grant stays when its user gets a higher role", async () => {
  const { refresh } = await house.connect();
  await house.teams.giveRole(house.ada.id, ["demo-bistro"], "owner");
  expect((await house.refresh(refresh)).status).toBe(200);
});
