// Goal: the questions and reservations that a guest's reply may be about are found by phone.
import { expect, test } from "bun:test";
import { openTestDatabase } from "../support/database.ts";
import {
  addBrands,
  BISTRO,
  DAY,
  EVENING,
  HOUR,
  message,
  NOW,
  reservation,
  TRATTORIA,
} from "./samples.ts";

const PHONE = "+12125550123";

test("questions that were sent, or may have been sent, are found, the latest first", () => {
  using house = openTestDatabase();
  addBrands(house.stores);
  const booked = reservation();
  house.stores.reservations.insert(booked);
  const asked = [
    { state: "delivered" as const, dueAt: NOW - HOUR, uniqueKey: "first" },
    { state: "unknown" as const, dueAt: NOW, uniqueKey: "second", kind: "follow_up" as const },
    { state: "due" as const, uniqueKey: "not sent" },
    { state: "void" as const, uniqueKey: "withdrawn" },
    { state: "failed" as const, uniqueKey: "failed" },
    { state: "delivered" as const, uniqueKey: "no question", kind: "confirmation" as const },
    { state: "delivered" as const, uniqueKey: "another's", to: "+12125550199" },
  ];
  for (const [n, text] of asked.entries()) {
    const about = { reservationId: booked.id, timeRevision: n + 1 };
    const question = { ...about, kind: "attendance_ask" as const, ...text };
    house.stores.messages.enqueue(message(question));
  }
  const found = house.stores.guests.questionsTo(PHONE).map(({ timeRevision }) => timeRevision);
  expect(found).toEqual([2, 1]);
  expect(house.stores.guests.questionsTo(PHONE, 1)).toHaveLength(1);
});

test("a phone's future reservations are found, in order of start", () => {
  using house = openTestDatabase();
  addBrands(house.stores);
  const rows = {
    later: reservation({ startAt: EVENING + DAY }),
    next: reservation({ status: "pending" }),
    begun: reservation({ startAt: NOW }),
    cancelled: reservation({ status: "cancelled", cancelledAt: NOW }),
    elsewhere: reservation({ brand: TRATTORIA }),
    another: reservation({ phone: "+12125550199" }),
  };
  for (const row of Object.values(rows)) house.stores.reservations.insert(row);
  const found = house.stores.guests.upcoming(BISTRO, PHONE, NOW).map(({ id }) => id);
  expect(found).toEqual([rows.next.id, rows.later.id]);
});
