// Goal: the fields of a form become the input that a tool would get. Method: a table of fields
// and expected input, with operations of the product.
import { describe, expect, test } from "bun:test";
import { addNote } from "../../../src/operations/add-note.ts";
import { inputOf } from "../../../src/operations/call/form-input.ts";
import { createBooking } from "../../../src/operations/create-booking.ts";
import type { Operation } from "../../../src/operations/define.ts";
import { explainCapacity } from "../../../src/operations/explain-capacity.ts";
import { listBookings } from "../../../src/operations/list-bookings.ts";

const read = (operation: unknown, fields: string): Record<string, unknown> =>
  inputOf(operation as Operation, new URLSearchParams(fields));

describe("form fields", () => {
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

  test("an emptied note is cleared", () => {
    expect(read(addNote, "id=1&note=")).toEqual({ id: "1", note: "" });
  });

  test("repeated fields are a list", () => {
    expect(read(listBookings, "status=booked&status=seated")).toEqual({
      status: ["booked", "seated"],
    });
  });

  test("a name with a dot is a property of an object", () => {
    expect(read(explainCapacity, "date=2026-11-20&whatIf.seats=30")).toEqual({
      date: "Friday, November 20, 2026",
      whatIf: { seats: 30 },
    });
  });
});
