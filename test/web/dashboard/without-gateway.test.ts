// Goal: if no gateway is set up, no page says that a guest was texted or offers to text one; each
// page says why and what to do. Method: `maitred serve` on a new folder, over real HTTP.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { logIdOf, newMessage } from "../../../src/domain/message.ts";
import { HOUR } from "../../../src/domain/time.ts";
import { entry, offer, reservation } from "../../storage/samples.ts";
import { ask } from "../../support/desk-evening.ts";
import { FIRST_PERSON, type FirstStart, firstStart } from "../../support/first-start.ts";
import { hiddenIn, type Visitor, visitorOf } from "../../support/page-visitor.ts";

const WISH = {
  name: "Chez Ana",
  slug: "ana",
  timeZone: "Europe/Paris",
  defaultCountry: "FR",
  seats: "32",
  "service.name": "Dinner",
  "service.opens": "18:00",
  "service.lastSeating": "21:30",
  "service.closes": "23:30",
  "service.days": "fri",
};
const WHY =
  'Texts are not sent until an SMS gateway is set up: see <a href="/b/ana/settings/texts">Settings, Texts</a>.';
const NOT_SENT = "No gateway is set up; the text was only written to the log.";
const PHONE = "+33612345678";

let house: FirstStart;
let owner: Visitor;
const booked = reservation({ brand: "ana", phone: PHONE, name: "Ada" });
beforeAll(async () => {
  house = await firstStart();
  owner = visitorOf(house.server.url);
  const path = new URL(house.link).pathname;
  await owner.post(path, { ...hiddenIn((await owner.get(path)).html), ...FIRST_PERSON });
  const form = hiddenIn((await owner.get("/new-restaurant")).html, "service.days");
  await owner.post("/new-restaurant", { ...form, ...WISH });
  const { stores } = house.server;
  stores.reservations.insert(booked);
  const now = Date.now();
  const about = { brand: "ana", reservationId: booked.id, to: PHONE, createdBy: "x", segments: 1 };
  const text = (id: string, providerId: string) =>
    stores.messages.enqueue(
      newMessage({
        ...about,
        id,
        kind: "confirmation",
        body: `Text ${id}`,
        state: "accepted",
        providerId,
        uniqueKey: id,
        createdAt: now,
        expiresAt: now + HOUR,
      }),
    );
  text("logged1", logIdOf("logged1"));
  text("sent1", "SM123");
});
afterAll(() => house[Symbol.asyncDispose]());

const page = async (path: string): Promise<string> => (await owner.get(`/b/ana${path}`)).html;

test("a text that is only written to the log counts as not sent; a text that a gateway accepted counts as sent", async () => {
  for (const path of ["/messages", `/reservations/${booked.id}`]) {
    const html = await page(path);
    expect(html.match(/>Not sent</g)).toHaveLength(1);
    expect(html.match(/>Sent<\/span>/g)).toHaveLength(1);
    expect(html).toContain(NOT_SENT);
    expect(html).toContain(WHY);
    expect(html).not.toContain("Text the guest</a>");
  }
  expect(await page(`/reservations/${booked.id}`)).toContain("<dd>not sent</dd>");
  expect(await page("/messages?view=sent")).not.toContain("Text logged1");
  expect(await page("/messages?view=trouble")).toContain("Text logged1");
  expect(await page("/messages")).toContain("<strong>none</strong> sent");
  const conversation = await page(`/messages/${booked.id}`);
  expect(conversation).toContain(`Not sent: ${NOT_SENT}`);
  expect(conversation).toContain(WHY);
  expect(conversation).not.toContain("text_guest");
});

test("the checkbox for texts is off and says why, and the form does not make the reservation silent", async () => {
  const html = await page("/book");
  expect(html).toMatch(/<input[^>]*type="checkbox"[^>]*name="notifyCustomer"[^>]*disabled/);
  expect(html).not.toMatch(/name="notifyCustomer"[^>]*checked/);
  expect(html).not.toMatch(/type="hidden" name="notifyCustomer"/);
  expect(html).toContain(WHY);
});

test("the waitlist says that offers reach no guest", async () => {
  const { stores } = house.server;
  const now = Date.now();
  const waits = entry({
    brand: "ana",
    phone: PHONE,
    status: "offered",
    wishedAt: now + 3 * HOUR,
    earliestAt: now + 3 * HOUR,
    latestAt: now + 4 * HOUR,
  });
  stores.waitlist.insert(waits);
  const made = {
    createdAt: now,
    holdUntil: now + HOUR,
    startAt: now + 3 * HOUR,
    endAt: now + 5 * HOUR,
  };
  stores.offers.insert(
    offer({ brand: "ana", entryId: waits.id, phone: PHONE, state: "sent", ...made }),
  );
  const html = await page("/waitlist");
  expect(html).toContain(WHY);
  expect(html).toContain("not texted, call the guest: table held until");
  expect(html).toContain("Call this guest when a table comes free");
});

test("the settings offer no test text, because it would not be sent", async () => {
  const html = await page("/settings/texts");
  expect(html).toContain("docs/sms-gateways.md");
  expect(html).not.toContain("Send me a test");
});

test("a tool warns that the guest is not texted", async () => {
  const friday = Temporal.Now.plainDateISO().add({ days: 7 });
  const date = friday.add({ days: 5 - friday.dayOfWeek }).toString();
  const wish = { name: "Ana", phone: PHONE, numberOfPeople: 2, date, time: "19:00" };
  const made = await ask(house.server, "ana", "create_booking", { ...wish, dryRun: true });
  expect(made["warnings"]).toMatchObject([{ code: "NO_SMS", why: "no_gateway" }]);
});

test("the Health page does not say that all texts were sent", async () => {
  const html = await page("/health");
  expect(html).toContain("texts are only written to the log and reach no guest");
  expect(html).not.toContain("All were sent");
});
