// Goal: after a gateway outage of hours, each text that is still useful is sent once. Expired texts
// are not sent, and texts that can wait are not sent in quiet hours. Method: the real adapters
// against a gateway on loopback, with a clock moved through the hours.
import { describe, expect, test } from "bun:test";
import { deliveries } from "../../src/background/deliveries.ts";
import type { Step } from "../../src/background/loop.ts";
import type { Message } from "../../src/domain/message.ts";
import type { SmsProvider } from "../../src/domain/sms-provider.ts";
import { createSmsgateSms } from "../../src/sms/smsgate.ts";
import { createTwilioSms } from "../../src/sms/twilio.ts";
import { createWebhookSms } from "../../src/sms/webhook.ts";
import { type Behaviour, drops, openGateway, replies } from "../sms/fake-gateway.ts";
import {
  BISTRO,
  DAY,
  EVENING,
  HOUR,
  MINUTE,
  message,
  NOW,
  reservation,
} from "../storage/samples.ts";
import { openMachine, type TestMachine } from "./machine.ts";

const ADAPTERS: Readonly<Record<string, (url: string) => SmsProvider>> = {
  twilio: (apiOrigin) =>
    createTwilioSms({ accountSid: "AC1", authToken: "t", from: "+1", callback: null, apiOrigin }),
  smsgate: (url) => createSmsgateSms({ url, user: "u", password: "p", signingKey: "k" }),
  webhook: (url) => createWebhookSms({ url, secret: "s", clock: () => NOW }),
};
const TAKES = replies({ status: 202, body: { id: "g-1", sid: "SM1" } });
const PORTAL = { status: 200, body: "<!DOCTYPE html><html>Sign in to the Wi-Fi</html>" };

function queue(
  machine: TestMachine,
  change: Partial<Message> = {},
  startAt: number = EVENING,
): Message {
  const booked = reservation({ startAt });
  machine.stores.reservations.insert(booked);
  const text = message({ reservationId: booked.id, expiresAt: NOW + DAY, ...change });
  machine.stores.messages.enqueue(text);
  return text;
}

const stateOf = (machine: TestMachine, { id }: Message) => machine.stores.messages.get(id)?.state;

/** Every five minutes up to `end`, runs the step until it has nothing left to do. */
async function goOnUntil(machine: TestMachine, step: Step, end: number): Promise<void> {
  for (; machine.at <= end; machine.at += 5 * MINUTE) {
    for (let runs = 0; runs < 20 && (await step.run(machine.at)) > 0; runs += 1);
  }
}

describe("after an outage of five hours", () => {
  /** 10 AM in New York: no quiet hours before the end of the test. */
  const START = NOW - 9 * HOUR;
  const certain: readonly [string, Behaviour][] = [
    ["credentials that had run out", replies({ status: 401 })],
    ["a portal that redirected every request to its sign-in", replies({ status: 302 })],
    ["a proxy that did not find the gateway", replies({ status: 404, body: "404 page not found" })],
    ["a gateway that had too much to do", replies({ status: 429 })],
  ];
  const cases = Object.keys(ADAPTERS).flatMap((name) =>
    certain.map(([what, behaviour]) => [name, what, behaviour] as const),
  );
  const doubtful = [
    ["smsgate", "server errors", replies({ status: 500 })],
    ["smsgate", "connections that were cut", drops],
    ["smsgate", "answers from a portal instead of the gateway", replies(PORTAL)],
  ] as const;

  test.each([...cases, ...doubtful])(
    "%s gets each text that is still useful once (cause of the outage: %s)",
    async (name, _, behaviour) => {
      using machine = openMachine();
      await using gateway = await openGateway(behaviour);
      const step = deliveries(machine, ADAPTERS[name]?.(gateway.url) as SmsProvider);
      machine.at = START;
      const useful = [START, START + 2 * HOUR].map((dueAt) => queue(machine, { dueAt }));
      const late = queue(machine, { dueAt: START, expiresAt: START + HOUR });
      await goOnUntil(machine, step, START + 5 * HOUR);
      expect(useful.map((text) => stateOf(machine, text))).toEqual(["due", "due"]);
      const handedOver = () => gateway.calls.filter(({ method }) => method === "POST").length;
      const asked = handedOver();
      gateway.behave = TAKES;
      await goOnUntil(machine, step, START + 5 * HOUR + 20 * MINUTE);
      expect(useful.map((text) => stateOf(machine, text))).toEqual(["accepted", "accepted"]);
      expect(["failed", "unknown", "expired"]).toContain(String(stateOf(machine, late)));
      expect(handedOver() - asked).toBe(useful.length);
    },
  );

  test.each(["twilio", "webhook"])(
    "in which connections to %s were cut, only the first text is in an unknown state, and the others are sent",
    async (name) => {
      using machine = openMachine();
      await using gateway = await openGateway(drops);
      const step = deliveries(machine, ADAPTERS[name]?.(gateway.url) as SmsProvider);
      machine.at = START;
      const texts = [0, 1, 2].map((hours) => queue(machine, { dueAt: START + hours * HOUR }));
      await goOnUntil(machine, step, START + 5 * HOUR);
      expect(texts.map((text) => stateOf(machine, text))).toEqual(["unknown", "due", "due"]);
      gateway.behave = TAKES;
      await goOnUntil(machine, step, START + 5 * HOUR + 20 * MINUTE);
      expect(texts.map((text) => stateOf(machine, text))).toEqual([
        "unknown",
        "accepted",
        "accepted",
      ]);
      expect(gateway.calls.filter(({ method }) => method === "POST")).toHaveLength(3);
    },
  );
});

