// Goal: the fields of a form become the same input that a tool would get. Method: a table of fields
// and expected inputs, with operations of the product.
import { describe, expect, test } from "bun:test";
import { addNote } from "../../../src/operations/add-note.ts";
import { inputOf } from "../../../src/operations/call/form-input.ts";
import { createBooking } from "../../../src/operations/create-booking.ts";
import type { Operation } from "../../../src/operations/define.ts";
import { explainCapacity } from "../../../src/operations/explain-capacity.ts";
import { listBookings } from "../../../src/operations/list-bookings.ts";

const read = (operation: unknown, fields: string): Record<string, unknown> =>
  inputOf(operation as Operation, new URLSearchParams(fields));

describe("when a form is read,", () => {
  test.each([
    ["numberOfPeople=4", { numberOfPeople: 4 }],
    ["numberOfPeople=four", { numberOfPeople: "four" }],
    ["numberOfPeople=", {}],
    ["notifyCustomer=false", { notifyCustomer: false }],
    ["notifyCustomer=false&notifyCustomer=true", { notifyCustomer: true }],
    ["phone=&email=", {}],
    ["name=", { name: "" }],
    ["date=2026-11-20", { date: "Friday, November 20, 2026" }],
    ["time=19%3A30", { time: "7:30 PM" }],
    ["date=next+week", { date: "next week" }],
    ["csrf=x&back=%2F&unknown=1", {}],
  ])("%s is parsed as %j", (fields, input) => {
    expect(read(createBooking, fields)).toEqual(input);
  });

  test("an empty note field clears the note", () => {
    expect(read(addNote, "id=1&note=")).toEqual({ id: "1", note: "" });
  });

  test("repeated fields become a list", () => {
    expect(read(listBookings, "status=booked&status=seated")).toEqual({
      status: ["booked", "seated"],
    });
  });

  test("a field whose name has a dot becomes a property of an object", () => {
    expect(read(explainCapacity, "date=2026-11-20&whatIf.seats=30")).toEqual({
      date: "Friday, November 20, 2026",
      whatIf: { seats: 30 },
    });
  });
});
