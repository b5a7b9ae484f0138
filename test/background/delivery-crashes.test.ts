// Goal: no text is sent twice and no state is wrong, whenever a process dies and whatever the
// gateway does. Method: random schedules on a real database; a process dies before or after any
// commit or attempt, and another continues. npm run plays tries many more.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { deliveries } from "../../src/background/deliveries.ts";
import type { Machine } from "../../src/background/sweep.ts";
import type { SendResult, SmsProvider } from "../../src/domain/sms-provider.ts";
import type { Writer } from "../../src/storage/writer.ts";
import { DAY, MINUTE, message, reservation } from "../storage/samples.ts";
import { openMachine, PATIENT, type TestMachine } from "./machine.ts";

const RUNS = Number(process.env["MAITRED_TEST_DEATHS"] ?? 60);

/** What the gateway does with one attempt. */
type Fate = "sends" | "sends, answer lost" | "loses it" | "is busy" | "refuses";

interface Plan {
  readonly dedupesById: boolean;
  readonly fates: readonly Fate[];
  /** After how many points each process dies. The comment of createProcess says what a point is. */
  readonly lives: readonly number[];
  readonly acts: readonly ("queue" | "run" | "cancel" | "report" | "minute" | "hour")[];
}

const plans: fc.Arbitrary<Plan> = fc.record({
  dedupesById: fc.boolean(),
  fates: fc.array(
    fc.constantFrom<Fate>("sends", "sends", "sends, answer lost", "loses it", "is busy", "refuses"),
    { minLength: 1, maxLength: 12 },
  ),
  lives: fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 }),
  acts: fc.array(fc.constantFrom("queue", "run", "run", "cancel", "report", "minute", "hour"), {
    minLength: 4,
    maxLength: 30,
  }),
});

const pending = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** The gateway's record: how often each text was sent. */
function createGateway({ dedupesById, fates }: Plan) {
  const sent = new Map<string, number>();
  let attempts = 0;
  const send = async (id: string): Promise<SendResult> => {
    const fate = fates[attempts % fates.length] ?? "sends";
    attempts += 1;
    if (fate === "is busy") return { status: "rejected", code: "busy", permanent: false };
    if (fate === "refuses") return { status: "rejected", code: "no", permanent: true };
    if (fate !== "loses it" && !(dedupesById && sent.has(id))) {
      sent.set(id, (sent.get(id) ?? 0) + 1);
    }
    return Promise.resolve(
      fate === "sends" ? { status: "accepted", providerId: `p-${id}` } : { status: "unknown" },
    );
  };
  return { sent, send };
}

/** A process that stops after `life` points, which lie before and after each commit and attempt. */
function createProcess(
  machine: TestMachine,
  gateway: ReturnType<typeof createGateway>,
  { dedupesById }: Plan,
  life: number,
) {
  const death = Promise.withResolvers<"died">();
  let lived = 0;
  const isDead = (): boolean => lived > life;
  const passes = (): boolean => {
    lived += 1;
    if (isDead()) death.resolve("died");
    return !isDead();
  };
  const mortal = async <T>(act: () => Promise<T>): Promise<T> => {
    if (isDead() || !passes()) return pending();
    const result = await act();
    return passes() ? result : pending();
  };
  const writer: Writer = {
    ...machine.writer,
    write: (body) => mortal(() => machine.writer.write(body)),
  };
  const provider: SmsProvider = {
    name: "test",
    capabilities: { dedupesById, deliveryReports: true, inbound: false },
    send: ({ id }) => mortal(() => gateway.send(id)),
  };
  const mine: Machine = { ...machine, writer };
  const step = deliveries(mine, provider, PATIENT);
  return {
    isDead,
    run: (now: number) => Promise.race([step.run(now), death.promise]),
  };
}

async function play(plan: Plan): Promise<void> {
  using machine = openMachine();
  const { stores, writer } = machine;
  const gateway = createGateway(plan);
  const lives = [...plan.lives];
  const born = () =>
    createProcess(machine, gateway, plan, lives.shift() ?? Number.POSITIVE_INFINITY);
  const bookings: string[] = [];
  let process = born();
  const queue = (): void => {
    const booked = reservation();
    const to = `+1212555${String(bookings.length).padStart(4, "0")}`;
    stores.reservations.insert(booked);
    const expiresAt = machine.at + (bookings.length % 3 === 0 ? 10 * MINUTE : DAY);
    const text = { reservationId: booked.id, to, dueAt: machine.at, expiresAt };
    stores.messages.enqueue(message(text));
    bookings.push(booked.id);
  };
  const report = (): void => {
    const [id] = [...gateway.sent.keys()].slice(-1);
    if (id === undefined) return;
    const word = { to: "delivered", providerId: `p-${id}`, fault: null } as const;
    stores.deliveries.report(id, word);
  };

  for (const act of [...plan.acts, "queue", "run", "cancel"] as const) {
    if (act === "queue") await writer.write(queue);
    if (act === "cancel")
      await writer.write(() => stores.messages.voidUnsent(bookings.at(-1) ?? ""));
    if (act === "report") await writer.write(report);
    if (act === "minute") machine.at += MINUTE;
    if (act === "hour") machine.at += 60 * MINUTE;
    if (act === "run") await process.run(machine.at);
    if (process.isDead()) process = born();
  }
  lives.length = 0;
  process = born();
  for (let times = 0; times < 40; times += 1) {
    machine.at += 20 * MINUTE;
    await process.run(machine.at);
  }
  machine.at += 2 * DAY;
  await process.run(machine.at);
  judge(machine, gateway.sent);
}

/** For each state of a text, how often the gateway may have sent it. */
const PROMISED: Readonly<Record<string, readonly number[]>> = {
  accepted: [1],
  delivered: [1],
  unknown: [0, 1],
  failed: [0],
  void: [0],
  expired: [0],
};

function judge({ stores }: TestMachine, sent: ReadonlyMap<string, number>): void {
  for (const { id, state } of stores.messages.list({ brand: null, phone: null })) {
    expect(PROMISED[state] ?? [], `${id} is ${state}`).toContain(sent.get(id) ?? 0);
  }
}

test(
  "with random crashes, a text is sent at most once, reaches a final state, and that state is true",
  async () => {
    await fc.assert(fc.asyncProperty(plans, play), { numRuns: RUNS, endOnFailure: true });
  },
  Math.max(60_000, RUNS * 500),
);
