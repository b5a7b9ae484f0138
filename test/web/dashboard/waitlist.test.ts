// Goal: a host adds, pauses, resumes and removes waiting guests with plain forms, sees current
// offers, and loses nothing typed. Method: the running product, a browser without scripts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { displayDate } from "../../../src/domain/time.ts";
import { DESK_OPERATIONS } from "../../../src/operations/desk/index.ts";
import { ask, deskCaller, hiddenFields, todayAt, Visitor } from "../../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BISTRO = "demo-bistro";
const PATH = `/b/${BISTRO}/waitlist`;
const ZONE = "America/New_York";

let desk: DeskWithUser;
let host: Visitor;
beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00Z");
  host = new Visitor(desk.url);
  await host.signIn(desk.user);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const { id, status } of entries()) {
    if (status !== "left") await ask(desk.server, BISTRO, "remove_from_waitlist", { id });
  }
  // Runs the background loop now, so that seats of withdrawn holds are not offered to the next guest
  // that is added.
  await desk.advance(1);
});

const entries = () =>
  desk.server.stores.waitlist.list({
    brand: BISTRO,
    statuses: ["waiting", "offered", "paused", "left"],
    day: null,
    after: null,
    limit: 100,
  });
const page = async (path = PATH) => (await host.get(path)).text();
const send = async (operation: string, fields: Record<string, string>) => {
  const { csrf = "" } = hiddenFields(await page(), "/do/add_guest");
  return host.post(`/b/${BISTRO}/do/${operation}`, { csrf, back: PATH, ...fields });
};
const today = () => displayDate(todayAt(desk.server, BISTRO, 19), ZONE);
const WISH = { name: "Wim", phone: "(212) 555-0188", numberOfPeople: "2", time: "19:00" };
const add = async (fields: Record<string, string> = {}) => {
  const answer = await send("add_guest", { ...WISH, date: today(), ...fields });
  expect(answer.status).toBe(303);
  const name = fields["name"] ?? WISH.name;
  const added = entries().find((entry) => entry.name === name && entry.status === "waiting");
  if (added === undefined) throw new Error(`${name} does not wait`);
  return added;
};

test("an empty list says what to do", async () => {
  expect(await page()).toContain("Nobody is waiting");
});

test("an added guest is shown with their number on the list, window and phone", async () => {
  await add({ name: "<script>alert(1)</script>" });
  await add({ name: "Eve", phone: "(212) 555-0189", latestTime: "21:30" });
  const text = await page();
  expect(text).not.toContain("<script>alert");
  expect(text).toContain("&lt;script&gt;alert(1)");
  for (const fact of ["number 2 in line", "6:30 PM to 9:30 PM", "+12125550189"]) {
    expect(text).toContain(fact);
  }
});

test("a refused entry is shown as typed, with the reason beside its field", async () => {
  const answer = await send("add_guest", {
    ...WISH,
    date: today(),
    phone: "12",
    notes: "bar",
  });
  expect(answer.status).toBe(422);
  const text = await answer.text();
  expect(text).toContain('value="Wim"');
  expect(text).toContain(">bar</textarea>");
  expect(text).toMatch(/id="phone-note" class="problem">[^<]*is not a phone number/);
  expect(entries().filter(({ status }) => status === "waiting")).toEqual([]);
});

test("every button names its guest for screen readers", async () => {
  await add();
  const text = await page();
  const row = text.slice(text.indexOf('class="waiting-actions"'), text.indexOf("</ol>"));
  for (const what of ["Book", "Pause", "Withdraw"]) {
    expect(row).toContain(`aria-label="${what} Wim"`);
  }
});

test("if seats are free, the page says so at once and links to the booking form", async () => {
  const { id } = await add({ name: "Ada", phone: "(212) 555-0190" });
  const text = await page();
  const toast = text.slice(text.indexOf('class="toast'));
  expect(toast).toContain("There is room now");
  const [, path = ""] = /<a href="([^"]*)">7:00 PM</.exec(toast) ?? [];
  const form = await page(path.replaceAll("&amp;", "&"));
  expect(form).toContain("<bdi>Ada</bdi> is on the waitlist. ");
  expect(form).toMatch(/name="timestamp" value="1795219200000"[^>]*checked/);
  await ask(desk.server, BISTRO, "remove_from_waitlist", { id });
});

