// Goal: every setting of the instance comes from the strongest source that names it, says which one
// that was, and refuses what it cannot mean.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ConfigError, flagName, loadConfig } from "../src/config.ts";

const folder = mkdtempSync(join(tmpdir(), "maitred-config-"));
const bare = mkdtempSync(join(tmpdir(), "maitred-config-"));
writeFileSync(
  join(folder, "maitred.toml"),
  'port = 7000\nhost = "127.0.0.2"\nallowedHosts = ["a.example", "b.example"]\n',
);
writeFileSync(join(folder, "origin"), "https://book.example.com\n");
afterAll(() => {
  for (const path of [folder, bare]) rmSync(path, { recursive: true });
});

describe("sources", () => {
  test("a flag beats the environment, which beats the file, which beats the default", () => {
    const env = { MAITRED_PORT: "8000", MAITRED_HOST: "127.0.0.3" };
    const { values, sources } = loadConfig({ flags: { port: "9000" }, env, folder });
    expect([values.port, values.host, values.logLevel]).toEqual([9000, "127.0.0.3", "info"]);
    expect([sources.port, sources.host, sources.allowedHosts, sources.logLevel]).toEqual([
      "--port",
      "MAITRED_HOST",
      "maitred.toml",
      "default",
    ]);
    expect(values.allowedHosts).toEqual(["a.example", "b.example"]);
  });

  test("a variable may name a file that holds the value", () => {
    const env = { MAITRED_ORIGIN_FILE: join(folder, "origin") };
    const { values, sources } = loadConfig({ env, folder: bare });
    expect(values.origin).toBe("https://book.example.com");
    expect(sources.origin).toBe("MAITRED_ORIGIN_FILE");
  });

  test("without anything said every key has its default", () => {
    const { values, warnings } = loadConfig({ env: {}, folder: bare });
    expect(values).toEqual({
      data: null,
      port: null,
      host: "127.0.0.1",
      origin: null,
      trustedProxies: [],
      allowedHosts: [],
      allowedOrigins: [],
      unmendedFaults: [],
      strictTokenSharers: [],
      replayWindowS: 120,
      accessTokenMinutes: 60,
      refreshTokenDays: 60,
      grantDays: 365,
      replyWords: { yes: [], no: [], stop: [], start: [] },
      logLevel: "info",
      backupEveryHours: 24,
      backupKeep: 7,
      backupFolder: null,
      clock: null,
      smsProvider: "log",
      twilioAccountSid: null,
      twilioAuthToken: null,
      twilioFrom: null,
      webhookUrl: null,
      webhookSecret: null,
      smsgateUrl: null,
      smsgateUser: null,
      smsgatePassword: null,
      smsgateSigningKey: null,
    });
    expect(warnings).toEqual([]);
  });

  test("a secret may come from a file, and is shown nowhere, not even where it is wrong", () => {
    writeFileSync(join(folder, "token"), "0123456789abcdef\n");
    const env = { MAITRED_TWILIO_AUTH_TOKEN_FILE: join(folder, "token") };
    expect(loadConfig({ env, folder: bare }).values.twilioAuthToken).toBe("0123456789abcdef");
    const wrong = { MAITRED_SMSGATE_PASSWORD: " " };
    expect(() => loadConfig({ env: wrong, folder: bare })).toThrow("is not usable: expected");
  });

  test("words that guests text are listed by what they mean", () => {
    const env = { MAITRED_REPLY_WORDS: "yes=Sì, oui; no = non;stop=ARRÊT;" };
    expect(loadConfig({ env, folder: bare }).values.replyWords).toEqual({
      yes: ["Sì", "oui"],
      no: ["non"],
      stop: ["ARRÊT"],
      start: [],
    });
    for (const wrong of ["maybe=perhaps", "yes", "yes=a=b", "yes=two words", "yes=<b>"]) {
      const read = () => loadConfig({ env: { MAITRED_REPLY_WORDS: wrong }, folder: bare });
      expect(read).toThrow("MAITRED_REPLY_WORDS");
    }
  });

  test("flags are named in words", () => {
    expect(flagName("trustedProxies")).toBe("trusted-proxies");
  });
});

