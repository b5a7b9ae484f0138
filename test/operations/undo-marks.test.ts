// Goal: an undo of a mark (Done, Arrived or No-show) restores the status before. Parties that were
// there before the mark never prevent the undo, however full the restaurant is. If other parties
// got the seats after the mark, the answer names those parties; users of the dashboard may undo
// anyway, and keys are refused. Method: evenings over a real database, and random evenings compared
// with a separate count.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { entry, offer } from "../storage/samples.ts";
import { EVERY_DAY } from "../support/admission.ts";
import { published, said } from "../support/said.ts";
import { BISTRO, caller, EVENING, HOUR, type House, MINUTE, openHouse, PLAIN } from "./house.ts";

const HOST = caller({ kind: "session", principal: "user-1", roles: { [BISTRO]: "host" } });
const MANAGER = caller({ kind: "session", principal: "user-2", roles: { [BISTRO]: "manager" } });
const APP = caller({ kind: "oauth", principal: "grant-1" });
const SMALL = { ...PLAIN, seats: 8 };

/**
 * Seats two parties of four an hour late, although two other parties have their seats from 8:45 PM.
 */
async function overFull(house: House, from = HOST) {
  const late = [await house.book(), await house.book()];
  const next = [await house.book({ time: "8:45 PM" }), await house.book({ time: "8:45 PM" })];
  house.at = EVENING + HOUR;
  for (const id of late) await house.ok("mark_seated", { id }, from);
  house.at = EVENING + 110 * MINUTE;
  for (const id of next) await house.ok("mark_arrived", { id }, from);
  return { late: late[0] as string, next: next[0] as string };
}

const undo = (house: House, id: string, from = HOST) => house.ok("undo_last_change", { id }, from);
const statusOf = (house: House, id: string) => house.stored(id).status;

describe("on an evening over its limit without new bookings,", () => {
  test.each([
    ["a host", HOST],
    ["a manager", MANAGER],
    ["a key", caller()],
    ["an app", APP],
  ])("%s can undo Done of a seated party", async (_name, from) => {
    using house = openHouse(SMALL);
    const { late } = await overFull(house, from);
    await house.ok("mark_completed", { id: late }, from);
    house.at += 1000;
    const undone = await undo(house, late, from);
    expect(undone.reservation.status).toBe("seated");
    expect(undone.warnings).toEqual([]);
  });
  test("Done of a party not yet seated can be undone", async () => {
    using house = openHouse(SMALL);
    const { next } = await overFull(house, caller());
    await house.ok("mark_completed", { id: next });
    expect((await undo(house, next, caller())).reservation.status).toBe("arrived");
  });
  test("No-show and Arrived can be undone", async () => {
    using house = openHouse();
    const [id] = [await house.book(), await house.book({ numberOfPeople: 20 })];
    house.set({ ...PLAIN, seats: 2, maxPartySize: 2 });
    house.at = EVENING + 20 * MINUTE;
    for (const mark of ["mark_no_show", "mark_arrived"]) {
      await house.ok(mark, { id });
      expect((await undo(house, id, caller())).reservation.status).toBe("booked");
    }
  });
  test("a party that was booked before the mark and seated after it has taken no new seats", async () => {
    using house = openHouse(SMALL);
    const { late, next } = await overFull(house, caller());
    await house.ok("mark_completed", { id: late });
    house.at += 9 * MINUTE;
    await house.ok("mark_seated", { id: next });
    expect((await undo(house, late, caller())).warnings).toEqual([]);
  });
  test("two mistaken marks can be undone one after the other", async () => {
    using house = openHouse(SMALL);
    const { late, next } = await overFull(house, caller());
    for (const id of [late, next]) await house.ok("mark_completed", { id });
    for (const id of [late, next]) expect((await undo(house, id, caller())).changed).toBe(true);
  });
  test("an undo is possible even if the service was closed meanwhile", async () => {
    using house = openHouse(SMALL);
    const id = await house.book();
    house.at = EVENING - HOUR;
    await house.ok("mark_arrived", { id });
    await house.ok("mark_completed", { id });
    house.set({ ...SMALL, specialDays: { "2026-11-20": { closed: true } } });
    expect((await undo(house, id, caller())).reservation.status).toBe("arrived");
  });
});

