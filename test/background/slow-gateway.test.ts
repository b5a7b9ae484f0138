// Goal: a slow gateway delays only its own texts: the background loop continues, few requests are
// open at a time, and every attempt ends. Method: the webhook adapter against a gateway on loopback
// that answers as late as the test wants.
import { describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { type DeliveryOptions, deliveries } from "../../src/background/deliveries.ts";
import { createLoop, type Step } from "../../src/background/loop.ts";
import type { Machine } from "../../src/background/sweep.ts";
import type { SmsProvider } from "../../src/domain/sms-provider.ts";
import { createWebhookSms } from "../../src/sms/webhook.ts";
import { type Behaviour, openGateway, replies, silent } from "../sms/fake-gateway.ts";
import { DAY, MINUTE, message, NOW, reservation } from "../storage/samples.ts";
import { openMachine, silentLog, type TestMachine } from "./machine.ts";

const TAKEN = replies({ status: 200, body: { id: "g-1" } });
const CALL = { method: "POST", path: "/", headers: new Headers(), body: "" };
/** Short enough for a fast test, long enough for an answer on loopback. */
const PATIENCE = { patienceMs: 100 };

const adapter = (url: string, timeoutMs = 5000): SmsProvider =>
  createWebhookSms({ url, secret: "whsec_c2VjcmV0", clock: () => NOW, timeoutMs });

function queue(machine: TestMachine, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const booked = reservation();
    machine.stores.reservations.insert(booked);
    const to = `+1212555${String(index).padStart(4, "0")}`;
    const text = message({ reservationId: booked.id, to, expiresAt: NOW + DAY });
    machine.stores.messages.enqueue(text);
    return text.id;
  });
}

const counts = (machine: TestMachine): Record<string, number> => {
  const found: Record<string, number> = {};
  for (const { state } of machine.stores.messages.list({ brand: null, phone: null })) {
    found[state] = (found[state] ?? 0) + 1;
  }
  return found;
};

/** Lets answers arrive. While 20 requests are open, a run starts no new one. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A machine and its gateway. Disposing of them waits until no request is open. */
async function open(behave: Behaviour) {
  const machine = openMachine();
  const gateway = await openGateway(behave);
  const steps: Step[] = [];
  return {
    machine,
    gateway,
    stepOf(more: Partial<Machine> & Pick<DeliveryOptions, "wake"> = {}): Step {
      const { wake, ...changed } = more;
      const options = { ...PATIENCE, ...(wake === undefined ? {} : { wake }) };
      const step = deliveries({ ...machine, ...changed }, adapter(gateway.url), options);
      steps.push(step);
      return step;
    },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      for (const step of steps) await step.drain?.();
      machine[Symbol.dispose]();
    },
  };
}

/** The gateway answers the first call when the test says so, the others immediately. */
async function openWithSlowFirst() {
  const asked = Promise.withResolvers<Socket>();
  const opened = await open((call, socket) => {
    if (opened.gateway.calls.length === 1) asked.resolve(socket);
    else TAKEN(call, socket);
  });
  const answer = async (): Promise<void> => TAKEN(CALL, await asked.promise);
  return { ...opened, answer };
}

describe("a gateway that does not answer", () => {
  test("gets at most 20 requests at once, and a run waits for it only briefly", async () => {
    const asked = Promise.withResolvers<void>();
    await using opened = await open(() => {
      if (opened.gateway.calls.length === 20) asked.resolve();
    });
    const { machine, gateway, stepOf } = opened;
    queue(machine, 50);
    const step = stepOf();
    expect(await step.run(NOW)).toBe(0);
    await asked.promise;
    for (let runs = 0; runs < 5; runs += 1) expect(await step.run(NOW)).toBe(0);
    expect(gateway.calls).toHaveLength(20);
    // The adapter gives up after 5 seconds; no run waited for that.
    expect(counts(machine)).toEqual({ sending: 20, due: 30 });
  });

  test("does not delay the loop's step after deliveries", async () => {
    await using opened = await open(silent);
    const { machine, stepOf } = opened;
    queue(machine, 1);
    let turns = 0;
    const other: Step = {
      name: "other",
      whenWoken: true,
      run: async () => Promise.resolve(turns++ < 1 ? 1 : 0),
      nextDueAt: () => null,
    };
    const step = stepOf();
    const loop = createLoop({ steps: [step, other], clock: () => NOW, log: silentLog });
    await loop.runOnce();
    expect(turns).toBe(2);
  });

  test("is no longer awaited after the time limit, and the state of its texts is unknown", async () => {
    using machine = openMachine();
    const provider: SmsProvider = {
      name: "hangs",
      capabilities: { dedupesById: false, deliveryReports: false, inbound: false },
      send: () => new Promise(() => undefined),
    };
    queue(machine, 3);
    expect(await deliveries(machine, provider, { limitMs: 5 }).run(NOW)).toBe(0);
    expect(counts(machine)).toEqual({ unknown: 3 });
  });
});

describe("one slow answer among others", () => {
  test("delays no other text, is stored when it comes, and wakes the loop", async () => {
    await using opened = await openWithSlowFirst();
    const { machine, gateway, stepOf, answer } = opened;
    const ids = queue(machine, 45);
    /**
     * The number of accepted texts each time the loop was woken. The test checks only the last
     * number, because on a busy machine other answers can be late too.
     */
    const woken: (number | undefined)[] = [];
    const step = stepOf({ wake: () => void woken.push(counts(machine)["accepted"]) });
    while (counts(machine)["accepted"] !== 44) {
      await step.run(NOW);
      await nextTurn();
    }
    expect(counts(machine)).toEqual({ accepted: 44, sending: 1 });
    await answer();
    await step.drain?.();
    expect(woken.at(-1)).toBe(45);
    expect(counts(machine)).toEqual({ accepted: 45 });
    expect(gateway.calls).toHaveLength(ids.length);
  });

  test("does not lead to a second attempt, even an hour later", async () => {
    await using opened = await openWithSlowFirst();
    const { machine, gateway, stepOf, answer } = opened;
    queue(machine, 1);
    const woken = Promise.withResolvers<void>();
    const step = stepOf({ wake: woken.resolve });
    await step.run(NOW);
    for (const minutes of [1, 3, 60]) await step.run(NOW + minutes * MINUTE);
    expect(counts(machine)).toEqual({ sending: 1 });
    await answer();
    await woken.promise;
    expect(counts(machine)).toEqual({ accepted: 1 });
    expect(gateway.calls).toHaveLength(1);
  });

  test("is awaited when the loop stops, and its outcome is stored", async () => {
    await using opened = await openWithSlowFirst();
    const { machine, stepOf, answer } = opened;
    queue(machine, 1);
    const step = stepOf();
    const loop = createLoop({ steps: [step], clock: () => NOW, log: silentLog });
    await loop.runOnce();
    const stopped = loop.stop();
    await answer();
    await stopped;
    expect(counts(machine)).toEqual({ accepted: 1 });
  });
});

test("if an answer comes after the writer has closed, its outcome is logged as lost and the process goes on", async () => {
  await using opened = await openWithSlowFirst();
  const { machine, stepOf, answer } = opened;
  const lost: string[] = [];
  const log = { ...silentLog, error: (event: string) => void lost.push(event) };
  queue(machine, 1);
  const step = stepOf({ log });
  await step.run(NOW);
  await machine.writer.close();
  await answer();
  await step.drain?.();
  expect(lost).toEqual(["sms_outcome_lost"]);
  expect(counts(machine)).toEqual({ sending: 1 });
});
