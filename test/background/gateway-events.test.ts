// Goal: a gateway's report is recorded for the right text, in whatever order and however often it
// comes, and a guest's text reaches the inbox with the guest's phone number in E.164.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { deliveries } from "../../src/background/deliveries.ts";
import { createGatewayEvents, type ReceivedText } from "../../src/background/gateway-events.ts";
import { createInbox } from "../../src/background/inbound-texts.ts";
import type { Message } from "../../src/domain/message.ts";
import type { InboundEvent, SmsProvider, StatusEvent } from "../../src/domain/sms-provider.ts";
import { message, nextId, reservation } from "../storage/samples.ts";
import { holdTable, send } from "./guest-texts.ts";
import { openMachine, PATIENT, type TestMachine } from "./machine.ts";

const status = (change: Partial<StatusEvent> = {}): StatusEvent => ({
  type: "status",
  status: "delivered",
  providerId: "p-1",
  messageId: null,
  code: null,
  optedOut: false,
  ...change,
});
const inbound = (change: Partial<InboundEvent> = {}): InboundEvent => ({
  type: "inbound",
  providerEventId: "e-1",
  from: "+12125550123",
  to: null,
  body: "STOP",
  ...change,
});
const ignore = (): Promise<void> => Promise.resolve();

function queue(machine: TestMachine, change: Partial<Message> = {}): string {
  const booked = reservation();
  machine.stores.reservations.insert(booked);
  const text = {
    reservationId: booked.id,
    state: "accepted",
    attempt: 1,
    providerId: "p-1",
  } as const;
  const queued = message({ uniqueKey: nextId(), ...text, ...change });
  machine.stores.messages.enqueue(queued);
  return queued.id;
}
const stateOf = (machine: TestMachine, id: string) => machine.stores.messages.get(id)?.state;

describe("a report about a text", () => {
  test("is matched by the gateway's id, or by ours while the gateway's is unknown", async () => {
    using machine = openMachine();
    const [known, early] = [queue(machine), queue(machine, { state: "sending", providerId: null })];
    const take = createGatewayEvents(machine, ignore);
    await take("test", [status(), status({ providerId: "p-2", messageId: early })]);
    expect([known, early].map((id) => stateOf(machine, id))).toEqual(["delivered", "delivered"]);
    expect(machine.stores.messages.get(early)?.providerId).toBe("p-2");
  });

  test("with only our id does not replace the gateway's id that is stored", async () => {
    using machine = openMachine();
    const id = queue(machine, { providerId: "p-1" });
    const take = createGatewayEvents(machine, ignore);
    await take("test", [status({ status: "accepted", providerId: id, messageId: id })]);
    await take("test", [status({ status: "delivered", providerId: id, messageId: id })]);
    expect(stateOf(machine, id)).toBe("delivered");
    expect(machine.stores.messages.get(id)?.providerId).toBe("p-1");
  });

  test("that is unknown or was not sent changes nothing", async () => {
    using machine = openMachine();
    const unsent = queue(machine, { state: "due", attempt: 0, providerId: null });
    const other = queue(machine);
    await createGatewayEvents(machine, ignore)("test", [
      status({ providerId: "p-9" }),
      status({ providerId: "p-9", messageId: "no such text" }),
      status({ providerId: "p-9", messageId: unsent }),
    ]);
    expect([unsent, other].map((id) => stateOf(machine, id))).toEqual(["due", "accepted"]);
  });

  test("leads to the same state in whatever order and however often it comes", async () => {
    const said = fc.constantFrom<StatusEvent["status"]>("accepted", "accepted", "delivered");
    const schedule = fc.array(said, { minLength: 1, maxLength: 8 });
    using machine = openMachine();
    const take = createGatewayEvents(machine, ignore);
    await fc.assert(
      fc.asyncProperty(schedule, async (statuses) => {
        const providerId = nextId();
        const id = queue(machine, { state: "unknown", providerId });
        for (const one of statuses) await take("test", [status({ status: one, providerId })]);
        const best = statuses.includes("delivered") ? "delivered" : "accepted";
        expect(stateOf(machine, id)).toBe(best);
      }),
      { numRuns: 40 },
    );
  });

  test("can say that the phone opted out at the gateway", async () => {
    using machine = openMachine();
    queue(machine);
    const take = createGatewayEvents(machine, ignore);
    await take("test", [status({ status: "failed", code: "21610", optedOut: true })]);
    expect(machine.stores.optOuts.has("+12125550123")).toBe(true);
  });

  test("that is repeated after the phone has sent START does not opt the phone out again", async () => {
    using machine = openMachine();
    queue(machine);
    const take = createGatewayEvents(machine, createInbox(machine));
    const stopped = status({ status: "failed", code: "21610", optedOut: true });
    await take("test", [stopped]);
    await take("test", [inbound({ body: "START" })]);
    await take("test", [stopped]);
    expect(machine.stores.optOuts.has("+12125550123")).toBe(false);
  });
});

