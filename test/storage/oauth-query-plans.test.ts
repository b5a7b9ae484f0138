// Goal: the queries of every call, every token refresh and every run of the background loop use an
// index, both with thousands of tokens and with none. Method: SQLite's query plans, with and
// without its statistics.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { FIND_CODE } from "../../src/storage/oauth-code-store.ts";
import { GRANTS_OF_USER, LAPSED } from "../../src/storage/oauth-grant-store.ts";
import { FIND_REQUEST } from "../../src/storage/oauth-request-store.ts";
import {
  FIND_ACCESS_TOKEN,
  FIND_REFRESH_TOKEN,
  NEWEST_GENERATION,
} from "../../src/storage/oauth-token-store.ts";
import { clientRow } from "../support/authority.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { addBrands, BISTRO, DAY, NOW } from "./samples.ts";

/** Each query, and the steps of its plan. */
const QUESTIONS: readonly (readonly [string, string, readonly string[]])[] = [
  ["a code", FIND_CODE, ["SEARCH oauth_code USING PRIMARY KEY (code_hash=?)"]],
  [
    "an access token",
    FIND_ACCESS_TOKEN,
    ["SEARCH oauth_access_token USING PRIMARY KEY (token_hash=?)"],
  ],
  [
    "a refresh token",
    FIND_REFRESH_TOKEN,
    ["SEARCH oauth_refresh_token USING PRIMARY KEY (token_hash=?)"],
  ],
  [
    "the latest generation of a grant",
    NEWEST_GENERATION,
    [
      "SEARCH oauth_refresh_token USING COVERING INDEX oauth_refresh_token_by_generation (grant_id=?)",
    ],
  ],
  [
    "a request at the consent page",
    FIND_REQUEST,
    ["SEARCH oauth_request USING INDEX sqlite_autoindex_oauth_request_1 (id=?)"],
  ],
  [
    "a user's grants",
    GRANTS_OF_USER,
    ["SEARCH oauth_grant USING INDEX oauth_grant_by_user (user_id=?)"],
  ],
  [
    // Reads every grant, but only the unused refresh token of each, not every generation.
    "the grants without a valid token or code",
    LAPSED,
    [
      "SCAN lapsed",
      "SEARCH oauth_refresh_token USING INDEX oauth_refresh_token_live (grant_id=?)",
      "SEARCH oauth_access_token USING INDEX oauth_access_token_by_grant (grant_id=?)",
      "SEARCH oauth_code USING INDEX oauth_code_by_grant (grant_id=?)",
    ],
  ],
];

/** Many users with a few grants each, which have been refreshed for days. */
function fillAndAnalyse({ database, stores }: TestDatabase): void {
  addBrands(stores);
  const { id: clientId } = clientRow();
  const times = { createdAt: NOW, lastUsedAt: null, endedAt: null, endReason: null };
  const none = { passwordHash: null, passwordChangedAt: null, disabledAt: null };
  database.run("BEGIN");
  stores.oauthClients.insert(clientRow());
  for (let n = 0; n < 200; n += 1) {
    const [id, userId] = [`grant-${n}`, `user-${n % 50}`];
    if (n < 50) {
      const user = { id: userId, email: `${n}@example.com`, name: userId, ownsInstance: false };
      stores.users.insert({ ...user, ...none, createdAt: NOW });
    }
    stores.grants.insert({
      id,
      userId,
      clientId,
      brands: { [BISTRO]: "host" },
      scopes: [],
      redirectUri: "https://app.example.com/cb",
      clientName: "App",
      ...times,
    });
    for (let generation = 0; generation < 30; generation += 1) {
      const tokenHash = Bun.SHA256.hash(`${n} ${generation}`, "hex");
      const common = { tokenHash, grantId: id, createdAt: NOW, expiresAt: NOW + generation * DAY };
      stores.oauthTokens.insertAccess({ ...common, scopes: [] });
      stores.oauthTokens.insertRefresh({ ...common, generation });
      if (generation < 29) stores.oauthTokens.rotate(tokenHash, n * 30 + generation, NOW);
    }
  }
  database.run("COMMIT");
  database.run("ANALYZE");
}

describe.each([
  ["a query plan without statistics", (_made: TestDatabase): void => {}],
  ["a query plan with statistics", fillAndAnalyse],
])("%s", (_name, prepare) => {
  let made: TestDatabase;
  beforeAll(() => {
    made = openTestDatabase();
    prepare(made);
  });
  afterAll(() => made[Symbol.dispose]());

  test.each([...QUESTIONS])("finds %s through an index", (_, sql, steps) => {
    const plan = made.database
      .prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail);
    expect(plan.filter((step) => /^(SEARCH|SCAN) /.test(step))).toEqual([...steps]);
  });
});

test("the database refuses a second unused refresh token for a grant", () => {
  using made = openTestDatabase();
  fillAndAnalyse(made);
  const { oauthTokens } = made.stores;
  const next = { grantId: "grant-0", generation: 30, createdAt: NOW, expiresAt: NOW + DAY };
  const insert = () => oauthTokens.insertRefresh({ ...next, tokenHash: "f".repeat(64) });
  expect(insert).toThrow("UNIQUE");
  oauthTokens.rotate(Bun.SHA256.hash("0 29", "hex"), 7000, NOW);
  expect(insert).not.toThrow();
});
