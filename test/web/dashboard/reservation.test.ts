// Goal: one page shows everything about a reservation and changes it with plain forms; a
// colleague's changes in the meantime are shown, and nothing typed is lost. Method: the running
// product, browsers without scripts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { clockTime, displayDate } from "../../../src/domain/time.ts";
import { ask, todayAt, type Visitor } from "../../support/desk-evening.ts";
import { personWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BISTRO = "demo-bistro";
const ZONE = "America/New_York";
const PHONE = "+12125550123";

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
  const { stores } = desk.server;
  const filter = { brand: BISTRO, fromDate: "2026-11-20", toDate: "2026-12-31" };
  const statuses = ["booked", "pending", "arrived"] as const;
  for (const { id } of stores.reservations.list({
    ...filter,
    statuses,
    limit: 1000,
    after: null,
  })) {
    await ask(desk.server, BISTRO, "cancel_booking", { id });
  }
  await set({ seats: 40, paceCovers: null, largeParty: { from: 9, mode: "refuse" } });
});

const set = async (limits: object) => {
  const { stores, writer, clock } = desk.server;
  const overrides = { ...stores.brands.overrides(BISTRO), ...limits };
  await writer.write(() => stores.brands.update(BISTRO, { overrides, now: clock() }));
};
const at = (hours: number): number => todayAt(desk.server, BISTRO, hours);
const book = async (change: object = {}): Promise<string> => {
  const wish = { name: "Ana Lopez", phone: PHONE, numberOfPeople: 4, time: "7:00 PM" };
  const date = displayDate(at(19), ZONE);
  const made = await ask(desk.server, BISTRO, "create_booking", { ...wish, date, ...change });
  return (made["reservation"] as { id: string }).id;
};
const stored = (id: string) => {
  const found = desk.server.stores.reservations.get(id);
  if (found === null) throw new Error(`There is no reservation ${id}`);
  return found;
};
const pathOf = (id: string, query = ""): string => `/b/${BISTRO}/reservations/${id}${query}`;
const page = async (id: string, query = "", who = host) =>
  (await who.get(pathOf(id, query))).text();

/** The fields of an operation's form as a browser would send them. */
function formIn(text: string, operation: string): Record<string, string> {
  const own = new RegExp(`<form[^>]*/do/${operation}"[\\s\\S]*?</form>`).exec(text)?.[0] ?? "";
  const inputs = [...own.matchAll(/<input[^>]*? name="([^"]*)"[^>]*>/g)].map(
    ([input, name = ""]) => [name, / value="([^"]*)"/.exec(input)?.[1] ?? ""],
  );
  const texts = [...own.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/textarea>/g)].map(
    ([, name = "", value = ""]) => [name, value],
  );
  return Object.fromEntries([...inputs, ...texts]);
}
const send = async (
  id: string,
  operation: string,
  typed: Record<string, string> = {},
  who = host,
  query = "",
) => {
  const fields = formIn(await page(id, query, who), operation);
  if (fields["csrf"] === undefined) throw new Error(`The page has no form of ${operation}`);
  return who.post(`/b/${BISTRO}/do/${operation}`, { ...fields, ...typed });
};

test("a guest whose question has not been sent is shown as not asked yet", async () => {
  const later = { date: displayDate(at(19 + 5 * 24), ZONE) };
  const id = await book(later);
  expect(stored(id).attendance).toBe("pending");
  expect(await page(id)).toContain("<dd>not asked yet</dd>");
  const dayPath = `/b/${BISTRO}?date=2026-11-25`;
  expect(await (await host.get(dayPath)).text()).toContain(">to be asked</span>");
});

test("the planned stay of a seated party begins when it was seated", async () => {
  const id = await book({ time: "12:00 PM" });
  await ask(desk.server, BISTRO, "mark_seated", { id });
  const { seatedAt, startAt, endAt } = stored(id);
  const leavesAt = (seatedAt ?? 0) + (endAt - startAt);
  expect(await page(id)).toContain(`until ${clockTime(leavesAt, ZONE)}`);
});

