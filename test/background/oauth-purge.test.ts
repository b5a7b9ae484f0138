// Goal: expired requests, codes, tokens and grants are removed, each kind at its own time and not
// earlier. What is still needed to recognise a replay stays.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { purge } from "../../src/background/purge.ts";
import { DAY, HOUR, MINUTE } from "../storage/samples.ts";
import type { Authority } from "../support/authority.ts";
import { asking, authorizeRequest, BROWSER, openAuthority } from "../support/authority.ts";

const SECOND = 1000;

let house: Authority;
beforeEach(async () => {
  house = await openAuthority();
});
afterEach(() => house[Symbol.asyncDispose]());

const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const purgeAt = async (instant: number): Promise<void> => {
  house.at = instant;
  const step = purge({ ...house, log });
  while ((await step.run(house.at)) > 0);
};
const count = (table: string, where = "1"): unknown =>
  house.database.prepare(`SELECT count(*) FROM ${table} WHERE ${where}`).values()[0]?.[0];

test("authorization requests are removed after an hour", async () => {
  await house.server.authorize(authorizeRequest(asking()), BROWSER);
  const start = house.at;
  await purgeAt(start + HOUR);
  expect(count("oauth_request")).toBe(1);
  await purgeAt(start + HOUR + 1);
  expect(count("oauth_request")).toBe(0);
});

test("codes are kept for a day after they expire, to recognise a replay", async () => {
  const issued = await house.code();
  await house.redeem(issued);
  const end = house.at + MINUTE;
  await purgeAt(end + DAY);
  expect(count("oauth_code")).toBe(1);
  await purgeAt(end + DAY + 1);
  expect(count("oauth_code")).toBe(0);
  expect((await house.redeem(issued)).body).toMatchObject({ error: "invalid_grant" });
});

test("a grant whose code is not redeemed ends when the code expires", async () => {
  await house.code();
  const start = house.at;
  await purgeAt(start + MINUTE - 1);
  expect(count("oauth_grant", "ended_at IS NULL")).toBe(1);
  await purgeAt(start + MINUTE);
  expect(count("oauth_grant", "end_reason = 'expired'")).toBe(1);
});

test("expired tokens are removed; their grant ends with the last token and is removed 90 days later", async () => {
  await house.connect();
  const start = house.at;
  await purgeAt(start + HOUR + 1);
  expect([count("oauth_access_token"), count("oauth_refresh_token")]).toEqual([0, 1]);
  await purgeAt(start + 60 * DAY - 1);
  expect(count("oauth_grant", "ended_at IS NULL")).toBe(1);
  await purgeAt(start + 60 * DAY + 1);
  expect(count("oauth_refresh_token")).toBe(0);
  expect(count("oauth_grant", "end_reason = 'expired'")).toBe(1);
  await purgeAt(house.at + 90 * DAY);
  expect(count("oauth_grant")).toBe(1);
  await purgeAt(house.at + 1);
  expect(count("oauth_grant")).toBe(0);
});

test.each([
  [0, 60],
  [120, 120],
  [3600, 3600],
])(
  "with a replay window of %d s, the stored answer to a refresh is erased after %d s",
  async (window, seconds) => {
    const { id: client_id } = await house.addClient({ replayWindowS: window });
    const { refresh } = await house.connect({ client_id });
    await house.refresh(refresh, { client_id });
    const start = house.at;
    await purgeAt(start + seconds * SECOND - 1);
    expect(count("oauth_refresh_token", "sealed_answer IS NOT NULL")).toBe(1);
    await purgeAt(start + seconds * SECOND);
    expect(count("oauth_refresh_token", "sealed_answer IS NOT NULL")).toBe(0);
  },
);

test("used refresh tokens are kept until they would expire, to recognise a replay", async () => {
  const { refresh } = await house.connect();
  const start = house.at;
  house.at += 30 * DAY;
  await house.refresh(refresh);
  await purgeAt(start + 60 * DAY);
  await house.refresh(refresh);
  expect(house.stores.grants.list()[0]?.endReason).toBe("refresh_token_replayed");
});
