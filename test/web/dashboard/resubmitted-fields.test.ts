// Goal: a user who was signed out while filling in a form sees in plain words what the form will
// send: no timestamps, no technical values, no value twice. Method: forms as browsers send them.
import { expect, test } from "bun:test";
import { resubmittedFields } from "../../../src/web/dashboard/resubmitted-fields.ts";

const ZONE = "America/New_York";
const facts = (query: string) => resubmittedFields(new URLSearchParams(query), ZONE);

test.each([
  ["timestamp=1795222800000", ["Time", "8:00 PM on Friday, November 20, 2026"]],
  ["date=2026-11-20", ["Date", "Friday, November 20, 2026"]],
  ["earliestTime=19:30", ["Earliest time", "7:30 PM"]],
  ["notifyCustomer=false", ["Notify customer", "no"]],
  ["notifyCustomer=false&notifyCustomer=true", ["Notify customer", "yes"]],
  ["settings.limits.seats=40", ["Limits, seats", "40"]],
  ["name=%D9%85%D8%AD%D9%85%D8%AF", ["Name", "محمد"]],
])("%s is shown as %p", (query, fact) => {
  expect(facts(query)).toEqual([fact as [string, string]]);
});

test("all ticked days of a form are shown", () => {
  expect(facts("days=&days=mon&days=tue").map(([, value]) => value)).toEqual(["mon", "tue"]);
});

test("hidden fields of a form are not shown", () => {
  expect(facts("csrf=a&back=/b&revision=3&idempotencyKey=k&seen=c0ffee&id=1&phone=")).toEqual([]);
});
