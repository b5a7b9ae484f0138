// Goal: a manager closes a day from its page, sees what happened to each party, and can reopen the
// day, even if colleagues make changes meanwhile. Method: the running product, browsers without
// scripts.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { ask, hiddenFields } from "../../support/desk-evening.ts";
import { personWith } from "../../support/desk-people.ts";
import { BISTRO, type SettingsDesk, settingsDesk } from "./settings-desk.ts";

const DAY = "2026-12-25";
const HOME = `/b/${BISTRO}`;
const PAGE = `${HOME}/close?date=${DAY}`;

let desk: SettingsDesk;
beforeEach(async () => {
  desk = await settingsDesk();
});
afterEach(() => desk[Symbol.asyncDispose]());

async function book(name: string, time: string, phone?: string): Promise<string> {
  const party = { name, time, numberOfPeople: 2, date: "Friday, December 25, 2026" };
  const { server } = desk.desk;
  const contact = phone === undefined ? { notifyCustomer: false } : { phone };
  const made = await ask(server, BISTRO, "create_booking", { ...party, ...contact });
  return (made["reservation"] as { id: string }).id;
}

const get = async (path = PAGE): Promise<string> => (await desk.manager.get(path)).text();
const stored = (id: string) => desk.desk.server.stores.reservations.get(id);

/** Sends the page's form with a choice for each party. */
async function close(page: string, choices: readonly string[], more: Record<string, string> = {}) {
  const body = new URLSearchParams({ ...hiddenFields(page, 'id="close-day"'), ...more });
  const parties = [...page.matchAll(/<option value="([0-9a-f]{24} \d+) keep"/g)];
  for (const [index, [, party = ""]] of parties.entries()) {
    body.append("party", `${party} ${choices[index] ?? "keep"}`);
  }
  return desk.manager.post(`${HOME}/close`, body);
}

test("each party of a closed day is cancelled or kept as chosen, and the page shows the result", async () => {
  const ada = await book("Ada", "7:00 PM", "+12125550142");
  const bob = await book("Bob", "7:30 PM");
  const cleo = await book("Cleo", "8:00 PM");
  const page = await get();
  expect(page).toContain("Close this day");
  expect(page).toContain('href="tel:+12125550142"');
  expect(page).toContain("(212) 555-0142");
  expect(page).toContain("Guests who are moved get no text: call them.");
  const answer = await close(page, ["text and cancel", "cancel", "keep"], { note: "Christmas" });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(PAGE);
  const after = await get();
  expect(after).toContain("Friday, December 25, 2026: closed, 2 parties cancelled, 1 party kept");
  expect(after).toContain("<bdi>Christmas</bdi>");
  expect(after).toMatch(new RegExp(`/reservations/${ada}".*?Cancelled, text(ed| on its way)`, "s"));
  expect(after).toMatch(new RegExp(`/reservations/${bob}".*?Cancelled, not texted`, "s"));
  expect(after).toContain("Booked outside the opening hours");
  expect([ada, bob, cleo].map((id) => stored(id)?.status)).toEqual([
    "cancelled",
    "cancelled",
    "booked",
  ]);
  const sheet = await get(`${HOME}?date=${DAY}`);
  expect(sheet).toContain("outside hours");
  expect(sheet).toContain("/close?date=2026-12-25");
  expect(await get(`${HOME}/print?date=${DAY}`)).toContain("outside hours");

  const kept = await close(after, ["cancel"]);
  expect(kept.status).toBe(303);
  expect(stored(cleo)?.status).toBe("cancelled");

  const reopening = { ...hiddenFields(await get(), "/close"), date: DAY, reopen: "true" };
  await desk.manager.post(`${HOME}/close`, new URLSearchParams(reopening));
  const open = await get();
  expect(open).toContain("open again");
  expect(open).toContain("undo a cancellation on the party");
  expect(desk.settings().specialDays).toEqual({});
  for (const id of [ada, bob, cleo]) {
    expect(stored(id)?.status).toBe("cancelled");
    expect(open).toContain(`/reservations/${id}"`);
  }
});

