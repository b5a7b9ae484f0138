// Goal: the Book page asks before a guest is booked twice, and fills in what the restaurant knows
// about a guest. Method: the running product, a browser without scripts.
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { ask, todayAt, type Visitor } from "../../support/desk-evening.ts";
import { fieldsOf, personWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BISTRO = "demo-bistro";
const PATH = `/b/${BISTRO}/book`;
const DATE = "2026-11-20";
const ANA = { name: "Ana Lopez", phone: "(212) 555-0123" };

let desk: DeskWithUser;
let host: Visitor;
beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00Z");
  host = await personWith("host", desk, BISTRO);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const { id } of standing()) await ask(desk.server, BISTRO, "cancel_booking", { id });
});

const standing = () =>
  desk.server.stores.reservations.list({
    brand: BISTRO,
    fromDate: DATE,
    toDate: DATE,
    statuses: ["booked"],
    limit: 100,
    after: null,
  });
const slot = (hours: number) => ({ timestamp: String(todayAt(desk.server, BISTRO, hours)) });
const page = async () => (await host.get(`${PATH}?date=${DATE}`)).text();
async function send(typed: Record<string, string>): Promise<Response> {
  const fields = { ...fieldsOf(await page(), "booking"), ...ANA, ...typed };
  return host.post(`/b/${BISTRO}/do/book_table`, fields);
}

test.each([
  ["the same phone", { name: "A. Lopez" }, "with this phone"],
  ["the same name", { name: "ana lópez", phone: "" }, "under the same name"],
])(
  "a second booking with %s at about the same time is made only after the host agrees",
  async (_, who, why) => {
    await send(slot(19));
    const refused = await send({ ...slot(20), ...who });
    const text = await refused.text();
    expect([refused.status, standing().length]).toEqual([422, 1]);
    expect(text).toContain(`Ana Lopez, party of 2, is booked at 7:00 PM already, ${why}.`);
    expect(text).toContain(`/reservations/${standing()[0]?.id}"`);
    const again = { ...fieldsOf(text, "booking"), evenIfTwice: "true" };
    expect((await host.post(`/b/${BISTRO}/do/book_table`, again)).status).toBe(303);
    expect(standing()).toHaveLength(2);
  },
);
test("a second booking at another time of the day is made immediately", async () => {
  await send(slot(17));
  expect((await send(slot(21))).status).toBe(303);
});
test("a tap fills in the guest and a note from an earlier reservation, and keeps what was typed", async () => {
  await send({ ...slot(17), foodDrinkNotes: "Nut allergy", email: "ana@example.com" });
  const asked = {
    ...fieldsOf(await page(), "booking"),
    name: "ana",
    phone: "",
    notes: "Birthday",
  };
  const look = await (await host.post(PATH, { ...asked, ...slot(20) })).text();
  expect(look).toContain("...0123, no visits yet");
  expect(look).toContain("Fri Nov 20, 5:00 PM, party of 2");
  const [, guest = ""] = /name="takeOver" value="([0-9a-f]+)"/.exec(look) ?? [];
  const used = await (await host.post(PATH, { ...asked, ...slot(20), takeOver: guest })).text();
  const fields = fieldsOf(used, "booking");
  expect(fields).toMatchObject({
    name: "Ana Lopez",
    phone: "(212) 555-0123",
    email: "ana@example.com",
    notes: "Birthday",
    timestamp: slot(20).timestamp,
  });
  const note = `${guest}:foodDrinkNotes`;
  const again = await (await host.post(PATH, { ...fields, takeOver: note })).text();
  expect(fieldsOf(again, "booking")["foodDrinkNotes"]).toBe("Nut allergy");
});

test("the look-up answers a script with the list of guests, and a browser without scripts with a page", async () => {
  await send(slot(19));
  const path = `${desk.url}${PATH}/guests?name=ana`;
  const headers = {
    Cookie: host.cookie,
    "HX-Request": "true",
    "HX-Target": "section#known-guests",
  };
  const part = await (await fetch(path, { headers })).text();
  expect(part).toContain('id="desk"');
  expect(part).toContain("<bdi>Ana Lopez</bdi>");
  expect(part).not.toContain("<nav");
  const whole = await (await host.get(`${PATH}/guests?name=ana`)).text();
  expect(whole).toContain("<bdi>Ana Lopez</bdi>");
  expect(whole).toContain("<nav");
});
