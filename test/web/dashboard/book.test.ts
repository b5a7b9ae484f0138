// Goal: a host books with plain forms, sees why a slot is not free, and loses nothing typed; a
// manager overrides a limit with a reason. Method: the running product, browsers without scripts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { displayDate } from "../../../src/domain/time.ts";
import { ask, todayAt, Visitor } from "../../support/desk-evening.ts";
import { fieldsOf, personWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BISTRO = "demo-bistro";
const PATH = `/b/${BISTRO}/book`;
const ZONE = "America/New_York";
const DATE = "2026-11-20";

let desk: DeskWithUser;
let manager: Visitor;
let host: Visitor;
beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00Z");
  manager = await personWith("manager", desk, BISTRO);
  host = await personWith("host", desk, BISTRO);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const { id, status } of booked()) {
    if (status !== "cancelled") await ask(desk.server, BISTRO, "cancel_booking", { id });
  }
  await set({
    seats: 40,
    paceCovers: 10,
    minNoticeMinutes: 0,
    largeParty: { from: 9, mode: "refuse" },
    specialDays: {},
  });
});

const booked = () =>
  desk.server.stores.reservations.list({
    brand: BISTRO,
    fromDate: "2026-11-20",
    toDate: "2026-12-31",
    statuses: ["booked", "pending", "cancelled"],
    limit: 1000,
    after: null,
  });
const standing = () => booked().filter(({ status }) => status !== "cancelled");
const set = async (limits: object) => {
  const { stores, writer, clock } = desk.server;
  const overrides = { ...stores.brands.overrides(BISTRO), ...limits };
  await writer.write(() => stores.brands.update(BISTRO, { overrides, now: clock() }));
};
const at = (hours: number): number => todayAt(desk.server, BISTRO, hours);
const page = async (query = "", who = host) =>
  (await who.get(`${PATH}?${query.includes("date=") ? "" : `date=${DATE}`}${query}`)).text();
const ANA = { name: "Ana Lopez", phone: "(212) 555-0123" };

/** Opens the page, fills in the form and sends it. */
async function send(typed: Record<string, string>, query = "", who = host): Promise<Response> {
  const fields = fieldsOf(await page(query, who), "booking");
  return who.post(`/b/${BISTRO}/do/book_table`, { ...fields, ...ANA, ...typed });
}
const slot = (hours: number) => ({ timestamp: String(at(hours)) });
const fill = (size: number, time = "7:00 PM") =>
  ask(desk.server, BISTRO, "create_booking", {
    name: "Full",
    numberOfPeople: size,
    date: displayDate(at(19), ZONE),
    time,
    notifyCustomer: false,
  });