describe("the page of a reservation", () => {
  test("shows the guest, the time, the texts, and the history with names", async () => {
    const id = await book({ notes: "Anniversary", email: "ana@example.com" });
    await send(id, "write_notes", { foodDrinkNotes: "No nuts" });
    const text = await page(id);
    for (const fact of [
      "Ana Lopez",
      "7:00 PM",
      "4 people",
      "(212) 555-0123",
      "ana@example.com",
      "Anniversary",
      "Confirmation",
      "test evening",
      "Sam the host",
      "Food and drink: none → No nuts",
    ]) {
      expect(text).toContain(fact);
    }
    for (const kind of ["system", "person"]) expect(text).toContain(`>${kind}</span>`);
  });
  test("shows hostile names as text", async () => {
    const id = await book({ name: "<script>alert(1)</script>", notes: "</textarea><b>x" });
    const text = await page(id);
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("</textarea><b>");
  });
  test("shows the guest's other visits and no-shows", async () => {
    const first = await book({ time: "5:00 PM" });
    const { stores, writer } = desk.server;
    await writer.write(() => {
      const one = stores.reservations.get(first);
      if (one !== null) {
        stores.reservations.update({ ...one, status: "no_show", revision: one.revision + 1 });
      }
    });
    const text = await page(await book({ time: "9:00 PM" }));
    expect(text).toContain(`/reservations/${first}`);
    expect(text).toContain("1 no-show");
  });
  test.each(["6afe03c027935d40f69e49ab", "x"])(
    "with the unknown id %s is not found",
    async (id) => {
      expect([400, 404]).toContain((await host.get(pathOf(id))).status);
    },
  );
  test("is not found under the address of another brand", async () => {
    const wish = {
      name: "Bea",
      numberOfPeople: 2,
      date: displayDate(at(19), ZONE),
      time: "8:00 PM",
    };
    const made = await ask(desk.server, "demo-trattoria", "create_booking", wish);
    const { id } = made["reservation"] as { id: string };
    expect((await host.get(pathOf(id))).status).toBe(404);
  });
});

describe("the notes of a reservation", () => {
  test("are saved together, and an emptied note is cleared", async () => {
    const id = await book({ notes: "Old" });
    const typed = { notes: "", foodDrinkNotes: "Cake", seatingNotes: "Booth" };
    expect((await send(id, "write_notes", typed)).status).toBe(303);
    expect(stored(id)).toMatchObject(typed);
  });
  test("stay as typed in the form if a colleague changed them meanwhile, and the next try saves them", async () => {
    const id = await book();
    const open = formIn(await page(id), "write_notes");
    await ask(desk.server, BISTRO, "add_note", { id, note: "Theirs" });
    const mine = { ...open, notes: "Mine & yours" };
    const refused = await host.post(`/b/${BISTRO}/do/write_notes`, mine);
    expect(refused.status).toBe(422);
    const text = await refused.text();
    expect(text).toContain('data-code="REVISION_CONFLICT"');
    expect(text).toContain("Theirs");
    expect(stored(id).notes).toBe("Theirs");
    const again = formIn(text, "write_notes");
    expect(again["notes"]).toBe("Mine &amp; yours");
    await host.post(`/b/${BISTRO}/do/write_notes`, { ...again, notes: "Mine & yours" });
    expect(stored(id).notes).toBe("Mine & yours");
  });
  test("are written only once, however often the form is sent", async () => {
    const id = await book();
    const fields = { ...formIn(await page(id), "write_notes"), notes: "Once" };
    await host.post(`/b/${BISTRO}/do/write_notes`, fields);
    expect((await host.post(`/b/${BISTRO}/do/write_notes`, fields)).status).toBe(303);
    expect(stored(id).revision).toBe(2);
  });
});