describe("a report that an offer's text could not be delivered", () => {
  /** A table held for an hour, with the offer's text at the gateway. */
  function offered(machine: TestMachine) {
    const held = holdTable(machine, {}, { offersSent: 1 });
    const text = { reservationId: null, entryId: held.entryId, kind: "offer" } as const;
    const id = queue(machine, { ...text, to: held.phone, offerId: held.id });
    return { held, id };
  }

  test("frees the table for the next guest and does not count as silence", async () => {
    using machine = openMachine();
    const { held } = offered(machine);
    const take = createGatewayEvents(machine, ignore);
    const undelivered = status({ status: "failed", code: "30006" });
    await take("test", [undelivered, undelivered]);
    expect(machine.stores.offers.get(held.id)?.state).toBe("failed");
    expect(machine.stores.waitlist.entry(held.entryId)).toMatchObject({
      status: "waiting",
      silentOffers: 0,
      offersSent: 0,
    });
    expect(machine.stores.slotFreed.undone(machine.at, 9)).toMatchObject([
      { cause: "offer_failed", offerId: held.id },
    ]);
  });

  test("changes nothing if the guest already has the table", async () => {
    using machine = openMachine();
    const { held } = offered(machine);
    expect(await send(machine, "YES")).toBe("offer_accepted");
    await createGatewayEvents(machine, ignore)("test", [status({ status: "failed" })]);
    expect(machine.stores.offers.get(held.id)?.state).toBe("accepted");
    expect(machine.stores.waitlist.entry(held.entryId)?.status).toBe("booked");
  });

  test("is ignored after a report that the text was delivered", async () => {
    using machine = openMachine();
    const { held } = offered(machine);
    const take = createGatewayEvents(machine, ignore);
    await take("test", [status({ status: "delivered" }), status({ status: "failed" })]);
    expect(machine.stores.offers.get(held.id)?.state).toBe("sent");
  });
});

describe("a text sent again after its delivery failed", () => {
  /** A text whose delivery failed, which a person sends again. */
  async function sentAgain(machine: TestMachine): Promise<{ readonly old: string }> {
    const again = { expiresAt: machine.at + 3_600_000, uniqueKey: `${nextId()}:confirmation:1` };
    const old = queue(machine, again);
    const failed = status({ status: "failed", messageId: old, code: "no signal" });
    await createGatewayEvents(machine, ignore)("test", [failed]);
    const done = machine.stores.deliveries.sendAgain(old, { anew: nextId(), now: machine.at });
    expect(done).toBe(true);
    return { old };
  }

  test("has a new id, because a gateway may refuse an id that it knows", async () => {
    using machine = openMachine();
    const { old } = await sentAgain(machine);
    const given: string[] = [];
    const provider: SmsProvider = {
      name: "test",
      capabilities: { dedupesById: true, deliveryReports: true, inbound: false },
      send: ({ id }) => {
        given.push(id);
        return Promise.resolve({ status: "accepted", providerId: id });
      },
    };
    await deliveries(machine, provider, PATIENT).run(machine.at);
    expect(given).toHaveLength(1);
    expect(given).not.toContain(old);
  });

  test("is not changed by a late report about the first attempt", async () => {
    using machine = openMachine();
    const { old } = await sentAgain(machine);
    const [again] = machine.stores.deliveries.due(machine.at, 9);
    machine.stores.deliveries.claim(again?.id ?? "", { now: machine.at });
    const take = createGatewayEvents(machine, ignore);
    await take("test", [
      status({ status: "failed", messageId: old }),
      status({ status: "failed" }),
    ]);
    expect(stateOf(machine, again?.id ?? "")).toBe("sending");
    await take("test", [status({ providerId: "p-2", messageId: again?.id ?? "" })]);
    expect(stateOf(machine, again?.id ?? "")).toBe("delivered");
  });
});