test("if no seats are free, the page says nothing about seats", async () => {
  const { stores, writer, clock } = desk.server;
  const former = stores.brands.overrides(BISTRO) ?? {};
  const set = (overrides: object) =>
    writer.write(() => stores.brands.update(BISTRO, { overrides, now: clock() }));
  await set({ ...former, seats: 2 });
  const when = { date: today(), time: "7:00 PM" };
  const table = { name: "Ada", numberOfPeople: 2, notifyCustomer: false, ...when };
  const { reservation } = await ask(desk.server, BISTRO, "create_booking", table);
  const { id } = await add();
  const text = await page();
  expect(text).toContain("<bdi>Wim</bdi>: on the waitlist");
  expect(text).not.toContain("There is room now");
  await ask(desk.server, BISTRO, "remove_from_waitlist", { id });
  await ask(desk.server, BISTRO, "cancel_booking", { id: (reservation as { id: string }).id });
  await set(former);
});

describe("a waiting guest", () => {
  test("can be paused and resumed, and keeps their number on the list", async () => {
    const first = await add();
    await add({ name: "Eve", phone: "(212) 555-0189" });
    expect((await send("pause_entry", { id: first.id })).status).toBe(303);
    expect(await page()).toContain("<bdi>Wim</bdi>: paused");
    expect(desk.server.stores.waitlist.entry(first.id)?.status).toBe("paused");
    await send("resume_entry", { id: first.id });
    const text = await page();
    expect(text.indexOf("Wim")).toBeLessThan(text.indexOf("Eve"));
    expect(text).toContain("number 2 in line");
  });

  test("can be removed with a reason, and is then listed among ended entries", async () => {
    const { id } = await add();
    await send("remove_from_waitlist", { id, reason: "Went next door" });
    expect(await page()).not.toContain(`entry-${id}`);
    expect(await page(`${PATH}?show=ended`)).toContain(`entry-${id}`);
  });

  test("whose entry ended last comes first among ended entries, even if the entry was for a later day", async () => {
    const tomorrow = displayDate(todayAt(desk.server, BISTRO, 19 + 24), ZONE);
    const [soon, later] = [await add(), await add({ name: "Eve", date: tomorrow })];
    for (const { id } of [soon, later]) {
      await desk.advance(60_000);
      await send("remove_from_waitlist", { id });
    }
    const text = await page(`${PATH}?show=ended`);
    expect(text.indexOf(`entry-${later.id}`)).toBeLessThan(text.indexOf(`entry-${soon.id}`));
  });

  test("has a link to a booking form that is filled in", async () => {
    const { id } = await add();
    const link = /href="([^"]*\/book\?[^"]*)"/.exec(await page())?.[1]?.replaceAll("&amp;", "&");
    const query = new URL(link ?? "", desk.url).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      entry: id,
      date: "2026-11-20",
      time: "7:00 PM",
      numberOfPeople: "2",
    });
  });

  test("is listed on the requested date", async () => {
    await add();
    expect(await page(`${PATH}?date=2026-11-20`)).toContain("Wim");
    expect(await page(`${PATH}?date=2026-11-21`)).not.toContain("party of 2");
  });
});