describe("a move of a reservation", () => {
  test("is first checked, which changes nothing", async () => {
    const id = await book();
    const text = await page(id, "?time=20:15&numberOfPeople=6");
    expect(text).toContain("It fits.");
    expect(text).toContain("Move to 8:15 PM, 6 people");
    expect(stored(id)).toMatchObject({ revision: 1, partySize: 4 });
  });
  test("is made when the form that the check showed is sent", async () => {
    const id = await book();
    const query = "?time=20:15&numberOfPeople=6";
    expect((await send(id, "update_booking", {}, host, query)).status).toBe(303);
    expect(stored(id)).toMatchObject({ startAt: at(20.25), partySize: 6 });
  });
  test("that does not fit is refused with the reason, and free times are one tap away", async () => {
    await set({ seats: 10 });
    await book({ numberOfPeople: 8, time: "8:00 PM", name: "Full", phone: "+12125550155" });
    const id = await book({ numberOfPeople: 2, time: "5:00 PM" });
    const text = await page(id, "?time=20:00&numberOfPeople=4");
    expect(text).toContain('data-code="CAPACITY_FULL"');
    expect(text).toContain("Move to ");
    const first = formIn(text, "update_booking");
    expect((await host.post(`/b/${BISTRO}/do/update_booking`, first)).status).toBe(303);
    expect(stored(id).partySize).toBe(4);
    expect(stored(id).startAt).not.toBe(at(20));
  });
  test("over a limit needs a manager and a reason", async () => {
    await set({ seats: 10 });
    await book({ numberOfPeople: 8, name: "Full", phone: "+12125550155" });
    const id = await book({ numberOfPeople: 2 });
    const query = "?numberOfPeople=6";
    expect(await page(id, query)).toContain("A manager can override this");
    const text = await page(id, query, manager);
    expect(text).toContain("Move anyway");
    const forms = text.match(/<form[^>]*\/do\/update_booking"[\s\S]*?<\/form>/g) ?? [];
    const form = formIn(forms.at(-1) ?? "", "update_booking");
    const fields = { ...form, override: "true", overrideReason: "They squeeze in" };
    expect((await manager.post(`/b/${BISTRO}/do/update_booking`, fields)).status).toBe(303);
    expect(stored(id)).toMatchObject({ partySize: 6, flags: ["over_limit"] });
    expect(await page(id)).toContain("They squeeze in");
  });
  test("of a seated party changes only the size, without a check first; if refused, the form keeps the typed size", async () => {
    const id = await book({ numberOfPeople: 2, time: "12:00 PM" });
    await ask(desk.server, BISTRO, "mark_seated", { id });
    const size = await page(id);
    expect(size).not.toContain('id="move-time"');
    expect(size).toContain("Save");
    expect((await send(id, "update_booking", { numberOfPeople: "3" })).status).toBe(303);
    expect(stored(id)).toMatchObject({ partySize: 3, startAt: at(12) });
    await set({ seats: 10 });
    const refused = await send(id, "update_booking", { numberOfPeople: "11" });
    expect(refused.status).toBe(422);
    const text = await refused.text();
    expect(text).toContain('data-code="PARTY_TOO_LARGE"');
    expect(text).toMatch(/id="move-party"[^>]*value="11"/);
    expect(stored(id).partySize).toBe(3);
  });
  test.each(["?time=x", "?numberOfPeople=-1", "?date=never", "?timestamp=x"])(
    "with invalid fields in the address is ignored (%s)",
    async (query) => {
      const id = await book();
      expect(await page(id, query)).not.toContain('id="override-reason"');
      expect((await host.get(pathOf(id, query))).status).toBe(200);
    },
  );
});

describe("on its page, a reservation", () => {
  test("that somebody else changed can be restored by a manager, but not by a host", async () => {
    const id = await book();
    await ask(desk.server, BISTRO, "update_booking", { id, numberOfPeople: 2 });
    expect(await page(id)).not.toContain("Undo: changed");
    await send(id, "undo_last_change", {}, manager);
    expect(stored(id).partySize).toBe(4);
  });
  test("can be cancelled with a reason, and the cancellation can be undone", async () => {
    const id = await book();
    await send(id, "cancel_booking", { reason: "Called: ill" });
    expect(stored(id).status).toBe("cancelled");
    const text = await page(id);
    expect(text).toContain("Called: ill");
    expect(text).not.toContain("Move or resize");
    await send(id, "undo_last_change");
    expect(stored(id).status).toBe("booked");
  });
  test.each([
    ["the guest", { cancelledBy: "guest" }, "you have cancelled"],
    ["the restaurant", { cancelledBy: "restaurant" }, "please call us"],
    ["the restaurant, without a text", { notifyCustomer: "false" }, null],
  ])("can be cancelled in the name of %s", async (_, fields, text) => {
    const id = await book();
    expect(formIn(await page(id), "cancel_booking")).toMatchObject({ notifyCustomer: "true" });
    await send(id, "cancel_booking", fields);
    const sent = desk.server.stores.messages.ofReservation(id);
    const told = sent.filter(({ kind }) => kind === "cancellation").map(({ body }) => body);
    expect(told).toEqual(text === null ? [] : [expect.stringContaining(text)]);
  });
  test.each([
    ["", 1],
    [", unless the host chooses none", 0],
  ])("that gets no texts is still cancelled with a text%s", async (_, count) => {
    const id = await book({ notifyCustomer: false });
    expect(await page(id)).not.toMatch(/<input[^>]*id="tell-cancelled"[^>]*disabled/);
    await send(id, "cancel_booking", { notifyCustomer: String(count === 1) });
    const sent = desk.server.stores.messages.ofReservation(id);
    expect(sent.filter(({ kind }) => kind === "cancellation")).toHaveLength(count);
  });
  test("without a phone says why cancelling sends no text", async () => {
    const id = await book({ phone: undefined });
    expect(await page(id)).toContain("No phone number is known.");
  });
  test("can get another name and contact; an error is shown beside its field", async () => {
    const id = await book();
    const typed = { name: "Ana López", phone: "12", email: "" };
    const refused = await send(id, "change_contact", typed);
    expect(refused.status).toBe(422);
    const text = await refused.text();
    expect(text).toContain("is not a phone number");
    expect(formIn(text, "change_contact")).toMatchObject({ name: "Ana López", phone: "12" });
    await send(id, "change_contact", { ...typed, phone: "" });
    expect(stored(id)).toMatchObject({ name: "Ana López", phone: null });
  });
});

describe("a large party's request on its page", () => {
  const request = async () => {
    await set({ largeParty: { from: 6, mode: "pending" } });
    return book({ numberOfPeople: 8 });
  };
  test("waits for a manager, and a host sees that", async () => {
    const text = await page(await request());
    expect(text).toContain("A manager has to decide");
    expect(text).not.toContain("approve_request");
  });
  test("can be approved by a manager", async () => {
    const id = await request();
    expect((await send(id, "approve_request", {}, manager)).status).toBe(303);
    expect(stored(id).status).toBe("booked");
  });
  test("can be declined with a reason", async () => {
    const id = await request();
    await send(id, "decline_request", { reason: "Wedding" }, manager);
    expect(stored(id).status).toBe("cancelled");
    expect(await page(id)).toContain("Wedding");
  });
  test("is shown as decided if a colleague has decided it", async () => {
    const id = await request();
    const open = formIn(await page(id, "", manager), "approve_request");
    await send(id, "decline_request", {}, manager);
    const refused = await manager.post(`/b/${BISTRO}/do/approve_request`, open);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("was changed meanwhile");
    expect(stored(id).status).toBe("cancelled");
  });
});
