// Goal: in the plot of the evening, the words for the current time are legible even at both ends, the
// bars of a slot are stacked, and the hours are full hours of local time. Method: an evening from
// 5:00 PM to 11:00 PM, drawn at several instants.
import { expect, test } from "bun:test";
import { html } from "hono/html";
import { HOUR, MINUTE } from "../../../../src/domain/time.ts";
import type { SheetService } from "../../../../src/operations/desk/day-sheet.ts";
import { Plot } from "../../../../src/web/dashboard/tonight/plot.tsx";

const OPENS = Date.parse("2026-11-20T17:00:00-05:00");
const SLOT = { covers: 0, heldCovers: 0, lateCovers: 0, startCovers: 0, starts: 0 };
const slots = Array.from({ length: 24 }, (_, index) => {
  const from = OPENS + index * 15 * MINUTE;
  return { ...SLOT, from, to: from + 15 * MINUTE };
});
const services = [
  { name: "Dinner", seats: 40, paceCovers: 10, slots },
] as unknown as SheetService[];

test.each([
  [2 * MINUTE, "start", "Now 5:02"],
  [3 * HOUR, "middle", "Now 8:00"],
  [6 * HOUR - MINUTE, "end", "Now 10:59"],
])(
  "%d ms after the opening, the words for the current time are anchored at their %s",
  async (after, anchor, words) => {
    const plot = Plot({ services, zone: "America/New_York", now: OPENS + after });
    const page = await html`${plot}`;
    expect(String(page)).toContain(`text-anchor="${anchor}">${words}`);
  },
);

test("the bars for taken, late and held covers are stacked in this order; the bar for covers beyond the number of seats is at the top", async () => {
  const full = { ...slots[0], covers: 50, lateCovers: 5, heldCovers: 15 };
  const [dinner] = services;
  const evening = [{ ...dinner, slots: [full, ...slots.slice(1)] }] as SheetService[];
  const plot = Plot({ services: evening, zone: "America/New_York", now: OPENS });
  const page = String(await html`${plot}`);
  const bar = (name: string) => {
    const [, y, height] =
      new RegExp(`class="${name}"[^>]* y="([^"]*)" height="([^"]*)"`).exec(page) ?? [];
    return { top: Number(y), height: Number(height), bottom: Number(y) + Number(height) };
  };
  expect(bar("late").bottom).toBeCloseTo(bar("taken").top);
  expect(bar("held").bottom).toBeCloseTo(bar("late").top);
  expect(bar("over").top).toBe(bar("held").top);
  expect(bar("over").height).toBeCloseTo(bar("taken").height / 3, 1);
});

test("in a zone half an hour off UTC, the lines stand at full hours on the clock", async () => {
  const plot = Plot({ services, zone: "Asia/Kolkata", now: OPENS });
  const page = String(await html`${plot}`);
  const hours = [...page.matchAll(/class="tick-text"[^>]*>\s*(\d+[^<]*)</g)].map(
    ([, hour]) => hour,
  );
  expect(hours.length).toBeGreaterThan(2);
  for (const hour of hours) expect(hour?.trim()).toMatch(/^\d+ [AP]M$/);
});

test.each([
  [1, "peak of 1 cover for 40 seats, at 5:00 PM. 1 cover is late."],
  [2, "peak of 2 covers for 40 seats, at 5:00 PM. 2 covers are late."],
])("the label for %d late covers is in the right grammatical number", async (lateCovers, words) => {
  const late = { ...slots[0], covers: lateCovers, lateCovers };
  const [dinner] = services;
  const evening = [{ ...dinner, slots: [late, ...slots.slice(1)] }] as SheetService[];
  const plot = Plot({ services: evening, zone: "America/New_York", now: OPENS });
  expect(String(await html`${plot}`)).toContain(`aria-label="Dinner: ${words}"`);
});