describe("the strip of slots on the Book page", () => {
  test("shows the state of each slot, and why a full one is full", async () => {
    await fill(8);
    const text = await page("&numberOfPeople=4");
    expect(text).toMatch(new RegExp(`id="slot-${at(19)}"[\\s\\S]{0,400}slot full`));
    expect(text).toContain("Too many guests would start at once: 8 covers already start");
    expect(text).toMatch(new RegExp(`id="slot-${at(20)}"[\\s\\S]{0,400}slot open`));
  });
  test("says how many more covers may start in a slot in which a party already starts", async () => {
    await fill(7, "5:30 PM");
    const text = await page("&numberOfPeople=2");
    const tileAt = (hours: number) =>
      new RegExp(`for="slot-${at(hours)}"[\\s\\S]*?</label>`).exec(text)?.[0] ?? "";
    expect(tileAt(17.5)).toContain("pace: 3 left");
    expect(tileAt(17)).not.toContain("pace");
  });
  test("distinguishes the two occurrences of a time when clocks go back", async () => {
    await set({
      bookingWindowDays: 400,
      specialDays: {
        "2027-11-06": {
          services: [{ name: "Late", opens: "22:00", lastSeating: "02:30", closes: "04:00" }],
        },
      },
    });
    const text = await page("&date=2027-11-06");
    expect(text.match(/class="at">1:30 AM E[DS]T</g)).toEqual([
      'class="at">1:30 AM EDT<',
      'class="at">1:30 AM EST<',
    ]);
    const late = { timestamp: String(Date.parse("2027-11-07T01:30:00-05:00")) };
    const answer = await send(late, "&date=2027-11-06");
    expect(answer.status).toBe(303);
    const sheet = await (await host.get(`/b/${BISTRO}?date=2027-11-06`)).text();
    expect(sheet).toContain('<small>AM</small><small class="letters">EST</small>');
    const [, id = ""] = /id="r([0-9a-f]{24})"/.exec(sheet) ?? [];
    const record = await (await host.get(`/b/${BISTRO}/reservations/${id}`)).text();
    expect(record).toContain("<strong>1:30 AM EST</strong>");
    await ask(desk.server, BISTRO, "cancel_booking", { id });
    await set({ bookingWindowDays: 60 });
  });
  test("leaves out past slots", async () => {
    expect(await page()).not.toContain(`slot-${at(9)}`);
  });
  test("says a reason that applies to all slots only once, and leaves the slots selectable", async () => {
    const text = await page("&numberOfPeople=12");
    expect(text.match(/A party of 12 counts as large here/g)).toHaveLength(1);
    expect(text).toContain("Ask a manager to book it.");
    expect(text).toContain("slot review");
    expect(text).toContain("approval");
    expect(text).not.toContain("slot open");
  });
  test("says that a large party becomes a request", async () => {
    await set({ largeParty: { from: 9, mode: "pending" } });
    const text = await page("&numberOfPeople=10");
    expect(text).toContain("only a request until a manager approves it");
    expect(text).not.toContain("Nearest free");
    expect(text).toContain("slot review");
  });
  test('does not say "full" if there is another reason', async () => {
    await set({ minNoticeMinutes: 600 });
    const text = await page("&numberOfPeople=2");
    expect(text).toMatch(new RegExp(`id="slot-${at(19)}"[\\s\\S]{0,400}slot refused`));
    expect(text).not.toContain("slot full");
  });
  test("uses words for hosts, not for agents", async () => {
    await set({ largeParty: { from: 9, mode: "allow" } });
    await fill(2);
    const text = await page("&numberOfPeople=12");
    expect(text).toContain("A larger party");
    expect(text).not.toContain("check_availability");
  });
  test("of a closed day says the nearest free times", async () => {
    await set({ specialDays: { "2026-11-21": { closed: true, note: "Wedding" } } });
    const text = await (await host.get(`${PATH}?date=2026-11-21&numberOfPeople=2`)).text();
    expect(text).toContain("Closed on Saturday, November 21, 2026 (Wedding)");
    expect(text).toContain("Nearest free times for 2");
    await set({ specialDays: {} });
  });
  test.each([
    ["a timestamp", () => `&timestamp=${at(19.5)}`],
    ["a display time", () => "&time=7:30 PM"],
    ["a 24-hour time", () => "&time=19:30"],
  ])("selects the slot that the page's address names by %s", async (_name, query) => {
    expect(await page(query())).toMatch(new RegExp(`id="slot-${at(19.5)}"[^>]* checked`));
  });
  test("shows a time between two slots like any other time", async () => {
    expect(await page("&time=19:40")).toContain('<strong data-chosen="true">7:40 PM</strong>');
  });
  test.each([
    "&numberOfPeople=x",
    "&numberOfPeople=0",
    "&timestamp=x",
    "&time=noon",
    "&date=never",
  ])("ignores parameters that cannot be read (%s)", async (query) => {
    const answer = await host.get(`${PATH}?${query}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('class="slot');
  });
});

describe("a booking by a host", () => {
  test("has everything that was typed", async () => {
    const answer = await send({
      ...slot(19),
      email: "ana@example.com",
      notes: "Birthday",
      foodDrinkNotes: "No nuts",
      seatingNotes: "Window",
    });
    expect(answer.status).toBe(303);
    expect(standing()).toMatchObject([
      {
        name: "Ana Lopez",
        phone: "+12125550123",
        email: "ana@example.com",
        startAt: at(19),
        partySize: 2,
        notes: "Birthday",
        foodDrinkNotes: "No nuts",
        seatingNotes: "Window",
        source: "dashboard",
        notifyCustomer: true,
      },
    ]);
    const next = await host.get(answer.headers.get("location") ?? "");
    expect(await next.text()).toContain("<bdi>Ana Lopez</bdi>: booked");
  });
  test("can be at a time between two slots", async () => {
    await send({ time: "19:40" });
    expect(standing()[0]?.startAt).toBe(at(19 + 40 / 60));
  });
  test("at a time after midnight belongs to the evening shown on the page", async () => {
    const late = { name: "Late", opens: "18:00", lastSeating: "01:30", closes: "03:00" };
    const special = { services: [late] };
    await set({ specialDays: { "2026-11-20": special, "2026-11-21": special } });
    await send({ time: "00:20" }, "&date=2026-11-21");
    expect(standing().map(({ serviceDate }) => serviceDate)).toEqual(["2026-11-21"]);
    expect(standing()[0]?.startAt).toBe(at(48 + 20 / 60));
  });
  test("is at a time after midnight if the page was opened for that time", async () => {
    const late = { name: "Late", opens: "18:00", lastSeating: "01:30", closes: "03:00" };
    await set({ specialDays: { "2026-11-20": { services: [late] } } });
    const text = await (await host.get(`${PATH}?timestamp=${at(24.25)}`)).text();
    expect(text).toMatch(new RegExp(`value="${at(24.25)}"[^>]*checked`));
    const fields = fieldsOf(text, "booking");
    await host.post(`/b/${BISTRO}/do/book_table`, { ...fields, ...ANA });
    expect(standing().map(({ startAt }) => startAt)).toEqual([at(24.25)]);
  });
  test("is silent if the box for texts is unticked", async () => {
    await send({ ...slot(19), notifyCustomer: "false" });
    expect(standing()[0]?.notifyCustomer).toBe(false);
  });
  test("is made only once, however often its form is sent", async () => {
    const fields = { ...fieldsOf(await page(), "booking"), ...ANA, ...slot(19) };
    const twice = [0, 1].map(() => host.post(`/b/${BISTRO}/do/book_table`, fields));
    for (const answer of await Promise.all(twice)) expect(answer.status).toBe(303);
    expect(standing()).toHaveLength(1);
  });
  test("can be made again after going back and changing the form", async () => {
    const fields = { ...fieldsOf(await page(), "booking"), ...ANA, ...slot(19) };
    await host.post(`/b/${BISTRO}/do/book_table`, fields);
    const changed = { ...fields, name: "Eve", phone: "(212) 555-0124" };
    const refused = await host.post(`/b/${BISTRO}/do/book_table`, changed);
    expect(refused.status).toBe(422);
    const again = fieldsOf(await refused.text(), "booking");
    expect(again).toMatchObject({
      name: "Eve",
      phone: "(212) 555-0124",
      timestamp: String(at(19)),
    });
    expect((await host.post(`/b/${BISTRO}/do/book_table`, again)).status).toBe(303);
    expect(
      standing()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["Ana Lopez", "Eve"]);
  });
  test("for a waiting guest has the guest's details filled in, and takes the guest off the waitlist", async () => {
    const wish = { name: "Wim", phone: "+12125550188", numberOfPeople: 3 };
    const when = { date: displayDate(at(19), ZONE), time: "7:00 PM" };
    const added = await ask(desk.server, BISTRO, "add_to_waitlist", { ...wish, ...when });
    const { id } = added["entry"] as { id: string };
    const text = await (await host.get(`${PATH}?entry=${id}`)).text();
    const fields = fieldsOf(text, "booking");
    expect(fields).toMatchObject({
      name: "Wim",
      phone: "(212) 555-0188",
      numberOfPeople: "3",
      timestamp: String(at(19)),
    });
    await host.post(`/b/${BISTRO}/do/book_table`, fields);
    expect(desk.server.stores.waitlist.entry(id)?.status).toBe("booked");
  });
});

describe("the booking form", () => {
  const TYPED = {
    name: `<script>"O'Brien"</script>`,
    phone: "(212) 555-0123",
    email: "ob@example.com",
    notes: "Line one & two",
    foodDrinkNotes: "No <nuts>",
    seatingNotes: "Booth",
  };
  test("after a refusal keeps every typed word, says the reason, and has buttons for free times", async () => {
    await fill(8);
    const answer = await send({ ...TYPED, ...slot(19) }, "&numberOfPeople=4");
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(fieldsOf(text, "booking")).toMatchObject({ ...TYPED, ...slot(19), numberOfPeople: "4" });
    expect(text).not.toContain("<script>\"O'Brien");
    expect(text).toContain('data-code="PACE_FULL"');
    const free = [...text.matchAll(/name="instead" value="(\d+)"/g)].map(([, value]) => value);
    expect(free.length).toBeGreaterThanOrEqual(3);
    expect(standing()).toHaveLength(1);
    const [first = ""] = free;
    const again = { ...fieldsOf(text, "booking"), instead: first };
    expect((await host.post(`/b/${BISTRO}/do/book_table`, again)).status).toBe(303);
    expect(standing().some(({ startAt }) => startAt === Number(first))).toBe(true);
  });
  test.each([
    ["phone", { phone: "12" }, "is not a phone number"],
    ["email", { email: "nobody" }, "Must be an e-mail address"],
    ["name", { name: "" }, "Must have at least"],
  ])("says beside the field %s what is wrong with it", async (field, typed, words) => {
    const text = await (await send({ ...TYPED, ...slot(19), ...typed })).text();
    const problem = new RegExp(`id="${field}-note" class="problem">([^<]*)`).exec(text)?.[1];
    expect(problem).toContain(words);
    expect(fieldsOf(text, "booking")).toMatchObject({ ...TYPED, ...typed, ...slot(19) });
  });
  test("keeps every typed word when another day and size are chosen", async () => {
    const fresh = fieldsOf(await page(), "booking");
    const fields = { ...fresh, ...TYPED, ...slot(19) };
    const answer = await host.post(PATH, { ...fields, numberOfPeople: "5", date: "2026-11-21" });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain("Saturday, November 21, 2026");
    const { timestamp: _, ...kept } = fieldsOf(text, "booking");
    expect(kept).toMatchObject({ ...TYPED, numberOfPeople: "5", date: "2026-11-21" });
    expect(kept["idempotencyKey"]).toBe(fresh["idempotencyKey"] ?? "");
    expect(text).not.toContain('role="alert"');
    expect(standing()).toHaveLength(0);
    const button = /<noscript>[\s\S]*formaction="([^"]*)"[\s\S]*<\/noscript>/.exec(text)?.[1];
    expect(button).toBe(PATH);
  });
  test("says beside the slots that the time is missing", async () => {
    const text = await (await send(TYPED)).text();
    expect(text).toContain('id="slots-note"');
    expect(text).toContain("Choose a time");
    expect(fieldsOf(text, "booking")).toMatchObject(TYPED);
  });
  test("sent after the session has ended is shown again, filled in, after sign-in", async () => {
    const gone = new Visitor(desk.url);
    await gone.signIn(desk.user);
    const fields = { ...fieldsOf(await page("", gone), "booking"), ...TYPED, ...slot(19) };
    gone.forget((name) => !name.includes("browser"));
    const answer = await gone.post(`/b/${BISTRO}/do/book_table`, fields);
    const next = new URL(answer.headers.get("location") ?? "", desk.url);
    expect(next.pathname).toBe("/sign-in");
    expect(standing()).toHaveLength(0);
    const kept = next.searchParams.get("next") ?? "";
    await gone.signIn(desk.user);
    const text = await (await gone.get(kept)).text();
    expect(text).toContain("Line one &amp; two");
    expect(text).toContain("No &lt;nuts&gt;");
  });
});

describe("a manager's override on the Book page", () => {
  const large = () => ({ ...slot(19), numberOfPeople: "12" });
  test("is offered if only limits prevent the booking, and needs a reason", async () => {
    const refused = await (await send(large(), "&numberOfPeople=12", manager)).text();
    expect(refused).toContain('name="overrideReason"');
    const fields = fieldsOf(refused, "booking");
    const without = await manager.post(`/b/${BISTRO}/do/book_table`, {
      ...fields,
      override: "true",
    });
    expect(without.status).toBe(422);
    expect(await without.text()).toContain("Going over a limit needs a reason");
    const given = { ...fields, override: "true", overrideReason: "The mayor's birthday" };
    expect((await manager.post(`/b/${BISTRO}/do/book_table`, given)).status).toBe(303);
    const [made] = standing();
    const [row] = desk.server.stores.audit.ofReservation(made?.id ?? "", 1);
    expect(row).toMatchObject({
      reason: "The mayor's birthday",
      actor: { name: "Sam the manager" },
    });
    const shown = await (await manager.get(`/b/${BISTRO}/reservations/${made?.id}`)).text();
    expect(shown).toContain("The mayor&#39;s birthday");
  });
  test("is not offered if something else prevents the booking, too", async () => {
    const text = await (
      await send({ ...large(), phone: "" }, "&numberOfPeople=12", manager)
    ).text();
    expect(text).toContain("needs a phone that takes texts");
    expect(text).not.toContain('name="overrideReason"');
  });
  test("is refused to a host, whatever the form contains", async () => {
    const refused = await (await send(large(), "&numberOfPeople=12")).text();
    expect(refused).not.toContain('name="overrideReason"');
    expect(refused).toContain("A manager can override this");
    const forged = { ...fieldsOf(refused, "booking"), override: "true", overrideReason: "Please" };
    expect((await host.post(`/b/${BISTRO}/do/book_table`, forged)).status).toBe(422);
    expect(standing()).toHaveLength(0);
  });
});

test("a user can book only for brands in whose team they are", async () => {
  const fields = { ...fieldsOf(await page(), "booking"), ...ANA, ...slot(19) };
  expect((await host.post("/b/demo-trattoria/do/book_table", fields)).status).toBe(404);
  expect((await host.get("/b/demo-trattoria/book")).status).toBe(404);
  const stranger = new Visitor(desk.url);
  expect((await stranger.get(PATH)).headers.get("location")).toContain("/sign-in");
});