describe("values", () => {
  test.each([
    ["data", "x", resolve("x")],
    ["port", "0", 0],
    ["origin", "https://Book.Example.com/", "https://book.example.com"],
    ["origin", "http://127.0.0.1:8484", "http://127.0.0.1:8484"],
    ["trustedProxies", "10.0.0.0/8, ::1", ["10.0.0.0/8", "::1"]],
    ["allowedHosts", "A.example:8484,", ["a.example:8484"]],
    ["allowedOrigins", "https://app.example", ["https://app.example"]],
    ["logLevel", "debug", "debug"],
    ["clock", "2026-11-20T15:00:00-05:00", 1_795_204_800_000],
  ] as const)("%s %j is %j", (key, text, value) => {
    const { values } = loadConfig({ flags: { [key]: text }, env: {}, folder: bare });
    expect(values[key]).toEqual(value as never);
  });

  test.each([
    ["data", ""],
    ["port", "80000"],
    ["port", "-1"],
    ["port", "http"],
    ["host", "not a host"],
    ["origin", "book.example.com"],
    ["origin", "https://book.example.com/path"],
    ["origin", "ftp://book.example.com"],
    ["trustedProxies", "10.0.0.0/33"],
    ["trustedProxies", "proxy"],
    ["allowedHosts", "https://a.example"],
    ["allowedOrigins", "null"],
    ["logLevel", "loud"],
    ["clock", "2026-11-20"],
    ["clock", "tomorrow"],
    ["smsProvider", "pigeon"],
    ["webhookUrl", "sms.example.com"],
    ["webhookUrl", "ftp://sms.example.com"],
    ["smsgateUrl", "https://user:pass@sms.example.com"],
    ["twilioFrom", "two words"],
  ] as const)("%s %j is refused by name, with what is expected", (key, text) => {
    const load = () => loadConfig({ flags: { [key]: text }, env: {}, folder: bare });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(new RegExp(`^${key} \\(from --${flagName(key)}\\).*expected`));
  });
});

describe("mistakes", () => {
  test("a value and a file for it at once", () => {
    const env = { MAITRED_PORT: "1", MAITRED_PORT_FILE: "x" };
    expect(() => loadConfig({ env, folder: bare })).toThrow("both set");
  });

  test("a file that cannot be read", () => {
    const env = { MAITRED_PORT_FILE: join(bare, "nothing") };
    expect(() => loadConfig({ env, folder: bare })).toThrow("cannot be read");
  });

  test.each([
    ["prot = 1\n", "prot, which is not known"],
    ["port = \n", "not valid TOML"],
  ])("maitred.toml with %j", (toml, message) => {
    const path = mkdtempSync(join(tmpdir(), "maitred-config-"));
    writeFileSync(join(path, "maitred.toml"), toml);
    expect(() => loadConfig({ env: {}, folder: path })).toThrow(message);
    rmSync(path, { recursive: true });
  });

  test("only the command line's own mistakes count as such", () => {
    const fault = (options: Parameters<typeof loadConfig>[0]): boolean | null => {
      try {
        loadConfig({ folder: bare, ...options });
        return null;
      } catch (error) {
        return error instanceof ConfigError ? error.fromFlag : null;
      }
    };
    expect(fault({ flags: { port: "x" }, env: {} })).toBe(true);
    expect(fault({ env: { MAITRED_PORT: "x" } })).toBe(false);
  });

  test.each([
    [{ MAITRED_PROT: "1" }, "MAITRED_PROT is not a setting"],
    [{ MAITRED_HOST: "0.0.0.0" }, "without an origin"],
    [{ MAITRED_ORIGIN: "http://tablet.local" }, "not encrypted"],
  ])("%j is worth a warning", (env, warning) => {
    expect(loadConfig({ env, folder: bare }).warnings.join()).toContain(warning);
  });
});
