// Goal: guests can answer in the restaurant's language or in English. Method: texts into a real
// database.
import { describe, expect, test } from "bun:test";
import { createInbox } from "../../src/background/inbound-texts.ts";
import { BISTRO, NOW, TRATTORIA } from "../storage/samples.ts";
import { ask, from, send, sentTo } from "./guest-texts.ts";
import { openMachine, type TestMachine } from "./machine.ts";

describe("a restaurant with German texts", () => {
  const german = (machine: TestMachine, slug = BISTRO): void => {
    const { brands } = machine.stores;
    const overrides = { ...brands.overrides(slug), language: "de" };
    brands.update(slug, { overrides, now: NOW });
  };

  test.each([
    ["Ja, wir kommen gerne!", "attendance_confirmed"],
    ["YES", "attendance_confirmed"],
    ["Wir kommen", "attendance_confirmed"],
    ["Stornieren", "attendance_declined"],
    ["NEIN", "attendance_declined"],
    ["Stopp", "opted_out"],
    ["STOP", "opted_out"],
    ["Ja, aber zu sechst", "unread"],
  ] as const)("handles %j as %s", async (body, handledAs) => {
    using machine = openMachine();
    german(machine);
    ask(machine);
    expect(await send(machine, body)).toBe(handledAs);
  });

  test("sends the text about the cancellation in German if the guest cancels with a German word", async () => {
    using machine = openMachine();
    german(machine);
    ask(machine);
    await send(machine, "Stornieren");
    expect(sentTo(machine, "cancellation")[0]?.body).toContain("Ihre Stornierung");
  });

  test("understands German even if an English restaurant texts from the same number", async () => {
    using machine = openMachine();
    ask(machine);
    const inbox = createInbox(machine);
    expect(await inbox({ from, body: "ja" })).toBe("unread");
    german(machine, TRATTORIA);
    expect(await inbox({ from, body: "ja" })).toBe("attendance_confirmed");
  });
});