describe("a guest's text", () => {
  test.each([
    ["+12125550123", "+12125550123"],
    ["2125550123", "+12125550123"],
    ["(212) 555-0123", "+12125550123"],
    ["333 123 4567", "+393331234567"],
    ["Bank", "Bank"],
    ["+1", "+1"],
  ])("from %s is stored as from %s", async (written, from) => {
    using machine = openMachine();
    const received: ReceivedText[] = [];
    const take = createGatewayEvents(machine, async (text) => void received.push(text));
    await take("smsgate", [inbound({ from: written, to: written })]);
    expect(received).toEqual([
      { provider: "smsgate", providerEventId: "e-1", from, to: from, body: "STOP" },
    ]);
  });

  test("from a number that is valid in two countries counts as from the phone that was texted before", async () => {
    using machine = openMachine();
    const received: ReceivedText[] = [];
    const take = createGatewayEvents(machine, async (text) => void received.push(text));
    const written = inbound({ from: "312 555 0123" });
    await take("smsgate", [written]);
    queue(machine, { to: "+393125550123" });
    await take("smsgate", [written]);
    expect(received.map(({ from }) => from)).toEqual(["+13125550123", "+393125550123"]);
  });

  test("is stored and acted on once, however often it is delivered, even concurrently", async () => {
    using machine = openMachine();
    const take = createGatewayEvents(machine, createInbox(machine));
    await Promise.all([take("test", [inbound()]), take("test", [inbound()])]);
    expect(machine.stores.optOuts.has("+12125550123")).toBe(true);
    await take("test", [inbound({ providerEventId: "e-2", body: "START" })]);
    await take("test", [inbound()]);
    expect(machine.stores.optOuts.has("+12125550123")).toBe(false);
    expect(machine.stores.inboundTexts.latest().map((text) => text.handledAs)).toEqual([
      "opted_in",
      "opted_out",
    ]);
    await take("other", [inbound()]);
    expect(machine.stores.inboundTexts.latest()).toHaveLength(3);
  });

  test.each([
    ["Baja", "stop", "opted_out", true],
    ["NO", "stop", "opted_out", true],
    ["Alta", "start", "opted_in", false],
    ["YES", "start", "unread", true],
  ] as const)("%s, taken for %s by the gateway, counts as %s", async (body, takenFor, as, out) => {
    using machine = openMachine();
    machine.stores.optOuts.add("+12125550123", machine.at);
    if (takenFor === "stop") machine.stores.optOuts.remove("+12125550123");
    const take = createGatewayEvents(machine, createInbox(machine));
    await take("twilio", [inbound({ body, takenFor })]);
    expect(machine.stores.inboundTexts.latest()[0]?.handledAs).toBe(as);
    expect(machine.stores.optOuts.has("+12125550123")).toBe(out);
  });

  test("that cannot be stored gives an error, so that the gateway delivers it again", async () => {
    using machine = openMachine();
    const take = createGatewayEvents(machine, () => Promise.reject(new Error("disk full")));
    const outcome = await take("test", [inbound()]).catch(String);
    expect(outcome).toContain("disk full");
  });
});
