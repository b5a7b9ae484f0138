// Goal: a row of the day sheet says whether the guest must be called.
import { expect, test } from "bun:test";
import { html } from "hono/html";
import { HOUR } from "../../../../src/domain/time.ts";
import type { SheetRow } from "../../../../src/operations/desk/day-sheet.ts";
import { Flags } from "../../../../src/web/dashboard/tonight/row-flags.tsx";

const START = Date.parse("2026-11-20T20:00:00-05:00");
const NOTES = { notes: "", foodDrinkNotes: "", seatingNotes: "" };
const shown = async (more: Partial<SheetRow>): Promise<string> => {
  const row = { timestamp: START, status: "booked", flags: [], unread: 0, ...NOTES, ...more };
  const clock = { now: START - HOUR, graceMs: HOUR, askBeforeMs: 0, zone: "America/New_York" };
  const page = { toRead: "/messages", toTable: "/table", stranded: false };
  const flags = Flags({ row: row as unknown as SheetRow, ...clock, ...page });
  return String(await html`${flags}`);
};

test("a confirmed guest who must be called is marked 'call to confirm', not 'confirmed'", async () => {
  expect(await shown({ attendance: "confirmed" })).toContain("confirmed");
  const after = await shown({ attendance: "confirmed", flags: ["call_to_confirm"] });
  expect(after).toContain("call to confirm");
  expect(after).not.toContain(">confirmed<");
});