test("in quiet hours the page says when the text about a cancellation goes out", async () => {
  const ada = await book("Ada", "7:00 PM", "+12125550142");
  await desk.desk.advance(5000);
  await desk.desk.advance(11.75 * 3_600_000);
  await close(await get(), ["text and cancel"]);
  expect(stored(ada)?.status).toBe("cancelled");
  expect(await get()).toContain("Cancelled, text waits until Sat Nov 21, 9:00 AM<");
});

test("one choice can apply to all parties, and closing one service leaves the other open", async () => {
  const lunch = await book("Lea", "12:30 PM");
  const dinner = await book("Dan", "7:00 PM");
  await close(await get(`${PAGE}&service=Dinner`), [], { all: "cancel" });
  expect(stored(dinner)?.status).toBe("cancelled");
  expect(stored(lunch)?.status).toBe("booked");
  expect(desk.settings().specialDays[DAY]?.services?.map(({ name }) => name)).toEqual(["Lunch"]);
  expect(await get(`${PAGE}&service=Dinner`)).toContain("Close this day");
});

test("a party can be moved to a time in the select box beside it", async () => {
  const lunch = await book("Lea", "12:30 PM", "+12125550143");
  // Sends the confirmation first, so that a text about the move would be the second text.
  await desk.desk.advance(5000);
  const page = await get(`${PAGE}&service=Lunch`);
  const [, moveTo = ""] = /<option value="[0-9a-f]{24} \d+ (move to \d+)"/.exec(page) ?? [];
  expect(page).toContain("Move to Fri Dec 25, 5:00 PM");
  await close(page, [moveTo]);
  const after = await get();
  expect(after).toContain("Lunch closed, 1 party moved");
  expect(after).toContain(
    "Lea was moved to Friday, December 25, 2026, 5:00 PM, and got no text. Call (212) 555-0143.",
  );
  expect(stored(lunch)).toMatchObject({ status: "booked", service: "Dinner" });
});

test("a party that a colleague changed meanwhile is named and left unchanged", async () => {
  const ada = await book("Ada", "7:00 PM");
  const bob = await book("Bob", "7:30 PM");
  const page = await get();
  await ask(desk.desk.server, BISTRO, "update_booking", { id: ada, numberOfPeople: 3 });
  const late = await book("Late", "8:00 PM");
  await close(page, ["cancel", "cancel"]);
  expect(await get()).toContain(
    "The reservation of Ada was changed in the meantime and was left as it is.",
  );
  expect([ada, bob, late].map((id) => stored(id)?.status)).toEqual([
    "booked",
    "cancelled",
    "booked",
  ]);
});

test("parties outside shortened hours can be cancelled without closing the day", async () => {
  const late = await book("Late", "8:00 PM");
  await desk.save("days", {
    "specialDay.day": DAY,
    "specialDay.kind": "open",
    "specialDay.note": "",
    "specialDay.services.0.name": "Dinner",
    "specialDay.services.0.opens": "17:00",
    "specialDay.services.0.lastSeating": "18:00",
    "specialDay.services.0.closes": "19:30",
  });
  expect(await get(`${HOME}/settings/days`)).toContain(`/close?date=${DAY}`);
  expect(await get()).toContain("1 party outside the hours");
  const outside = `${PAGE}&service=outside+the+hours`;
  await close(await get(outside), ["cancel"]);
  expect(stored(late)?.status).toBe("cancelled");
  expect(desk.settings().specialDays[DAY]?.services?.length).toBe(1);
});

test("hosts see no link to the page, and nothing on it", async () => {
  await book("Ada", "7:00 PM");
  const host = await personWith("host", desk.desk, BISTRO);
  expect(await (await host.get(`${HOME}?date=${DAY}`)).text()).not.toContain("/close?");
  const answer = await host.get(PAGE);
  expect(answer.status).toBe(403);
  expect(await answer.text()).not.toMatch(/>Ada</);
});

test("an invalid day in the address shows today, and an invalid service shows the whole day", async () => {
  const page = await get(`${HOME}/close?date=soon&service=Brunch`);
  expect(page).toContain("Friday, November 20, 2026");
  expect(page).toContain("Close this day");
});
