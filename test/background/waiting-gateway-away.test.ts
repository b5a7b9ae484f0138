// Goal: a gateway outage does not cost waiting guests the evening. Freed seats are offered to one
// guest at a time, and if the seats are still free when the gateway is back, they are offered again.
// A text is in doubt if the gateway gave no clear answer, so that the guest may have got it.
import { expect, test } from "bun:test";
import { createInbox } from "../../src/background/inbound-texts.ts";
import { openTestDatabase } from "../support/database.ts";
import {
  engineAt,
  freshPhone,
  offersTo,
  status,
  statuses,
  taken,
  wait,
} from "../support/waiting-desk.ts";
import { type Engine, HOUR, MINUTE, OPENING } from "../support/waiting-engine.ts";

/** Frees a table for the waiting guests, while the gateway does not work for `awayMs`. */
async function freedMeanwhile(
  engine: Engine,
  awayMs: number,
  how: Engine["gateway"] = "away",
): Promise<void> {
  engine.gateway = how;
  await (await taken(engine))();
  await go(engine, awayMs);
}

async function go(engine: Engine, forMs: number): Promise<void> {
  const end = engine.at + forMs;
  for (; engine.at < end; engine.at += 15_000) await engine.run();
}

const made = (engine: Engine, ids: readonly string[]): number =>
  ids.flatMap((id) => offersTo(engine, id)).length;

test("seats are offered once the gateway is back", async () => {
  using opened = openTestDatabase();
  const engine = engineAt(opened, OPENING - 8 * HOUR);
  const ids = [await wait(engine), await wait(engine), await wait(engine)];
  await freedMeanwhile(engine, 30 * MINUTE);
  expect(statuses(engine, ids)).not.toContain("paused");
  engine.gateway = "takes";
  await go(engine, 10 * MINUTE);
  expect(engine.sent.filter(({ kind }) => kind === "offer")).toHaveLength(1);
  expect(statuses(engine, ids).filter((one) => one === "offered")).toHaveLength(1);
});

test("during the outage each guest gets one offer before anybody gets a second", async () => {
  using opened = openTestDatabase();
  const engine = engineAt(opened, OPENING - 8 * HOUR);
  const ids = [await wait(engine), await wait(engine)];
  await freedMeanwhile(engine, 20 * MINUTE);
  expect(ids.map((id) => offersTo(engine, id))).toEqual([["failed 0"], ["failed 0"]]);
  await go(engine, 40 * MINUTE);
  expect(made(engine, ids)).toBe(6);
});

test("a guest who waits alone gets an offer even after an outage of hours", async () => {
  using opened = openTestDatabase();
  const engine = engineAt(opened, OPENING - 8 * HOUR);
  const id = await wait(engine);
  await freedMeanwhile(engine, 3 * HOUR);
  expect(status(engine, id)).not.toBe("paused");
  engine.gateway = "takes";
  await go(engine, 10 * MINUTE);
  expect(status(engine, id)).toBe("offered");
});

test("a guest whose phone the gateway refuses permanently gets no second offer for that date", async () => {
  using opened = openTestDatabase();
  const engine = engineAt(opened, OPENING - 8 * HOUR);
  const [first, second] = [await wait(engine), await wait(engine)];
  engine.gateway = "refuses";
  await (await taken(engine))();
  await engine.run();
  engine.gateway = "takes";
  await go(engine, HOUR);
  expect(offersTo(engine, first)).toEqual(["failed 0"]);
  expect(offersTo(engine, second).at(-1)).not.toStartWith("sent");
});

test("a guest gets an offer after the gateway asked for a pause longer than a hold", async () => {
  using opened = openTestDatabase();
  const engine = engineAt(opened, OPENING - 8 * HOUR);
  const ids = [await wait(engine), await wait(engine)];
  await freedMeanwhile(engine, HOUR, "busy");
  expect(made(engine, ids)).toBeGreaterThan(2);
  engine.gateway = "takes";
  await go(engine, 11 * MINUTE);
  expect(statuses(engine, ids).filter((one) => one === "offered")).toHaveLength(1);
});

test("if every text is in doubt, two of six guests lose their offers, and the third gets one when the gateway works again", async () => {
  using opened = openTestDatabase();
  const engine = engineAt(opened, OPENING - 8 * HOUR);
  const ids: string[] = [];
  for (let guest = 0; guest < 6; guest += 1) ids.push(await wait(engine));
  await freedMeanwhile(engine, 10 * MINUTE, "loses");
  expect(ids.map((id) => offersTo(engine, id).length)).toEqual([1, 1, 0, 0, 0, 0]);
  engine.gateway = "takes";
  await go(engine, 5 * MINUTE);
  expect(ids.map((id) => offersTo(engine, id).at(-1))).toEqual([
    "failed 0",
    "failed 0",
    "sent 0",
    undefined,
    undefined,
    undefined,
  ]);
  expect(engine.sent.filter(({ kind }) => kind === "offer")).toHaveLength(1);
});

test("after only one text in doubt, the next guest gets an offer within minutes, because there may be no outage", async () => {
  using opened = openTestDatabase();
  const engine = engineAt(opened, OPENING - 8 * HOUR);
  const ids = [await wait(engine), await wait(engine)];
  await freedMeanwhile(engine, MINUTE, "loses");
  engine.gateway = "takes";
  await go(engine, 2 * MINUTE);
  expect(ids.map((id) => offersTo(engine, id))).toEqual([["failed 0"], ["sent 0"]]);
});

test("texts in doubt to a single phone do not mean an outage", async () => {
  using opened = openTestDatabase();
  const engine = engineAt(opened, OPENING - 8 * HOUR);
  const phone = freshPhone();
  engine.gateway = "loses";
  await taken(engine, { phone, time: "7:30 PM" });
  await engine.run();
  engine.at += MINUTE;
  const ids = [await wait(engine, { phone }), await wait(engine)];
  await freedMeanwhile(engine, MINUTE, "loses");
  engine.gateway = "takes";
  await go(engine, 2 * MINUTE);
  expect(ids.map((id) => offersTo(engine, id))).toEqual([["failed 0"], ["sent 0"]]);
});

test("a guest who may have read an offer is not offered it again, and can accept it with a YES", async () => {
  using opened = openTestDatabase();
  const engine = engineAt(opened, OPENING - 8 * HOUR);
  const phone = freshPhone();
  const id = await wait(engine, { phone });
  await freedMeanwhile(engine, 10 * MINUTE, "loses");
  engine.gateway = "takes";
  await go(engine, HOUR);
  expect(offersTo(engine, id)).toEqual(["failed 0"]);
  expect(await createInbox(engine)({ from: phone, body: "YES" })).toBe("offer_accepted");
  expect(status(engine, id)).toBe("booked");
});

test("one text in doubt, followed by a known outage, costs only one guest an offer", async () => {
  using opened = openTestDatabase();
  const engine = engineAt(opened, OPENING - 8 * HOUR);
  const ids = [await wait(engine), await wait(engine), await wait(engine)];
  await freedMeanwhile(engine, MINUTE, "loses");
  engine.gateway = "away";
  await go(engine, HOUR);
  engine.gateway = "takes";
  await go(engine, 11 * MINUTE);
  expect(offersTo(engine, ids[0] ?? "")).toEqual(["failed 0"]);
  expect(statuses(engine, ids).filter((one) => one === "offered")).toHaveLength(1);
});
