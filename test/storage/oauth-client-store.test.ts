// Goal: clients are read back as written. Unused clients are removed after a day or after 90 days, but
// never a client that is in use, on a consent page or entered by an operator. A flood of
// registrations is limited.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ClientRow } from "../../src/storage/stores.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { oauthClient } from "../support/oauth-clients.ts";

const NOW = 1_795_194_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let house: TestDatabase;
beforeEach(() => {
  house = openTestDatabase();
  house.database.run(
    "INSERT INTO user (id, email, name, created_at) VALUES ('u', 'u@example.com', 'U', 1)",
  );
});
afterEach(() => house[Symbol.dispose]());

const store = () => house.stores.oauthClients;
const ids = () =>
  store()
    .list()
    .map(({ id }) => id);

describe("a client", () => {
  test.each<[string, Partial<ClientRow>]>([
    ["that registered itself", {}],
    [
      "with all fields",
      {
        kind: "preregistered",
        redirectUris: ["a:/1", "b:/2"],
        authMethod: "client_secret_basic",
        secretHash: "0".repeat(64),
        metadata: { scope: "bookings.read", jwks: { keys: [{ kty: "EC" }] } },
        registrationTokenHash: "1".repeat(64),
        replayWindowS: 3600,
        lastUsedAt: NOW,
        freshUntil: NOW + 1,
        revokedAt: NOW + 2,
      },
    ],
    ["known by its document", { id: "https://app.example.com/c", kind: "metadata_document" }],
  ])("%s is read back as written", (_what, change) => {
    const client = oauthClient(change);
    store().insert(client);
    expect(store().byId(client.id)).toEqual(client);
    expect(store().list()).toEqual([client]);
  });

  test("is changed by an update, except for its kind and for when it was made, used and revoked", () => {
    const client = oauthClient({ lastUsedAt: NOW });
    store().insert(client);
    const said = {
      name: "New",
      redirectUris: ["c:/3"],
      authMethod: "client_secret_post" as const,
      secretHash: "2".repeat(64),
      metadata: { a: 1 },
      registrationTokenHash: "3".repeat(64),
      replayWindowS: 5,
      freshUntil: NOW,
    };
    const kept = { kind: "preregistered" as const, createdAt: 1, lastUsedAt: 2, revokedAt: 3 };
    store().update({ ...client, ...said, ...kept });
    expect(store().byId(client.id)).toEqual({ ...client, ...said });
  });

  test("stores the time of its last use and can be revoked once; an unknown client is not found", () => {
    store().insert(oauthClient());
    store().touch("client-1", NOW + 1);
    expect([store().revoke("client-1", NOW + 2), store().revoke("client-1", NOW + 3)]).toEqual([
      true,
      false,
    ]);
    expect(store().byId("client-1")).toMatchObject({ lastUsedAt: NOW + 1, revokedAt: NOW + 2 });
    expect([store().byId("other"), store().revoke("other", NOW)]).toEqual([null, false]);
  });
});

/** What else is stored about a client: its grant, its open authorization request. */
interface Use {
  readonly grant?: "live" | "ended" | "expired";
  readonly openRequest?: boolean;
}

function give(clientId: string, { grant, openRequest }: Use): void {
  const { database } = house;
  if (grant !== undefined) {
    const at = NOW - 200 * DAY;
    database.run(
      `INSERT INTO oauth_grant (id, user_id, client_id, redirect_uri, client_name, brands, scopes,
         created_at, ended_at)
       VALUES (?, 'u', ?, 'https://app.example/cb', 'App', '{}', '[]', ?, ?)`,
      [`grant of ${clientId}`, clientId, at, grant === "ended" ? at + 1 : null],
    );
    house.stores.oauthTokens.insertRefresh({
      tokenHash: new Bun.CryptoHasher("sha256").update(clientId).digest("hex"),
      grantId: `grant of ${clientId}`,
      generation: 0,
      createdAt: at,
      expiresAt: grant === "live" ? NOW + 1 : NOW - 1,
    });
  }
  if (openRequest === true) {
    database.run(
      `INSERT INTO oauth_request (id, client_id, parameters, created_at, expires_at)
       VALUES (?, ?, '{}', ?, ?)`,
      [`request of ${clientId}`, clientId, NOW - 1, NOW + 1],
    );
  }
}

const purge = (limit = 100): number =>
  store().removeUnused({
    now: NOW,
    unconfirmedBefore: NOW - DAY,
    idleBefore: NOW - 90 * DAY,
    limit,
  });

describe("a client is removed", () => {
  test.each<[string, Partial<ClientRow>, Use]>([
    ["a day after it registered, if nobody consented", { createdAt: NOW - DAY - 1 }, {}],
    [
      "a day after its document was read, if nobody consented",
      { id: "https://app.example.com/c", kind: "metadata_document", createdAt: NOW - DAY - 1 },
      {},
    ],
    ["after 90 idle days with an ended grant", { createdAt: NOW - 91 * DAY }, { grant: "ended" }],
    [
      "after 90 idle days with an expired grant",
      { createdAt: NOW - 91 * DAY },
      { grant: "expired" },
    ],
    [
      "after 90 idle days since its last use",
      { createdAt: 1, lastUsedAt: NOW - 90 * DAY - 1 },
      { grant: "ended" },
    ],
    ["a day after it was revoked", { createdAt: NOW - DAY - 1, revokedAt: NOW - DAY }, {}],
  ])("%s", (_what, change, use) => {
    const client = oauthClient(change);
    store().insert(client);
    give(client.id, use);
    expect(purge()).toBe(1);
    expect(ids()).toEqual([]);
    expect(house.database.prepare("SELECT count(*) FROM oauth_grant").values()).toEqual([[0]]);
  });
});

