// Goal: a guest whose text a person has to read does not count as silent. No table is released, and
// a hold is extended once by ten minutes, whether the text or the deadline comes first. Method: the
// inbox and the background steps over a real database, with a controlled clock.

import { describe, expect, test } from "bun:test";
import { createInbox } from "../../src/background/inbound-texts.ts";
import { attendanceDeadline } from "../../src/background/reservation-steps.ts";
import {
  BISTRO,
  DAY,
  EVENING,
  HOUR,
  MINUTE,
  message,
  NOW,
  reservation,
  TRATTORIA,
} from "../storage/samples.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { engineAt, freshPhone, ok, status, taken, wait } from "../support/waiting-desk.ts";
import { type Engine, FRIDAY, OPENING } from "../support/waiting-engine.ts";
import { send } from "./guest-texts.ts";
import { openMachine, type TestMachine } from "./machine.ts";

describe("a table that would be released for lack of an answer", () => {
  const ASKED = NOW;
  const DEADLINE = EVENING - 3 * HOUR;

  /**
   * A reservation whose guest was asked a day before, in a restaurant that releases the tables of
   * silent guests.
   */
  function asked(machine: TestMachine): string {
    const overrides = {
      timeZone: "America/New_York",
      defaultCountry: "US",
      attendance: { onNoReply: "release" },
    };
    machine.stores.brands.update(BISTRO, { overrides, now: NOW });
    const row = reservation({ attendance: "pending" });
    machine.stores.reservations.insert(row);
    question(machine, row.id, "attendance_ask", ASKED);
    return row.id;
  }

  const question = (
    machine: TestMachine,
    reservationId: string,
    kind: "attendance_ask" | "follow_up",
    dueAt: number,
    revision = 1,
  ) =>
    machine.stores.messages.enqueue(
      message({
        reservationId,
        kind,
        state: "delivered",
        attempt: 1,
        dueAt,
        timeRevision: revision,
        uniqueKey: `${reservationId}:${kind}:${revision}`,
        expiresAt: DEADLINE,
      }),
    );

  async function afterDeadline(machine: TestMachine, id: string): Promise<string> {
    await attendanceDeadline(machine).run(DEADLINE + 5000);
    const { status: is, attendance, flags } = machine.stores.reservations.get(id) ?? {};
    return [is, attendance, ...(flags ?? [])].join(" ");
  }
  const RELEASED = "cancelled no_reply call_to_confirm";
  const FLAGGED = "booked no_reply call_to_confirm";

  test.each([
    ["is released if the guest sends no text", null, RELEASED],
    ["is kept if the guest texts a question", "Can we bring a dog?", FLAGGED],
    ["is kept if the guest texts a yes and more", "yes, but we will be late", FLAGGED],
    ["is kept if the guest sends an empty text", "", FLAGGED],
  ])("%s", async (_, body, outcome) => {
    using machine = openMachine();
    const id = asked(machine);
    machine.at = ASKED + HOUR;
    if (body !== null) expect(await send(machine, body)).toBe("unread");
    expect(await afterDeadline(machine, id)).toBe(outcome);
  });

  test("is kept for good, even if the text was read and the follow-up got no answer", async () => {
    using machine = openMachine();
    const id = asked(machine);
    machine.at = ASKED + HOUR;
    await send(machine, "Can we bring a dog?");
    question(machine, id, "follow_up", EVENING - 5 * HOUR);
    const [text] = machine.stores.inboundTexts.latest();
    machine.stores.messageList.markRead(BISTRO, text?.id ?? "", "user-1", machine.at);
    expect(await afterDeadline(machine, id)).toBe(FLAGGED);
  });

  test.each([
    ["sent in the same second as the question", ASKED],
    ["sent in the second of the deadline", DEADLINE],
    ["sent after the deadline, but before the step that releases tables", DEADLINE + 2000],
  ])("is kept after a text %s", async (_, at) => {
    using machine = openMachine();
    const id = asked(machine);
    machine.at = at;
    await send(machine, "On our way home now");
    expect(await afterDeadline(machine, id)).toBe(FLAGGED);
  });

  test("is kept after a text written in time and delivered late", async () => {
    using machine = openMachine();
    const id = asked(machine);
    machine.at = DEADLINE + 4000;
    await send(machine, "We are coming by train", { writtenAt: ASKED + HOUR });
    expect(await afterDeadline(machine, id)).toBe(FLAGGED);
  });

  test.each([
    ["that was written before the question", { writtenAt: ASKED - HOUR }],
    ["of another phone", { from: "+12125550777" }],
    ["for another restaurant", { brand: TRATTORIA }],
  ])("is released despite a text %s", async (_, change) => {
    using machine = openMachine();
    const id = asked(machine);
    machine.at = ASKED + HOUR;
    await send(machine, "Hello?", change);
    expect(await afterDeadline(machine, id)).toBe(RELEASED);
  });

  test("is released despite a text that the guest sent before the reservation was moved", async () => {
    using machine = openMachine();
    const id = asked(machine);
    machine.at = ASKED + HOUR;
    await send(machine, "Can we bring a dog?");
    const moved = machine.stores.reservations.get(id);
    if (moved === null) throw new Error("There is no reservation");
    machine.stores.reservations.update({
      ...moved,
      startAt: EVENING,
      timeRevision: 2,
      revision: moved.revision + 1,
    });
    question(machine, id, "attendance_ask", ASKED + 2 * HOUR, 2);
    expect(await afterDeadline(machine, id)).toBe(RELEASED);
  });

  test("is kept after a YES that could answer two questions", async () => {
    using machine = openMachine();
    const id = asked(machine);
    const other = reservation({ attendance: "pending", startAt: EVENING + DAY });
    machine.stores.reservations.insert(other);
    question(machine, other.id, "attendance_ask", ASKED);
    machine.at = ASKED + HOUR;
    expect(await send(machine, "YES")).toBe("ambiguous");
    expect(await afterDeadline(machine, id)).toBe(FLAGGED);
  });
});

