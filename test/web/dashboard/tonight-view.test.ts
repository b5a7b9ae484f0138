// Goal: the page Tonight opens on the service that a host is working on or preparing.
import { describe, expect, test } from "bun:test";
import type { DaySheet } from "../../../src/operations/desk/day-sheet.ts";
import { askedBy, chooseService } from "../../../src/web/dashboard/tonight/tonight-view.ts";

const HOUR = 3_600_000;
const service = (name: string, opens: number, closes: number) => ({
  name,
  opens: opens * HOUR,
  lastSeating: (closes - 1) * HOUR,
  closes: closes * HOUR,
});
const LUNCH = service("Lunch", 12, 15);
const DINNER = service("Dinner", 17, 23);
const LATE = service("Late", 23.5, 26);
const row = (name: string | null, status = "booked") => ({ service: name, status });

const sheet = (rows: readonly object[], services: readonly object[] = [DINNER, LUNCH, LATE]) =>
  ({ date: "2026-11-20", today: "2026-11-20", note: null, services, rows }) as unknown as DaySheet;
const chosen = (of: DaySheet, hour: number, query = ""): string | null =>
  chooseService(of, askedBy(new URL(`http://here.test/${query}`)), hour * HOUR).name;

describe("the service that Tonight opens on", () => {
  const dinner = [row("Dinner"), row("Dinner")];
  test.each([
    ["is the running one", 13, [row("Lunch"), ...dinner], "Lunch"],
    ["is the running one, even without reservations", 13, dinner, "Lunch"],
    ["is the next one after the last seating of a service without guests", 14.5, dinner, "Dinner"],
    ["is the running one while guests are still seated", 14.5, [row("Lunch", "seated")], "Lunch"],
    ["is the next one between two services", 16, [row("Lunch"), ...dinner], "Dinner"],
    ["is the next one with reservations", 8, dinner, "Dinner"],
    [
      "is the next one with reservations that are not cancelled",
      8,
      [row("Lunch", "cancelled"), ...dinner],
      "Dinner",
    ],
    ["is the next one if there are no reservations at all", 8, [], "Lunch"],
    ["is the last one with reservations when all are over", 27, dinner, "Dinner"],
    ["is the last one when all are over without guests", 27, [], "Late"],
  ])("%s", (_rule, hour, rows, name) => {
    expect(chosen(sheet(rows), hour)).toBe(name);
  });

  test("is the requested one, or all services if that is requested", () => {
    expect(chosen(sheet(dinner), 18, "?service=Lunch")).toBe("Lunch");
    expect(chosen(sheet(dinner), 18, "?service=all")).toBeNull();
    expect(chosen(sheet(dinner), 18, "?service=Brunch")).toBe("Dinner");
  });

  test("is none on another day or in a search: there, all services are shown", () => {
    expect(chosen({ ...sheet(dinner), today: "2026-11-19" }, 18)).toBeNull();
    expect(chosen(sheet(dinner), 18, "?q=ana")).toBeNull();
  });
});
