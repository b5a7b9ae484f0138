// Goal: each field of a reservation is described once, in the table of fields, and is stored, shown,
// exported, imported and cleared as its row there says. A field that is forgotten somewhere fails here
// or does not compile.
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { type Field, FORMER_GUEST } from "../../src/domain/fields.ts";
import { portableSchemas } from "../../src/domain/portable.ts";
import { newReservation, type Reservation } from "../../src/domain/reservation.ts";
import { RESERVATION_FIELDS } from "../../src/domain/reservation-fields.ts";
import { cellsOf, columnsOf } from "../../src/operations/export/tables.ts";
import { reservationShape, wireReservation } from "../../src/operations/reservation/wire.ts";
import { addBrands, BISTRO, EVENING, HOUR, NOW, nextId } from "../storage/samples.ts";
import { openTestDatabase } from "../support/database.ts";

const ZONE = "America/New_York";

/** All fields. Except `nextQuestionAt`, none has the value that a new reservation starts with. */
const FULL: Reservation = {
  id: nextId(),
  brand: BISTRO,
  name: "Ada Lovelace",
  phone: "+12125550123",
  email: "ada@example.com",
  partySize: 4,
  startAt: EVENING,
  endAt: EVENING + HOUR,
  serviceDate: "2026-11-20",
  service: "Dinner",
  status: "completed",
  attendance: "confirmed",
  notes: "birthday",
  foodDrinkNotes: "no nuts",
  seatingNotes: "window",
  notifyCustomer: false,
  source: "dashboard",
  flags: ["large", "call_to_confirm"],
  tables: ["0a0000000000000000000001", "0a0000000000000000000002"],
  tablePinned: true,
  area: "0b0000000000000000000001",
  arrivedAt: EVENING + 1,
  seatedAt: EVENING + 2,
  completedAt: EVENING + 3,
  cancelledAt: EVENING + 4,
  createdAt: NOW + 1,
  createdBy: "key-7",
  updatedAt: NOW + 2,
  revision: 5,
  timeRevision: 6,
  nextQuestionAt: null,
};
const rows = Object.entries<Field>(RESERVATION_FIELDS);

function opened() {
  const made = openTestDatabase();
  addBrands(made.stores);
  made.stores.reservations.insert(FULL);
  return made;
}

describe("a reservation with all fields", () => {
  test("is read back completely from the database, even after a change of every changeable field", () => {
    using house = opened();
    const { reservations } = house.stores;
    expect(reservations.get(FULL.id)).toEqual(FULL);
    const other: Reservation = {
      ...newReservation(
        { ...FULL, name: "Bo", revision: 6 },
        { brand: { slug: BISTRO, settings: { timeZone: ZONE } }, service: null, now: 1, by: "x" },
      ),
      notifyCustomer: true,
      flags: [],
      arrivedAt: null,
      notes: "",
    };
    reservations.update(other);
    const fixed = rows.filter(([, { fixed: is }]) => is).map(([name]) => name);
    expect(fixed).toEqual(["id", "brand", "source", "createdAt", "createdBy"]);
    expect(reservations.get(FULL.id)).toEqual(other);
  });

  test("shows callers exactly the keys of the table of fields", () => {
    const wire = wireReservation(FULL, { settings: { timeZone: ZONE } }, { smsOff: true });
    expect(z.strictObject(reservationShape.shape).parse(wire)).toEqual(wire);
    expect(Object.keys(wire).toSorted()).toEqual(
      rows.flatMap(([, row]) => Object.keys(row.wire)).toSorted(),
    );
  });

  test("is exported and imported with every field except the time of its next question", () => {
    const { nextQuestionAt: _planned, ...kept } = FULL;
    const record = { type: "reservation", ...kept } as const;
    expect(portableSchemas.reservation.parse(record)).toEqual(record);
    for (const name of Object.keys(kept)) {
      const { [name as keyof typeof kept]: _left, ...others } = record;
      expect(portableSchemas.reservation.safeParse(others).success).toBe(false);
    }
  });

  const WITHIN = { zone: ZONE, nameOf: (id: string) => id };
  test("fills every exported column", () => {
    const cells = cellsOf(
      "reservations",
      { type: "reservation", ...FULL, flags: ["large"] },
      WITHIN,
    );
    const table = Object.fromEntries(
      columnsOf("reservations").map((name, at) => [name, cells[at]]),
    );
    const named = rows.flatMap(([, { column, csv = column }]) => csv ?? []);
    expect(Object.keys(table).toSorted()).toEqual(
      [...new Set([...named, "date", "time", "tables", "area"])].toSorted(),
    );
    expect(Object.values(table)).not.toContain(undefined);
  });

  test("loses exactly the personal fields when its guest is erased", () => {
    using house = opened();
    house.stores.guestData.clearReservation(FULL.id, NOW + 9);
    const cleared = Object.fromEntries(
      rows.flatMap(([name, { personal }]) => (personal ? [[name, personal.cleared]] : [])),
    );
    expect(cleared).toMatchObject({ name: FORMER_GUEST, phone: null, email: null, notes: "" });
    expect(house.stores.reservations.get(FULL.id)).toEqual({
      ...FULL,
      ...cleared,
      updatedAt: NOW + 9,
      revision: 6,
    });
  });

  test.each(rows.filter(([, row]) => row.initial !== undefined))(
    "may be stored with the initial value of %s",
    (_, row) => {
      expect(row.stored.safeParse(row.initial).success).toBe(true);
    },
  );
});
