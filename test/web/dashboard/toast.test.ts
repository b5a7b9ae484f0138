// Goal: the page after an action shows what was done, links to the reservation and offers an undo;
// if the undo is not possible, the same page says so. Method: the running product, a browser
// without scripts.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { displayTime } from "../../../src/domain/time.ts";
import { ask, fillEvening, hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { accountWith, fieldsOf, personWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BRAND = "demo-bistro";
const HOME = `/b/${BRAND}`;
const HOUR = 3_600_000;
const LATER = {
  name: "Otto Lang",
  phone: "(212) 555-0177",
  numberOfPeople: 2,
  date: "2026-11-21",
  time: "7:00 PM",
};

let desk: DeskWithUser;
let host: Visitor;
let ids: string[];
beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
  ids = await fillEvening(desk.server, BRAND, 16);
  host = await personWith("host", desk, BRAND);
  await desk.advance(3 * HOUR);
});
afterAll(() => desk[Symbol.asyncDispose]());

const pageAt = async (path = HOME): Promise<string> => (await host.get(path)).text();
const toastOf = (page: string): string => page.slice(page.indexOf('class="toast'));
const statusOf = (id: string): string | undefined =>
  desk.server.stores.reservations.get(id)?.status;

describe("the toast of a new reservation", () => {
  test("gives the day, time, party size and text, and links to the reservation", async () => {
    const fields = fieldsOf(await pageAt(`${HOME}/book`), "booking");
    const answer = await host.post(`${HOME}/do/book_table`, {
      ...fields,
      name: "Nadia Costa",
      phone: "(212) 555-0144",
      time: "20:00",
    });
    const toast = toastOf(await pageAt(answer.headers.get("location") ?? ""));
    expect(toast).toContain(
      "<bdi>Nadia Costa</bdi>: booked, Friday, November 20, 2026, 8:00 PM, party of 2. " +
        "A text goes to the phone that ends in 0144</p>",
    );
    const [, path = ""] = /<a [^>]*href="([^"]*\/reservations\/[^"]*)"/.exec(toast) ?? [];
    expect(await pageAt(path)).toContain("<bdi>Nadia Costa</bdi>");
  });
});

test("a name that is written from right to left does not change the order of the rest of its line", async () => {
  const { stores } = desk.server;
  const id = ids.findLast((one) => stores.reservations.get(one)?.name.startsWith("محمد")) ?? "";
  await host.post(`${HOME}/do/mark_arrived`, { ...hiddenFields(await pageAt(), 'id="act"'), id });
  expect(toastOf(await pageAt())).toContain("<p><bdi>محمد الحسيني</bdi>: arrived</p>");
});

describe("a walk-in just seated", () => {
  const seat = async (size: string): Promise<string> => {
    const fields = hiddenFields(await pageAt(), "seat_walk_in");
    await host.post(`${HOME}/do/seat_walk_in`, { ...fields, numberOfPeople: size });
    return toastOf(await pageAt());
  };
  const takeBack = (toast: string): Promise<Response> =>
    host.post(`${HOME}/do/undo_walk_in`, hiddenFields(toast, "undo_walk_in"));

  test("can be undone: its reservation is cancelled, the host is not asked to tell a guest, and there is no further undo", async () => {
    const toast = await seat("3");
    expect(toast).toContain("<bdi>Walk-in</bdi>: seated");
    const id = hiddenFields(toast, "undo_walk_in")["about"] ?? "";
    expect(statusOf(id)).toBe("seated");
    expect((await takeBack(toast)).status).toBe(303);
    expect(statusOf(id)).toBe("cancelled");
    const after = toastOf(await pageAt());
    expect(after).toContain("<bdi>Walk-in</bdi>: removed");
    expect(after).not.toContain("Tell the guest");
    expect(after).not.toContain("undo_last_change");
  });

  test("is not undone if it was changed meanwhile", async () => {
    const toast = await seat("2");
    const id = hiddenFields(toast, "undo_walk_in")["about"] ?? "";
    await ask(desk.server, BRAND, "add_note", { id, field: "notes", note: "Regular" });
    expect((await takeBack(toast)).status).toBe(422);
    expect(statusOf(id)).toBe("seated");
  });

  test("has its own undo form, which is refused for other reservations", async () => {
    const [id = ""] = ids;
    await host.post(`${HOME}/do/mark_seated`, { ...hiddenFields(await pageAt(), 'id="act"'), id });
    const fields = hiddenFields(await pageAt(), "undo_last_change");
    const answer = await host.post(`${HOME}/do/undo_walk_in`, { ...fields, about: id });
    expect(answer.status).toBe(422);
    expect(statusOf(id)).toBe("seated");
  });
});

