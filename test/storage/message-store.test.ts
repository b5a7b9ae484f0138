// Goal: a text is read back as it was queued. It is queued only once, unless it was withdrawn. Only
// unsent texts are withdrawn. Texts are found by brand and phone, and counted.
import { describe, expect, test } from "bun:test";
import { MESSAGE_KINDS, MESSAGE_STATES, type Message } from "../../src/domain/message.ts";
import { openTestDatabase } from "../support/database.ts";
import {
  addBrands,
  BISTRO,
  entry,
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
  const { messages } = made.stores;
  const queue = (change: Partial<Message> = {}): Message => {
    const text = message({ reservationId: booking.id, uniqueKey: nextId(), ...change });
    expect(messages.enqueue(text)).toBe(true);
    return text;
  };
  return { ...made, messages, booking, queue };
}

const ids = (rows: readonly Message[]): string[] => rows.map((row) => row.id);

describe("a text", () => {
  test.each([...MESSAGE_KINDS])("of kind %s is read back as it was queued", (kind) => {
    using made = prepared();
    const text = made.queue({ kind, segments: 3, attempt: 2, providerId: "p", state: "accepted" });
    expect(made.messages.ofReservation(made.booking.id)).toEqual([text]);
  });

  test("may be about a waitlist entry or, if it is a reply, about no record", () => {
    using made = prepared();
    const waiting = entry();
    made.stores.waitlist.insert(waiting);
    const offer = made.queue({ kind: "offer", reservationId: null, entryId: waiting.id });
    const reply = made.queue({ kind: "reply", reservationId: null });
    expect(made.messages.list({ brand: null, phone: null })).toEqual([offer, reply]);
    expect(() => made.queue({ reservationId: null })).toThrow("CHECK");
    expect(() => made.queue({ entryId: waiting.id })).toThrow("CHECK");
  });

  test("with the same unique key is queued only once", () => {
    using made = prepared();
    const text = made.queue();
    const again = message({ ...text, id: nextId(), body: "again" });
    expect(made.messages.enqueue(again)).toBe(false);
    expect(made.messages.ofReservation(made.booking.id)).toEqual([text]);
  });

  test.each(MESSAGE_STATES.filter((state) => state !== "void"))(
    "that is %s is not queued a second time",
    (state) => {
      using made = prepared();
      const text = made.queue({ state });
      expect(made.messages.enqueue({ ...text, id: nextId(), state: "due" })).toBe(false);
    },
  );

  test("that was withdrawn before sending can be queued again", () => {
    using made = prepared();
    const text = made.queue();
    expect(made.messages.voidUnsent(made.booking.id)).toBe(1);
    const again = { ...text, id: nextId(), body: "again", dueAt: NOW + 1, createdAt: NOW + 1 };
    expect(made.messages.enqueue(again)).toBe(true);
    expect(made.messages.ofReservation(made.booking.id)).toEqual([again]);
  });
});

describe("withdrawing texts", () => {
  test("affects only unsent texts of the given kinds", () => {
    using made = prepared();
    const { messages, queue, booking } = made;
    const states = [
      "due",
      "held",
      "sending",
      "accepted",
      "delivered",
      "unknown",
      "failed",
    ] as const;
    const asks = states.map((state) => queue({ state, kind: "attendance_ask" }));
    const reminder = queue({ kind: "reminder" });
    expect(messages.voidUnsent(booking.id, ["attendance_ask", "follow_up"])).toBe(2);
    const now = new Map(messages.ofReservation(booking.id).map((row) => [row.id, row.state]));
    expect(asks.map((ask) => now.get(ask.id))).toEqual(["void", "void", ...states.slice(2)]);
    expect(now.get(reminder.id)).toBe("due");
    expect(messages.voidUnsent(booking.id, [])).toBe(0);
    expect(messages.voidUnsent(booking.id)).toBe(1);
  });
});

describe("looking up texts", () => {
  test("lists texts by brand, by phone, by both or by neither, up to the requested number", () => {
    using made = prepared();
    const { messages, queue } = made;
    const a = queue();
    const b = queue({ to: "+393331234567" });
    const c = queue({ brand: TRATTORIA });
    const list = (brand: string | null, phone: string | null, limit = 10) =>
      ids(messages.list({ brand, phone, limit }));
    expect(list(null, null)).toEqual([a.id, b.id, c.id]);
    expect(list(BISTRO, null)).toEqual([a.id, b.id]);
    expect(list(null, a.to)).toEqual([a.id, c.id]);
    expect(list(BISTRO, a.to)).toEqual([a.id]);
    expect(list(null, null, 2)).toEqual([a.id, b.id]);
  });

  test("tells whether a phone was ever texted", () => {
    using made = prepared();
    const { messages, queue, booking } = made;
    const { to } = queue();
    expect([messages.everTexted(to), messages.everTexted("+393331234567")]).toEqual([true, false]);
    const by = [BISTRO, TRATTORIA].map((brand) => messages.everTexted(to, brand));
    expect(by).toEqual([true, false]);
    messages.voidUnsent(booking.id);
    expect(messages.everTexted(to)).toBe(false);
  });

  test("counts the answers that a phone got since an instant", () => {
    using made = prepared();
    const { messages, queue } = made;
    const { to } = queue();
    queue({ kind: "reply", createdAt: NOW + 1 });
    queue({ kind: "offer_gone", createdAt: NOW + 2, state: "delivered" });
    queue({ kind: "reply", createdAt: NOW + 2, to: "+393331234567" });
    expect([messages.countAnswersTo(to, NOW), messages.countAnswersTo(to, NOW + 1)]).toEqual([
      2, 1,
    ]);
  });

  test("counts the texts that a principal's calls have caused since an instant", () => {
    using made = prepared();
    const { messages, queue } = made;
    queue();
    queue({ createdAt: NOW - 1 });
    queue({ createdBy: "key-2" });
    queue({ state: "void" });
    queue({ state: "delivered", kind: "cancellation" });
    queue({ kind: "attendance_ask" });
    expect(messages.countBy("key-1", [BISTRO], NOW - 1)).toBe(2);
    expect(messages.countBy("key-3", [BISTRO], NOW - 1)).toBe(0);
  });
});
