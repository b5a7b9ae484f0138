// Goal: once an hour, the background loop removes unused OAuth clients and expired client assertions.
// Between these runs the step does not read the database.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { unusedClients } from "../../src/background/unused-clients.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { fixedRandom } from "../support/fixed-random.ts";
import { oauthClient } from "../support/oauth-clients.ts";

const NOW = 1_795_194_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let house: TestDatabase;
let step: ReturnType<typeof unusedClients>;
beforeEach(() => {
  house = openTestDatabase();
  const nothing = (): void => undefined;
  step = unusedClients({
    ...house,
    clock: () => NOW,
    random: fixedRandom(),
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
  });
});
afterEach(() => house[Symbol.dispose]());

const left = () => house.stores.oauthClients.list(2000).length;
/** Runs batches until nothing is left, as the loop does. */
async function run(now: number): Promise<number> {
  let settled = 0;
  for (;;) {
    const batch = await step.run(now);
    if (batch === 0) return settled;
    settled += batch;
  }
}

test("450 assertions are removed in one run, and an hour later 450 clients in another", async () => {
  await house.writer.write(() => {
    for (let index = 0; index < 450; index += 1) {
      house.stores.oauthClients.insert(oauthClient({ id: `client-${index}`, createdAt: NOW }));
      house.stores.oauthAssertions.use(index.toString(16).padStart(64, "0"), NOW);
    }
  });
  expect([await run(NOW + DAY), left()]).toEqual([450, 450]);
  expect([await run(NOW + DAY + HOUR), left()]).toEqual([450, 0]);
});

test("the step reads the database once an hour, and also after the clock was set back", async () => {
  expect(await run(NOW)).toBe(0);
  house.stores.oauthClients.insert(oauthClient({ createdAt: NOW - 10 * DAY }));
  expect([await run(NOW + HOUR - 1), left()]).toEqual([0, 1]);
  expect([await run(NOW - 1), left()]).toEqual([1, 0]);
});

test("the loop does not wake up for the step", () => {
  expect(step.nextDueAt(NOW, NOW + 1000 * DAY)).toBeNull();
});
