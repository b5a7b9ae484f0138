// Goal: a text that is being sent changes state one step at a time, and each outcome belongs to its
// attempt. Reports only move the state forward. A text that may have been sent is never treated as
// unsent.
import { describe, expect, test } from "bun:test";
import { MESSAGE_STATES, type Message, type MessageState } from "../../src/domain/message.ts";
import { openTestDatabase } from "../support/database.ts";
import {
  addBrands,
  BISTRO,
  DAY,
  HOUR,
  MINUTE,
  message,
  NOW,
  nextId,
  reservation,
  TRATTORIA,
} from "./samples.ts";

function prepared() {
  const made = openTestDatabase();
  addBrands(made.stores);
  const booking = reservation();
  made.stores.reservations.insert(booking);
  const { messages, deliveries } = made.stores;
  const queue = (change: Partial<Message> = {}): Message => {
    const text = message({ reservationId: booking.id, uniqueKey: nextId(), ...change });
    expect(messages.enqueue(text)).toBe(true);
    return text;
  };
  const claimed = (change: Partial<Message> = {}, now = NOW): Message => {
    const text = queue(change);
    expect(deliveries.claim(text.id, { now })).toBe(true);
    return stateOf(text);
  };
  const stateOf = ({ id }: Message): Message => {
    const found = messages.get(id);
    if (found === null) throw new Error(`There is no text ${id}`);
    return found;
  };
  return { ...made, messages, deliveries, booking, queue, claimed, stateOf };
}

const ids = (rows: readonly Message[]): string[] => rows.map((row) => row.id);
const accepted = { to: "accepted", providerId: "p-1", fault: null } as const;
const delivered = { to: "delivered", providerId: "p-1", fault: null } as const;
const failed = { to: "failed", providerId: null, fault: "30003" } as const;

describe("due texts", () => {
  test("come oldest first, without expired ones", () => {
    using made = prepared();
    const { deliveries, queue } = made;
    const second = queue({ dueAt: NOW });
    const first = queue({ dueAt: NOW - 1 });
    queue({ dueAt: NOW + 1 });
    queue({ dueAt: NOW - HOUR, expiresAt: NOW });
    queue({ state: "held" });
    expect(ids(deliveries.due(NOW, 10))).toEqual([first.id, second.id]);
    expect(ids(deliveries.due(NOW, 1))).toEqual([first.id]);
  });

  test("that ask about attendance or remind come after texts of all other kinds, even if they are older", () => {
    using made = prepared();
    const ask = made.queue({ kind: "attendance_ask", dueAt: NOW - HOUR });
    const reminder = made.queue({ kind: "reminder", dueAt: NOW - MINUTE });
    const offer = made.queue({ kind: "offer" });
    const reply = made.queue({ kind: "reply", dueAt: NOW - 1 });
    const order = [reply.id, offer.id, ask.id, reminder.id];
    expect(ids(made.deliveries.due(NOW, 10))).toEqual(order);
    expect(ids(made.deliveries.due(NOW, 3))).toEqual(order.slice(0, 3));
  });

  test("are given up when they expire, and so are held texts", () => {
    using made = prepared();
    const { deliveries, queue, stateOf } = made;
    expect(deliveries.nextDueAt()).toBeNull();
    const late = queue({ dueAt: NOW - HOUR, expiresAt: NOW });
    const held = queue({ state: "held", expiresAt: NOW });
    const next = queue({ dueAt: NOW + 5 });
    expect(deliveries.nextDueAt()).toBe(NOW - HOUR);
    expect(deliveries.expireDue(NOW - 1)).toBe(0);
    expect(deliveries.expireDue(NOW)).toBe(2);
    expect([late, held, next].map((text) => stateOf(text).state)).toEqual([
      "expired",
      "expired",
      "due",
    ]);
    expect(deliveries.nextDueAt()).toBe(NOW + 5);
  });
});

test("an expired text far back in a long queue is never sent, and is marked as expired later", () => {
  using made = prepared();
  const { deliveries, queue, stateOf } = made;
  for (let index = 0; index < 500; index += 1) queue({ dueAt: NOW - HOUR + index });
  const far = queue({ dueAt: NOW, expiresAt: NOW });
  expect(deliveries.expireDue(NOW)).toBe(0);
  expect(ids(deliveries.due(NOW, 1000))).not.toContain(far.id);
  made.database.run("UPDATE message SET state = 'accepted' WHERE due_at < ?", [NOW - HOUR + 10]);
  expect(deliveries.expireDue(NOW)).toBe(1);
  expect(stateOf(far).state).toBe("expired");
});

