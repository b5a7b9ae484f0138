// Goal: a text that is due is handed to the gateway once, and its state says what is known about it.
import { describe, expect, test } from "bun:test";
import { deliveries } from "../../src/background/deliveries.ts";
import type { Message, MessageState } from "../../src/domain/message.ts";
import type { SendResult, SmsMessage, SmsProvider } from "../../src/domain/sms-provider.ts";
import { HOUR, MINUTE, message, NOW, reservation } from "../storage/samples.ts";
import { openMachine, type TestMachine } from "./machine.ts";

/** A gateway that answers as told and remembers what it was given. */
function gateway(answer: () => Promise<SendResult>, dedupesById = false) {
  const given: SmsMessage[] = [];
  const provider: SmsProvider = {
    name: "test",
    capabilities: { dedupesById, deliveryReports: false, inbound: false },
    send: (text) => {
      given.push(text);
      return answer();
    },
  };
  return { given, provider };
}

const accepts = async (): Promise<SendResult> =>
  Promise.resolve({ status: "accepted", providerId: "p-1" });

function queue(machine: TestMachine, change: Partial<Message> = {}): Message {
  const booked = reservation();
  machine.stores.reservations.insert(booked);
  const text = message({ reservationId: booked.id, ...change });
  machine.stores.messages.enqueue(text);
  return text;
}

const stored = (machine: TestMachine, { id }: Message): Message | undefined =>
  machine.stores.messages.list({ brand: null, phone: null }).find((text) => text.id === id);

test("a text goes out when it is due, not before, with the time it is good for", async () => {
  using machine = openMachine();
  const text = queue(machine, { dueAt: NOW + MINUTE });
  const { given, provider } = gateway(accepts);
  const step = deliveries(machine, provider);
  expect(await step.run(NOW)).toBe(0);
  expect(step.nextDueAt(NOW, NOW + HOUR)).toBe(NOW + MINUTE);
  expect(step.nextDueAt(NOW, NOW + 1)).toBeNull();
  expect(await step.run(NOW + MINUTE)).toBe(1);
  const { id, kind, to, body } = text;
  expect(given).toEqual([{ id, kind, to, body, ttlSeconds: 59 * 60 }]);
  expect(stored(machine, text)).toMatchObject({ state: "accepted", providerId: "p-1", attempt: 1 });
  expect(await step.run(NOW + HOUR)).toBe(0);
});

describe("outcomes", () => {
  const cases: readonly [string, () => Promise<SendResult>, boolean, MessageState][] = [
    [
      "delivered at once",
      async () => ({ ...(await accepts()), delivered: true }) as SendResult,
      false,
      "delivered",
    ],
    [
      "refused for good",
      async () => Promise.resolve({ status: "rejected", code: "x", permanent: true }),
      false,
      "failed",
    ],
    [
      "refused for now",
      async () => Promise.resolve({ status: "rejected", code: "x", permanent: false }),
      false,
      "due",
    ],
    [
      "unknown, and the gateway knows our ids",
      async () => Promise.resolve({ status: "unknown" }),
      true,
      "due",
    ],
    [
      "unknown, and a second text might be sent",
      async () => Promise.resolve({ status: "unknown" }),
      false,
      "unknown",
    ],
    ["an error of the adapter", () => Promise.reject(new Error("broken")), false, "unknown"],
  ];
  test.each([...cases])("%s", async (_, answer, dedupesById, state) => {
    using machine = openMachine();
    const text = queue(machine);
    const { provider } = gateway(answer, dedupesById);
    await deliveries(machine, provider).run(NOW);
    expect(stored(machine, text)?.state).toBe(state);
  });

  test("a gateway that refuses again and again is given up", async () => {
    using machine = openMachine();
    const text = queue(machine);
    const { given, provider } = gateway(async () =>
      Promise.resolve({ status: "rejected", code: "busy", permanent: false }),
    );
    const step = deliveries(machine, provider);
    for (let tries = 0; tries < 8; tries += 1) await step.run(NOW);
    expect(given).toHaveLength(5);
    expect(stored(machine, text)?.state).toBe("failed");
  });

  test("a phone that the gateway calls opted out is noted as such", async () => {
    using machine = openMachine();
    const text = queue(machine);
    const { provider } = gateway(async () =>
      Promise.resolve({ status: "rejected", code: "21610", permanent: true, optedOut: true }),
    );
    await deliveries(machine, provider).run(NOW);
    expect(machine.stores.optOuts.has(text.to)).toBe(true);
  });
});

test("a text whose time has passed is never sent", async () => {
  using machine = openMachine();
  const text = queue(machine, { expiresAt: NOW });
  const { given, provider } = gateway(accepts);
  await deliveries(machine, provider).run(NOW);
  expect(given).toEqual([]);
  expect(stored(machine, text)?.state).toBe("expired");
});

test("a phone that opted out after the text was queued gets nothing", async () => {
  using machine = openMachine();
  const text = queue(machine);
  const other = queue(machine, { to: "+12125550199" });
  machine.stores.optOuts.add(text.to, NOW);
  const { given, provider } = gateway(accepts);
  await deliveries(machine, provider).run(NOW);
  expect(given.map(({ id }) => id)).toEqual([other.id]);
  expect(stored(machine, text)?.state).toBe("void");
});

test("two loops at once send a text once", async () => {
  using machine = openMachine();
  for (let index = 0; index < 20; index += 1) queue(machine);
  const { given, provider } = gateway(accepts);
  const steps = [deliveries(machine, provider), deliveries(machine, provider)];
  await Promise.all(steps.map((step) => step.run(NOW)));
  expect(given).toHaveLength(20);
  expect(new Set(given.map((text) => text.id)).size).toBe(20);
});
