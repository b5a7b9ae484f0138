// Goal: the history describes changes in the words of hosts, not with internal values. Method: the
// lines as the page shows them.
import { expect, test } from "bun:test";
import { html } from "hono/html";
import { ChangeLines } from "../../../../src/web/dashboard/reservation/change-lines.tsx";

test.each([
  ["status: booked -> no_show", "Status: booked → no-show"],
  ["attendance: pending -> no_reply", "Attendance: asked, no answer yet → no reply, call"],
  ["status: waiting -> offered", "Status: waiting → offered"],
  ["notes: status: no_show", "Notes: status: no_show"],
  ['foodDrinkNotes: none -> "No nuts"', "Food and drink: none → No nuts"],
  ['name: "Ana \\"Bo\\" Lopez"', "Name: Ana &quot;Bo&quot; Lopez"],
])("%p is shown as %p", async (line, shown) => {
  const page = await html`${ChangeLines({ lines: [line] })}`;
  expect(page.toString()).toContain(`<bdi>${shown}</bdi>`);
});
