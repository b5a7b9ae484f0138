// Goal: a due text is handed to the gateway once, and its state says what is known about it.
import { describe, expect, test } from "bun:test";
import {
  type DeliveryOptions,
  deliveries as deliveriesOf,
  type SendingRight,
} from "../../src/background/deliveries.ts";
import type { Machine } from "../../src/background/sweep.ts";
import type { Message, MessageState } from "../../src/domain/message.ts";
import { segmentsOf } from "../../src/domain/segments.ts";
import type { SendResult, SmsMessage, SmsProvider } from "../../src/domain/sms-provider.ts";
import { BISTRO, DAY, HOUR, MINUTE, message, NOW, reservation } from "../storage/samples.ts";
import { openMachine, PATIENT, type TestMachine } from "./machine.ts";

/** A gateway that answers as configured and remembers its texts. */
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

const deliveries = (machine: Machine, provider: SmsProvider, options: DeliveryOptions = {}) =>
  deliveriesOf(machine, provider, { ...PATIENT, ...options });

const accepts = async (): Promise<SendResult> =>
  Promise.resolve({ status: "accepted", providerId: "p-1" });
const isBusy = async (retryAfterSeconds?: number): Promise<SendResult> =>
  Promise.resolve({
    status: "rejected",
    code: "busy",
    permanent: false,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
const isUnknown = async (): Promise<SendResult> => Promise.resolve({ status: "unknown" });
const neverSettles = (): Promise<SendResult> => new Promise(() => undefined);

function queue(machine: TestMachine, change: Partial<Message> = {}): Message {
  const cancelled = { status: "cancelled", cancelledAt: NOW } as const;
  const asked = change.kind === "request_received" ? ({ status: "pending" } as const) : {};
  const told = change.kind === "cancellation" ? cancelled : asked;
  const booked = reservation({ attendance: "pending", ...told });
  machine.stores.reservations.insert(booked);
  const text = message({ reservationId: booked.id, expiresAt: NOW + DAY, ...change });
  machine.stores.messages.enqueue(text);
  return text;
}

/** Switches off the brand's quiet hours. */
function awake({ stores }: TestMachine): void {
  const quietHours = { from: "00:00", to: "00:00" };
  const overrides = { timeZone: "America/New_York", defaultCountry: "US", quietHours };
  stores.brands.update(BISTRO, { overrides, now: NOW });
}

const stored = (machine: TestMachine, { id }: Message): Message | null =>
  machine.stores.messages.get(id);
const stateOf = (machine: TestMachine, text: Message) => stored(machine, text)?.state;

test("a text is sent when it is due, not before, and with its time limit", async () => {
  using machine = openMachine();
  const text = queue(machine, { dueAt: NOW + MINUTE, expiresAt: NOW + HOUR, body: "Hello" });
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

test("the guest's link is put in when a text is sent, and not stored", async () => {
  using machine = openMachine();
  const text = queue(machine, { body: "See {link}" });
  const { guestLinks } = machine.stores;
  const link = { kind: "reservation", subjectId: text.reservationId ?? "" } as const;
  guestLinks.reachedAt("https://book.example");
  const { given, provider } = gateway(accepts);
  await deliveries(machine, provider).run(NOW);
  expect(given[0]?.body).toBe(`See https://book.example/r/${guestLinks.tokenOf(link, text.to)}`);
  expect(stored(machine, text)?.body).toBe("See {link}");
});

test("the stored number of segments is that of the text as it was sent", async () => {
  using machine = openMachine();
  const text = queue(machine, { body: `${"x".repeat(100)} {link}`, segments: 1 });
  // The instance's address has become longer since the text was written.
  machine.stores.guestLinks.reachedAt(`https://${"reservations.".repeat(4)}example`);
  const { given, provider } = gateway(accepts);
  await deliveries(machine, provider).run(NOW);
  expect(segmentsOf(given[0]?.body ?? "")).toBe(2);
  expect(stored(machine, text)?.segments).toBe(2);
});

describe("the gateway's answer decides the state of a text:", () => {
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
    ["refused for now", isBusy, false, "due"],
    ["unknown, and the gateway would drop a second copy", isUnknown, true, "due"],
    ["unknown, and the gateway would send a second copy", isUnknown, false, "unknown"],
    ["an error of the adapter", () => Promise.reject(new Error("broken")), false, "unknown"],
  ];
  test.each([...cases])("%s", async (_, answer, dedupesById, state) => {
    using machine = openMachine();
    const text = queue(machine);
    const { provider } = gateway(answer, dedupesById);
    await deliveries(machine, provider).run(NOW);
    expect(stateOf(machine, text)).toBe(state);
  });

  test("a phone that the gateway reports as opted out is stored as opted out", async () => {
    using machine = openMachine();
    const text = queue(machine);
    const { provider } = gateway(async () =>
      Promise.resolve({ status: "rejected", code: "21610", permanent: true, optedOut: true }),
    );
    await deliveries(machine, provider).run(NOW);
    expect(machine.stores.optOuts.has(text.to)).toBe(true);
  });
});

describe("a gateway that does not take texts", () => {
  test("is asked again at growing intervals for most of a day, then not again", async () => {
    using machine = openMachine();
    awake(machine);
    const text = queue(machine, { expiresAt: NOW + 2 * DAY });
    const { provider } = gateway(isBusy);
    const step = deliveries(machine, provider);
    const waits: number[] = [];
    let now = NOW;
    while (stateOf(machine, text) === "due") {
      await step.run(now);
      expect(await step.run(now)).toBe(0);
      const next = stored(machine, text)?.dueAt ?? now;
      waits.push(next - now);
      now = next;
    }
    expect(now - NOW).toBeWithin(12 * HOUR, DAY);
    expect(stateOf(machine, text)).toBe("failed");
    for (const [index, wait] of waits.slice(0, -1).entries()) {
      const longest = Math.min(15 * MINUTE, 15_000 * 2 ** index);
      expect(wait).toBeWithin(longest / 2, longest + 1);
    }
  });

  test("is not asked again for as long as it asks us to wait", async () => {
    using machine = openMachine();
    const text = queue(machine);
    const { provider } = gateway(() => isBusy(600));
    await deliveries(machine, provider).run(NOW);
    expect(stored(machine, text)?.dueAt).toBe(NOW + 10 * MINUTE);
  });

  test("is not asked again about a text that would be too late by then", async () => {
    using machine = openMachine();
    const text = queue(machine, { expiresAt: NOW + 5 * MINUTE });
    const { provider } = gateway(() => isBusy(300));
    await deliveries(machine, provider).run(NOW);
    expect(stateOf(machine, text)).toBe("failed");
  });

  test("gets at most 20 texts in one run, so that other steps can run", async () => {
    using machine = openMachine();
    const to = (index: number) => `+1212555${String(index).padStart(4, "0")}`;
    for (let index = 0; index < 50; index += 1) queue(machine, { to: to(index) });
    const { given, provider } = gateway(isUnknown);
    expect(await deliveries(machine, provider).run(NOW)).toBe(0);
    expect(given).toHaveLength(20);
  });
});

describe("texts are not sent", () => {
  test("after their time has passed", async () => {
    using machine = openMachine();
    const text = queue(machine, { expiresAt: NOW });
    const { given, provider } = gateway(accepts);
    await deliveries(machine, provider).run(NOW);
    expect(given).toEqual([]);
    expect(stateOf(machine, text)).toBe("expired");
  });

  test("to a phone that opted out after they were queued", async () => {
    using machine = openMachine();
    const text = queue(machine);
    const other = queue(machine, { to: "+12125550199" });
    machine.stores.optOuts.add(text.to, NOW);
    const { given, provider } = gateway(accepts);
    await deliveries(machine, provider).run(NOW);
    expect(given.map(({ id }) => id)).toEqual([other.id]);
    expect(stateOf(machine, text)).toBe("void");
  });

  test.each([
    ["the reservation was cancelled", "confirmation", "cancel"],
    ["the reservation was moved", "confirmation", "move"],
    ["the party became a no-show", "confirmation", "giveUp"],
    ["the request was approved", "request_received", "approve"],
    ["the party has left", "update", "complete"],
    ["the guest has answered", "attendance_ask", "answer"],
    ["the reservation was cancelled", "reminder", "cancel"],
  ] as const)("if %s before the next attempt (%s)", async (_what, kind, change) => {
    using machine = openMachine();
    const text = queue(machine, { kind });
    const { reservations } = machine.stores;
    const booked = reservations.get(text.reservationId ?? "");
    if (booked === null) throw new Error("There is no reservation");
    const changes = {
      cancel: { status: "cancelled", cancelledAt: NOW },
      move: { timeRevision: booked.timeRevision + 1 },
      giveUp: { status: "no_show" },
      approve: { status: "booked" },
      complete: { status: "completed", completedAt: NOW },
      answer: { attendance: "confirmed" },
    } as const;
    // The gateway is busy, and the change happens before the next attempt.
    const { given, provider } = gateway(isBusy);
    await deliveries(machine, provider).run(NOW);
    reservations.update({ ...booked, ...changes[change], revision: booked.revision + 1 });
    await deliveries(machine, provider).run(NOW + HOUR);
    expect(given).toHaveLength(1);
    expect(stateOf(machine, text)).toBe("void");
  });

  test("if they are questions to a phone that got six texts within a day; a cancellation is still sent", async () => {
    using machine = openMachine();
    for (let index = 0; index < 6; index += 1) queue(machine);
    const ask = queue(machine, { kind: "attendance_ask" });
    const cancellation = queue(machine, { kind: "cancellation" });
    const other = queue(machine, { kind: "attendance_ask", to: "+12125550199" });
    const { given, provider } = gateway(accepts);
    const step = deliveries(machine, provider);
    await step.run(NOW);
    expect(given).toHaveLength(8);
    expect([ask, cancellation, other].map((text) => stateOf(machine, text))).toEqual([
      "held",
      "accepted",
      "accepted",
    ]);
    const tomorrow = queue(machine, {
      kind: "reminder",
      dueAt: NOW + DAY,
      expiresAt: NOW + 2 * DAY,
    });
    await step.run(NOW + DAY);
    expect(stateOf(machine, tomorrow)).toBe("accepted");
  });

  test("if they are reminders and the brand has used up its texts of the day; the log warns before that", async () => {
    using base = openMachine();
    const said: string[] = [];
    const log = { ...base.log, warn: (event: string) => void said.push(event) };
    const machine = { ...base, log };
    const to = (index: number) => `+1212555${String(index).padStart(4, "0")}`;
    // 40 seats: 600 texts a day.
    const texts = Array.from({ length: 601 }, (_, index) =>
      queue(base, { kind: "reminder", to: to(index), dueAt: NOW + index }),
    );
    const { given, provider } = gateway(accepts);
    const step = deliveries(machine, provider);
    while ((await step.run(NOW + HOUR)) > 0) if (given.length < 480) expect(said).toEqual([]);
    expect(given).toHaveLength(600);
    expect(said).toEqual(["sms_budget_nearly_used"]);
    expect(machine.stores.messages.get(texts.at(-1)?.id ?? "")?.state).toBe("held");
    expect(machine.stores.brands.get(BISTRO)?.settings.seats).toBe(40);
  });
});

describe("several processes", () => {
  test("two background loops that run at the same time send each text once", async () => {
    using machine = openMachine();
    for (let index = 0; index < 20; index += 1) queue(machine);
    const { given, provider } = gateway(accepts);
    const steps = [deliveries(machine, provider), deliveries(machine, provider)];
    await Promise.all(steps.map((step) => step.run(NOW)));
    expect(given).toHaveLength(20);
    expect(new Set(given.map((text) => text.id)).size).toBe(20);
  });

  test("a process without the right to send takes no text", async () => {
    using machine = openMachine();
    const text = queue(machine);
    const { given, provider } = gateway(accepts);
    const right: SendingRight = { held: () => false };
    expect(await deliveries(machine, provider, { right }).run(NOW)).toBe(0);
    expect([given, stateOf(machine, text)]).toEqual([[], "due"]);
  });

  test.each([
    [false, "unknown"],
    [true, "due"],
  ] as const)(
    "the gateway drops second copies: %p; the text of a dead process becomes %s after 2 minutes",
    async (dedupesById, state) => {
      using machine = openMachine();
      const text = queue(machine);
      const dead = gateway(neverSettles, dedupesById);
      // A dead process cannot give its text back.
      void deliveries(machine, dead.provider, { limitMs: DAY }).run(NOW);
      await machine.writer.write(() => undefined);
      expect(stateOf(machine, text)).toBe("sending");
      const { given, provider } = gateway(accepts, dedupesById);
      const step = deliveries(machine, provider);
      const lostAt = NOW + 2 * MINUTE;
      expect(step.nextDueAt(NOW, NOW + HOUR)).toBe(lostAt);
      await step.run(lostAt - 1);
      expect(stateOf(machine, text)).toBe("sending");
      await step.run(lostAt);
      expect(stateOf(machine, text)).toBe(state);
      await step.run(lostAt + MINUTE);
      expect(given.map(({ id }) => id)).toEqual(dedupesById ? [text.id] : []);
    },
  );

  test("a slow process does not take its own text for a dead process's", async () => {
    using machine = openMachine();
    const text = queue(machine);
    const { promise, resolve } = Promise.withResolvers<SendResult>();
    const { provider } = gateway(() => promise);
    const step = deliveries(machine, provider);
    const run = step.run(NOW);
    await machine.writer.write(() => undefined);
    await step.run(NOW + 5 * MINUTE);
    expect(stateOf(machine, text)).toBe("sending");
    resolve({ status: "accepted", providerId: "p-1" });
    await run;
    expect(stateOf(machine, text)).toBe("accepted");
  });
});

test.each<[string, SendResult, object[]]>([
  ["nothing if it took the text", { status: "accepted", providerId: "p-1" }, []],
  [
    "refused for now",
    { status: "rejected", code: "http_401", permanent: false },
    [{ status: "rejected", fault: "http_401", forGood: false }],
  ],
  [
    "refused for good",
    { status: "rejected", code: "http_404", permanent: true },
    [{ status: "rejected", fault: "http_404", forGood: true }],
  ],
  [
    "left in doubt",
    { status: "unknown", code: "http_500" },
    [{ status: "unknown", fault: "http_500" }],
  ],
])("the log says why the gateway did not take a text: %s", async (_what, result, expected) => {
  using machine = openMachine();
  const text = queue(machine);
  const lines: object[] = [];
  const warn = (event: string, fields: object = {}) => lines.push({ event, ...fields });
  const { provider } = gateway(() => Promise.resolve(result));
  const step = deliveries({ ...machine, log: { ...machine.log, warn } }, provider);
  await step.run(NOW);
  const shared = { event: "sms_not_taken", id: text.id, provider: "test", attempt: 1 };
  expect(lines).toEqual(expected.map((line) => ({ ...shared, ...line })));
});