describe("quiet hours that began during the outage", () => {
  /** In New York it is 7 PM at NOW; quiet hours are from 9:30 PM to 9 AM. */
  const NIGHT = NOW + 4 * HOUR;
  const MORNING = NOW + 14 * HOUR;

  async function backAtNight(change: Partial<Message> = {}, startAt?: number) {
    const machine = openMachine();
    const gateway = await openGateway(replies({ status: 401 }));
    const step = deliveries(machine, ADAPTERS["twilio"]?.(gateway.url) as SmsProvider);
    const text = queue(machine, change, startAt);
    await goOnUntil(machine, step, NIGHT);
    gateway.behave = TAKES;
    await goOnUntil(machine, step, NIGHT + 30 * MINUTE);
    return {
      machine,
      step,
      text,
      async [Symbol.asyncDispose]() {
        await gateway[Symbol.asyncDispose]();
        machine[Symbol.dispose]();
      },
    };
  }

  test("delay a confirmation that is no longer urgent", async () => {
    await using night = await backAtNight();
    const { machine, step, text } = night;
    expect(stateOf(machine, text)).toBe("due");
    expect(machine.stores.messages.get(text.id)?.dueAt).toBe(MORNING);
    expect(machine.stores.figures.outbox(machine.at)).toMatchObject({ due: 0, scheduled: 1 });
    machine.at = MORNING;
    await goOnUntil(machine, step, MORNING);
    expect(stateOf(machine, text)).toBe("accepted");
  });

  test("do not delay a confirmation that would expire before they end", async () => {
    await using night = await backAtNight({ expiresAt: MORNING });
    expect(stateOf(night.machine, night.text)).toBe("accepted");
  });

  test("delay a confirmation of a reservation that has begun, until the confirmation expires", async () => {
    await using night = await backAtNight({ expiresAt: NIGHT + HOUR }, NIGHT - HOUR);
    const { machine, step, text } = night;
    expect(stateOf(machine, text)).toBe("due");
    await goOnUntil(machine, step, MORNING);
    expect(stateOf(machine, text)).toBe("expired");
  });

  test("do not delay a confirmation that is a minute old, or a text that a person sends again", async () => {
    using machine = openMachine();
    await using gateway = await openGateway(TAKES);
    const step = deliveries(machine, ADAPTERS["twilio"]?.(gateway.url) as SmsProvider);
    const fresh = queue(machine, { dueAt: NIGHT - MINUTE, createdAt: NIGHT - MINUTE });
    const again = queue(machine, { state: "failed", attempt: 3, kind: "update" });
    machine.stores.deliveries.sendAgain(again.id, { anew: "65a0000000000000000000aa", now: NIGHT });
    await step.run(NIGHT);
    expect(stateOf(machine, fresh)).toBe("accepted");
    expect(machine.stores.messages.get("65a0000000000000000000aa")?.state).toBe("accepted");
  });

  test("delay a confirmation that could not be sent because the server was down", async () => {
    using machine = openMachine();
    await using gateway = await openGateway(TAKES);
    const step = deliveries(machine, ADAPTERS["twilio"]?.(gateway.url) as SmsProvider);
    const text = queue(machine);
    await step.run(NIGHT);
    expect(machine.stores.messages.get(text.id)).toMatchObject({ state: "due", dueAt: MORNING });
  });
});

test("a text that replaces a withdrawn text counts as scheduled, even if the gateway had refused the old one", async () => {
  using machine = openMachine();
  await using gateway = await openGateway(replies({ status: 401 }));
  const step = deliveries(machine, ADAPTERS["twilio"]?.(gateway.url) as SmsProvider);
  const text = queue(machine, { kind: "reminder" });
  await step.run(NOW);
  machine.stores.messages.voidUnsent(String(text.reservationId));
  const anew = { ...text, id: "65a0000000000000000000bb", dueAt: NOW + 5 * HOUR };
  machine.stores.messages.enqueue(anew);
  expect(machine.stores.messages.get(anew.id)?.brand).toBe(BISTRO);
  const waiting = machine.stores.figures.outbox(NOW + HOUR);
  expect(waiting).toMatchObject({ due: 0, scheduled: 1, oldestDueAt: null });
});