describe("a table that is held for a waiting guest", () => {
  interface Held {
    readonly engine: Engine;
    readonly phone: string;
    readonly id: string;
    readonly next: string;
    readonly holdUntil: number;
  }

  /** A table offered to the first of two guests, `ahead` milliseconds before the start. */
  async function held(opened: TestDatabase, ahead = 5 * HOUR): Promise<Held> {
    const engine = engineAt(opened, OPENING - ahead);
    const phone = freshPhone();
    const id = await wait(engine, { phone });
    const next = await wait(engine);
    await (await taken(engine))();
    await engine.run();
    const holdUntil = engine.stores.waitlist.offerOf(id)?.holdUntil ?? 0;
    return { engine, phone, id, next, holdUntil };
  }
  const say = ({ engine, phone }: Held, body: string, writtenAt?: number) =>
    createInbox(engine)({
      from: phone,
      body,
      brand: BISTRO_SLUG,
      ...(writtenAt === undefined ? {} : { writtenAt }),
    });
  const BISTRO_SLUG = "bistro";
  const offerOf = ({ engine, id }: Held) => engine.stores.offers.ofEntry(id).at(-1);
  const entryOf = ({ engine, id }: Held) => engine.stores.waitlist.entry(id);
  const refused = (engine: Engine) =>
    engine.call("create_booking", {
      brand: BISTRO_SLUG,
      name: "Zoe",
      numberOfPeople: 4,
      date: FRIDAY,
      time: "6:00 PM",
    });

  test("is held ten minutes longer after a text, but only once", async () => {
    using opened = openTestDatabase();
    const one = await held(opened);
    one.engine.at = one.holdUntil - 1;
    expect(await say(one, "Is there a high chair?")).toBe("unread");
    const longer = one.holdUntil + 10 * MINUTE;
    expect(offerOf(one)).toMatchObject({ state: "sent", holdUntil: longer });
    await say(one, "Hello?");
    expect(offerOf(one)?.holdUntil).toBe(longer);

    one.engine.at = longer - 1;
    await one.engine.run();
    expect(offerOf(one)?.state).toBe("sent");
    expect(await refused(one.engine)).toBe("HELD_FOR_WAITLIST");
    one.engine.at = longer;
    await one.engine.run();
    expect(offerOf(one)?.state).toBe("expired");
    expect(entryOf(one)).toMatchObject({ status: "waiting", silentOffers: 0 });
    expect(status(one.engine, one.next)).toBe("offered");
    const { guests } = (await ok(one.engine, "waiting_guests", {})) as {
      guests: readonly { past: readonly object[] }[];
    };
    expect(guests[0]?.past).toMatchObject([{ state: "expired", answered: true }]);
  });

  test("is listed as answered, with the later end of the hold", async () => {
    using opened = openTestDatabase();
    const one = await held(opened);
    await say(one, "Is there a high chair?");
    const { entries } = (await ok(one.engine, "list_waitlist", {})) as {
      entries: readonly { offer: object | null }[];
    };
    expect(entries[0]?.offer).toMatchObject({
      answered: true,
      holdUntil: one.holdUntil + 10 * MINUTE,
    });
  });

  test("can be accepted with a YES in the added time", async () => {
    using opened = openTestDatabase();
    const one = await held(opened);
    await say(one, "Is there a high chair?");
    one.engine.at = one.holdUntil + 5 * MINUTE;
    expect(await say(one, "YES please")).toBe("offer_accepted");
  });

  test("is held no longer than until ten minutes before its start", async () => {
    using opened = openTestDatabase();
    const one = await held(opened, 20 * MINUTE);
    expect(one.holdUntil).toBeGreaterThan(OPENING - 16 * MINUTE);
    await say(one, "Is there a high chair?");
    expect(offerOf(one)?.holdUntil).toBe(OPENING - 10 * MINUTE);
  });

  test("is not held longer by a text after the hold, though the guest does not count as silent", async () => {
    using opened = openTestDatabase();
    const one = await held(opened);
    one.engine.at = one.holdUntil;
    await say(one, "Is there a high chair?");
    expect(offerOf(one)?.holdUntil).toBe(one.holdUntil);
    expect(typeof (await refused(one.engine))).toBe("object");
    await one.engine.run();
    expect(offerOf(one)?.state).toBe("expired");
    expect(entryOf(one)).toMatchObject({ status: "waiting", silentOffers: 0 });
  });

  test("is not held again for a text written in time and delivered too late, but the guest does not count as silent", async () => {
    using opened = openTestDatabase();
    const one = await held(opened);
    one.engine.at = one.holdUntil;
    await one.engine.run();
    expect(entryOf(one)?.silentOffers).toBe(1);
    await say(one, "Is there a high chair?", one.holdUntil - 1000);
    expect(offerOf(one)).toMatchObject({ state: "expired", holdUntil: one.holdUntil });
    expect(entryOf(one)).toMatchObject({ status: "waiting", silentOffers: 0 });
    expect(status(one.engine, one.next)).toBe("offered");
  });

  test("leaves the guest waiting, not paused, after two offers that they answered with questions", async () => {
    using opened = openTestDatabase();
    const one = await held(opened);
    const { engine, phone } = one;
    await ok(engine, "remove_from_waitlist", { id: one.next });
    await say(one, "Is there a high chair?");
    engine.at = one.holdUntil + 10 * MINUTE;
    await engine.run();
    await ok(engine, "add_to_waitlist", {
      name: "Wanda",
      phone,
      numberOfPeople: 4,
      date: FRIDAY,
      time: "7:30 PM",
      earliestTime: "7:30 PM",
      latestTime: "7:30 PM",
    });
    await (await taken(engine, { time: "7:30 PM" }))();
    await engine.run();
    const second = engine.stores.offers.ofPhone(phone)[0];
    expect(second).toMatchObject({ state: "sent", answeredAt: null });
    await say(one, "And a parking place?");
    engine.at = (second?.holdUntil ?? 0) + 10 * MINUTE;
    await engine.run();
    expect(engine.stores.offers.ofPhone(phone)[0]?.state).toBe("expired");
    expect(status(engine, second?.entryId ?? "")).toBe("waiting");
  });

  test("is not affected by a text from before the offer", async () => {
    using opened = openTestDatabase();
    const one = await held(opened);
    one.engine.at += 6 * MINUTE;
    await say(one, "Hello?", OPENING - 6 * HOUR);
    expect(offerOf(one)).toMatchObject({ answeredAt: null, holdUntil: one.holdUntil });
  });
});
