// Goal: of STOP and START the one written last counts, in whatever order a gateway delivers them.
// If both were written in the same second, the phone stays opted out. Method: feeds texts and the
// gateway's reports into a real database, with a controlled clock.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { recordAttempt } from "../../src/background/delivery-outcome.ts";
import { createGatewayEvents } from "../../src/background/gateway-events.ts";
import type { SmsProvider } from "../../src/domain/sms-provider.ts";
import { DAY, HOUR, MINUTE, message, NOW, nextId, reservation } from "../storage/samples.ts";
import { from, holdTable, send } from "./guest-texts.ts";
import { openMachine, type TestMachine } from "./machine.ts";

setDefaultTimeout(60_000);

const LATER = NOW + 6 * HOUR;
const isSilent = ({ stores }: TestMachine): boolean => stores.optOuts.has(from);
/** Delivers a text hours after it was written. */
const bring = (machine: TestMachine, body: string, writtenAt: number) => {
  machine.at = LATER;
  return send(machine, body, { writtenAt });
};

describe("texts delivered late", () => {
  test("a STOP written before a START opts nobody out", async () => {
    using machine = openMachine();
    expect(await bring(machine, "START", NOW + HOUR)).toBe("opted_in");
    const held = holdTable(machine);
    expect(await bring(machine, "STOP", NOW)).toBe("overtaken");
    expect(isSilent(machine)).toBe(false);
    expect(machine.stores.offers.get(held.id)?.state).toBe("sent");
  });

  test("a START written before a STOP opts nobody in", async () => {
    using machine = openMachine();
    expect(await bring(machine, "STOP", NOW + HOUR)).toBe("opted_out");
    expect(await bring(machine, "START", NOW)).toBe("overtaken");
    expect(isSilent(machine)).toBe(true);
  });

  test("a CANCEL written before a START still flags the reservation for a call", async () => {
    using machine = openMachine();
    const booked = reservation({ startAt: LATER + HOUR, phone: from });
    machine.stores.reservations.insert(booked);
    await bring(machine, "START", NOW + HOUR);
    expect(await bring(machine, "CANCEL", NOW)).toBe("overtaken");
    expect(isSilent(machine)).toBe(false);
    expect(machine.stores.reservations.get(booked.id)?.flags).toEqual(["call_to_confirm"]);
  });

  test("with STOP and START written in the same second the phone stays opted out", async () => {
    using machine = openMachine();
    await bring(machine, "STOP", NOW);
    expect(await bring(machine, "START", NOW)).toBe("overtaken");
    using other = openMachine();
    await bring(other, "START", NOW);
    expect(await bring(other, "STOP", NOW)).toBe("opted_out");
    expect([isSilent(machine), isSilent(other)]).toEqual([true, true]);
  });

  test.each([8, 20, 40, 400])(
    "a START that was written before a STOP and is delivered %d days late opts nobody in",
    async (days) => {
      const stoppedAt = LATER - 6 * DAY;
      const startedAt = LATER - days * DAY;
      using machine = openMachine();
      await bring(machine, "STOP", stoppedAt);
      expect(await bring(machine, "START", startedAt)).toBe("overtaken");
      using other = openMachine();
      await bring(other, "START", startedAt);
      expect(await bring(other, "STOP", stoppedAt)).toBe("opted_out");
      expect([isSilent(machine), isSilent(other)]).toEqual([true, true]);
    },
  );

  test("of STOPs and STARTs delivered in any order, the one written last counts", async () => {
    const word = fc.constantFrom("STOP", "START");
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        async (words, keys) => {
          using machine = openMachine();
          const written = words.map((body, index) => ({ body, at: NOW + index * MINUTE }));
          const order = new Map(written.map((text) => [text, keys.next().value ?? 0]));
          const brought = written.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
          for (const { body, at } of brought) await bring(machine, body, at);
          expect(isSilent(machine)).toBe(words.at(-1) === "STOP");
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("without a time of writing, the one delivered last counts", () => {
  test("a START after a STOP", async () => {
    using machine = openMachine();
    await send(machine, "STOP");
    expect(await send(machine, "START")).toBe("opted_in");
    expect(isSilent(machine)).toBe(false);
  });

  test("a STOP after a START", async () => {
    using machine = openMachine();
    await send(machine, "START");
    expect(await send(machine, "STOP")).toBe("opted_out");
    expect(isSilent(machine)).toBe(true);
  });
});

describe("a phone that the gateway blocked counts as opted out from the time of the attempt", () => {
  function tried(machine: TestMachine) {
    const booked = reservation({ phone: from });
    machine.stores.reservations.insert(booked);
    const text = message({ id: nextId(), reservationId: booked.id });
    machine.stores.messages.enqueue(text);
    machine.stores.deliveries.claim(text.id, { now: machine.at });
    return { ...text, state: "sending" as const, attempt: 1 };
  }
  const blocked = { status: "rejected", code: "21610", permanent: true, optedOut: true } as const;
  const provider = { name: "test", capabilities: { dedupesById: false } } as SmsProvider;
  const ignore = (): Promise<void> => Promise.resolve();
  const reportOf = (id: string) =>
    ({
      type: "status",
      status: "failed",
      providerId: "SM1",
      messageId: id,
      code: "21610",
      optedOut: true,
    }) as const;

  test("an attempt before a START opts nobody out", async () => {
    using machine = openMachine();
    const text = tried(machine);
    machine.at = NOW + 1000;
    await send(machine, "START");
    await machine.writer.write(() => recordAttempt(machine, provider, text, blocked, NOW));
    expect(isSilent(machine)).toBe(false);
  });

  test("a report about an attempt before a START opts nobody out", async () => {
    using machine = openMachine();
    const text = tried(machine);
    machine.at = NOW + MINUTE;
    await send(machine, "START");
    await createGatewayEvents(machine, ignore)("twilio", [reportOf(text.id)]);
    expect(isSilent(machine)).toBe(false);
  });

  test.each([true, false])(
    "an attempt after a START opts the phone out (maitred learns of it from a report: %p)",
    async (byReport) => {
      using machine = openMachine();
      await send(machine, "START");
      machine.at = NOW + MINUTE;
      const text = tried(machine);
      if (byReport) await createGatewayEvents(machine, ignore)("twilio", [reportOf(text.id)]);
      else {
        const { at } = machine;
        await machine.writer.write(() => recordAttempt(machine, provider, text, blocked, at));
      }
      expect(isSilent(machine)).toBe(true);
    },
  );

  test("a START written before the attempt and delivered after it opts nobody in", async () => {
    using machine = openMachine();
    machine.at = NOW + HOUR;
    const text = tried(machine);
    await createGatewayEvents(machine, ignore)("twilio", [reportOf(text.id)]);
    expect(await bring(machine, "START", NOW)).toBe("overtaken");
    expect(isSilent(machine)).toBe(true);
  });

  test("a START from a phone whose clock is minutes slow still opts in", async () => {
    using machine = openMachine();
    const text = tried(machine);
    await createGatewayEvents(machine, ignore)("twilio", [reportOf(text.id)]);
    machine.at = NOW + MINUTE;
    expect(await send(machine, "START", { writtenAt: NOW - MINUTE })).toBe("opted_in");
    expect(isSilent(machine)).toBe(false);
  });
});
