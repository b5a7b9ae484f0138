// Goal: a reservation is read back as written, every search finds exactly the rows that it should,
// and two writers cannot overwrite each other.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { guestSearch } from "../../src/domain/guest-search.ts";
import type { Reservation } from "../../src/domain/reservation.ts";
import {
  ATTENDANCE_STATES,
  SOURCES,
  STATUSES,
  STORED_FLAGS,
  type Status,
} from "../../src/domain/reservation-states.ts";
import { openTestDatabase } from "../support/database.ts";
import {
  addBrands,
  BISTRO,
  DAY,
  EVENING,
  HOUR,
  MINUTE,
  NOW,
  reservation,
  TRATTORIA,
} from "./samples.ts";

function prepared() {
  const made = openTestDatabase();
  addBrands(made.stores);
  const { reservations } = made.stores;
  const add = (change: Partial<Reservation> = {}): Reservation => {
    const row = reservation(change);
    reservations.insert(row);
    return row;
  };
  return { ...made, reservations, add };
}

/** A row with this status, and the times that the status needs. */
const inState = (status: Status, change: Partial<Reservation> = {}): Partial<Reservation> => {
  const startAt = change.startAt ?? EVENING;
  return {
    status,
    seatedAt: status === "seated" || status === "completed" ? startAt : null,
    completedAt: status === "completed" ? startAt + HOUR : null,
    cancelledAt: status === "cancelled" ? NOW : null,
    ...change,
  };
};

const ids = (rows: readonly { id: string }[]): string[] => rows.map((row) => row.id);

const anyReservation = fc
  .record({
    name: fc
      .string({ minLength: 1, maxLength: 120, unit: "grapheme" })
      .filter((s) => s.length <= 120),
    phone: fc.option(fc.stringMatching(/^\+[1-9]\d{7,14}$/)),
    email: fc.option(fc.emailAddress().filter((s) => s.length <= 254)),
    partySize: fc.integer({ min: 1, max: 500 }),
    startAt: fc.integer({ min: 0, max: 4e12 }),
    stay: fc.integer({ min: 1, max: DAY }),
    service: fc.option(fc.constantFrom("Dinner", "Déjeuner")),
    status: fc.constantFrom(...STATUSES),
    attendance: fc.constantFrom(...ATTENDANCE_STATES),
    notes: fc.string({ maxLength: 4000, unit: "binary" }).filter((s) => s.length <= 4000),
    notifyCustomer: fc.boolean(),
    source: fc.constantFrom(...SOURCES),
    flags: fc.uniqueArray(fc.constantFrom(...STORED_FLAGS)),
    revision: fc.integer({ min: 1, max: 1000 }),
  })
  .map(({ stay, ...rest }) =>
    reservation({
      ...inState(rest.status, { startAt: rest.startAt }),
      ...rest,
      endAt: rest.startAt + stay,
      foodDrinkNotes: rest.notes,
      seatingNotes: rest.name,
    }),
  );

describe("a reservation", () => {
  test("is read back as written, whatever it contains", () => {
    using made = prepared();
    fc.assert(
      fc.property(anyReservation, (row) => {
        made.reservations.insert(row);
        expect(made.reservations.get(row.id)).toEqual(row);
      }),
    );
  });

  test("that does not exist is read as null", () => {
    using made = prepared();
    expect(made.reservations.get("f".repeat(24))).toBeNull();
  });

  test("is updated in all fields except its id, its brand, its source, and when and by whom it was made", () => {
    using made = prepared();
    fc.assert(
      fc.property(anyReservation, anyReservation, (before, after) => {
        made.reservations.insert(before);
        const { id, brand, source, createdAt, createdBy } = before;
        const next = { ...after, id, revision: before.revision + 1 };
        made.reservations.update(next);
        expect(made.reservations.get(id)).toEqual({ ...next, brand, source, createdAt, createdBy });
      }),
      { numRuns: 40 },
    );
  });

  test("that was changed meanwhile is not overwritten", () => {
    using made = prepared();
    const row = made.add();
    made.reservations.update({ ...row, notes: "mine", revision: 2 });
    expect(() => made.reservations.update({ ...row, notes: "theirs", revision: 2 })).toThrow(
      expect.objectContaining({ code: "REVISION_CONFLICT" }),
    );
    expect(made.reservations.get(row.id)?.notes).toBe("mine");
    expect(() => made.reservations.update(reservation({ revision: 2 }))).toThrow(
      expect.objectContaining({ code: "NOT_FOUND" }),
    );
  });

  test.each<[string, Partial<Reservation>]>([
    ["an unknown status", { status: "lost" as Status }],
    ["an end before its start", { endAt: EVENING - 1 }],
    ["a stay of more than a day", { endAt: EVENING + DAY + 1 }],
    ["no people", { partySize: 0 }],
    ["half a person", { partySize: 1.5 }],
    ["no name", { name: "" }],
    ["a name of 121 characters", { name: "x".repeat(121) }],
    ["a phone without its plus", { phone: "2125550123" }],
    ["a note of 4001 characters", { seatingNotes: "x".repeat(4001) }],
    ["an id in capitals", { id: "ABCDEF0123456789ABCDEF01" }],
    ["a service date in words", { serviceDate: "November 20, 2026" }],
    ["a brand that does not exist", { brand: "nowhere" }],
    ["a seated party without the time of seating", { status: "seated" }],
    ["a completed stay without the time of its end", { status: "completed", seatedAt: EVENING }],
    ["a cancellation without the time of cancelling", { status: "cancelled" }],
    ["revision 0", { revision: 0 }],
  ])("with %s is refused by the database", (_what, change) => {
    using made = prepared();
    expect(() => made.add(change)).toThrow(/constraint failed|cannot store/);
  });
});