describe("on the waitlist of an evening that lasts past midnight,", () => {
  const LATE = { name: "Late", opens: "18:00", lastSeating: "01:30", closes: "03:00" };
  const FRIDAY = "Friday, November 20, 2026";
  const days = async (specialDays: object): Promise<void> => {
    const { stores, writer, clock } = desk.server;
    const overrides = { ...stores.brands.overrides(BISTRO), specialDays };
    await writer.write(() => stores.brands.update(BISTRO, { overrides, now: clock() }));
  };
  const instant = (hours: number): number =>
    Date.parse("2026-11-20T00:00:00-05:00") + hours * 3_600_000;
  const windowOf = ({ earliestAt, wishedAt, latestAt }: ReturnType<typeof entries>[number]) => [
    earliestAt,
    wishedAt,
    latestAt,
  ];
  beforeEach(() =>
    days({ "2026-11-19": { services: [LATE] }, "2026-11-20": { services: [LATE] } }),
  );
  afterAll(() => days({}));

  test.each([
    ["alone", { time: "00:30" }, [24, 24.5, 25.5]],
    [
      "in a window that begins before midnight",
      { time: "00:30", earliestTime: "23:00", latestTime: "01:15" },
      [23, 24.5, 25.25],
    ],
    ["as the end of a window", { time: "23:30", latestTime: "00:45" }, [23, 23.5, 24.75]],
    [
      "in a window that begins after midnight",
      { time: "00:45", earliestTime: "00:15", latestTime: "01:00" },
      [24.25, 24.75, 25],
    ],
  ])("a time after midnight, %s, belongs to the evening on the page", async (_, times, hours) => {
    expect(windowOf(await add({ ...times, date: FRIDAY }))).toEqual(hours.map(instant));
  });

  test("a guest who waits for a time after midnight is listed for that evening", async () => {
    await add({ name: "Wim", date: FRIDAY, time: "23:00" });
    const late = { name: "Late Lou", phone: "+12125550190", numberOfPeople: 2 };
    await ask(desk.server, BISTRO, "add_to_waitlist", {
      ...late,
      date: "Saturday, November 21, 2026",
      time: "12:30 AM",
    });
    const list = await page(`${PATH}?date=2026-11-20`);
    expect(list).toContain("Late Lou");
    expect(list).toContain("number 2 in line");
    expect(await page(`/b/${BISTRO}?date=2026-11-20`)).toContain("Late Lou");
    expect(await page(`/b/${BISTRO}?date=2026-11-21`)).not.toContain("Late Lou");
    const links = [...list.matchAll(/class="b next" href="([^"]*\/book\?[^"]*)"/g)].map(
      ([, link = ""]) => new URL(link.replaceAll("&amp;", "&"), desk.url).searchParams,
    );
    // Two entries that are added in one millisecond may be in either order.
    const proposed = links.map((query) => `${query.get("date")} ${query.get("time")}`);
    expect(new Set(proposed)).toEqual(new Set(["2026-11-20 11:00 PM", "2026-11-20 12:30 AM"]));
  });
});

describe("a table offered to a waiting guest", () => {
  const offered = async () => {
    const booked = await ask(desk.server, BISTRO, "create_booking", {
      name: "Ada",
      numberOfPeople: 2,
      date: today(),
      time: "7:00 PM",
      notifyCustomer: false,
    });
    const entry = await add();
    const { id } = booked["reservation"] as { id: string };
    await ask(desk.server, BISTRO, "cancel_booking", { id });
    await desk.advance(5000);
    return entry;
  };

  test("is shown with the time left, and is withdrawn when the guest is paused", async () => {
    const { id } = await offered();
    const held = desk.server.stores.waitlist.offerOf(id);
    if (held === null) throw new Error("Nothing was offered");
    const text = await page();
    expect(text).toContain("PM offered");
    expect(text).toContain(`data-until="${held.holdUntil}"`);
    await send("pause_entry", { id });
    expect(desk.server.stores.offers.get(held.id)?.state).toBe("withdrawn");
    expect(desk.server.stores.waitlist.entry(id)?.status).toBe("paused");
    expect(await page()).toContain("Offered once before");
  });
});

describe("refused actions on the waitlist", () => {
  test("name the guest whose button was tapped", async () => {
    const { id } = await add({ name: "Zita <b>Late</b>" });
    await ask(desk.server, BISTRO, "remove_from_waitlist", { id });
    const answer = await (await send("pause_entry", { id })).text();
    expect(answer).toContain(
      'role="alert"><p><strong><bdi>Zita &lt;b&gt;Late&lt;/b&gt;</bdi></strong>, 7:00 PM</p><p data-code=',
    );
  });

  const named = (name: string) => {
    const found = DESK_OPERATIONS.find((operation) => operation.name === name);
    if (found === undefined) throw new Error(`There is no ${name}`);
    return found;
  };
  test("include pausing or resuming a guest who has left the list", async () => {
    const { id } = await add();
    await send("remove_from_waitlist", { id });
    for (const operation of ["pause_entry", "resume_entry"]) {
      const answer = await send(operation, { id });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain("no longer waiting");
    }
  });
  test.each(["pause_entry", "resume_entry", "waiting_guests"])(
    "include calls of %s by a key, because only users may call it",
    async (name) => {
      const { id } = await add();
      const input = named(name).hints.readOnly ? {} : { id };
      const refused = await desk.server
        .invoke(named(name), { brand: BISTRO, ...input }, deskCaller(BISTRO))
        .catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: "FORBIDDEN_TOOL" });
    },
  );
});
