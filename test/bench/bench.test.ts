// Goal: every part of the bench works and its answers are right: it throws where a booking that was
// acknowledged is not on file or a call is refused. How long anything takes is nobody's promise here.
import { describe, expect, test } from "bun:test";
import { temporaryFolder } from "../support/database.ts";
import { QUICK } from "./part.ts";
import { PARTS } from "./parts.ts";

/** Rows that a part has at least, by what they are about. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  floor: ["R", "R with all reads of the product"],
  http: ["R", "2025-11-25, 1 at once", "2026-07-28, 64 at once"],
  echo: ["fixed bytes, 2025-11-25", "echo tool, 2026-07-28", "create_booking, 2026-07-28"],
  rival: ["maitred, 64 at once", "rival, 64 at once"],
  scale: ["create_booking, 2,000, 200 houses", "list_bookings, evening of 300, empty, 10 houses"],
  start: ["command to first answer", "resident, idle", "binary"],
  dashboard: ["Tonight, 300 reservations", "a reservation", "waitlist"],
  waitlist: ["cancel_booking, 100 waiting, only the last fit"],
  gate: ["create_booking by API key", "list_brands by session"],
  refresh: ["32 clients at once"],
  idle: ["idle server, 100 waiting"],
};

test("every part is tried", () => {
  expect(Object.keys(ROWS)).toEqual([...PARTS.keys()]);
});

describe("measures", () => {
  test.each([...PARTS])("%s", async (name, part) => {
    using folder = temporaryFolder();
    const { rows, ratios, method } = await part(folder.path, QUICK);
    const names = rows.map((row) => row.name);
    expect(names).toEqual(expect.arrayContaining([...(ROWS[name] ?? [])]));
    expect(new Set(names).size).toBe(names.length);
    for (const { figures } of rows) {
      expect(Object.values(figures).length).toBeGreaterThan(0);
      expect(Object.values(figures).filter((value) => !Number.isFinite(value))).toEqual([]);
    }
    expect(ratios.length).toBeGreaterThan(0);
    expect(method).not.toBe("");
  });
});
