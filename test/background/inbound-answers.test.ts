// Goal: a YES or NO does what the guest meant, once. It answers the offer or question that was sent
// last. If two could be meant, the guest is asked which. If it is too late, the guest is told so.
// Method: texts into a real database, with offers and questions as the product makes them.
import { describe, expect, test } from "bun:test";
import { createInbox } from "../../src/background/inbound-texts.ts";
import {
  BISTRO,
  DAY,
  EVENING,
  HOUR,
  MINUTE,
  message,
  NOW,
  nextId,
  reservation,
  TRATTORIA,
} from "../storage/samples.ts";
import { ask, from, holdTable, send, sentTo } from "./guest-texts.ts";
import { openMachine, type TestMachine } from "./machine.ts";

const SECOND = 1000;

describe("an answer to the attendance question", () => {
  test("YES confirms, withdraws the follow-up, counts as the guest's own change and gets no reply", async () => {
    using machine = openMachine();
    const { stores } = machine;
    const id = ask(machine);
    stores.messages.enqueue(message({ reservationId: id, kind: "follow_up", dueAt: EVENING }));
    expect(await send(machine, "Yes!")).toBe("attendance_confirmed");
    expect(stores.reservations.get(id)).toMatchObject({
      status: "booked",
      attendance: "confirmed",
    });
    expect(stores.messages.ofReservation(id).map(({ state }) => state)).toEqual([
      "delivered",
      "void",
    ]);
    expect(stores.audit.ofReservation(id, 1)[0]).toMatchObject({
      operation: "confirm_attendance",
      actor: { kind: "guest", id },
    });
  });

  test("YES after the deadline clears the flag for a call and gets one reply", async () => {
    using machine = openMachine();
    const id = ask(machine, { attendance: "no_reply", flags: ["call_to_confirm"] });
    expect(await send(machine, "1")).toBe("attendance_confirmed");
    expect(await send(machine, "1")).toBe("unread");
    expect(machine.stores.reservations.get(id)).toMatchObject({
      attendance: "confirmed",
      flags: [],
    });
    const [answer, ...others] = sentTo(machine, "reply");
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ reservationId: id, to: from });
    expect(answer?.body).toContain("is confirmed");
  });

  test("NO cancels the reservation and gets the cancellation text", async () => {
    using machine = openMachine();
    const { stores } = machine;
    const id = ask(machine);
    expect(await send(machine, "no")).toBe("attendance_declined");
    expect(stores.reservations.get(id)).toMatchObject({
      status: "cancelled",
      attendance: "declined",
      cancelledAt: NOW,
    });
    expect(stores.messages.ofReservation(id).map(({ kind }) => kind)).toContain("cancellation");
    expect(stores.audit.ofReservation(id, 1)[0]?.operation).toBe("decline_attendance");
  });

  test.each(["YES", "NO"])(
    "%s is ignored if the phone of the reservation has changed since the question",
    async (word) => {
      using machine = openMachine();
      const id = ask(machine, { phone: "+12125550199" });
      expect(await send(machine, word)).toBe("unread");
      expect(machine.stores.reservations.get(id)).toMatchObject({
        status: "booked",
        attendance: "pending",
      });
    },
  );

  test("applies to the question sent last", async () => {
    using machine = openMachine();
    const first = ask(machine);
    const second = ask(machine, { startAt: EVENING + DAY }, { dueAt: NOW + MINUTE });
    await send(machine, "YES");
    const states = [first, second].map((id) => machine.stores.reservations.get(id)?.attendance);
    expect(states).toEqual(["pending", "confirmed"]);
  });

  test.each([
    ["to a question that was not sent yet", {}, { state: "due" as const }, {}],
    ["about a cancelled reservation", { status: "cancelled" as const, cancelledAt: NOW }, {}, {}],
    ["to a question that was already answered", { attendance: "declined" as const }, {}, {}],
    ["about a start that has passed", { startAt: NOW - HOUR }, {}, {}],
    ["about a time that has been changed since", { timeRevision: 2 }, { timeRevision: 1 }, {}],
    ["to a question that went to another phone", {}, { to: "+12125550199" }, {}],
    ["to another brand's number", {}, {}, { brand: TRATTORIA }],
    ["to the number of an unknown brand", {}, {}, { brand: "nowhere" }],
  ])("YES %s changes nothing and stays unread", async (_, asked, question, text) => {
    using machine = openMachine();
    const id = ask(machine, asked, question);
    const before = machine.stores.reservations.get(id);
    expect(await send(machine, "YES", text)).toBe("unread");
    expect(machine.stores.reservations.get(id)).toEqual(before);
  });

  test("goes to the brand that asked if several brands share the number", async () => {
    using machine = openMachine();
    const id = ask(machine, { brand: TRATTORIA }, { brand: TRATTORIA });
    expect(await createInbox(machine)({ from, body: "YES" })).toBe("attendance_confirmed");
    expect(machine.stores.reservations.get(id)?.attendance).toBe("confirmed");
  });
});

