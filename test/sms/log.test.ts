// Goal: the provider `log` says what would have been sent, and never reveals a live guest's text or
// number.
import { describe, expect, test } from "bun:test";
import type { Environment } from "../../src/domain/caller.ts";
import type { SmsMessage } from "../../src/domain/sms-provider.ts";
import { createLog } from "../../src/log.ts";
import { createLogSms } from "../../src/sms/log.ts";

const MESSAGE: SmsMessage = {
  id: "65a0000000000000000000aa",
  kind: "confirmation",
  to: "+12125550123",
  body: "Demo Bistro: Ada, your table for 4 is booked on Fri Nov 20 at 7:30 PM.",
  ttlSeconds: 3600,
};

async function send(environment: Environment, message = MESSAGE) {
  const lines: string[] = [];
  const log = createLog({ level: "info", now: () => 0, write: (line) => void lines.push(line) });
  const provider = createLogSms(log, environment);
  const result = await provider.send(message);
  return { provider, result, lines };
}

describe("the log provider", () => {
  test.each(["live", "test"] as const)(
    "in a %s database writes the kind, the masked phone, the segments and the id",
    async (environment) => {
      const { lines } = await send(environment);
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? "")).toMatchObject({
        event: "sms",
        id: MESSAGE.id,
        kind: "confirmation",
        to: "***0123",
        segments: 1,
      });
      expect(lines[0]).not.toContain("2125550123");
    },
  );

  test("in a test database writes the text, which counts as delivered", async () => {
    const { lines, result, provider } = await send("test");
    expect(lines[0]).toContain(MESSAGE.body);
    expect(result).toEqual({
      status: "accepted",
      providerId: `log-${MESSAGE.id}`,
      segments: 1,
      delivered: true,
    });
    expect(provider.capabilities.deliveryReports).toBe(true);
  });

  test("in a live database does not write the text, which does not count as delivered", async () => {
    const { lines, result } = await send("live");
    expect(lines[0]).not.toContain("Ada");
    expect(lines[0]).not.toContain("Demo Bistro");
    expect(result).toMatchObject({ status: "accepted", delivered: false });
  });

  test("counts the segments of the whole text", async () => {
    const { result } = await send("test", { ...MESSAGE, body: "ł".repeat(135) });
    expect(result).toMatchObject({ segments: 3 });
  });
});
