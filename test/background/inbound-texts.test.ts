// Goal: a guest's text is stored once and acts only if the whole text is a known word; STOP ends
// texts to the phone from every brand. Method: texts into a real database.
import { describe, expect, test } from "bun:test";
import { createGatewayEvents } from "../../src/background/gateway-events.ts";
import { createInbox } from "../../src/background/inbound-texts.ts";
import { standardHeaders } from "../../src/sms/signed-webhook.ts";
import { createWebhookSms } from "../../src/sms/webhook.ts";
import { DAY, EVENING, HOUR, MINUTE, NOW, reservation, TRATTORIA } from "../storage/samples.ts";
import { ask, from, holdTable, send } from "./guest-texts.ts";
import { openMachine } from "./machine.ts";

describe("the words of a text:", () => {
  test.each([
    ["STOP", true, "opted_out"],
    [" stop. ", true, "opted_out"],
    ["Unsubscribe!", true, "opted_out"],
    ["please stop", false, "unread"],
    ["YES", false, "unread"],
    ["", false, "unread"],
  ] as const)("%j (opts the phone out: %p) is handled as %s", async (body, silent, handledAs) => {
    using machine = openMachine();
    expect(await send(machine, body)).toBe(handledAs);
    expect(machine.stores.optOuts.has(from)).toBe(silent);
  });

  test("START reverses STOP", async () => {
    using machine = openMachine();
    await send(machine, "STOP");
    expect(await send(machine, "start")).toBe("opted_in");
    expect(machine.stores.optOuts.has(from)).toBe(false);
  });

  test("an unknown number gets no reply, whatever it texts", async () => {
    using machine = openMachine();
    for (const body of ["YES", "NO", "CANCEL", "Table for 4?", "👍"]) {
      await send(machine, body, { from: "+12125550999" });
    }
    expect(machine.stores.messages.list({ brand: null, phone: null })).toEqual([]);
  });

  test("every text is stored together with the way in which it was handled", async () => {
    using machine = openMachine();
    await send(machine, "Can we bring a dog?", { to: "+12125550100" });
    expect(machine.stores.inboundTexts.latest()).toMatchObject([
      {
        sender: from,
        recipient: "+12125550100",
        body: "Can we bring a dog?",
        handledAs: "unread",
        receivedAt: NOW,
      },
    ]);
  });
});

test("a text is stored without invisible characters and with its emoji", async () => {
  using machine = openMachine();
  await send(machine, "We are\u{e0061}\u{e0062} late\u202e \u{1f468}\u200d\u{1f373}");
  const [kept] = machine.stores.inboundTexts.latest();
  expect(kept?.body).toBe("We are late \u{1f468}\u200d\u{1f373}");
});

test("only the first 4000 characters of a longer text are stored", async () => {
  using machine = openMachine();
  const take = createGatewayEvents(machine, createInbox(machine));
  const key = Buffer.from("secret");
  const text = { from, to: null, body: `We come by train ${"!".repeat(9000)}` };
  const body = JSON.stringify({ type: "sms.received", data: text });
  const headers = new Headers(standardHeaders(key, { id: "m1", at: NOW, body }));
  const gateway = createWebhookSms({
    url: "http://127.0.0.1:1",
    secret: "secret",
    clock: () => NOW,
  });
  const parsed = await gateway.parseWebhook?.({
    url: "http://127.0.0.1/hooks/sms/webhook",
    headers,
    body: new TextEncoder().encode(body),
    receivedAt: NOW,
  });
  await take("webhook", parsed?.verified === true ? parsed.events : []);
  const [kept] = machine.stores.inboundTexts.latest();
  expect(kept?.body).toHaveLength(4000);
});

describe("STOP", () => {
  test("withdraws an offer to the phone and frees the table", async () => {
    using machine = openMachine();
    const held = holdTable(machine);
    await send(machine, "STOP");
    expect(machine.stores.offers.get(held.id)?.state).toBe("withdrawn");
    expect(machine.stores.waitlist.entry(held.entryId)?.status).toBe("waiting");
    const freed = machine.house.database.query("SELECT cause FROM slot_freed").all();
    expect(freed).toEqual([{ cause: "offer_withdrawn" }]);
  });

  test("withdraws another brand's offer too, because the phone gets no more texts from any brand", async () => {
    using machine = openMachine();
    const held = holdTable(machine, {}, { brand: TRATTORIA });
    await send(machine, "STOP");
    expect(machine.stores.offers.get(held.id)?.state).toBe("withdrawn");
  });

  // By these three words the guest may mean the reservation.
  test.each([
    ["CANCEL", "is marked for a call", true],
    ["end", "is marked for a call", true],
    ["Quit!", "is marked for a call", true],
    ["STOP", "is not marked", false],
    ["UNSUBSCRIBE", "is not marked", false],
  ])("texted as %s: the guest's reservation %s", async (body, _result, call) => {
    using machine = openMachine();
    const rows = [
      reservation(),
      reservation({ startAt: NOW - HOUR }),
      reservation({ phone: "+12125550199" }),
      reservation({ status: "cancelled", cancelledAt: NOW }),
    ];
    for (const row of rows) machine.stores.reservations.insert(row);
    await send(machine, body);
    await send(machine, body);
    const flags = rows.map(({ id }) => machine.stores.reservations.get(id)?.flags);
    expect(flags).toEqual([call ? ["call_to_confirm"] : [], [], [], []]);
    const [first] = rows;
    const changes = machine.stores.audit.ofReservation(first?.id ?? "", 5);
    expect(changes.map(({ operation, actor }) => `${operation} by ${actor.kind}`)).toEqual(
      call ? ["ask_for_call by guest"] : [],
    );
  });
});

describe("a text delivered twice", () => {
  test("changes nothing the second time", async () => {
    using machine = openMachine();
    const gateway = { provider: "twilio", providerEventId: "SM1" };
    ask(machine);
    ask(machine, { startAt: EVENING + DAY }, { dueAt: NOW - MINUTE });
    expect(await send(machine, "YES", gateway)).toBe("attendance_confirmed");
    expect(await send(machine, "YES", gateway)).toBe("repeated");
    const again = { provider: "smsgate", providerEventId: "SM1" };
    expect(await send(machine, "YES", again)).toBe("attendance_confirmed");
  });

  test("does not opt out a guest who has opted in again", async () => {
    using machine = openMachine();
    const gateway = { provider: "twilio", providerEventId: "SM2" };
    await send(machine, "STOP", gateway);
    await send(machine, "START");
    expect(await send(machine, "STOP", gateway)).toBe("repeated");
    expect(machine.stores.optOuts.has(from)).toBe(false);
  });
});
