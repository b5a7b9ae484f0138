// Goal: if a reservation changes while a text about it is under way to the gateway, the guest's
// last text is right. The change is texted after the text under way, or instead of it if the gateway
// does not take the text under way. Method: a gateway on loopback that answers when the test says so.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { deliveries } from "../../src/background/deliveries.ts";
import type { Step } from "../../src/background/loop.ts";
import { createWebhookSms } from "../../src/sms/webhook.ts";
import { ADA, EVENING, HOUR, type House, openHouse, PLAIN } from "../operations/house.ts";
import { type FakeGateway, openGateway, replies } from "../sms/fake-gateway.ts";
import { silentLog } from "./machine.ts";

const TAKEN = { status: 202, body: { id: "g-1" } };
const BUSY = { status: 503 };

/** Functions that answer the gateway's open requests, the oldest first. */
let held: ((reply: typeof TAKEN | typeof BUSY) => void)[] = [];
/** Called for each request. */
let arrived: () => void = () => undefined;
let gateway: FakeGateway;
beforeAll(async () => {
  gateway = await openGateway((call, socket) => {
    held.push((reply) => replies(reply)(call, socket));
    arrived();
  });
});
afterAll(() => gateway[Symbol.asyncDispose]());
beforeEach(() => {
  held = [];
  gateway.calls.length = 0;
});

const sendingOf = (house: House): Step =>
  deliveries(
    {
      ...house,
      clock: () => house.at,
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      log: silentLog,
    },
    createWebhookSms({ url: gateway.url, secret: "secret", clock: () => house.at }),
    { patienceMs: 0 },
  );
/** Waits until `count` requests have reached the gateway. */
async function reached(count: number): Promise<void> {
  while (gateway.calls.length < count) {
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
  }
  expect(gateway.calls).toHaveLength(count);
}
async function answer(step: Step, reply: typeof TAKEN | typeof BUSY): Promise<void> {
  for (const take of held.splice(0)) take(reply);
  await step.drain?.();
}
const bodies = (): string[] =>
  gateway.calls.map(({ body }) => (JSON.parse(body) as { data: { body: string } }).data.body);

/** Books a reservation. The gateway has its confirmation and has not answered yet. */
async function underWay(house: House): Promise<{ readonly id: string; readonly step: Step }> {
  const id = await house.book({ phone: ADA });
  const step = sendingOf(house);
  await step.run(house.at);
  await reached(1);
  house.at += 1000;
  return { id, step };
}

describe.each([
  ["a change to a larger party", { numberOfPeople: 6 }, "table for 6 on Fri Nov 20 at 7:00 PM"],
  ["a change to another time", { time: "8:15 PM" }, "table for 4 on Fri Nov 20 at 8:15 PM"],
])("%s", (_, change, told) => {
  test("is texted even if the brand texts no changes, because the confirmation is out of date", async () => {
    using house = openHouse();
    const { id, step } = await underWay(house);
    const { notifications } = await house.ok("update_booking", { id, ...change });
    expect(notifications).toMatchObject([{ kind: "update", state: "queued" }]);
    expect(notifications[0]?.body).toContain(told);
    await answer(step, TAKEN);
    await step.run(house.at);
    await reached(2);
    await answer(step, TAKEN);
    expect(bodies()[1]).toContain(told);
    expect(house.texts(id)).toEqual(["confirmation accepted", "update accepted"]);
  });

  test("is texted after the text under way, not before it", async () => {
    using house = openHouse();
    const { id, step } = await underWay(house);
    await house.ok("update_booking", { id, ...change });
    await step.run(house.at);
    expect(house.texts(id)).toEqual(["confirmation sending", "update due"]);
    await answer(step, TAKEN);
    await step.run(house.at);
    await reached(2);
    await answer(step, TAKEN);
    expect(house.texts(id)).toEqual(["confirmation accepted", "update accepted"]);
  });

  test("is the only text if the gateway does not take the one under way", async () => {
    using house = openHouse();
    const { id, step } = await underWay(house);
    await house.ok("update_booking", { id, ...change });
    await answer(step, BUSY);
    await step.run(house.at);
    await reached(2);
    await answer(step, TAKEN);
    house.at += 60 * 60_000;
    await step.run(house.at);
    expect(bodies()).toHaveLength(2);
    expect(bodies()[1]).toContain(told);
    expect(house.texts(id)).toEqual(["confirmation void", "update accepted"]);
  });

  test("shares one text with a second change made before that text is sent", async () => {
    using house = openHouse();
    const { id, step } = await underWay(house);
    await house.ok("update_booking", { id, ...change });
    await house.ok("update_booking", { id, numberOfPeople: 3 });
    await answer(step, TAKEN);
    await step.run(house.at);
    await reached(2);
    await answer(step, TAKEN);
    await step.run(house.at);
    expect(bodies()).toHaveLength(2);
    expect(bodies()[1]).toContain("table for 3");
  });

  test("is followed by another text if it is undone", async () => {
    using house = openHouse();
    const { id, step } = await underWay(house);
    await house.ok("update_booking", { id, ...change });
    await answer(step, TAKEN);
    await step.run(house.at);
    await reached(2);
    await answer(step, TAKEN);
    await house.ok("undo_last_change", { id });
    await step.run(house.at);
    await reached(3);
    await answer(step, TAKEN);
    expect(bodies()[2]).toContain("table for 4");
    expect(bodies()[2]).toContain("7:00 PM");
  });

  test("that is undone immediately still leaves the guest with one confirmation", async () => {
    using house = openHouse();
    const { id, step } = await underWay(house);
    await house.ok("update_booking", { id, ...change });
    await house.ok("undo_last_change", { id });
    await answer(step, BUSY);
    await step.run(house.at);
    await reached(2);
    await answer(step, TAKEN);
    expect(house.texts(id).filter((text) => text.endsWith("accepted"))).toHaveLength(1);
    expect(bodies()[1]).toContain("table for 4 is booked on Fri Nov 20 at 7:00 PM");
  });
});

