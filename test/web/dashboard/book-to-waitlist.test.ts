// Goal: if the guest's time is full, a host puts the guest on the waitlist without typing any field
// again. Method: the running product, a browser without scripts.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ask, todayAt, type Visitor } from "../../support/desk-evening.ts";
import { fieldsOf, personWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BISTRO = "demo-bistro";
const HOME = `/b/${BISTRO}`;
const GUEST = {
  name: "Ana Lopez",
  phone: "(212) 555-0123",
  numberOfPeople: "4",
  notes: "by the window",
};

let desk: DeskWithUser;
let host: Visitor;
beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00Z");
  host = await personWith("host", desk, BISTRO);
  await set({ seats: 6, tables: { mode: "off" } });
  const party = { name: "Bo", numberOfPeople: 4, date: "2026-11-20", time: "7:00 PM" };
  await ask(desk.server, BISTRO, "create_booking", party);
});
afterAll(() => desk[Symbol.asyncDispose]());

const set = async (limits: object): Promise<void> => {
  const { stores, writer } = desk.server;
  const overrides = { ...stores.brands.overrides(BISTRO), ...limits };
  await writer.write(() => stores.brands.update(BISTRO, { overrides, now: 0 }));
};
/**
 * Sends a booking that is refused. Returns the page of the refusal, and the fields that were sent.
 */
async function refused(time: Record<string, string>) {
  const empty = await (await host.get(`${HOME}/book?numberOfPeople=4&date=2026-11-20`)).text();
  const sent = { ...fieldsOf(empty, "booking"), ...GUEST, ...time };
  const html = await (await host.post(`${HOME}/do/book_table`, sent)).text();
  return { html, sent };
}
const onWaitlist = async (html: string, sent: Record<string, string>): Promise<string> => {
  const action = /<button [^>]*formaction="([^"]*\/waitlist[^"]*)"/.exec(html)?.[1] ?? "";
  return (await host.post(action.replace(/#.*/, ""), sent)).text();
};

test.each([
  ["a slot", () => ({ timestamp: String(todayAt(desk.server, BISTRO, 19)) })],
  ["a typed time", () => ({ time: "19:00" })],
])(
  "after a refused booking for %s, the waitlist's form has everything that was typed",
  async (_, time) => {
    const { html, sent } = await refused(time());
    const fields = fieldsOf(await onWaitlist(html, sent), "add-guest");
    expect(fields).toMatchObject({ ...GUEST, date: "2026-11-20", time: "19:00" });
    const { status } = await host.post(`${HOME}/do/add_guest`, fields);
    expect(status).toBe(303);
  },
);

test("if the restaurant is closed at the time, the page of the refusal has no button for the waitlist", async () => {
  const { html } = await refused({ time: "16:00" });
  expect(html).toContain('data-code="OUTSIDE_SERVICE"');
  expect(html).not.toContain(`formaction="${HOME}/waitlist`);
});