describe("YES after the table was released", () => {
  /** Stores a reservation that maitred released at the deadline. Returns its id. */
  function release(machine: TestMachine): string {
    const id = ask(machine, {
      status: "cancelled",
      cancelledAt: NOW - MINUTE,
      attendance: "no_reply",
      flags: ["call_to_confirm"],
    });
    machine.stores.audit.insert({
      id: nextId(),
      at: NOW - MINUTE,
      brand: BISTRO,
      reservationId: id,
      entryId: null,
      principal: "system",
      actor: { kind: "system", id: "system", name: "maitred" },
      operation: "release_unconfirmed",
      before: {},
      after: {},
      idempotencyKey: null,
      reason: null,
    });
    return id;
  }

  test("restores and confirms the reservation if there is room", async () => {
    using machine = openMachine();
    const id = release(machine);
    expect(await send(machine, "YES")).toBe("attendance_confirmed");
    expect(machine.stores.reservations.get(id)).toMatchObject({
      status: "booked",
      attendance: "confirmed",
      cancelledAt: null,
      flags: [],
    });
    expect(sentTo(machine, "confirmation")).toHaveLength(1);
    expect(await send(machine, "YES")).toBe("unread");
    expect(sentTo(machine, "confirmation")).toHaveLength(1);
  });

  test("gets the reply that the table is taken if there is no room", async () => {
    using machine = openMachine();
    const id = release(machine);
    machine.stores.reservations.insert(reservation({ phone: "+12125550199", partySize: 40 }));
    expect(await send(machine, "YES")).toBe("attendance_gone");
    expect(machine.stores.reservations.get(id)?.status).toBe("cancelled");
    const answers = sentTo(machine, "reply");
    expect(answers).toHaveLength(1);
    expect(answers[0]?.body).toContain("has since been taken");
  });

  test("does nothing if a person cancelled the reservation", async () => {
    using machine = openMachine();
    ask(machine, { status: "cancelled", cancelledAt: NOW, attendance: "no_reply" });
    expect(await send(machine, "YES")).toBe("unread");
  });
});

describe("an answer to an offer", () => {
  test("YES books the table once, however often it is sent", async () => {
    using machine = openMachine();
    const held = holdTable(machine);
    expect(await send(machine, "YES")).toBe("offer_accepted");
    expect(await send(machine, "Y")).toBe("offer_accepted");
    const waits = machine.stores.waitlist.entry(held.entryId);
    expect(waits?.status).toBe("booked");
    expect(machine.stores.reservations.get(waits?.bookingId ?? "")).toMatchObject({
      status: "booked",
      attendance: "confirmed",
      source: "waitlist",
      startAt: held.startAt,
    });
    expect(sentTo(machine, "confirmation")).toHaveLength(1);
  });

  test("NO declines the table, and the guest stays on the waitlist", async () => {
    using machine = openMachine();
    const held = holdTable(machine);
    expect(await send(machine, "N")).toBe("offer_declined");
    expect(await send(machine, "N")).toBe("unread");
    expect(machine.stores.offers.get(held.id)?.state).toBe("declined");
    expect(machine.stores.waitlist.entry(held.entryId)?.status).toBe("waiting");
  });

  test("a late YES takes the table if it is still free", async () => {
    using machine = openMachine();
    const held = holdTable(machine);
    machine.at = held.holdUntil;
    expect(await send(machine, "YES")).toBe("offer_accepted");
  });

  test("if the table is gone, a late YES gets a text that says so", async () => {
    using machine = openMachine();
    const held = holdTable(machine);
    machine.at = held.holdUntil + MINUTE;
    machine.stores.reservations.insert(reservation({ phone: "+12125550199", partySize: 40 }));
    expect(await send(machine, "YES")).toBe("offer_gone");
    const answers = sentTo(machine, "offer_gone");
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({ entryId: held.entryId, reservationId: null });
    expect(answers[0]?.body).toContain("still on the list");
  });

  test("a text to another brand does not accept the offer", async () => {
    using machine = openMachine();
    const held = holdTable(machine, {}, { brand: TRATTORIA });
    expect(await send(machine, "YES")).toBe("unread");
    expect(machine.stores.offers.get(held.id)?.state).toBe("sent");
  });
});