test("a cancellation is texted after the confirmation under way", async () => {
  using house = openHouse({ ...PLAIN, cancelNotification: true });
  const { id, step } = await underWay(house);
  await house.ok("cancel_booking", { id });
  await step.run(house.at);
  expect(house.texts(id)).toEqual(["confirmation sending", "cancellation due"]);
  await answer(step, TAKEN);
  await step.run(house.at);
  await reached(2);
  await answer(step, TAKEN);
  expect(house.texts(id)).toEqual(["confirmation accepted", "cancellation accepted"]);
});

test("a cancellation is texted even if the brand texts no cancellations, because the guest will read the confirmation", async () => {
  using house = openHouse({ ...PLAIN, cancelNotification: false });
  const { id, step } = await underWay(house);
  await house.ok("cancel_booking", { id });
  expect(house.texts(id)).toEqual(["confirmation sending", "cancellation due"]);
  await answer(step, TAKEN);
  const other = await house.book({ phone: "+12127365001" });
  house.deliver();
  const { notifications } = await house.ok("cancel_booking", { id: other });
  expect(notifications).toEqual([]);
});

test("the question whether the guest comes is sent after a confirmation that is due at the same time", async () => {
  using house = openHouse({ ...PLAIN, attendance: {} });
  const id = await house.book({ phone: ADA });
  const step = sendingOf(house);
  house.at = EVENING - 24 * HOUR;
  house.askDue();
  await step.run(house.at);
  await reached(1);
  expect(house.texts(id).slice(0, 2)).toEqual(["confirmation sending", "attendance_ask due"]);
  await answer(step, TAKEN);
  await step.run(house.at);
  await reached(2);
  expect(bodies()[1]).toContain("coming Fri Nov 20 7:00 PM");
  await answer(step, TAKEN);
});

test("a change is also texted while the question whether the guest comes is under way", async () => {
  using house = openHouse({ ...PLAIN, attendance: {} });
  const id = await house.book({ phone: ADA });
  house.deliver();
  const step = sendingOf(house);
  house.at = EVENING - 24 * HOUR;
  house.askDue();
  await step.run(house.at);
  await reached(1);
  expect(bodies()[0]).toContain("coming Fri Nov 20 7:00 PM");
  const { notifications } = await house.ok("update_booking", { id, time: "6:00 PM" });
  expect(notifications).toMatchObject([{ kind: "update" }, { kind: "attendance_ask" }, {}]);
  await answer(step, TAKEN);
});

test("texts about other reservations do not wait for a text under way", async () => {
  using house = openHouse();
  const { step } = await underWay(house);
  await house.book({ phone: "+12127365001" });
  await step.run(house.at);
  await reached(2);
  await answer(step, TAKEN);
});

test("a change after the text was sent is not texted if the brand texts no changes", async () => {
  using house = openHouse();
  const { id, step } = await underWay(house);
  await answer(step, TAKEN);
  const { notifications } = await house.ok("update_booking", { id, numberOfPeople: 6 });
  expect(notifications).toEqual([]);
});
