// Goal: automatic changes happen at their due time and not before. If a person changes the
// reservation first, the automatic change is not made.

import { describe, expect, test } from "bun:test";
import { purge } from "../../src/background/purge.ts";
import {
  attendanceDeadline,
  automaticCompletion,
  pendingRequests,
} from "../../src/background/reservation-steps.ts";
import { type Machine, sweepStep } from "../../src/background/sweep.ts";
import { TRUSTED_CLOCK } from "../../src/domain/clock-watch.ts";
import type { Reservation } from "../../src/domain/reservation.ts";
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
import { openMachine } from "./machine.ts";

const END = EVENING + 105 * MINUTE;

interface Rule {
  readonly rule: string;
  readonly step: (machine: Machine) => ReturnType<typeof automaticCompletion>;
  readonly given: Partial<Reservation>;
  readonly dueAt: number;
  readonly outcome: Partial<Reservation>;
}

const RULES: readonly Rule[] = [
  {
    rule: "a party still seated 3 h after its end is marked as completed",
    step: automaticCompletion,
    given: { status: "seated", seatedAt: EVENING },
    dueAt: END + 3 * HOUR,
    outcome: { status: "completed", completedAt: END + 3 * HOUR },
  },
  {
    rule: "a party that sat down 30 min late is marked as completed 30 min later than others",
    step: automaticCompletion,
    given: { status: "seated", seatedAt: EVENING + 30 * MINUTE },
    dueAt: END + 30 * MINUTE + 3 * HOUR,
    outcome: { status: "completed" },
  },
  {
    rule: "a request that nobody decides within a day is declined",
    step: pendingRequests,
    given: { status: "pending", createdAt: EVENING - 5 * DAY },
    dueAt: EVENING - 4 * DAY,
    outcome: { status: "cancelled", cancelledAt: EVENING - 4 * DAY },
  },
  {
    rule: "a request is declined 3 h before its start at the latest",
    step: pendingRequests,
    given: { status: "pending", createdAt: EVENING - 12 * HOUR },
    dueAt: EVENING - 3 * HOUR,
    outcome: { status: "cancelled" },
  },
  {
    rule: "a guest who does not answer by the deadline is flagged for a call",
    step: attendanceDeadline,
    given: { attendance: "pending" },
    dueAt: EVENING - 3 * HOUR,
    outcome: { status: "booked", attendance: "no_reply", flags: ["call_to_confirm"] },
  },
];

describe.each([...RULES])("$rule", ({ step: make, given, dueAt, outcome }) => {
  test("at its due time, not before", async () => {
    using machine = openMachine();
    const step = make(machine);
    const before = reservation(given);
    machine.stores.reservations.insert(before);
    expect(await step.run(dueAt - 1)).toBe(0);
    expect(machine.stores.reservations.get(before.id)).toEqual(before);
    expect(step.nextDueAt(dueAt - DAY, dueAt + DAY)).toBe(dueAt);
    expect(step.nextDueAt(dueAt - DAY, dueAt - 1)).toBeNull();
    expect(await step.run(dueAt)).toBe(1);
    expect(machine.stores.reservations.get(before.id)).toMatchObject(outcome);
    expect(machine.stores.audit.ofReservation(before.id, 5)).toHaveLength(1);
  });

  test("only once", async () => {
    using machine = openMachine();
    const step = make(machine);
    machine.stores.reservations.insert(reservation(given));
    await step.run(dueAt);
    expect(await step.run(dueAt + HOUR)).toBe(0);
    expect(step.nextDueAt(dueAt, dueAt + 30 * DAY)).toBeNull();
  });
});

test.each([
  ["arrived parties", { status: "arrived" as const, arrivedAt: EVENING }],
  ["booked parties who were not asked to confirm", {}],
  ["no-shows", { status: "no_show" as const }],
  ["cancelled reservations", { status: "cancelled" as const, cancelledAt: NOW }],
])("automatic changes do not touch %s", async (_, given) => {
  using machine = openMachine();
  const before = reservation(given);
  machine.stores.reservations.insert(before);
  for (const make of [automaticCompletion, pendingRequests, attendanceDeadline]) {
    expect(await make(machine).run(EVENING + 30 * DAY)).toBe(0);
  }
  expect(machine.stores.reservations.get(before.id)).toEqual(before);
});

test("a deadline inside quiet hours is moved before them", () => {
  using machine = openMachine();
  // Breakfast at 10:00 AM: three hours before is 7:00 AM, in quiet hours.
  const startAt = EVENING + 15 * HOUR;
  machine.stores.reservations.insert(
    reservation({ startAt, serviceDate: "2026-11-21", attendance: "pending" }),
  );
  const dueAt = attendanceDeadline(machine).nextDueAt(NOW, startAt);
  expect(new Date(dueAt ?? 0).toISOString()).toBe("2026-11-21T02:29:00.000Z");
});