describe("a client is kept", () => {
  test.each<[string, Partial<ClientRow>, Use]>([
    ["for a day after it registered", { createdAt: NOW - DAY }, {}],
    ["while it is used", { createdAt: 1, lastUsedAt: NOW - DAY }, {}],
    ["while a person is on its consent page", { createdAt: 1 }, { openRequest: true }],
    ["for 90 days after its grant ended", { createdAt: NOW - 90 * DAY }, { grant: "ended" }],
    [
      "for 90 days after it was used",
      { createdAt: 1, lastUsedAt: NOW - 90 * DAY },
      { grant: "ended" },
    ],
    ["with a live grant, however idle", { createdAt: 1 }, { grant: "live" }],
    [
      "with a live grant, even if the client was revoked",
      { createdAt: 1, revokedAt: NOW },
      { grant: "live" },
    ],
    ["when an operator has entered it", { createdAt: 1, kind: "preregistered" }, {}],
    [
      "when an operator has blocked its document",
      { createdAt: 1, kind: "metadata_document", revokedAt: 2 },
      {},
    ],
  ])("%s", (_what, change, use) => {
    const client = oauthClient(change);
    store().insert(client);
    give(client.id, use);
    expect(purge()).toBe(0);
    expect(ids()).toEqual([client.id]);
  });
});

test("a client with a live grant or an open request, or that an operator entered, is never removed, whatever its dates", () => {
  const instant = fc.integer({ min: 0, max: NOW });
  const kind = fc.constantFrom<ClientRow["kind"]>("preregistered", "dynamic", "metadata_document");
  const client = fc.record({
    kind,
    createdAt: instant,
    lastUsedAt: fc.option(instant),
    revokedAt: fc.option(instant),
    grant: fc.constantFrom<Use["grant"]>("live", "ended", "expired", undefined),
    openRequest: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(client, { maxLength: 8 }), (clients) => {
      house.database.run("DELETE FROM oauth_grant");
      house.database.run("DELETE FROM oauth_request");
      house.database.run("DELETE FROM oauth_client");
      for (const [index, { grant, openRequest, ...change }] of clients.entries()) {
        const id = `client-${index}`;
        store().insert(oauthClient({ ...change, id }));
        give(id, { openRequest, ...(grant === undefined ? {} : { grant }) });
      }
      const removed = purge();
      const left = new Set(ids());
      expect(left.size).toBe(clients.length - removed);
      for (const [index, { grant, openRequest, kind: made }] of clients.entries()) {
        if (grant === "live" || openRequest || made === "preregistered") {
          expect(left).toContain(`client-${index}`);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("a purge removes at most the given number of clients", () => {
  for (let index = 0; index < 5; index += 1) {
    store().insert(oauthClient({ id: `client-${index}`, createdAt: index }));
  }
  expect([purge(2), purge(2), purge(2), purge(2)]).toEqual([2, 2, 1, 0]);
});

describe("a flood of clients", () => {
  test("removes the oldest clients without a consent or an open request, and no others", () => {
    const rows = [
      oauthClient({ id: "entered", kind: "preregistered", createdAt: 0 }),
      oauthClient({ id: "granted", createdAt: 1 }),
      oauthClient({ id: "looked-at", createdAt: 2 }),
      // A flood can also use the clients that it registered, so only a consent shows that a client
      // is real.
      oauthClient({ id: "used", createdAt: 3, lastUsedAt: 4 }),
      ...["a", "b", "c"].map((id, index) => oauthClient({ id, createdAt: 10 + index })),
    ];
    for (const row of rows) store().insert(row);
    give("granted", { grant: "expired" });
    give("looked-at", { openRequest: true });
    expect(store().makeRoom(NOW, 10)).toBe(0);
    expect(store().makeRoom(NOW, 3)).toBe(3);
    expect(ids()).toEqual(["entered", "granted", "looked-at", "c"]);
  });
});

describe("a client's assertion", () => {
  test("is accepted once, and removed after it has expired", () => {
    const { oauthAssertions } = house.stores;
    const one = "0".repeat(64);
    const other = "1".repeat(64);
    expect([
      oauthAssertions.use(one, NOW),
      oauthAssertions.use(one, NOW + DAY),
      oauthAssertions.use(other, NOW + 1),
    ]).toEqual([true, false, true]);
    expect([oauthAssertions.purge(NOW, 10), oauthAssertions.purge(NOW + 1, 10)]).toEqual([0, 1]);
    expect([oauthAssertions.use(one, NOW), oauthAssertions.use(other, NOW)]).toEqual([true, false]);
  });
});
