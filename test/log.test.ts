// Goal: a log entry is one line of JSON without secrets or full phone numbers, whatever is logged.
import { describe, expect, test } from "bun:test";
import { once } from "node:events";
import { Writable } from "node:stream";
import fc from "fast-check";
import { createLog, maskPhone, outlet, redact, withoutTokens } from "../src/log.ts";

const KEY = `mtd_test_abcdefgh${"S".repeat(43)}123456`;
const PHONE = "+12125550123";

function linesOf(
  level: "debug" | "info" | "warn" | "error",
  write: (log: ReturnType<typeof createLog>) => void,
) {
  const lines: string[] = [];
  write(createLog({ level, now: () => 0, write: (line) => void lines.push(line) }));
  return lines;
}

test("an entry has time, level, event and fields, and ends the line", () => {
  const lines = linesOf("info", (log) => log.warn("it_happened", { count: 1 }));
  expect(lines).toEqual([
    '{"at":"1970-01-01T00:00:00.000Z","level":"warn","event":"it_happened","count":1}\n',
  ]);
});

test("events below the level are not written", () => {
  const lines = linesOf("warn", (log) => {
    log.debug("a");
    log.info("b");
    log.warn("c");
    log.error("d");
  });
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(["c", "d"]);
});

describe("a log that nobody reads", () => {
  const LINE = `${"x".repeat(999)}\n`;
  /** A stream whose reader has stopped and may continue. */
  function stalled() {
    const taken: string[] = [];
    let go: (() => void) | null = null;
    let reads = false;
    const stream = new Writable({
      decodeStrings: false,
      write(text: string, _encoding, done) {
        taken.push(text);
        if (reads) done();
        else go = done;
      },
    });
    const write = outlet(stream, (count) => `${count} lost\n`);
    const goOn = async (): Promise<void> => {
      const drained = once(stream, "drain");
      reads = true;
      go?.();
      await drained;
    };
    return { taken, stream, write, goOn };
  }

  test("uses a limited amount of memory", () => {
    const { write, stream } = stalled();
    for (let n = 0; n < 10_000; n += 1) write(LINE);
    expect(stream.writableLength).toBeLessThanOrEqual(1024 * 1024);
  });

  test("once it is read again, says how many entries were dropped", async () => {
    const { write, taken, goOn } = stalled();
    for (let n = 0; n < 10_000; n += 1) write(LINE);
    await goOn();
    write("after\n");
    const kept = taken.filter((text) => text === LINE).length;
    expect(taken.slice(kept)).toEqual([`${10_000 - kept} lost\n`, "after\n"]);
  });
});

describe("redaction", () => {
  test("takes linear time on a word full of token prefixes", () => {
    const word = "eyJ".repeat(100_000);
    expect(withoutTokens(word)).toBe(word);
    expect(withoutTokens(`${word}.e30.x and eyJab eyJhbGciOi.e30`)).toBe("eyJ*** and eyJab eyJ***");
  });

  test.each([
    [{ authorization: `Bearer ${KEY}` }, { authorization: "***" }],
    [{ message: `key ${KEY} is bad` }, { message: "key mtd_test_abcdefgh*** is bad" }],
    [{ header: "Bearer eyJhbGciOi.x.y" }, { header: "Bearer ***" }],
    [
      { path: "/mcp/mtd_access_a-B_c9/mtd_secret_x" },
      { path: "/mcp/mtd_access_***/mtd_secret_***" },
    ],
    [{ reason: "'mtd_refresh_ab', mtd_code_cd." }, { reason: "'mtd_refresh_***', mtd_code_***." }],
    [{ path: "/x/dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk/y" }, { path: "/x/***/y" }],
    [
      { requestId: "81de50e3-32f7-491f-86e6-d7d8ed484539", hash: "ab".repeat(32) },
      { requestId: "81de50e3-32f7-491f-86e6-d7d8ed484539", hash: "ab".repeat(32) },
    ],
    [{ detail: "mtd_registration_-_-" }, { detail: "mtd_registration_***" }],
    [{ path: "/eyJhbGciOiJFUzI1NiJ9.eyJzIjoxfQ.c2ln/x" }, { path: "/eyJ***/x" }],
    [
      { detail: "https://a.example/cb?j=eyJhbGciOiJ.cut" },
      { detail: "https://a.example/cb?j=eyJ***" },
    ],
    [
      { refreshToken: "abc", clientSecret: "x", password: "y" },
      {
        refreshToken: "***",
        clientSecret: "***",
        password: "***",
      },
    ],
    [
      { smsgateSigningKey: "x", signature: "y", cookies: "z", api_key: "k", private_key: "p" },
      {
        smsgateSigningKey: "***",
        signature: "***",
        cookies: "***",
        api_key: "***",
        private_key: "***",
      },
    ],
    [
      { message: 'sent {"password":"hunter2 \\"!","name":"Ana"} twice' },
      { message: 'sent {"password":***,"name":"Ana"} twice' },
    ],
    [
      { address: "https://a.example/cb?code=abc123&state=s-1&client_secret=q&page=2" },
      { address: "https://a.example/cb?code=***&state=***&client_secret=***&page=2" },
    ],
    [
      { message: "Cookie: __Host-session=abc; x=1 and code: CAPACITY_FULL" },
      { message: "Cookie: ***; x=1 and code: CAPACITY_FULL" },
    ],
    [
      { message: "Authorization: Basic YW5hOnB3MQ== and basic settings, Basic YW5hOnB3MQ==" },
      { message: "Authorization: *** and basic settings, Basic ***" },
    ],
    [
      { message: "key whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD was" },
      { message: "key whsec_*** was" },
    ],
    [
      { path: "/x/%2B12125550123", text: "at (212) 555-0123 or 212-555-0199" },
      { path: "/x/***0123", text: "at ***0123 or ***0199" },
    ],
    [{ [PHONE]: 1 }, { "***0123": 1 }],
    [{ phone: "(212) 555-0123" }, { phone: "***0123" }],
    [
      { to: PHONE, from: "Demo Bistro" },
      { to: "***0123", from: "Demo Bistro" },
    ],
    [{ text: `call ${PHONE} or +39 06 5550 1234 now` }, { text: "call ***0123 or ***1234 now" }],
    [{ deep: [{ list: [PHONE] }] }, { deep: [{ list: ["***0123"] }] }],
    [
      { timestamp: 1_795_219_200_000, none: null },
      { timestamp: 1_795_219_200_000, none: null },
    ],
  ])("%j is written as %j", (fields, written) => {
    expect(redact(fields)).toEqual(written);
  });

  test("keeps an error's kind, and removes secrets also from its cause", () => {
    const error = new TypeError(`no ${KEY}`, { cause: new Error(`at ${PHONE}`) });
    const written = JSON.stringify(redact({ error }));
    expect(written).toContain("TypeError");
    expect(written).not.toContain(KEY);
    expect(written).not.toContain(PHONE);
  });

  test("cuts off a circular value", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    expect(JSON.stringify(redact(circle))).toContain("...");
  });

  test("removes an API key from any field, however deep", () => {
    fc.assert(
      fc.property(
        fc.object({ values: [fc.constant(KEY), fc.string(), fc.constant(PHONE)] }),
        (fields) => {
          const written = JSON.stringify(redact(fields)) ?? "";
          expect(written).not.toContain("SSSSSS");
        },
      ),
    );
  });

  test("writes a bigint, which JSON lacks, as text", () => {
    expect(redact({ big: 10n })).toEqual({ big: "10" });
  });

  test("masks a phone except for its last four digits", () => {
    expect(maskPhone("+1 212 555-0123")).toBe("***0123");
  });
});