test("a change that a person makes between a step's read and its write is kept", async () => {
  using machine = openMachine();
  const { stores, writer } = machine;
  const before = reservation({ status: "pending", createdAt: NOW - 2 * DAY });
  stores.reservations.insert(before);
  const racing: Machine = {
    ...machine,
    writer: {
      ...writer,
      write: (body) =>
        writer.write(() => {
          const now = stores.reservations.get(before.id) ?? before;
          stores.reservations.update({ ...now, status: "booked", revision: now.revision + 1 });
          return body();
        }),
    },
  };
  expect(await pendingRequests(racing).run(NOW)).toBe(0);
  expect(stores.reservations.get(before.id)?.status).toBe("booked");
});

test("an automatic change that fails does not stop the others", async () => {
  using machine = openMachine();
  const bad = reservation({ status: "pending", createdAt: NOW - 3 * DAY });
  const good = reservation({ status: "pending", createdAt: NOW - 2 * DAY });
  for (const row of [bad, good]) machine.stores.reservations.insert(row);
  const changed: string[] = [];
  const step = sweepStep(machine, {
    name: "test",
    candidates: (_, limit) => machine.stores.reservations.pendingOnes(limit),
    dueAt: () => NOW,
    apply: ({ id }) => {
      if (id === bad.id) throw new Error("broken");
      changed.push(id);
    },
  });
  expect(await step.run(NOW)).toBe(1);
  expect(changed).toEqual([good.id]);
});

describe("purge", () => {
  test("removes expired stored answers in batches and keeps the others", async () => {
    using machine = openMachine();
    const { idempotency } = machine.stores;
    const scope = { principal: "key-1", brand: BISTRO, tool: "create_booking" };
    const answer = { argumentsHash: "0".repeat(32), structured: "{}", text: "" };
    for (let index = 0; index < 600; index += 1) {
      idempotency.store({ ...scope, ...answer, key: `old-${index}`, createdAt: NOW - DAY });
    }
    idempotency.store({ ...scope, ...answer, key: "new", createdAt: NOW - DAY + 1 });
    const step = purge(machine);
    expect([await step.run(NOW), await step.run(NOW), await step.run(NOW)]).toEqual([500, 100, 0]);
    expect(idempotency.find({ ...scope, key: "new" }, 0)).not.toBeNull();
    expect(step.nextDueAt(NOW, NOW + DAY)).toBeNull();
  });

  test("removes stored answers dated more than a day in the future, which would otherwise block the removal of old ones", async () => {
    using machine = openMachine();
    const { idempotency } = machine.stores;
    const scope = { principal: "key-1", brand: BISTRO, tool: "create_booking" };
    const answer = { ...scope, argumentsHash: "0".repeat(32), structured: "{}", text: "" };
    for (let index = 0; index < 500; index += 1) {
      idempotency.store({ ...answer, key: `ahead-${index}`, createdAt: NOW + 365 * DAY });
    }
    idempotency.store({ ...answer, key: "soon", createdAt: NOW + DAY });
    idempotency.store({ ...answer, key: "old", createdAt: NOW - DAY });
    const step = purge(machine);
    expect([await step.run(NOW), await step.run(NOW), await step.run(NOW)]).toEqual([500, 1, 0]);
    expect(idempotency.find({ ...scope, key: "soon" }, 0)).not.toBeNull();
  });

  test("removes sessions a day after their end, and throttles that slow nobody any more", async () => {
    using machine = openMachine();
    const { users, sessions, signInThrottle } = machine.stores;
    const none = { passwordHash: null, passwordChangedAt: null, disabledAt: null };
    const ada = { id: "ada", email: "ada@example.com", name: "Ada", ownsInstance: true, ...none };
    users.insert({ ...ada, createdAt: NOW });
    const ending = (id: string, expiresAt: number) =>
      sessions.insert({ id, userId: ada.id, createdAt: NOW - DAY, expiresAt, endedAt: null });
    ending("old", NOW - DAY);
    ending("new", NOW - DAY + 1);
    const [past, present] = ["a".repeat(64), "b".repeat(64)] as const;
    signInThrottle.set(past, NOW);
    signInThrottle.set(present, NOW + 1);
    expect(await purge(machine).run(NOW)).toBe(2);
    expect([sessions.byId("old"), sessions.byId("new")?.id]).toEqual([null, "new"]);
    expect([signInThrottle.fullAt(past), signInThrottle.fullAt(present)]).toEqual([null, NOW + 1]);
  });
});

