// Goal: a reply delivered hours late answers the question that was open when it was written, and no
// later one. Method: send replies with a time of writing to the product's inbox, over a real
// database with offers and questions.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import type { Message } from "../../src/domain/message.ts";
import type { WaitlistOffer } from "../../src/domain/waitlist.ts";
import {
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
import { ask, from, holdTable, send, sentTo } from "./guest-texts.ts";
import { openMachine, type TestMachine } from "./machine.ts";

setDefaultTimeout(60_000);

const SECOND = 1000;
/** When the guest wrote; the gateway delivers the text two hours later. */
const WRITTEN = NOW;
const BROUGHT = NOW + 2 * HOUR;

const late = (machine: TestMachine, body: string, writtenAt = WRITTEN) => {
  machine.at = BROUGHT;
  return send(machine, body, { writtenAt });
};
/** An offer made at `sentAt` and still open when the reply is delivered. */
const offeredAt = (machine: TestMachine, sentAt: number): WaitlistOffer =>
  holdTable(machine, {
    startAt: EVENING + HOUR,
    createdAt: sentAt,
    sentAt,
    holdUntil: BROUGHT + HOUR,
  });
/** An earlier offer to the same phone that has ended when the reply is delivered. */
function earlierOffer(machine: TestMachine, change: Partial<WaitlistOffer>): WaitlistOffer {
  const waits = entry({ phone: from, status: "waiting" });
  machine.stores.waitlist.insert(waits);
  const over = offer({ entryId: waits.id, phone: from, state: "expired", ...change });
  machine.stores.offers.insert(over);
  return over;
}
const askedAt = (machine: TestMachine, dueAt: number, change = {}): string =>
  ask(machine, { startAt: EVENING + DAY, ...change }, { dueAt });
const attendanceOf = (machine: TestMachine, id: string) =>
  machine.stores.reservations.get(id)?.attendance;
const stateOf = (machine: TestMachine, { id }: WaitlistOffer) =>
  machine.stores.offers.get(id)?.state;

describe("a reply does not answer what was asked after it was written", () => {
  test.each(["YES", "NO", "1", "9"])("%s does not answer a later offer", async (body) => {
    using machine = openMachine();
    const held = offeredAt(machine, WRITTEN + HOUR);
    expect(await late(machine, body)).toBe("unread");
    expect(stateOf(machine, held)).toBe("sent");
  });

  test.each(["YES", "NO"])("%s does not answer a later question", async (body) => {
    using machine = openMachine();
    const id = askedAt(machine, WRITTEN + HOUR);
    expect(await late(machine, body)).toBe("unread");
    expect(attendanceOf(machine, id)).toBe("pending");
  });

  test.each([
    ["YES", "attendance_confirmed", "confirmed"],
    ["NO", "attendance_declined", "declined"],
  ])("%s answers the earlier question", async (body, handledAs, attendance) => {
    using machine = openMachine();
    const before = askedAt(machine, WRITTEN - HOUR);
    const held = offeredAt(machine, WRITTEN + HOUR);
    expect(await late(machine, body)).toBe(handledAs as never);
    expect(attendanceOf(machine, before)).toBe(attendance as never);
    expect(stateOf(machine, held)).toBe("sent");
  });

  test("YES answers the earlier question even if a follow-up was sent later", async () => {
    using machine = openMachine();
    const id = askedAt(machine, WRITTEN - HOUR);
    const followUp = { reservationId: id, kind: "follow_up", state: "delivered" } as const;
    const dueAt = WRITTEN + HOUR;
    machine.stores.messages.enqueue(message({ ...followUp, dueAt, expiresAt: EVENING }));
    expect(await late(machine, "YES")).toBe("attendance_confirmed");
    expect(attendanceOf(machine, id)).toBe("confirmed");
  });
});

describe("a reply answers what was open when it was written", () => {
  test("YES to an offer that has expired in the meantime books the table if it is still free, and answers no older question", async () => {
    using machine = openMachine();
    const id = askedAt(machine, WRITTEN - DAY);
    const over = earlierOffer(machine, { sentAt: WRITTEN - 5 * MINUTE });
    expect(await late(machine, "YES")).toBe("offer_accepted");
    expect(machine.stores.waitlist.entry(over.entryId)?.status).toBe("booked");
    expect(attendanceOf(machine, id)).toBe("pending");
  });

  test("NO to an offer that has expired in the meantime does not cancel a reservation", async () => {
    using machine = openMachine();
    const id = askedAt(machine, WRITTEN - DAY);
    earlierOffer(machine, { sentAt: WRITTEN - 5 * MINUTE });
    expect(await late(machine, "NO")).toBe("unread");
    expect(machine.stores.reservations.get(id)?.status).toBe("booked");
  });

  test.each(["declined", "accepted"] as const)(
    "NO to an offer that was %s in the meantime does not cancel a reservation",
    async (state) => {
      using machine = openMachine();
      const id = askedAt(machine, WRITTEN - DAY);
      const over = earlierOffer(machine, { sentAt: WRITTEN - 5 * MINUTE, state });
      const waits = machine.stores.waitlist.entry(over.entryId);
      if (waits !== null) machine.stores.waitlist.update({ ...waits, updatedAt: WRITTEN + MINUTE });
      expect(await late(machine, "NO")).toBe("unread");
      expect(machine.stores.reservations.get(id)?.status).toBe("booked");
    },
  );

  test.each([
    ["YES", "offer_accepted"],
    ["NO", "offer_declined"],
  ])("%s written twice leaves nothing for a person to read", async (body, handledAs) => {
    using machine = openMachine();
    offeredAt(machine, WRITTEN - MINUTE);
    for (const second of [0, 1]) {
      expect(await late(machine, body, WRITTEN + second * SECOND)).toBe(handledAs as never);
    }
  });

  test.each([
    ["YES", "attendance_confirmed"],
    ["NO", "attendance_declined"],
  ])(
    "%s written twice answers one question; if an older question is open, a person reads the repetition",
    async (body, handledAs) => {
      using machine = openMachine();
      const twice = async (): Promise<string[]> => [
        await late(machine, body, WRITTEN),
        await late(machine, body, WRITTEN + SECOND),
      ];
      askedAt(machine, WRITTEN - MINUTE);
      expect(await twice()).toEqual([handledAs, handledAs]);
      const other = askedAt(machine, WRITTEN - DAY, { startAt: EVENING + 2 * DAY });
      expect(await twice()).toEqual(["unread", "unread"]);
      expect(attendanceOf(machine, other)).toBe("pending");
    },
  );

  test("NO to a question about a reservation that was moved in the meantime cancels no reservation", async () => {
    using machine = openMachine();
    const other = askedAt(machine, WRITTEN - DAY);
    const moved = askedAt(machine, WRITTEN - HOUR, { startAt: EVENING + 2 * DAY });
    const before = machine.stores.reservations.get(moved);
    if (before === null) throw new Error("The reservation is gone");
    const startAt = EVENING + 3 * DAY;
    const change = {
      startAt,
      endAt: startAt + HOUR,
      revision: 2,
      timeRevision: 2,
      updatedAt: WRITTEN + MINUTE,
    };
    machine.stores.reservations.update({ ...before, ...change });
    expect(await late(machine, "NO")).toBe("unread");
    const rows = [other, moved].map((id) => machine.stores.reservations.get(id)?.status);
    expect(rows).toEqual(["booked", "booked"]);
  });

  test("a reply to a question that was already answered answers the next one", async () => {
    using machine = openMachine();
    const older = askedAt(machine, WRITTEN - DAY);
    askedAt(machine, WRITTEN - HOUR, {
      startAt: EVENING + 2 * DAY,
      attendance: "confirmed",
      updatedAt: WRITTEN - 30 * MINUTE,
    });
    expect(await late(machine, "YES")).toBe("attendance_confirmed");
    expect(attendanceOf(machine, older)).toBe("confirmed");
  });
});

describe("clocks that differ", () => {
  test("a phone's slow clock does not cost the guest the table", async () => {
    using machine = openMachine();
    const held = offeredAt(machine, NOW);
    machine.at = NOW + MINUTE;
    expect(await send(machine, "YES", { writtenAt: NOW - 2 * MINUTE })).toBe("offer_accepted");
    expect(stateOf(machine, held)).toBe("accepted");
  });

  test("a second YES that was written before the first one arrived counts as the same YES", async () => {
    using machine = openMachine();
    const held = offeredAt(machine, NOW);
    machine.at = NOW + MINUTE;
    await send(machine, "YES", { writtenAt: NOW + 50 * SECOND });
    machine.at += SECOND;
    const again = { writtenAt: NOW + 55 * SECOND };
    expect(await send(machine, "YES", again)).toBe("offer_accepted");
    expect(sentTo(machine, "confirmation")).toHaveLength(1);
    expect(await send(machine, "NO", again)).toBe("unread");
    askedAt(machine, NOW - HOUR);
    expect(await send(machine, "YES", again)).toBe("unread");
    expect(stateOf(machine, held)).toBe("accepted");
  });

  test("the guest is asked what was meant if an offer was sent a minute after the reply was written, because the clocks may differ", async () => {
    using machine = openMachine();
    const id = askedAt(machine, WRITTEN - DAY);
    const held = offeredAt(machine, WRITTEN + MINUTE);
    expect(await late(machine, "NO")).toBe("ambiguous");
    expect([stateOf(machine, held), attendanceOf(machine, id)]).toEqual(["sent", "pending"]);
    expect(sentTo(machine, "reply")).toHaveLength(1);
  });

  test("the guest is asked what was meant if an offer ended a minute before the reply and another was sent a minute after it", async () => {
    using machine = openMachine();
    const holdUntil = WRITTEN - MINUTE;
    earlierOffer(machine, { sentAt: WRITTEN - HOUR, createdAt: WRITTEN - HOUR, holdUntil });
    offeredAt(machine, WRITTEN + MINUTE);
    expect(await late(machine, "YES")).toBe("ambiguous");
  });

  test("a time of writing in the future is replaced by the time of delivery", async () => {
    using machine = openMachine();
    const held = offeredAt(machine, NOW + HOUR);
    machine.at = NOW + HOUR + SECOND;
    expect(await send(machine, "YES", { writtenAt: NOW + DAY })).toBe("offer_accepted");
    expect(stateOf(machine, held)).toBe("accepted");
    const [kept] = machine.stores.inboundTexts.latest();
    expect(kept?.receivedAt).toBe(NOW + HOUR + SECOND);
  });

  test.each([0, NOW - 30 * DAY])(
    "if the gateway's times are wrong (%d), the reply delivered last counts as written last",
    async (writtenAt) => {
      using machine = openMachine();
      const held = offeredAt(machine, NOW - MINUTE);
      machine.at = NOW;
      expect(await send(machine, "Where can we park?", { writtenAt })).toBe("unread");
      expect(machine.stores.messageList.unread(held.brand, NOW - 29 * DAY, 10)).toHaveLength(1);
      for (const [body, silent] of [
        ["STOP", true],
        ["START", false],
        ["STOP", true],
      ] as const) {
        machine.at += SECOND;
        await send(machine, body, { writtenAt });
        expect(machine.stores.optOuts.has(from)).toBe(silent);
      }
    },
  );

  test.each([0, NOW - 30 * DAY, NOW - 8 * DAY])(
    "a NO written long ago (%d) does not cancel a reservation whose question was sent later",
    async (writtenAt) => {
      using machine = openMachine();
      const id = askedAt(machine, NOW - HOUR);
      expect(await send(machine, "NO", { writtenAt })).toBe("unread");
      expect(machine.stores.reservations.get(id)?.status).toBe("booked");
    },
  );

  test("a reply without a time of writing counts as just written", async () => {
    using machine = openMachine();
    const held = offeredAt(machine, NOW + HOUR);
    machine.at = BROUGHT;
    expect(await send(machine, "YES")).toBe("offer_accepted");
    expect(stateOf(machine, held)).toBe("accepted");
  });
});

describe("an offer whose text has not been accepted by the gateway", () => {
  const unsent = (machine: TestMachine, change: object): WaitlistOffer => {
    const held = holdTable(machine, { state: "queued", sentAt: null }, { offersSent: 1 });
    const text = { entryId: held.entryId, offerId: held.id, kind: "offer" } as const;
    machine.stores.messages.enqueue(message({ ...text, ...change }));
    return held;
  };

  test.each(["YES", "NO"])(
    "is not answered by a %s if the gateway refused the text",
    async (body) => {
      using machine = openMachine();
      const held = unsent(machine, { state: "due", attempt: 1 });
      expect(await send(machine, body)).toBe("unread");
      expect(stateOf(machine, held)).toBe("queued");
    },
  );

  test.each([
    ["due", 0],
    ["sending", 1],
    ["unknown", 1],
  ] as const)("can be accepted while its text is %s (%d attempts)", async (state, attempt) => {
    using machine = openMachine();
    const held = unsent(machine, { state, attempt });
    expect(await send(machine, "YES")).toBe("offer_accepted");
    expect(stateOf(machine, held)).toBe("accepted");
  });
});

test("NO to an offer that failed does not cancel a reservation", async () => {
  using machine = openMachine();
  const id = askedAt(machine, NOW - DAY);
  holdTable(machine, { state: "failed" }, { status: "waiting" });
  expect(await send(machine, "NO")).toBe("unread");
  expect(machine.stores.reservations.get(id)?.status).toBe("booked");
});

test("a late reply is stored with its time of writing and makes open pages refresh", async () => {
  using machine = openMachine();
  machine.at = BROUGHT;
  await send(machine, "Is there parking?");
  const before = machine.stores.changes.ofBrand(reservation().brand);
  expect(await late(machine, "We are seven now")).toBe("unread");
  expect(machine.stores.inboundTexts.latest(1)[0]?.receivedAt).toBe(WRITTEN);
  expect(machine.stores.changes.ofBrand(reservation().brand)).not.toBe(before);
});

test("for any sequence of questions, a reply changes nothing that was asked after it was written", async () => {
  const minutes = fc.integer({ min: -600, max: 110 });
  const asked = fc.record({ questions: fc.array(minutes, { maxLength: 4 }), offer: minutes });
  const reply = fc.record({ body: fc.constantFrom("YES", "NO"), written: minutes });
  await fc.assert(
    fc.asyncProperty(asked, reply, async ({ questions, offer: offered }, { body, written }) => {
      using machine = openMachine();
      const writtenAt = NOW + written * MINUTE;
      const at = (minute: number): number => NOW + minute * MINUTE;
      const isLater = (minute: number): boolean => at(minute) > writtenAt + 5 * MINUTE;
      const held = offeredAt(machine, at(offered));
      const ids = questions.map((minute, index) =>
        askedAt(machine, at(minute), { startAt: EVENING + (index + 1) * DAY }),
      );
      await late(machine, body, writtenAt);
      if (isLater(offered)) expect(stateOf(machine, held)).toBe("sent");
      for (const [index, id] of ids.entries()) {
        if (isLater(questions[index] ?? 0)) expect(attendanceOf(machine, id)).toBe("pending");
      }
      const answered = ids.filter((id) => attendanceOf(machine, id) !== "pending");
      expect(answered.length + Number(stateOf(machine, held) !== "sent")).toBeLessThanOrEqual(1);
    }),
    { numRuns: 30 },
  );
});

describe("a question or an offer that was perhaps not delivered", () => {
  const WORDS = ["YES", "NO"];
  const LOST = { state: "unknown", attempt: 1 } as const;
  const REPORTED = { state: "failed", attempt: 1, providerId: "g-1" } as const;
  /** An offer that ended because nobody knows whether its text arrived. */
  function doubtfulOffer(machine: TestMachine, how: Partial<Message> = LOST): WaitlistOffer {
    const held = holdTable(machine, { state: "failed", sentAt: null }, { status: "waiting" });
    const text = { entryId: held.entryId, offerId: held.id, kind: "offer" } as const;
    machine.stores.messages.enqueue(message({ ...text, ...how }));
    return held;
  }

  test.each([
    ["YES", LOST],
    ["NO", LOST],
    ["YES", REPORTED],
  ])("is not answered by a %s if another question is open", async (body, how) => {
    using machine = openMachine();
    const id = askedAt(machine, NOW - DAY);
    const { entryId } = doubtfulOffer(machine, how);
    expect(await send(machine, body)).toBe("ambiguous");
    expect(attendanceOf(machine, id)).toBe("pending");
    expect(machine.stores.waitlist.entry(entryId)?.status).toBe("waiting");
    expect(sentTo(machine, "reply")).toHaveLength(1);
  });

  test.each(WORDS)("is not answered by a %s while an offer is open", async (body) => {
    using machine = openMachine();
    const held = holdTable(machine, { createdAt: NOW - HOUR, sentAt: NOW - HOUR });
    const text = { dueAt: NOW - MINUTE, state: "unknown" } as const;
    const id = ask(machine, { startAt: EVENING + DAY }, text);
    expect(await send(machine, body)).toBe("ambiguous");
    expect(attendanceOf(machine, id)).toBe("pending");
    expect(stateOf(machine, held)).toBe("sent");
  });

  test("is answered by a YES if nothing else is open", async () => {
    using machine = openMachine();
    const { entryId } = doubtfulOffer(machine);
    expect(await send(machine, "YES")).toBe("offer_accepted");
    expect(machine.stores.waitlist.entry(entryId)?.status).toBe("booked");
  });
});