describe("a day's list", () => {
  const page = {
    brand: BISTRO,
    fromDate: "2026-11-20",
    toDate: "2026-11-20",
    statuses: STATUSES,
    limit: 50,
    after: null,
  };

  test("is ordered by start, then id, and its pages have each row once", () => {
    using made = prepared();
    const dates = ["2026-11-19", "2026-11-20", "2026-11-21"];
    for (let n = 0; n < 60; n++) {
      const day = n % 3;
      made.add({
        startAt: EVENING + (day - 1) * DAY + (n % 4) * HOUR,
        serviceDate: dates[day] ?? "",
      });
    }
    for (const span of [page, { ...page, fromDate: "2026-11-19", toDate: "2026-11-21" }]) {
      const whole = made.reservations.list({ ...span, limit: 100 });
      expect(whole).toHaveLength(span === page ? 20 : 60);
      const sorted = whole.toSorted((a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1));
      expect(ids(whole)).toEqual(ids(sorted));
      const paged: Reservation[] = [];
      for (;;) {
        const last = paged.at(-1) ?? null;
        const next = made.reservations.list({ ...span, limit: 7, after: last });
        if (next.length === 0) break;
        paged.push(...next);
      }
      expect(ids(paged)).toEqual(ids(whole));
    }
  });

  test("has the reservations of a service date, also those after midnight", () => {
    using made = prepared();
    const late = made.add({ startAt: EVENING + 6 * HOUR });
    const lastNight = made.add({ startAt: EVENING - 17 * HOUR, serviceDate: "2026-11-19" });
    expect(ids(made.reservations.list(page))).toEqual([late.id]);
    const both = { ...page, fromDate: "2026-11-19" };
    expect(ids(made.reservations.list(both))).toEqual([lastNight.id, late.id]);
  });

  test("has only the requested statuses, and counts the same rows and their covers", () => {
    using made = prepared();
    for (const status of STATUSES) made.add(inState(status, { partySize: 3 }));
    made.add({ brand: TRATTORIA });
    const filter = { ...page, statuses: ["booked", "seated"] as const };
    expect(made.reservations.list(filter).map((row) => row.status)).toEqual(["booked", "seated"]);
    expect(made.reservations.count(filter)).toEqual({ total: 2, covers: 6 });
    expect(made.reservations.count({ ...page, statuses: [] })).toEqual({ total: 0, covers: 0 });
  });

  test.each([
    ["love", false, ["Ada Lovelace"]],
    ["éloÏse", false, ["Eloise Dupré", "Éloïse Müller"]],
    ["100%", false, ["Club 100%"]],
    ["_", false, []],
    ["0123", false, ["Ada Lovelace"]],
    ["9990123456789012", false, []],
    ["WINDOW", false, ["Club 100%"]],
    [null, true, ["Eloise Dupré", "Club 100%"]],
    [null, false, ["Ada Lovelace", "Eloise Dupré", "Éloïse Müller", "Club 100%"]],
  ] as const)(
    "has the right reservations if searched for %j (only those with notes or an alert: %p)",
    (query, noted, names) => {
      using made = prepared();
      made.add({ name: "Ada Lovelace", phone: "+12125550123" });
      made.add({ name: "Eloise Dupré", phone: null, flags: ["alert"] });
      made.add({ name: "Éloïse Müller", phone: null });
      made.add({ name: "Club 100%", phone: null, seatingNotes: "Window" });
      const search = query === null ? null : guestSearch(query);
      const seen = [...made.reservations.look(page, { search, noted })];
      expect(seen.map((row) => row.name)).toEqual([...names]);
    },
  );
  test("searched for FENETRE has a reservation whose notes say fenêtre", () => {
    using made = prepared();
    made.add({ name: "Ada", notes: "Près de la fenêtre" });
    const look = { search: guestSearch("FENETRE"), noted: false };
    expect([...made.reservations.look(page, look)]).toHaveLength(1);
  });
});

