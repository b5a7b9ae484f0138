// Goal: if the wall clock is two years wrong for a few seconds, nothing expires, and texts about
// what a person just did are not delayed. Method: every background step over a real database. The
// test moves the wall clock, but not the steady clock (which counts the time since the start).
import { describe, expect, test } from "bun:test";
import { createInbox } from "../../src/background/inbound-texts.ts";
import { stepsOf } from "../../src/background/steps.ts";
import { watchClock } from "../../src/domain/clock-watch.ts";
import type { SmsMessage, SmsProvider } from "../../src/domain/sms-provider.ts";
import {
  BISTRO,
  DAY,
  EVENING,
  entry,
  HOUR,
  MINUTE,
  message,
  NOW,
  offer,
  reservation,
} from "../storage/samples.ts";
import { openMachine } from "./machine.ts";

const YEARS = 2 * 365 * DAY;
const PHONE = "+12125550188";

/** An instance whose wall clock is ahead of its steady clock by `jumpMs`. */
function house() {
  const time = { elapsed: 0, jumpMs: 0 };
  const wall = (): number => NOW + time.elapsed + time.jumpMs;
  const watch = watchClock(
    { wall, elapsed: () => time.elapsed },
    { newestAt: null, builtAt: null },
  );
  const machine = openMachine(watch);
  const sent: SmsMessage[] = [];
  const gateway: SmsProvider = {
    name: "fake",
    capabilities: { dedupesById: true },
    send: (text: SmsMessage) => {
      sent.push(text);
      return Promise.resolve({ status: "accepted", providerId: text.id, delivered: true });
    },
  } as unknown as SmsProvider;
  const lease = { held: () => true } as never;
  const steps = stepsOf({ ...machine, clock: wall }, { lease, gateway, wake: () => undefined });
  return {
    machine,
    watch,
    sent,
    time,
    wall,
    stores: machine.stores,
    /** Runs every background step once, as the product does every five seconds. */
    async run(afterMs = 5000) {
      time.elapsed += afterMs;
      machine.at = wall();
      for (const step of steps) await step.run(wall());
    },
    [Symbol.dispose]: () => machine[Symbol.dispose](),
  };
}

/** Records that would all expire if it were two years later. */
function fill({ stores }: ReturnType<typeof house>) {
  const asked = reservation({ startAt: EVENING, attendance: "pending" });
  const request = reservation({ status: "pending", partySize: 12, phone: "+12125550199" });
  const seated = reservation({
    status: "seated",
    seatedAt: NOW - HOUR,
    startAt: NOW - HOUR,
    endAt: NOW + HOUR,
  });
  for (const one of [asked, request, seated]) stores.reservations.insert(one);
  const question = message({
    reservationId: asked.id,
    kind: "attendance_ask",
    dueAt: NOW + 2 * HOUR,
    expiresAt: EVENING - 3 * HOUR,
  });
  stores.messages.enqueue(question);
  const waits = entry({ phone: PHONE, status: "offered" });
  const waiting = entry({ phone: "+12125550189" });
  for (const one of [waits, waiting]) stores.waitlist.insert(one);
  const held = offer({
    entryId: waits.id,
    phone: PHONE,
    state: "sent",
    createdAt: NOW,
    sentAt: NOW,
    holdUntil: NOW + HOUR,
    cause: null,
  });
  stores.offers.insert(held);
  stores.messages.enqueue(
    message({
      kind: "offer",
      to: PHONE,
      reservationId: null,
      entryId: waits.id,
      state: "delivered",
      offerId: held.id,
      expiresAt: held.holdUntil,
    }),
  );
  const state = (): Record<string, string | undefined> => ({
    asked: stores.reservations.get(asked.id)?.attendance,
    request: stores.reservations.get(request.id)?.status,
    seated: stores.reservations.get(seated.id)?.status,
    question: stores.messages.get(question.id)?.state,
    offer: stores.offers.get(held.id)?.state,
    waiting: stores.waitlist.entry(waiting.id)?.status,
  });
  return { state, asked, held };
}