describe("purge of guests' texts and of throttles", () => {
  const inbound = (receivedAt: number) => {
    const id = nextId();
    const row = { provider: "twilio", sender: "+12125550123", recipient: null, body: "hello" };
    return { ...row, id, providerEventId: id, receivedAt, handledAs: "unread" };
  };

  test("removes texts after half a year, in batches, and keeps the others", async () => {
    using machine = openMachine();
    const { inboundTexts } = machine.stores;
    for (let index = 0; index < 600; index += 1) inboundTexts.insert(inbound(NOW - 180 * DAY));
    const kept = inbound(NOW - 180 * DAY + 1);
    inboundTexts.insert(kept);
    const step = purge(machine);
    expect([await step.run(NOW), await step.run(NOW), await step.run(NOW)]).toEqual([500, 100, 0]);
    expect(inboundTexts.latest()).toEqual([kept]);
  });

  test("removes throttles at once, but texts only after the clock has run for hours without a jump", async () => {
    let evenMs = 0;
    using machine = openMachine({ ...TRUSTED_CLOCK, evenMs: () => evenMs });
    const { inboundTexts, signInThrottle } = machine.stores;
    inboundTexts.insert(inbound(NOW));
    signInThrottle.set("a".repeat(64), NOW);
    const step = purge(machine);
    const later = NOW + 3 * 365 * DAY;
    expect([await step.run(later), inboundTexts.latest().length]).toEqual([1, 1]);
    evenMs = 4 * HOUR;
    expect([await step.run(later), inboundTexts.latest()]).toEqual([1, []]);
  });
});

test("steps continue with other brands if a brand's settings have become invalid", async () => {
  using machine = openMachine();
  const { brands, reservations } = machine.stores;
  const given = { status: "pending", createdAt: NOW - 2 * DAY } as const;
  const [broken, sound] = [BISTRO, TRATTORIA].map((brand) => reservation({ ...given, brand }));
  if (broken === undefined || sound === undefined)
    throw new Error("One of the two reservations is missing");
  for (const row of [broken, sound]) reservations.insert(row);
  const wrong = { ...brands.overrides(BISTRO), slotMinutes: 0 };
  brands.update(BISTRO, { overrides: wrong, now: NOW });
  expect(await pendingRequests(machine).run(NOW)).toBe(1);
  const states = [broken, sound].map(({ id }) => reservations.get(id)?.status);
  expect(states).toEqual(["pending", "cancelled"]);
});

describe("a table whose guest does not answer", () => {
  /**
   * Breakfast at 10:00 AM: the deadline is 9:29 PM the evening before, a minute before quiet
   * hours.
   */
  const STARTS = EVENING + 15 * HOUR;
  const DEADLINE = EVENING + 2 * HOUR + 29 * MINUTE;
  const given = (machine: Machine) => {
    const release = {
      timeZone: "America/New_York",
      defaultCountry: "US",
      attendance: { onNoReply: "release" },
    };
    machine.stores.brands.update(BISTRO, { overrides: release, now: NOW });
    const row = reservation({ startAt: STARTS, serviceDate: "2026-11-21", attendance: "pending" });
    machine.stores.reservations.insert(row);
    machine.stores.messages.enqueue(
      message({
        reservationId: row.id,
        kind: "attendance_ask",
        state: "delivered",
        expiresAt: DEADLINE,
      }),
    );
    return row.id;
  };
  const statusAt = async (now: number) => {
    using machine = openMachine();
    const id = given(machine);
    await attendanceDeadline(machine).run(now);
    const { status, attendance } = machine.stores.reservations.get(id) ?? {};
    return `${status} ${attendance}`;
  };

  test.each([
    ["is kept a minute before the deadline", DEADLINE - MINUTE, "booked pending"],
    ["is released at the deadline", DEADLINE, "cancelled no_reply"],
    ["is kept if the step is late, in quiet hours", DEADLINE + MINUTE, "booked pending"],
    [
      "is kept if the step is late, until quiet hours end",
      STARTS - HOUR - MINUTE,
      "booked pending",
    ],
    ["is released if the step is late, when quiet hours end", STARTS - HOUR, "cancelled no_reply"],
    ["is kept after the start, when the guest may be at the door", STARTS, "booked no_reply"],
  ])("%s", async (_, now, outcome) => {
    expect(await statusAt(now)).toBe(outcome);
  });

  test("is kept if the question went to a phone number that was corrected since", async () => {
    using machine = openMachine();
    const { reservations } = machine.stores;
    const id = given(machine);
    const asked = reservations.get(id);
    if (asked === null) throw new Error("The reservation is gone");
    reservations.update({ ...asked, phone: "+12125550199", revision: asked.revision + 1 });
    await attendanceDeadline(machine).run(DEADLINE);
    expect(reservations.get(id)).toMatchObject({ status: "booked", attendance: "no_reply" });
  });

  test("is due for release when quiet hours end", () => {
    using machine = openMachine();
    given(machine);
    const step = attendanceDeadline(machine);
    expect(step.nextDueAt(DEADLINE + MINUTE, STARTS)).toBe(STARTS - HOUR);
  });
});
