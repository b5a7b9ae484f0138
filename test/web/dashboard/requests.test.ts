// Goal: a large party's request for any day is on the page Tonight until it is decided, and no page
// calls it booked. Method: the running product, over HTTP as a browser without scripts does.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ask, hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { accountWith, fieldsOf } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BRAND = "demo-bistro";
const HOME = `/b/${BRAND}`;
const HOUR = 3_600_000;

let desk: DeskWithUser;
let manager: Visitor;
let host: Visitor;
let hugo: Awaited<ReturnType<typeof accountWith>>;

beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
  const { stores, writer, clock } = desk.server;
  const overrides = {
    ...stores.brands.overrides(BRAND),
    largeParty: { from: 8, mode: "pending" },
    paceCovers: null,
  };
  await writer.write(() => stores.brands.update(BRAND, { overrides, now: clock() }));
  hugo = await accountWith("host", desk, BRAND);
  await comeBack();
});
afterAll(() => desk[Symbol.asyncDispose]());

/** Both users sign in again, as they must after twelve hours. */
async function comeBack(): Promise<void> {
  [manager, host] = [new Visitor(desk.url), new Visitor(desk.url)];
  await manager.signIn(desk.user);
  await host.signIn(hugo);
}
const pageOf = async (visitor: Visitor, path = HOME) => (await visitor.get(path)).text();
/** The list of requests on a page; empty if there is none. */
const inboxOf = (page: string): string =>
  /<section class="requests"[\s\S]*?<\/section>/.exec(page)?.[0] ?? "";
const file = async (name: string, date: string): Promise<string> => {
  const guest = { name, phone: "+12125550177", numberOfPeople: 9, notes: "Retirement <party>" };
  const filed = await ask(desk.server, BRAND, "create_booking", {
    ...guest,
    date,
    time: "7:00 PM",
  });
  return (filed["reservation"] as { id: string }).id;
};
const inNavigation = (page: string): string[] =>
  [...page.matchAll(/class="(to-decide[^"]*)">[\s\S]*?<\/span>(\d+)/g)].map(
    ([, look, count]) => `${look} ${count}`,
  );

describe("requests on Tonight", () => {
  test("that a host has filed are not called booked", async () => {
    const path = `${HOME}/book?numberOfPeople=9&date=2026-11-28`;
    const fields = fieldsOf(await pageOf(host, path), "booking");
    const timestamp = String(Date.parse("2026-11-28T19:00:00-05:00"));
    const guest = { name: "Vera Large", phone: "+12125550144", numberOfPeople: "9", timestamp };
    await host.post(`${HOME}/do/book_table`, { ...fields, ...guest });
    const page = await pageOf(host);
    expect(page).toContain("request filed, not booked yet. A manager decides");
    expect(page).not.toMatch(/Vera Large<\/bdi>: booked/);
  });

  test("are listed with their day, oldest first, and counted on every page", async () => {
    await desk.advance(HOUR);
    await file("Otto Long", "Saturday, November 21, 2026");
    const inbox = inboxOf(await pageOf(manager));
    expect(inbox).toContain("2 requests to decide");
    expect(inbox.indexOf("Vera Large")).toBeLessThan(inbox.indexOf("Otto Long"));
    expect(inbox).toContain("Sat Nov 28, 7:00 PM");
    expect(inbox).toContain("Decide by Sat Nov 21, 3:00 PM");
    expect(inbox).toContain("Retirement &lt;party&gt;");
    expect(inNavigation(await pageOf(manager, `${HOME}/waitlist`))).toEqual([
      "to-decide 2",
      "to-decide 2",
    ]);
  });

  test("are shown to a host, who cannot decide them", async () => {
    const inbox = inboxOf(await pageOf(host));
    expect(inbox).toContain("Otto Long");
    expect(inbox).toContain("A manager decides");
    expect(inbox).not.toContain("approve_request");
  });

  test("are shown as urgent on every page from six hours before they expire", async () => {
    await desk.advance(17 * HOUR);
    await comeBack();
    expect(inboxOf(await pageOf(manager))).toContain('class="request urgent"');
    const [look] = inNavigation(await pageOf(manager, `${HOME}/book`));
    expect(look).toBe("to-decide urgent 2");
  });

  test("can be approved and declined there", async () => {
    const page = await pageOf(manager);
    const approve = hiddenFields(inboxOf(page), "/do/approve_request");
    const approved = await manager.post(`${HOME}/do/approve_request`, approve);
    expect(approved.headers.get("location")).toBe(HOME);
    expect(await pageOf(manager)).toContain("1 request to decide");
    const decline = hiddenFields(inboxOf(await pageOf(manager)), "/do/decline_request");
    await manager.post(`${HOME}/do/decline_request`, { ...decline, reason: "Closed party" });
    const after = await pageOf(manager);
    expect(inboxOf(after)).toBe("");
    expect(inNavigation(after)).toEqual([]);
    const statuses = [approve, decline].map(
      ({ about }) => desk.server.stores.reservations.get(about ?? "")?.status,
    );
    expect(statuses).toEqual(["booked", "cancelled"]);
  });
});
