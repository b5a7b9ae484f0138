// Goal: a host sees every text with its outcome and reads guests' replies; a manager releases held
// texts. If texts are not really sent, a user can play a guest's phone. Method: the running
// product and a browser without scripts. The test writes what a gateway would report into the
// database.
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { MessageState } from "../../../src/domain/message.ts";
import { displayDate } from "../../../src/domain/time.ts";
import { DESK_OPERATIONS } from "../../../src/operations/desk/index.ts";
import { ask, deskCaller, hiddenFields, todayAt, Visitor } from "../../support/desk-evening.ts";
import { accountWith, personWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BISTRO = "demo-bistro";
const TRATTORIA = "demo-trattoria";
const PATH = `/b/${BISTRO}/messages`;
const PHONE = `${PATH}?view=phone`;
const GUEST = "+12125550188";
const NATIONAL = "(212) 555-0188";

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
const csrf = async () => hiddenFields(await page(), "/look")["csrf"] ?? "";
const send = async (operation: string, fields: Record<string, string>) =>
  host.post(`/b/${BISTRO}/do/${operation}`, { csrf: await csrf(), back: PATH, ...fields });
/** Books a table, by default for tomorrow, and sends the confirmation. */
const book = async (name = "Ada", hour = 19 + 24) => {
  const at = todayAt(desk.server, BISTRO, hour);
  const booked = await ask(desk.server, BISTRO, "create_booking", {
    name,
    phone: GUEST,
    numberOfPeople: 2,
    date: displayDate(at, "America/New_York"),
    time: "7:00 PM",
  });
  await desk.advance(5000);
  return booked["reservation"] as { id: string };
};
/** Writes a gateway's outcome into the outbox. */
const settle = (kind: string, state: MessageState, more = "") =>
  Promise.resolve().then(() => {
    const database = new Database(desk.server.database);
    database.run(`UPDATE message SET state = '${state}'${more} WHERE kind = '${kind}'`);
    database.close();
  });
const stateOf = (kind: string) => texts().find((one) => one.kind === kind)?.state;
const idOf = (kind: string) => texts().find((one) => one.kind === kind)?.id ?? "";
/** Sends a guest's text with the simulated phone. */
const answer = async (body: string, key: string = crypto.randomUUID()) => {
  const fields = hiddenFields(await page(PHONE), `/b/${BISTRO}/messages`);
  return host.post(PATH, { ...fields, idempotencyKey: key, body });
};

describe("the outbox page", () => {
  test("says so if there are no texts yet", async () => {
    expect(await page()).toContain("No texts yet");
  });

  test("shows each text with guest, kind, state and segments, but without the guest's link", async () => {
    await book("<script>");
    const text = await page();
    expect(text).toContain("&lt;script&gt;");
    expect(text).not.toContain("<script>");
    for (const fact of ["Confirmation", "Delivered", "1 segment", "(link)", "Queued", NATIONAL]) {
      expect(text).toContain(fact);
    }
    expect(text).not.toContain("/r/");
  });

  test("lists texts that need attention separately", async () => {
    await book();
    expect(await page(`${PATH}?view=trouble`)).toContain("No texts under “Needs a look”");
    await settle("confirmation", "unknown");
    expect(await page(`${PATH}?view=trouble`)).toContain("Call the guest");
  });
});

describe("a text in the outbox", () => {
  test("can be released by a manager if it was held because of the day's limit", async () => {
    await book();
    const { stores, writer } = desk.server;
    const overrides = { ...stores.brands.overrides(BISTRO), smsBudget: { perPhone: 1 } };
    await writer.write(() => stores.brands.update(BISTRO, { overrides, now: 0 }));
    await desk.advance(10 * 3_600_000);
    expect(stateOf("attendance_ask")).toBe("held");
    expect(await page()).toContain("Send anyway");
    expect((await send("release_text", { id: idOf("attendance_ask") })).status).toBe(303);
    await desk.advance(5000);
    expect(stateOf("attendance_ask")).toBe("delivered");
  });

  const reasons: [fault: string, words: string][] = [
    ["no_answer", "the gateway gave no answer in time"],
    ["line_cut", "the connection broke before the gateway answered"],
    ["not_the_gateway", "something else answered, such as the sign-in page of a network"],
    ["http_302", "the gateway&#39;s address leads elsewhere (302)"],
    ["http_401", "the gateway refused the credentials (401)"],
    ["20003", "the gateway refused the credentials (20003)"],
    ["http_404", "the gateway&#39;s address accepts no texts (404)"],
    ["http_503", "the gateway is overloaded (503)"],
    ["http_500", "the gateway had an internal error (500)"],
    ["http_511", "the network wants a sign-in"],
    ["ECONNREFUSED", "the gateway cannot be reached (ECONNREFUSED)"],
    ["CERT_HAS_EXPIRED", "certificate is not valid (CERT_HAS_EXPIRED)"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "is not valid (ERR_TLS_CERT_ALTNAME_INVALID)"],
    ["21211", "the gateway said 21211"],
  ];
  test("that may not have been sent is shown with the reason in words", async () => {
    await book();
    for (const [fault, words] of reasons) {
      await settle("confirmation", "unknown", `, fault = '${fault}'`);
      expect(await page()).toContain(words);
    }
  });

  test("can be tried again if the gateway refused it", async () => {
    await book();
    await settle("confirmation", "failed", ", fault = '30006'");
    expect(await page()).toContain("the gateway said 30006");
    const first = idOf("confirmation");
    await send("send_text_again", { id: first });
    await desk.advance(5000);
    expect(stateOf("confirmation")).toBe("delivered");
    expect(idOf("confirmation")).not.toBe(first);
    const second = await send("send_text_again", { id: first });
    expect(await second.text()).toContain("Somebody may have sent it again: reload the page.");
  });

  const never: [string, MessageState, string][] = [
    ["may have been sent", "unknown", ""],
    ["may have been sent by an earlier attempt", "failed", ", doubtful = 1"],
    ["has expired", "failed", ", expires_at = 1"],
    ["was delivered", "delivered", ""],
  ];
  test.each(never)("cannot be tried again if it %s", async (_name, state, more) => {
    await book();
    await settle("confirmation", state, more);
    expect(await page()).not.toContain("Try again");
    const refused = await send("send_text_again", { id: idOf("confirmation") });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("was definitely not sent");
    expect(stateOf("confirmation")).toBe(state);
  });
});

describe("the simulated phone", () => {
  test("sends a YES as a gateway would, and only once even if the form is sent twice", async () => {
    const { id } = await book();
    await desk.advance(10 * 3_600_000);
    expect(stateOf("attendance_ask")).toBe("delivered");
    for (let times = 0; times < 2; times += 1) {
      expect((await answer("yes", "the-same-key")).headers.get("location")).toBe(PHONE);
    }
    expect(desk.server.stores.reservations.get(id)?.attendance).toBe("confirmed");
    expect(desk.server.stores.inboundTexts.latest()).toMatchObject([
      { provider: "phone", sender: GUEST, handledAs: "attendance_confirmed" },
    ]);
    expect(await page(PHONE)).toContain(">yes</bdi>");
  });

  test("stops texts with STOP, and the list of texts says so", async () => {
    await book();
    await answer("STOP");
    expect(desk.server.stores.optOuts.has(GUEST)).toBe(true);
    const text = await page();
    expect(text).toContain("1 phone has opted out");
    expect(text).toContain("SMS off");
  });

  test("says what is wrong with a text that is too long", async () => {
    await book();
    const refused = await answer("x".repeat(1531));
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("at most 1530 characters");
  });

  test("cannot send as a guest of another brand, or without the form's token", async () => {
    await book();
    const fields = hiddenFields(await page(PHONE), `/b/${BISTRO}/messages`);
    const other = hiddenFields(await page(`/b/${TRATTORIA}/messages`), "/look")["csrf"] ?? "";
    const there = await host.post(`/b/${TRATTORIA}/messages`, {
      ...fields,
      csrf: other,
      back: `/b/${TRATTORIA}/messages?view=phone`,
      body: "STOP",
    });
    expect(there.status).toBe(422);
    await host.post(PATH, { ...fields, csrf: "forged", body: "STOP" });
    expect(desk.server.stores.optOuts.has(GUEST)).toBe(false);
  });
});

describe("unread texts", () => {
  test("are on the brand's outbox page until a user of the brand marks them as read", async () => {
    await book();
    await answer("Can we bring the dog?");
    expect(await page()).toContain("1 text to read");
    expect(await page()).toContain("Call (212) 555-0188");
    // The other brand does not know this phone.
    expect(await page(`/b/${TRATTORIA}/messages`)).not.toContain("bring the dog");
    const [text] = desk.server.stores.inboundTexts.latest();
    const id = text?.id ?? "";
    expect((await send("mark_text_read", { id })).status).toBe(303);
    expect(await page()).not.toContain("bring the dog");
    expect(desk.server.stores.messageList.markRead(BISTRO, id, "again", 1)).toBe(false);
  });

  test("are announced on the day sheet too, because a host mostly sees that page", async () => {
    await book();
    const says = '<span class="unseen">, a guest wrote</span>';
    expect(await page(`/b/${BISTRO}`)).not.toContain(says);
    await answer("We are fifteen minutes late");
    expect(await page(`/b/${BISTRO}`)).toContain(says);
    expect(await page(`/b/${TRATTORIA}`)).not.toContain(says);
    const [text] = desk.server.stores.inboundTexts.latest();
    await send("mark_text_read", { id: text?.id ?? "" });
    expect(await page(`/b/${BISTRO}`)).not.toContain(says);
  });

  test("are shown with the guest's next reservation, even if the last text to the guest was about another one", async () => {
    const next = await book();
    const later = await book("Ada", 19 + 8 * 24);
    await answer("We are ten minutes late");
    const path = (id: string) => `/b/${BISTRO}/reservations/${id}`;
    expect(await page(path(next.id))).toContain("We are ten minutes late");
    expect(await page(path(later.id))).not.toContain("We are ten minutes late");

    const inbox = await page();
    expect(inbox).toContain("2 reservations");
    const links = [next.id, later.id].map((id) => inbox.indexOf(`href="${path(id)}">`));
    expect(links).toEqual(links.toSorted((one, other) => one - other));
    expect(links[0]).toBeGreaterThan(0);

    const sheet = await page(`/b/${BISTRO}?date=2026-11-19`);
    expect(sheet.match(/text to read/g)).toHaveLength(1);
    expect(await page(`/b/${BISTRO}?date=2026-11-26`)).not.toContain("text to read");
    const [text] = desk.server.stores.inboundTexts.latest();
    await send("mark_text_read", { id: text?.id ?? "" });
    expect(await page(`/b/${BISTRO}?date=2026-11-19`)).not.toContain("text to read");
  });

  test("are shown with the seated party until it leaves, even after its planned end, and then with the guest's next reservation", async () => {
    const first = await book();
    const second = await book("Ada", 19 + 2 * 24);
    await desk.advance(33 * 3_600_000);
    await ask(desk.server, BISTRO, "mark_seated", { id: first.id });
    await desk.advance(3 * 3_600_000);
    await host.signIn(desk.user);
    await answer("Could we have the bill?");
    const path = (id: string) => `/b/${BISTRO}/reservations/${id}`;
    expect(await page(path(first.id))).toContain("Could we have the bill?");
    await ask(desk.server, BISTRO, "mark_completed", { id: first.id });
    expect(await page(path(first.id))).not.toContain("Could we have the bill?");
    expect(await page(path(second.id))).toContain("Could we have the bill?");
    expect(await page()).toContain(`href="${path(second.id)}">Reservation`);
  });

  test("cannot be marked as read by a brand that does not know the guest", async () => {
    await book();
    await answer("Hello?");
    const [text] = desk.server.stores.inboundTexts.latest();
    const refused = await host.post(`/b/${TRATTORIA}/do/mark_text_read`, {
      csrf: hiddenFields(await page(`/b/${TRATTORIA}/messages`), "/look")["csrf"] ?? "",
      back: `/b/${TRATTORIA}/messages`,
      id: text?.id ?? "",
    });
    expect(refused.status).toBe(422);
  });
});

describe("restaurants with different owners", () => {
  /** Signs in a user of only the trattoria. The bistro's guest gets a reservation there too. */
  const neighbour = async () => {
    await accountWith("owner", desk, TRATTORIA);
    const person = await personWith("host", desk, TRATTORIA);
    const at = todayAt(desk.server, TRATTORIA, 19);
    const booked = await ask(desk.server, TRATTORIA, "create_booking", {
      name: "Ada",
      phone: GUEST,
      numberOfPeople: 2,
      notifyCustomer: false,
      date: displayDate(at, desk.server.stores.brands.get(TRATTORIA)?.settings.timeZone ?? ""),
      time: "7:00 PM",
    });
    const { id } = booked["reservation"] as { id: string };
    return { person, id };
  };

  test("cannot see a text meant for another, or mark it as read", async () => {
    await book();
    const { person, id } = await neighbour();
    await answer("We bring the dog");
    const home = `/b/${TRATTORIA}`;
    const seen = await Promise.all(
      [home, `${home}/messages`, `${home}/messages?view=phone`, `${home}/reservations/${id}`].map(
        async (path) => (await person.get(path)).text(),
      ),
    );
    for (const text of seen) {
      expect(text).toContain("Trattoria");
      expect(text).not.toContain("We bring the dog");
      expect(text).not.toContain("a guest wrote");
      expect(text).not.toContain("text to read");
    }
    expect(await page()).toContain("We bring the dog");
    const [text] = desk.server.stores.inboundTexts.latest();
    const refused = await person.post(`${home}/do/mark_text_read`, {
      csrf: hiddenFields(seen[1] ?? "", "/look")["csrf"] ?? "",
      back: `${home}/messages`,
      id: text?.id ?? "",
    });
    expect(refused.status).toBe(422);
  });

  test("do not see a text from an unknown phone, but the owner of the instance does", async () => {
    const { person } = await neighbour();
    await fetch(`${desk.url}/test/messages/reply`, {
      method: "POST",
      headers: { authorization: `Bearer ${desk.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ brand: BISTRO, from: GUEST, body: "Have you a table?" }),
    });
    const says = "a guest wrote";
    const owner = await personWith("owner", desk, BISTRO);
    for (const [who, brand] of [
      [person, TRATTORIA],
      [owner, BISTRO],
    ] as const) {
      const text = await (await who.get(`/b/${brand}/messages`)).text();
      expect(text).not.toContain(says);
      expect(text).not.toContain("Have you a table?");
    }
    const { stores } = desk.server;
    expect(stores.users.byEmail(desk.user.email)?.ownsInstance).toBe(true);
    const inbox = await page();
    expect(inbox).toContain("1 text from unknown phones");
    expect(inbox).toContain("Have you a table?");
    expect(await page(`/b/${TRATTORIA}`)).toContain(says);
    const [text] = stores.inboundTexts.latest();
    expect((await send("mark_text_read", { id: text?.id ?? "" })).status).toBe(303);
    expect(await page()).not.toContain("Have you a table?");
    expect(await page(`/b/${TRATTORIA}`)).not.toContain(says);
  });
});

test.each(["outbox", "mark_text_read", "release_text", "send_text_again", "send_test_text"])(
  "the operation %s is for users only, not for keys",
  async (name) => {
    const operation = DESK_OPERATIONS.find((one) => one.name === name);
    if (operation === undefined) throw new Error(`There is no ${name}`);
    const [example] = operation.examples ?? [];
    const refused = await desk.server
      .invoke(operation, { brand: BISTRO, ...example?.input }, deskCaller(BISTRO))
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "FORBIDDEN_TOOL" });
  },
);