describe("an attempt", () => {
  test.each(MESSAGE_STATES.filter((state) => state !== "due"))(
    "cannot begin in the state %s",
    (state) => {
      using made = prepared();
      const text = made.queue({ state });
      expect(made.deliveries.claim(text.id, { now: NOW })).toBe(false);
      expect(made.stateOf(text)).toEqual(text);
    },
  );

  test("begins only once, and is counted", () => {
    using made = prepared();
    const text = made.claimed();
    expect(text).toMatchObject({ state: "sending", attempt: 1 });
    expect(made.deliveries.claim(text.id, { now: NOW })).toBe(false);
    expect(made.deliveries.oldestAttemptAt()).toBe(NOW);
    expect(ids(made.deliveries.stale(NOW, 10))).toEqual([text.id]);
    expect(made.deliveries.stale(NOW - 1, 10)).toEqual([]);
  });

  test("has only one outcome", () => {
    using made = prepared();
    const text = made.claimed();
    expect(made.deliveries.settle(text, accepted)).toBe(true);
    expect(made.stateOf(text)).toMatchObject({ state: "accepted", providerId: "p-1" });
    expect(made.deliveries.settle(text, failed)).toBe(false);
    expect(made.deliveries.retry(text, { dueAt: NOW, fault: null, doubtful: false })).toBe(false);
    expect(made.deliveries.oldestAttemptAt()).toBeNull();
  });

  test("that was given up as unknown may succeed later, but not fail", () => {
    using made = prepared();
    const text = made.claimed();
    made.deliveries.settle(text, { to: "unknown", providerId: null, fault: null });
    expect(made.deliveries.settle(text, failed)).toBe(false);
    expect(made.deliveries.settle(text, accepted)).toBe(true);
  });

  test("that ends late does not affect a later attempt", () => {
    using made = prepared();
    const first = made.claimed();
    made.deliveries.retry(first, { dueAt: NOW + 1, fault: "busy", doubtful: false });
    made.deliveries.claim(first.id, { now: NOW + 1 });
    expect(made.deliveries.settle(first, failed)).toBe(false);
    expect(made.stateOf(first)).toMatchObject({ state: "sending", attempt: 2, dueAt: NOW + 1 });
  });
});

describe("a text that may have been sent", () => {
  const doubtful = (made: ReturnType<typeof prepared>): Message => {
    const text = made.claimed();
    made.deliveries.retry(text, { dueAt: NOW, fault: null, doubtful: true });
    return text;
  };

  test("becomes unknown, not withdrawn, when its reservation changes", () => {
    using made = prepared();
    const text = doubtful(made);
    made.messages.voidUnsent(made.booking.id);
    expect(made.stateOf(text).state).toBe("unknown");
    expect(made.messages.enqueue({ ...text, id: nextId(), state: "due" })).toBe(false);
  });

  test("becomes unknown when it expires or its phone opts out", () => {
    using made = prepared();
    const [late, silenced] = [doubtful(made), doubtful(made)];
    expect(made.deliveries.withdraw(silenced.id)).toBe(true);
    made.deliveries.expireDue(NOW + HOUR);
    expect([late, silenced].map((text) => made.stateOf(text).state)).toEqual([
      "unknown",
      "unknown",
    ]);
  });

  test("becomes unknown when the gateway finally refuses it", () => {
    using made = prepared();
    const text = doubtful(made);
    made.deliveries.claim(text.id, { now: NOW });
    made.deliveries.settle(made.stateOf(text), failed);
    expect(made.stateOf(text).state).toBe("unknown");
  });
});

describe("a gateway's report", () => {
  test("is matched to its text by the gateway's id", () => {
    using made = prepared();
    const text = made.claimed();
    made.deliveries.settle(text, accepted);
    expect(made.deliveries.byProviderId("p-1")?.id).toBe(text.id);
    expect(made.deliveries.byProviderId("p-2")).toBeNull();
  });

  test("only moves the state forward, in whatever order and however often reports come", () => {
    const moves: readonly [MessageState, "accepted" | "delivered" | "failed", MessageState][] = [
      ["sending", "accepted", "accepted"],
      ["sending", "delivered", "delivered"],
      ["unknown", "accepted", "accepted"],
      ["unknown", "failed", "failed"],
      ["accepted", "delivered", "delivered"],
      ["accepted", "failed", "failed"],
      ["delivered", "accepted", "delivered"],
      ["delivered", "failed", "delivered"],
      ["failed", "delivered", "failed"],
      ["void", "delivered", "void"],
      ["expired", "failed", "expired"],
      ["held", "delivered", "held"],
    ];
    using made = prepared();
    for (const [from, to, state] of moves) {
      const text = made.queue({ state: from, attempt: 1 });
      for (let times = 0; times < 2; times += 1) {
        made.deliveries.report(text.id, { to, providerId: "p-9", fault: null });
        expect(made.stateOf(text).state, `${from} ${to}`).toBe(state);
      }
    }
  });

  test("about a text that waits for another attempt prevents that attempt", () => {
    using made = prepared();
    const text = made.claimed();
    made.deliveries.retry(text, { dueAt: NOW, fault: null, doubtful: true });
    expect(made.deliveries.report(text.id, delivered)).toBe(true);
    expect(made.deliveries.due(NOW, 10)).toEqual([]);
  });

  test("about a text that was never sent is ignored", () => {
    using made = prepared();
    const text = made.queue();
    expect(made.deliveries.report(text.id, delivered)).toBe(false);
    expect(made.stateOf(text)).toEqual(text);
  });
});

test("the sent texts of a day are counted by phone and by brand", () => {
  using made = prepared();
  const { deliveries, claimed } = made;
  const text = claimed();
  claimed({ to: "+12125550199" });
  claimed({ brand: TRATTORIA });
  claimed({}, NOW - DAY);
  deliveries.settle(claimed(), failed);
  made.queue();
  expect(deliveries.sentTo(text.to, NOW - DAY)).toBe(2);
  expect(deliveries.sentTo("+1", NOW - DAY)).toBe(0);
  expect(deliveries.sentFor(BISTRO, NOW - DAY)).toBe(2);
  // Texts that a wrong clock dated ahead do not count for today.
  expect(deliveries.sentTo(text.to, NOW - 3 * DAY)).toBe(0);
  expect(deliveries.sentFor(BISTRO, NOW - 3 * DAY)).toBe(0);
  expect(deliveries.latestTo(text.to, NOW - 3 * DAY, 0)).toBeNull();
  expect(deliveries.latestFor(BISTRO, NOW - 3 * DAY, 0)).toBeNull();
});