describe("a likely duplicate", () => {
  const twin = {
    brand: BISTRO,
    createdBy: "key-1",
    name: "Ada Lovelace",
    phone: "+12125550123",
    startAt: EVENING,
    partySize: 4,
    since: NOW - 10_000,
  };

  test("is found by principal, brand, name, phone, start and size", () => {
    using made = prepared();
    const row = made.add();
    expect(made.reservations.findTwin(twin)).toEqual(row);
    const others: Partial<typeof twin>[] = [
      { brand: TRATTORIA },
      { createdBy: "key-2" },
      { name: "Ada" },
      { phone: "+12125550124" },
      { startAt: EVENING + MINUTE },
      { partySize: 5 },
      { since: NOW + 1 },
    ];
    for (const other of others) {
      expect(made.reservations.findTwin({ ...twin, ...other }), JSON.stringify(other)).toBeNull();
    }
    expect(made.reservations.findTwin({ ...twin, phone: null })).toBeNull();
  });

  test("is found by phone if the stays overlap and the reservation is not cancelled", () => {
    using made = prepared();
    const row = made.add();
    const { reservations } = made;
    const at = (from: number, to: number, except: string | null = null): string | undefined =>
      reservations.overlappingByPhone(BISTRO, "+12125550123", from, to, except)?.id;
    expect(at(row.startAt - HOUR, row.startAt)).toBeUndefined();
    expect(at(row.startAt - HOUR, row.startAt + 1)).toBe(row.id);
    expect(at(row.endAt - 1, row.endAt + HOUR)).toBe(row.id);
    expect(at(row.endAt, row.endAt + HOUR)).toBeUndefined();
    expect(at(row.startAt, row.endAt, row.id)).toBeUndefined();
    reservations.update({ ...row, ...inState("cancelled"), revision: 2 });
    expect(at(row.startAt, row.endAt)).toBeUndefined();
  });
});

describe("the background loop finds", () => {
  test("parties whose stay is over, counted from when they were seated", () => {
    using made = prepared();
    const onTime = made.add(inState("seated"));
    const late = made.add(inState("seated", { seatedAt: EVENING + HOUR }));
    made.add(inState("completed"));
    const { reservations } = made;
    expect(ids(reservations.seatedEndedBefore(onTime.endAt, 10))).toEqual([]);
    expect(ids(reservations.seatedEndedBefore(onTime.endAt + 1, 10))).toEqual([onTime.id]);
    expect(ids(reservations.seatedEndedBefore(onTime.endAt + HOUR + 1, 10)).toSorted()).toEqual(
      [onTime.id, late.id].toSorted(),
    );
    expect(reservations.seatedEndedBefore(onTime.endAt + DAY, 1)).toHaveLength(1);
  });

  test("requests waiting for the restaurant, oldest first", () => {
    using made = prepared();
    const second = made.add(inState("pending", { createdAt: NOW + 1 }));
    const first = made.add(inState("pending"));
    made.add();
    expect(ids(made.reservations.pendingOnes(10))).toEqual([first.id, second.id]);
    expect(ids(made.reservations.pendingOnes(1))).toEqual([first.id]);
  });

  test("guests who have not confirmed, the soonest first", () => {
    using made = prepared();
    const later = made.add({ attendance: "pending", startAt: EVENING + HOUR });
    // This guest will be asked once more.
    const sooner = made.add({ attendance: "pending", nextQuestionAt: EVENING - HOUR });
    made.add({ attendance: "confirmed" });
    made.add(inState("cancelled", { attendance: "pending" }));
    made.add({ startAt: EVENING + DAY, attendance: "pending", nextQuestionAt: EVENING });
    made.add({ attendance: "not_required", nextQuestionAt: EVENING - HOUR });
    expect(ids(made.reservations.unansweredBefore(EVENING + DAY, 10))).toEqual([
      sooner.id,
      later.id,
    ]);
    expect(ids(made.reservations.unansweredBefore(EVENING + 1, 10))).toEqual([sooner.id]);
    expect(ids(made.reservations.unansweredBefore(EVENING + DAY, 1))).toEqual([sooner.id]);
  });
});