test("the toast of a cancellation tells a manager the day and the time until which it can be undone", async () => {
  const manager = await personWith("manager", desk, BRAND);
  const booked = await ask(desk.server, BRAND, "create_booking", LATER);
  const { id } = booked["reservation"] as { id: string };
  const act = hiddenFields(await (await manager.get(HOME)).text(), 'id="act"');
  await manager.post(`${HOME}/do/cancel_booking`, { ...act, id });
  const until = "until Sat Nov 21, 8:30 PM";
  const toast = toastOf(await (await manager.get(HOME)).text());
  expect(toast).toContain(`Can be undone ${until}`);
  const page = await (await manager.get(`${HOME}/reservations/${id}`)).text();
  expect(page).toContain(`, ${until}</span>`);
});

describe("a button of the day sheet", () => {
  const tap = async (operation: string, id: string): Promise<Response> =>
    host.post(`${HOME}/do/${operation}`, { ...hiddenFields(await pageAt(), 'id="act"'), id });

  test("that is tapped twice shows the same toast as after one tap", async () => {
    const id = ids[14] ?? "";
    await tap("mark_arrived", id);
    await tap("mark_arrived", id);
    const { name } = desk.server.stores.reservations.get(id) ?? {};
    const toast = toastOf(await pageAt());
    expect(toast).toContain(`<bdi>${Bun.escapeHTML(name ?? "")}</bdi>: arrived<`);
    expect(toast).toContain("undo_last_change");
  });

  test("that is tapped too late leads to a refusal that names the party", async () => {
    const id = ids[15] ?? "";
    await ask(desk.server, BRAND, "mark_seated", { id });
    const page = await (await tap("mark_no_show", id)).text();
    const { name = "" } = desk.server.stores.reservations.get(id) ?? {};
    const about = `<p><strong><bdi>${Bun.escapeHTML(name)}</bdi></strong>, 9:00 PM</p>`;
    expect(page).toContain(`role="alert">${about}<p data-code="INVALID_TRANSITION">`);
  });
});

test("if a signed-out host taps a button, sign-in leads to a form that names the party, and nothing is changed yet", async () => {
  const id = ids[13] ?? "";
  const account = await accountWith("host", desk, BRAND);
  const leaving = new Visitor(desk.url);
  await leaving.signIn(account);
  const act = hiddenFields(await (await leaving.get(HOME)).text(), 'id="act"');
  leaving.forget((name) => !name.includes("browser"));
  const answer = await leaving.post(`${HOME}/do/mark_seated`, { ...act, about: id });
  const next = new URL(answer.headers.get("location") ?? "", desk.url).searchParams.get("next");
  await leaving.signIn(account);
  const { name = "" } = desk.server.stores.reservations.get(id) ?? {};
  expect(await (await leaving.get(next ?? "")).text()).toContain(
    `<p><strong><bdi>${Bun.escapeHTML(name)}</bdi></strong>, `,
  );
  expect(statusOf(id)).toBe("booked");
});

describe("a refused undo", () => {
  const PATHS = ["", "/book", "/waitlist", "/messages", "/settings", "/no-such-page"];
  test.each(PATHS)("is explained once, on the page %p", async (path) => {
    const id = ids[2 + PATHS.indexOf(path)] ?? "";
    const act = hiddenFields(await pageAt(), 'id="act"');
    await host.post(`${HOME}/do/mark_arrived`, { ...act, id });
    const fields = hiddenFields(toastOf(await pageAt(HOME + path)), "undo_last_change");
    // Meanwhile a colleague changes the reservation.
    await ask(desk.server, BRAND, "mark_seated", { id });
    const refused = await host.post(`${HOME}/do/undo_last_change`, fields);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const page = await refused.text();
    expect(page.split("the last change (Seated) was made")).toHaveLength(2);
    expect(toastOf(page)).toContain("the last change (Seated) was made");
    const { name = "", startAt = 0 } = desk.server.stores.reservations.get(id) ?? {};
    const time = displayTime(startAt, "America/New_York");
    expect(toastOf(page)).toContain(
      `<p><strong><bdi>${Bun.escapeHTML(name)}</bdi></strong>, ${time}</p>`,
    );
  });
});

test("a refusal that concerns no reservation has no link", async () => {
  const fields = hiddenFields(await pageAt(), 'id="act"');
  const asked = { ...fields, about: "no-such-text", back: `${HOME}/month` };
  const answer = await host.post(`${HOME}/do/mark_text_read`, asked);
  expect(answer.status).toBe(422);
  const toast = toastOf(await answer.text());
  expect(toast).toContain('data-code="NOT_FOUND"');
  expect(toast).not.toContain("/reservations/");
});
