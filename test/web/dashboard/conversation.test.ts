// Goal: all texts with one guest are on one page, on which a host replies. Method: the running
// product, a browser without scripts, and the simulated phone as the guest.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { displayDate } from "../../../src/domain/time.ts";
import { ask, hiddenFields, todayAt, Visitor } from "../../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BISTRO = "demo-bistro";
const PATH = `/b/${BISTRO}/messages`;
const PHONE = `${PATH}?view=phone`;
const GUEST = "+12125550188";

let desk: DeskWithUser;
let host: Visitor;
beforeEach(async () => {
  desk = await deskWithUser("--clock", "2026-11-18T15:00:00Z");
  host = new Visitor(desk.url);
  await host.signIn(desk.user);
});
afterEach(() => desk[Symbol.asyncDispose]());

const page = async (path = PATH) => (await host.get(path)).text();
const texts = () => desk.server.stores.messages.list({ brand: BISTRO, phone: null });
/** Books a table for tomorrow at seven, and sends the confirmation. */
async function book(name = "Ada"): Promise<{ id: string }> {
  const at = todayAt(desk.server, BISTRO, 19 + 24);
  const booked = await ask(desk.server, BISTRO, "create_booking", {
    name,
    phone: GUEST,
    numberOfPeople: 2,
    date: displayDate(at, "America/New_York"),
    time: "7:00 PM",
  });
  await desk.advance(5000);
  return booked["reservation"] as { id: string };
}
/** Sends a guest's text with the simulated phone. */
const answer = async (body: string) => {
  const fields = hiddenFields(await page(PHONE), `/b/${BISTRO}/messages`);
  return host.post(PATH, { ...fields, idempotencyKey: crypto.randomUUID(), body });
};

describe("the page of texts with one guest", () => {
  const withGuest = (id: string) => `${PATH}/${id}`;
  const write = async (id: string, fields: Record<string, string>) => {
    const form = hiddenFields(await page(withGuest(id)), `/b/${BISTRO}/do/text_guest`);
    return host.post(`/b/${BISTRO}/do/text_guest`, { ...form, ...fields });
  };

  test("shows sent and received texts in order, and a host replies below them", async () => {
    const { id } = await book("<b>Ada");
    await answer("Can we come ten minutes later?");
    const unread = await page();
    expect(unread).toContain("Answer</a>");
    const sent = await write(id, { body: "No problem, see you then!" });
    expect(sent.status).toBe(303);
    expect(/Text on its way, 1 segment/.test(await page(withGuest(id)))).toBe(true);
    await desk.advance(5000);
    const text = await page(withGuest(id));
    const places = ["&lt;b&gt;Ada", "booked on", "ten minutes later", "No problem"].map((words) =>
      text.indexOf(words),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    expect(text).not.toContain("/r/");
    // A reply marks the guest's texts as read.
    expect(await page()).not.toContain("1 text to read");
  });

  test("sends a reply once, even if its form is sent twice", async () => {
    const { id } = await book();
    const form = hiddenFields(await page(withGuest(id)), `/b/${BISTRO}/do/text_guest`);
    for (let times = 0; times < 2; times += 1) {
      await host.post(`/b/${BISTRO}/do/text_guest`, { ...form, body: "See you then." });
    }
    expect(texts().filter(({ kind }) => kind === "staff")).toHaveLength(1);
  });

  test("is linked in the guest's row on Tonight, and a host can mark its texts as read", async () => {
    const { id } = await book();
    for (const body of ["We are late", "Ten minutes"]) {
      await answer(body);
      await desk.advance(1000);
    }
    const tomorrow = `/b/${BISTRO}?date=2026-11-19`;
    expect(await page(tomorrow)).toContain(`class="to-read" href="${withGuest(id)}"`);
    expect(await page(`${tomorrow}&open=${id}`)).toContain(`href="${withGuest(id)}">Texts</a>`);
    const thread = await page(withGuest(id));
    expect(thread).toContain("2 texts to read");
    await host.post(
      `/b/${BISTRO}/do/mark_text_read`,
      hiddenFields(thread, `/b/${BISTRO}/do/mark_text_read`),
    );
    expect(/to read</.test(await page(withGuest(id)))).toBe(false);
    expect(/class="to-read"/.test(await page(tomorrow))).toBe(false);
  });

  test("shows how many segments a reply has while a host types it", async () => {
    const { id } = await book();
    const costs = async (body: string): Promise<string> => {
      const typed = await page(`${withGuest(id)}?${new URLSearchParams({ body }).toString()}`);
      return /id="text-cost"[\s\S]*?<p[^>]*>([^<]*)</.exec(typed)?.[1] ?? "";
    };
    expect(await costs("See you then")).toBe("1 segment");
    expect(await costs("x".repeat(160))).toBe("2 segments");
    expect(await costs("Bis gleich 👍")).toBe("1 segment");
    expect(await costs(`Bis gleich 👍${"x".repeat(70)}`)).toBe(
      "2 segments, because of a special character",
    );
  });

  test("asks the host to confirm a reply in quiet hours, and keeps what was typed", async () => {
    const { id } = await book();
    await desk.advance(11.75 * 3_600_000);
    const refused = await write(id, { body: "Sleep well" });
    expect(refused.status).toBe(422);
    const again = await refused.text();
    expect(again).toContain("Sleep well");
    expect(again).toContain("during quiet hours (until");
    expect((await write(id, { body: "Sleep well", atNight: "true" })).status).toBe(303);
  });

  test("shows the reason instead of a reply field if the guest cannot be texted", async () => {
    const { id } = await book();
    await answer("STOP");
    const text = await page(withGuest(id));
    expect(text).toContain("This guest has opted out of texts. Call (212) 555-0188 instead.");
    expect(text).not.toContain("do/text_guest");
    const record = await page(`/b/${BISTRO}/reservations/${id}`);
    expect(record).toMatch(/Texts<\/dt><dd[^>]*>off for this phone</);
  });

  test("does not exist for an unknown guest, and the answer says so", async () => {
    const response = await host.get(withGuest("nobody"));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("There is no conversation");
  });
});
