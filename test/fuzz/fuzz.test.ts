// Goal: for any request to any path, the answer follows the rules of judgement.ts, no secret leaks
// into the answer or the log, and the restaurant's data stays correct. This test sends few
// requests; `npm run fuzz` sends a hundred thousand. A failure names a seed and an index:
// `npm run fuzz -- --seed N --index N` sends that request again.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { campaign } from "./campaign.ts";
import { caseAt } from "./cases.ts";
import { diceOf } from "./dice.ts";
import { encoded, isFramed } from "./draft.ts";
import { exchange } from "./exchange.ts";
import { GATEWAYS, type Gateway, type House, openHouse } from "./house.ts";
import { ROUTES } from "./surface.ts";
import { validRequest } from "./valid-requests.ts";

setDefaultTimeout(120_000); // servers start slowly on a busy machine

const SEED = Math.floor(Math.random() * 1_000_000);
/** The index of the SMS gateway whose instance gets the most requests. */
const MAIN = SEED % Object.keys(GATEWAYS).length;
const MOST = 300;
const LEAST = 100;
/**
 * Correct requests to these paths succeed only in states that this test does not create. They are
 * fuzzed all the same.
 */
const SHUT =
  /no.such|setup|clock|session|token$|\/o\/|kept|request$|text|entry$|walk_in|mark_completed|join|_feed|_app$|create_brand|new-restaurant|made$|link$|(?:assign|block|plan)_table|set_sections|call_party|from_door/;

describe("hundreds of correct and damaged requests", () => {
  const gateways = (Object.keys(GATEWAYS) as Gateway[]).map(
    (gateway, index) => [gateway, index === MAIN ? MOST : LEAST] as const,
  );
  test.each(gateways)("cause no fault in an instance with the gateway %s", async (gateway, to) => {
    const house = await openHouse(gateway);
    try {
      const { findings, statuses, requests } = await campaign(house, { seed: SEED, to });
      expect(findings).toEqual([]);
      expect(requests).toBe(to);
      if (to < MOST) return;
      const asked = new Set([...statuses.keys()].map((key) => key.split(" ")[0]));
      // With so few requests, chance decides which paths get one; the next test requests every
      // path.
      expect(asked.size).toBeGreaterThan(ROUTES.length * 0.8);
      const opened = [...statuses.keys()].filter((key) => /^\S+ [23]/.test(key));
      expect(opened.length).toBeGreaterThan(ROUTES.length / 4);
    } finally {
      await house.close();
    }
  });
});

describe("in one instance,", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("webhook");
  });
  afterAll(() => house?.close());

  test("every path outside SHUT accepts a correct request", async () => {
    const shut: string[] = [];
    for (const route of ROUTES.filter((one) => !SHUT.test(one))) {
      const statuses = await statusesOf(route, house);
      if (!statuses.some((status) => status < 400)) shut.push(`${route} ${statuses.join()}`);
    }
    expect(shut).toEqual([]);
  });

  test("a seed and an index determine the request", () => {
    const bytesOf = (index: number): string => caseAt(house, 5, index).bytes.toString("latin1");
    const texts = Array.from({ length: 300 }, (_, index) => bytesOf(index));
    // Requests that contain the time or a signature of it differ.
    const again = texts.filter((text, index) => text === bytesOf(index));
    expect(again.length).toBeGreaterThan(280);
    expect(new Set(texts).size).toBeGreaterThan(180);
  });
});

/** Statuses of correct requests for a path, up to the first success. */
async function statusesOf(route: string, house: House): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < 40 && !statuses.some((status) => status < 400); index += 1) {
    const draft = validRequest(route)(house, diceOf(7, index));
    expect(isFramed(draft)).toBe(true);
    const outcome = await exchange(house.port, encoded(draft), { wanted: 1, patienceMs: 10_000 });
    statuses.push(outcome.answers[0]?.status ?? 999);
  }
  return statuses;
}