describe("a booking made after the mark", () => {
  test("does not prevent the undo if both parties fit", async () => {
    using house = openHouse(SMALL);
    const id = await house.book();
    house.at = EVENING;
    await house.ok("mark_seated", { id });
    await house.ok("mark_completed", { id });
    await house.book({ time: "7:15 PM" });
    expect((await undo(house, id, caller())).warnings).toEqual([]);
  });
  /** A party of four has left, and a party of eight has its seats. */
  async function givenAway(house: House) {
    const id = await house.book();
    house.at = EVENING;
    await house.ok("mark_seated", { id });
    await house.ok("mark_completed", { id });
    const other = await house.book({ name: "Nia", numberOfPeople: 8, time: "7:15 PM" });
    return { id, other };
  }
  test.each([
    ["a key", caller()],
    ["an app", APP],
  ])("that does not fit is named to %s, whose undo is refused", async (_name, from) => {
    using house = openHouse(SMALL);
    const { id, other } = await givenAway(house);
    house.database.run("UPDATE audit SET principal = ?", [from.principal]);
    const refusal = await house.refused("undo_last_change", { id }, from);
    expect(refusal.reasons.map(({ code }) => code)).toEqual(["SLOT_REUSED", "CAPACITY_FULL"]);
    expect(said(refusal)).toContain("were given away");
    expect(said(refusal)).toContain(
      `Seats taken in the meantime by: Nia, 7:15 PM, party of 8 (${other}).`,
    );
    expect(statusOf(house, id)).toBe("completed");
  });
  test.each([
    ["a host", HOST],
    ["a manager", MANAGER],
  ])("that does not fit is named to %s, who may undo anyway", async (_name, from) => {
    using house = openHouse(SMALL);
    const { id, other } = await givenAway(house);
    house.database.run("UPDATE audit SET principal = ?", [from.principal]);
    const undone = await undo(house, id, from);
    expect(undone.reservation).toMatchObject({ status: "seated", flags: ["over_limit"] });
    expect(undone.warnings).toMatchObject([
      { code: "OVER_LIMIT", covers: 12, limit: 8, since: [other] },
    ]);
    const [row] = house.stores.audit.ofReservation(id, 1);
    expect(row).toMatchObject({ operation: "undo_last_change", reason: null });
  });
  test("prevents the undo, as do a move, a larger party and the undo of a cancellation", async () => {
    using house = openHouse({ ...PLAIN, seats: 40 });
    const id = await house.book({ numberOfPeople: 20 });
    const stays = await house.book({ numberOfPeople: 2 });
    const moved = await house.book({ numberOfPeople: 6, time: "9:00 PM" });
    const grown = await house.book({ numberOfPeople: 2 });
    const back = await house.book({ numberOfPeople: 4 });
    await house.ok("cancel_booking", { id: back });
    house.at = EVENING + MINUTE;
    await house.ok("mark_seated", { id });
    await house.ok("mark_completed", { id });
    await house.ok("update_booking", { id: moved, time: "8:00 PM" });
    await house.ok("update_booking", { id: grown, numberOfPeople: 8 });
    await house.ok("add_note", { id: stays, note: "window" });
    const booked = await house.book({ numberOfPeople: 16, time: "7:15 PM" });
    await undo(house, back, MANAGER);
    const refusal = await house.refused("undo_last_change", { id });
    const since = published(refusal.reasons[1])["since"] as string[];
    expect(since.toSorted()).toEqual([moved, grown, back, booked].toSorted());
  });
  test("does not prevent the undo if it is at another time of the evening", async () => {
    const times = { opens: "17:00", lastSeating: "22:30", closes: "23:59" };
    const dinner = { name: "Dinner", days: EVERY_DAY, ...times, limits: {} };
    using house = openHouse({ ...SMALL, services: [dinner] });
    const { late } = await overFull(house, caller());
    await house.ok("mark_completed", { id: late });
    await house.book({ numberOfPeople: 8, time: "10:30 PM" });
    expect((await undo(house, late, caller())).reservation.status).toBe("seated");
  });
});