describe("an answer that may be for an offer or a question", () => {
  const both = (machine: TestMachine, askedAt: number) => {
    const held = holdTable(machine);
    return { held, id: ask(machine, { startAt: EVENING + DAY }, { dueAt: askedAt }) };
  };
  const states = (machine: TestMachine, { held, id }: ReturnType<typeof both>) => [
    machine.stores.offers.get(held.id)?.state,
    machine.stores.reservations.get(id)?.attendance,
  ];

  test("applies to the question if that was sent last", async () => {
    using machine = openMachine();
    const open = both(machine, NOW + MINUTE);
    expect(await send(machine, "YES")).toBe("attendance_confirmed");
    expect(states(machine, open)).toEqual(["sent", "confirmed"]);
  });

  test("applies to the offer if that was sent last", async () => {
    using machine = openMachine();
    const open = both(machine, NOW - MINUTE);
    expect(await send(machine, "YES")).toBe("offer_accepted");
    expect(states(machine, open)).toEqual(["accepted", "pending"]);
  });

  test.each(["YES", "NO"])(
    "%s after both were sent at the same time gets a reply that asks which is meant, with both links",
    async (body) => {
      using machine = openMachine();
      const open = both(machine, NOW);
      expect(await send(machine, body)).toBe("ambiguous");
      expect(states(machine, open)).toEqual(["sent", "pending"]);
      const [answer, ...others] = sentTo(machine, "reply");
      expect(others).toEqual([]);
      machine.stores.guestLinks.reachedAt("https://b.example");
      const whole = machine.stores.guestLinks.complete(answer ?? message());
      const tokens = [...whole.matchAll(/https:\/\/b\.example\/([or])\/([\w-]{27})/g)];
      expect(new Set(tokens.map(([, kind]) => kind))).toEqual(new Set(["o", "r"]));
      const opened = tokens.map(([, kind, token]) =>
        machine.stores.guestLinks.find(kind === "o" ? "offer" : "reservation", token ?? ""),
      );
      expect(new Set(opened)).toEqual(new Set([open.held.id, open.id]));
    },
  );
});

describe("a NO sent twice", () => {
  const asked = (machine: TestMachine) => {
    const before = ask(machine, { startAt: EVENING + DAY }, { dueAt: NOW - HOUR });
    const last = ask(machine, {}, { dueAt: NOW - MINUTE });
    return () =>
      [last, before].map((id) => machine.stores.reservations.get(id)?.status ?? "missing");
  };

  test("within a minute cancels one reservation, and the second NO stays unread", async () => {
    using machine = openMachine();
    const states = asked(machine);
    expect(await send(machine, "NO")).toBe("attendance_declined");
    machine.at += 59 * SECOND;
    expect(await send(machine, "No")).toBe("unread");
    expect(states()).toEqual(["cancelled", "booked"]);
  });

  test("cancels a second reservation if a minute has passed", async () => {
    using machine = openMachine();
    const states = asked(machine);
    await send(machine, "NO");
    machine.at += MINUTE + 1;
    expect(await send(machine, "NO")).toBe("attendance_declined");
    expect(states()).toEqual(["cancelled", "cancelled"]);
  });

  test("declines an offer that was sent in between", async () => {
    using machine = openMachine();
    asked(machine);
    await send(machine, "NO");
    const held = holdTable(machine, { sentAt: machine.at + SECOND });
    machine.at += 20 * SECOND;
    expect(await send(machine, "NO")).toBe("offer_declined");
    expect(machine.stores.offers.get(held.id)?.state).toBe("declined");
  });
});

test("a YES after questions about three reservations at the same moment gets a reply that lists all three", async () => {
  using machine = openMachine();
  for (let hour = 0; hour < 3; hour += 1) ask(machine, { startAt: EVENING + hour * HOUR });
  expect(await send(machine, "YES")).toBe("ambiguous");
  const [answer] = sentTo(machine, "reply");
  for (const time of ["7:00 PM", "8:00 PM", "9:00 PM"]) expect(answer?.body).toContain(time);
  expect(answer?.body.split("{link}")).toHaveLength(4);
});

describe("a guest who texts again", () => {
  /** Situations in which a YES gets a reply. */
  const situations = [
    ["ambiguous", "reply", (machine: TestMachine) => void [holdTable(machine), ask(machine)]],
    [
      "offer_gone",
      "offer_gone",
      (machine: TestMachine) => {
        const held = holdTable(machine);
        machine.at = held.holdUntil + MINUTE;
        machine.stores.reservations.insert(reservation({ phone: "+12125550199", partySize: 40 }));
      },
    ],
  ] as const;

  test.each(situations)("gets a reply to each new text (%s)", async (word, kind, prepare) => {
    using machine = openMachine();
    prepare(machine);
    for (const count of [1, 2, 3]) {
      expect(await send(machine, "YES")).toBe(word);
      expect(sentTo(machine, kind)).toHaveLength(count);
    }
  });

  test.each(situations)(
    "gets no reply to the same text delivered again (%s)",
    async (word, kind, prepare) => {
      using machine = openMachine();
      prepare(machine);
      const event = { provider: "twilio", providerEventId: "SM1" };
      expect(await send(machine, "YES", event)).toBe(word);
      expect(await send(machine, "YES", event)).toBe("repeated");
      expect(sentTo(machine, kind)).toHaveLength(1);
      expect(await send(machine, "YES", { ...event, providerEventId: "SM2" })).toBe(word);
      expect(sentTo(machine, kind)).toHaveLength(2);
    },
  );

  test("gets at most five replies in an hour, because a machine may be answering them", async () => {
    using machine = openMachine();
    holdTable(machine, { holdUntil: NOW + DAY });
    ask(machine);
    for (let times = 0; times < 8; times += 1) await send(machine, "OK");
    expect(sentTo(machine, "reply")).toHaveLength(5);
    machine.at = NOW + HOUR;
    await send(machine, "OK");
    expect(sentTo(machine, "reply")).toHaveLength(6);
  });
});
