// Goal: an empty list of waiting guests promises no offers if the waitlist is off. Method: render
// the list that is beside the day sheet.
import { expect, test } from "bun:test";
import { html } from "hono/html";
import type { DeskVisit } from "../../../../src/web/dashboard/desk-visit.ts";
import { Waiting } from "../../../../src/web/dashboard/tonight/waiting.tsx";

const shown = async (enabled: boolean): Promise<string> => {
  const brand = { slug: "bistro", settings: { waitlist: { enabled } } };
  const visit = { brand } as unknown as DeskVisit;
  const list = Waiting({ visit, entries: [], date: "2026-11-20", below: false });
  return String(await html`${list}`);
};

test("offers of freed tables are promised only if the waitlist is on", async () => {
  expect(await shown(true)).toContain("Freed tables are offered automatically.");
  const off = await shown(false);
  expect(off).toContain("Nobody is waiting.");
  expect(off).not.toContain("offered automatically");
});