describe("a hold for a waiting guest", () => {
  async function held(house: House, madeAfter: number) {
    const id = await house.book();
    house.at = EVENING;
    await house.ok("mark_seated", { id });
    await house.ok("mark_completed", { id });
    const waiting = entry({ brand: BISTRO, status: "offered" });
    await house.writer.write(() => house.stores.waitlist.insert(waiting));
    const hold = { startAt: EVENING, endAt: EVENING + 2 * HOUR, holdUntil: house.at + HOUR };
    const createdAt = house.at + madeAfter;
    house.hold(offer({ entryId: waiting.id, brand: BISTRO, partySize: 8, createdAt, ...hold }));
    house.at += MINUTE;
    return id;
  }
  test.each([
    ["made from the seats that the mark freed", 0],
    ["made after the mark", 1000],
  ])("%s prevents the undo by a key and warns on the dashboard", async (_name, madeAfter) => {
    using house = openHouse(SMALL);
    const id = await held(house, madeAfter);
    const refusal = await house.refused("undo_last_change", { id });
    expect(refusal.reasons.map(({ code }) => code)).toEqual(["SLOT_REUSED", "HELD_FOR_WAITLIST"]);
    const [warning] = (await undo(house, id, MANAGER)).warnings;
    expect(warning?.message).toContain(
      "Held for waiting guests until 8:00 PM at the latest: 8 of the 8",
    );
  });
  test("made before the mark does not prevent the undo", async () => {
    using house = openHouse(SMALL);
    const id = await held(house, -1000);
    expect((await undo(house, id, caller())).reservation.status).toBe("seated");
  });
});

test("bookings made after the mark also count for the pace of the slot", async () => {
  using house = openHouse({ ...PLAIN, paceCovers: 8, largeParty: { from: 9, mode: "refuse" } });
  const id = await house.book();
  house.at = EVENING - HOUR;
  await house.ok("mark_arrived", { id });
  await house.ok("mark_completed", { id });
  house.set({ ...PLAIN, paceCovers: 3, largeParty: { from: 4, mode: "allow" } });
  expect((await undo(house, id, caller())).reservation.status).toBe("arrived");
  await house.ok("mark_completed", { id });
  const other = await house.book({ numberOfPeople: 2 });
  const refusal = await house.refused("undo_last_change", { id });
  expect(refusal.reasons.map(({ code }) => code)).toEqual(["SLOT_REUSED", "PARTY_EXCEEDS_PACE"]);
  expect(published(refusal.reasons[1])["since"]).toEqual([other]);
});

test("the refusal of a late guest in a full restaurant does not say that the guest's seats were given away", async () => {
  using house = openHouse();
  const [id] = [await house.book(), await house.book({ numberOfPeople: 20 })];
  house.set({ ...PLAIN, seats: 2, maxPartySize: 2 });
  house.at = EVENING + 20 * MINUTE;
  await house.ok("mark_no_show", { id });
  const refusal = await house.refused("mark_seated", { id });
  expect(refusal.code).toBe("SLOT_REUSED");
  expect(said(refusal)).not.toContain("given away");
});

/** The possible steps of a random evening, before and after a mark. */
const happening = fc.record({
  what: fc.constantFrom(
    "book",
    "book",
    "book",
    "seat",
    "done",
    "no_show",
    "grow",
    "move",
    "cancel",
    "wait",
  ),
  who: fc.nat({ max: 20 }),
  size: fc.integer({ min: 1, max: 6 }),
  quarter: fc.integer({ min: 0, max: 8 }),
});