const KEPT: Record<string, string> = {
  asked: "pending",
  request: "pending",
  seated: "seated",
  question: "due",
  offer: "sent",
  waiting: "waiting",
};

describe("while the clock is two years ahead", () => {
  test("nothing expires and no question is sent; once the clock is right again, everything goes on", async () => {
    using at = house();
    const { state } = fill(at);
    await at.run();
    expect(state()).toEqual(KEPT);
    at.time.jumpMs = YEARS;
    await at.run(4000);
    await at.run(4000);
    expect(state()).toEqual(KEPT);
    expect(at.sent).toEqual([]);
    at.time.jumpMs = 0;
    await at.run();
    expect(state()).toEqual(KEPT);
    // The question is sent at its time, and the hold ends at its time.
    await at.run(2 * HOUR);
    await at.run();
    expect(state()).toMatchObject({ question: "delivered", offer: "expired" });
  });

  test("confirmations are sent: one made before the jump and one made after it", async () => {
    using at = house();
    const confirm = (): void => {
      const booked = reservation({ startAt: EVENING });
      at.stores.reservations.insert(booked);
      const dueAt = at.wall();
      const times = { dueAt, expiresAt: Math.max(EVENING, dueAt + HOUR) };
      at.stores.messages.enqueue(message({ reservationId: booked.id, ...times }));
    };
    confirm();
    at.time.jumpMs = YEARS;
    await at.run();
    confirm();
    await at.run();
    expect(at.sent.map(({ kind }) => kind)).toEqual(["confirmation", "confirmation"]);
  });

  test("a guest's YES to a held table is accepted", async () => {
    using at = house();
    const { state, held } = fill(at);
    at.time.jumpMs = YEARS;
    await at.run();
    const inbox = createInbox({ ...at.machine, clock: at.wall });
    const handled = await inbox({ brand: BISTRO, from: PHONE, body: "YES" });
    expect([handled, state()["offer"]]).toEqual(["offer_accepted", "accepted"]);
    expect(at.stores.waitlist.liveOffers(BISTRO, held.startAt, held.endAt, at.wall())).toEqual([]);
  });
});

test("while the clock is two years behind, due texts are sent; nothing expires then or afterwards", async () => {
  using at = house();
  const { state, asked } = fill(at);
  at.stores.messages.enqueue(
    message({
      reservationId: asked.id,
      dueAt: at.wall(),
      expiresAt: EVENING,
    }),
  );
  at.time.jumpMs = -YEARS;
  await at.run(8000);
  expect(at.sent.map(({ kind }) => kind)).toEqual(["confirmation"]);
  at.time.jumpMs = 0;
  await at.run();
  expect(state()).toEqual(KEPT);
});

test.each([
  ["and somebody confirms the time, what is due expires at once", 0],
  ["and nobody confirms the time, what is due expires after 15 minutes", 15 * MINUTE],
])("if the clock stays two years ahead %s", async (_, waited) => {
  using at = house();
  const { state } = fill(at);
  at.time.jumpMs = YEARS;
  await at.run();
  expect(state()).toEqual(KEPT);
  if (waited === 0) at.watch.confirm();
  await at.run(waited);
  await at.run();
  expect(state()).toEqual({
    asked: "no_reply",
    request: "cancelled",
    seated: "completed",
    question: "expired",
    offer: "expired",
    waiting: "lapsed",
  });
});

test("after a laptop slept for a night, what is due expires when it wakes", async () => {
  using at = house();
  const { state } = fill(at);
  await at.run();
  // On some systems the steady clock stops while the machine sleeps.
  at.time.jumpMs = 9 * HOUR;
  await at.run();
  expect(state()).toMatchObject({ offer: "expired", seated: "completed", asked: "pending" });
});