test("on any evening an undo is refused exactly if other parties got seats after the mark and the party no longer fits", async () => {
  const met = new Set<string>();
  const evening = fc.tuple(
    fc.array(happening, { minLength: 8, maxLength: 20 }),
    fc.constantFrom("mark_completed", "mark_no_show"),
    fc.array(happening, { minLength: 4, maxLength: 10 }),
  );
  await fc.assert(
    fc.asyncProperty(evening, async ([before, mark, since]) => {
      using house = openHouse({ ...SMALL, pastGraceMinutes: 60 });
      house.at = EVENING + 20 * MINUTE;
      const ids: string[] = [];
      const play = async ({ what, who, size, quarter }: (typeof before)[number]) => {
        const id = ids[who % Math.max(1, ids.length)] ?? "";
        const time = `${7 + Math.floor(quarter / 4)}:${["00", "15", "30", "45"][quarter % 4]} PM`;
        const calls = {
          book: ["create_booking", { name: "Ada", email: "a@b.example", numberOfPeople: size }],
          seat: ["mark_seated", { id }],
          done: ["mark_completed", { id }],
          no_show: ["mark_no_show", { id }],
          grow: ["update_booking", { id, numberOfPeople: size }],
          move: ["update_booking", { id, time }],
          cancel: ["cancel_booking", { id }],
        } as const;
        if (what === "wait") {
          house.at += size * MINUTE;
          return;
        }
        const [tool, input] = calls[what];
        const when = what === "book" ? { date: "Friday, November 20, 2026", time } : {};
        const answer = await house.invoke(tool, { ...input, ...when }).catch(() => null);
        const made = answer?.structured["reservation"] as { id: string } | undefined;
        if (what === "book" && made !== undefined) ids.push(made.id);
      };
      for (const step of before) await play(step);
      for (const one of mark === "mark_completed" ? ids : []) {
        await house.invoke("mark_seated", { id: one }).catch(() => null);
      }
      const id = ids.find((one) =>
        (mark === "mark_no_show" ? ["booked"] : ["seated"]).includes(statusOf(house, one)),
      );
      if (id === undefined) return;
      const markedAt = house.at;
      if ((await house.invoke(mark, { id }).catch(() => null)) === null) return;
      const stood = new Map(ids.map((one) => [one, house.stored(one)]));
      for (const step of since.filter(({ who }) => ids[who % ids.length] !== id)) await play(step);
      if (house.at > markedAt + 15 * MINUTE) return;
      const others = ids.filter((one) => one !== id);
      const verdict = await house.invoke("undo_last_change", { id }).catch((error) => error);
      const refused = verdict instanceof Error;
      if (refused) expect((verdict as { code?: string }).code).toBe("SLOT_REUSED");
      met.add(refused ? "refused" : "undone");
      expect(refused).toBe(isCrowdedOut(house, id, others, stood, mark));
    }),
    { numRuns: 80 },
  );
  expect([...met].toSorted()).toEqual(["refused", "undone"]);
});

/**
 * True if, in some minute of the party's stay, the restaurant would be over its limit and other
 * parties have more seats than they had before the mark.
 */
function isCrowdedOut(
  house: House,
  id: string,
  others: readonly string[],
  stood: ReadonlyMap<string, ReturnType<House["stored"]>>,
  mark: string,
): boolean {
  const party = house.stored(id);
  const back = mark === "mark_no_show" ? "booked" : "seated";
  const restored = { ...party, status: back } as typeof party;
  const isThere = (one: typeof party, minute: number): boolean => {
    const { status, startAt, endAt, completedAt } = one;
    if (status === "cancelled" || status === "no_show") return false;
    const sat = one.seatedAt === null ? null : one.seatedAt - (one.seatedAt % MINUTE);
    const from = Math.min(startAt, sat ?? startAt);
    if (status === "completed") return from <= minute && minute < Math.min(endAt, completedAt ?? 0);
    const leaves = status === "seated" ? (sat ?? startAt) + endAt - startAt : endAt;
    const to = status === "seated" ? Math.max(leaves, house.at + MINUTE) : leaves;
    return from <= minute && minute < to;
  };
  for (let minute = house.at; minute < EVENING + 6 * HOUR; minute += MINUTE) {
    if (!isThere(restored, minute)) continue;
    let covers = party.partySize;
    let added = 0;
    for (const one of others.map((other) => house.stored(other))) {
      if (!isThere(one, minute)) continue;
      covers += one.partySize;
      const was = stood.get(one.id);
      const gone = was === undefined || was.status === "cancelled" || was.status === "no_show";
      const { startAt, endAt } = was ?? one;
      const before = !gone && isThere({ ...one, startAt, endAt }, minute) ? was.partySize : 0;
      added += Math.max(0, one.partySize - before);
    }
    if (covers > 8 && added > 0) return true;
  }
  return false;
}
