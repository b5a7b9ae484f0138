// Goal: a flag beats the environment, which beats maitred.toml, which beats the default. Each value
// is reported with its source, and invalid values are refused.
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  CONFIG_KEYS,
  ConfigError,
  type ConfigKey,
  environmentName,
  flagName,
  loadConfig,
  shownValue,
} from "../src/config.ts";
import { redact } from "../src/log.ts";

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
      { kind: "flag", name: "--port" },
      { kind: "environment", name: "MAITRED_HOST" },
      { kind: "file", name: join(folder, "maitred.toml") },
      { kind: "default", name: "default" },
    ]);
    expect(values.allowedHosts).toEqual(["a.example", "b.example"]);
  });

  test("a variable may name a file that has the value", () => {
    const env = { MAITRED_ORIGIN_FILE: join(folder, "origin") };
    const { values, sources } = loadConfig({ env, folder: bare });
    expect(values.origin).toBe("https://book.example.com");
    expect(sources.origin).toEqual({
      kind: "environment",
      name: `MAITRED_ORIGIN_FILE (${join(folder, "origin")})`,
    });
  });

  test("a key that no source sets has its default", () => {
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
      clientDocuments: true,
      redirectSchemes: ["cursor"],
      strictTokenSharers: [],
      replayWindowS: 120,
      accessTokenMinutes: 60,
      refreshTokenDays: 60,
      grantDays: 365,
      requireSecondFactor: "off",
      replyWords: { yes: [], no: [], stop: [], start: [], afterYes: [] },
      logLevel: "info",
      backupEveryHours: 24,
      backupKeep: 7,
      backupFolder: null,
      releaseUrl: null,
      backupAt: null,
      backupS3Endpoint: null,
      backupS3Bucket: null,
      backupS3Prefix: null,
      backupS3Region: "us-east-1",
      backupS3KeyId: null,
      backupS3Secret: null,
      metrics: false,
      metricsToken: null,
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

  test("a secret may come from a file, and is not shown even if it is invalid", () => {
    writeFileSync(join(folder, "token"), "0123456789abcdef\n");
    const env = { MAITRED_TWILIO_AUTH_TOKEN_FILE: join(folder, "token") };
    expect(loadConfig({ env, folder: bare }).values.twilioAuthToken).toBe("0123456789abcdef");
    const wrong = { MAITRED_SMSGATE_PASSWORD: " " };
    expect(() => loadConfig({ env: wrong, folder: bare })).toThrow("is not usable: expected");
  });

  test("replyWords are grouped by meaning", () => {
    const env = { MAITRED_REPLY_WORDS: "yes=Sì, oui; no = non;stop=ARRÊT;" };
    expect(loadConfig({ env, folder: bare }).values.replyWords).toEqual({
      yes: ["Sì", "oui"],
      no: ["non"],
      stop: ["ARRÊT"],
      start: [],
      afterYes: [],
    });
    const polite = { MAITRED_REPLY_WORDS: "no=non merci; afterYes=a dopo, s'il vous plaît, 🍋" };
    expect(loadConfig({ env: polite, folder: bare }).values.replyWords).toMatchObject({
      no: ["non merci"],
      afterYes: ["a dopo", "s'il vous plaît", "🍋"],
    });
    const hindi = { MAITRED_REPLY_WORDS: "yes=हाँ; no=नहीं" };
    expect(loadConfig({ env: hindi, folder: bare }).values.replyWords.no).toEqual(["नहीं"]);
    const none = ["yes=\ufe0f", "yes=👍", "afterYes=siamo 6", "afterYes=6", "afterYes=a  b"];
    for (const wrong of ["maybe=perhaps", "yes", "yes=a=b", "yes=two words", "yes=<b>", ...none]) {
      const read = () => loadConfig({ env: { MAITRED_REPLY_WORDS: wrong }, folder: bare });
      expect(read).toThrow("MAITRED_REPLY_WORDS");
    }
  });

  test("a key's flag is written with dashes", () => {
    expect(flagName("trustedProxies")).toBe("trusted-proxies");
  });
});

// Only root can give a file to another user.
describe.skipIf(process.getuid?.() !== 0)("a command that runs as root", () => {
  const written = (change: (path: string) => void) => {
    const path = mkdtempSync(join(tmpdir(), "maitred-config-"));
    const file = join(path, "maitred.toml");
    writeFileSync(file, "port = 7000\n", { mode: 0o644 });
    change(file);
    const { values, warnings } = loadConfig({ env: {}, folder: path });
    rmSync(path, { recursive: true });
    return { port: values.port, warnings };
  };

  test.each<[string, (file: string) => void]>([
    ["belongs to another account", (file) => chownSync(file, 12_345, 0)],
    [
      "its group may write",
      (file) => {
        chownSync(file, 0, 12_345);
        chmodSync(file, 0o664);
      },
    ],
    ["everybody may write", (file) => chmodSync(file, 0o666)],
  ])("ignores a file that %s, and says so", (_what, change) => {
    const { port, warnings } = written(change);
    expect(port).toBeNull();
    expect(warnings).toEqual([expect.stringMatching(/maitred\.toml is ignored, because users/)]);
  });

  test("reads a file that nobody but root may write", () => {
    expect(written((file) => chmodSync(file, 0o600))).toEqual({ port: 7000, warnings: [] });
  });
});

/**
 * For each key, a text for each source: the flag, the variable, the file that a variable names, and
 * maitred.toml. No two texts side by side are equal.
 */
const SAMPLES: Readonly<Record<ConfigKey, readonly [string, string, string, string]>> = {
  data: ["a", "b", "c", "d"],
  port: ["1", "2", "3", "4"],
  host: ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"],
  origin: ["https://a.example", "https://b.example", "https://c.example", "https://d.example"],
  trustedProxies: ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"],
  allowedHosts: ["a.example", "b.example", "c.example", "d.example"],
  allowedOrigins: ["https://a.example", "https://b.example", "https://c.example", "https://d.test"],
  unmendedFaults: [
    "narrow-accept",
    "n8n-extra-arguments",
    "repeated-version-header",
    "version-header-behind-meta",
  ],
  strictTokenSharers: ["claude", "claude-code", "claude,claude-code", "claude-code,claude"],
  replayWindowS: ["1", "2", "3", "4"],
  accessTokenMinutes: ["1", "2", "3", "4"],
  refreshTokenDays: ["1", "2", "3", "4"],
  grantDays: ["1", "2", "3", "4"],
  requireSecondFactor: ["managers", "all", "managers", "off"],
  replyWords: ["yes=a", "yes=b", "yes=c", "yes=d"],
  logLevel: ["debug", "info", "warn", "error"],
  backupEveryHours: ["1", "2", "3", "4"],
  backupKeep: ["1", "2", "3", "4"],
  backupFolder: ["a", "b", "c", "d"],
  releaseUrl: ["https://a.example", "https://b.example", "https://c.example", "https://d.example"],
  backupAt: ["01:00", "02:00", "03:00", "04:00"],
  backupS3Endpoint: ["https://a.example", "https://b.example", "https://c.example", "https://d.ex"],
  backupS3Bucket: ["aaa", "bbb", "ccc", "ddd"],
  backupS3Prefix: ["a", "b", "c", "d"],
  backupS3Region: ["a", "b", "c", "d"],
  backupS3KeyId: ["a", "b", "c", "d"],
  backupS3Secret: ["a", "b", "c", "d"],
  metrics: ["on", "off", "on", "off"],
  redirectSchemes: ["a", "b", "c", "d"],
  clientDocuments: ["off", "on", "false", "true"],
  metricsToken: ["a".repeat(16), "b".repeat(16), "c".repeat(16), "d".repeat(16)],
  clock: [
    "2026-01-01T00:00:00Z",
    "2026-01-02T00:00:00Z",
    "2026-01-03T00:00:00Z",
    "2026-01-04T00:00Z",
  ],
  smsProvider: ["log", "webhook", "twilio", "smsgate"],
  twilioAccountSid: ["a", "b", "c", "d"],
  twilioAuthToken: ["a", "b", "c", "d"],
  twilioFrom: ["a", "b", "c", "d"],
  webhookUrl: ["https://a.example", "https://b.example", "https://c.example", "https://d.example"],
  webhookSecret: ["a", "b", "c", "d"],
  smsgateUrl: ["https://a.example", "https://b.example", "https://c.example", "https://d.example"],
  smsgateUser: ["a", "b", "c", "d"],
  smsgatePassword: ["a", "b", "c", "d"],
  smsgateSigningKey: ["a", "b", "c", "d"],
};

describe("settings:", () => {
  test.each(CONFIG_KEYS.map((key) => [key]))("%s can be set in each of the four sources", (key) => {
    const path = mkdtempSync(join(tmpdir(), "maitred-config-"));
    const [flag, variable, named, toml] = SAMPLES[key];
    writeFileSync(join(path, "maitred.toml"), `${key} = ${JSON.stringify(toml)}\n`);
    writeFileSync(join(path, "named"), `${named}\n`);
    const name = environmentName(key);
    const read = (options: { flags?: object; env?: Record<string, string>; folder?: string }) => {
      const { values, sources } = loadConfig({ env: {}, folder: path, ...options });
      return [values[key], sources[key].kind];
    };
    const meant = (text: string): never =>
      loadConfig({ flags: { [key]: text }, env: {}, folder: bare }).values[key] as never;
    const env = { [name]: variable };
    expect(read({ flags: { [key]: flag }, env })).toEqual([meant(flag), "flag"]);
    expect(read({ env })).toEqual([meant(variable), "environment"]);
    const file = { [`${name}_FILE`]: join(path, "named") };
    expect(read({ env: file })).toEqual([meant(named), "environment"]);
    expect(read({})).toEqual([meant(toml), "file"]);
    expect(read({ folder: bare })[1]).toBe("default");
    rmSync(path, { recursive: true });
  });

  test("a secret is masked, and an address is shown without its query", () => {
    const secrets = CONFIG_KEYS.filter((key) => /token$|secret|password|signingkey/i.test(key));
    expect(secrets).toHaveLength(6);
    for (const key of secrets) {
      expect([shownValue(key, "abc"), shownValue(key, null)]).toEqual(["***", null]);
    }
    expect(shownValue("webhookUrl", "https://a.example/x?k=1")).toBe("https://a.example/x?***");
    expect(shownValue("port", 8484)).toBe(8484);
  });
});

describe("a value is checked:", () => {
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
  ] as const)("%s %j is read as %j", (key, text, value) => {
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
    ["unmendedFaults", "narrow-acept"],
    ["strictTokenSharers", "claude,cluade-code"],
  ] as const)("%s %j is refused, with the name of the key and what is expected", (key, text) => {
    const load = () => loadConfig({ flags: { [key]: text }, env: {}, folder: bare });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(new RegExp(`^${key} \\(from --${flagName(key)}\\).*expected`));
  });
});

describe("when settings are loaded,", () => {
  test("a value cannot be set both directly and by a file", () => {
    const env = { MAITRED_PORT: "1", MAITRED_PORT_FILE: "x" };
    expect(() => loadConfig({ env, folder: bare })).toThrow("both set");
  });

  test("a file with a value must be readable", () => {
    const env = { MAITRED_PORT_FILE: join(bare, "nothing") };
    expect(() => loadConfig({ env, folder: bare })).toThrow("cannot be read");
  });

  test.each([
    ["prot = 1\n", "prot, which is not known"],
    ["trusted-proxies = '::1'\nprot = 1\n", "trusted-proxies (write trustedProxies), prot, which"],
    ["constructor = 1\n", "constructor, which is not known"],
    ["port = \n", "not valid TOML"],
    ["clock = 2026-11-20T15:00:00\n", 'is "2026-11-20T15:00:00": expected an ISO date and time'],
    ["clock = 2026-11-20\n", 'is "2026-11-20": expected an ISO date and time'],
  ])("a mistake in maitred.toml is explained: %j", (toml, message) => {
    const path = mkdtempSync(join(tmpdir(), "maitred-config-"));
    writeFileSync(join(path, "maitred.toml"), toml);
    expect(() => loadConfig({ env: {}, folder: path })).toThrow(message);
    rmSync(path, { recursive: true });
  });

  test("tolerant: true collects all mistakes and still reads the other values", () => {
    const path = mkdtempSync(join(tmpdir(), "maitred-config-"));
    writeFileSync(join(path, "maitred.toml"), "prot = 1\nbackupKeep = 3\n");
    const env = { MAITRED_PORT: "x", MAITRED_SMSGATE_PASSWORD: " " };
    const { faults, values, sources } = loadConfig({ env, folder: path, tolerant: true });
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringContaining("prot, which is not known"),
      expect.stringContaining("port (from MAITRED_PORT)"),
      expect.stringContaining("smsgatePassword (from MAITRED_SMSGATE_PASSWORD) is not usable"),
    ]);
    expect([values.port, sources.port.kind, values.backupKeep]).toEqual([null, "default", 3]);
    rmSync(path, { recursive: true });
  });

  test("a TOML table is read like the text of a flag", () => {
    const path = mkdtempSync(join(tmpdir(), "maitred-config-"));
    writeFileSync(join(path, "maitred.toml"), '[replyWords]\nyes = ["si", "oui"]\nno = "non"\n');
    const { values } = loadConfig({ env: {}, folder: path });
    expect(values.replyWords).toMatchObject({ yes: ["si", "oui"], no: ["non"], stop: [] });
    rmSync(path, { recursive: true });
  });

  test("a TOML date and time is read like one in quotes", () => {
    const path = mkdtempSync(join(tmpdir(), "maitred-config-"));
    writeFileSync(join(path, "maitred.toml"), "clock = 2026-11-20T16:00:00+01:00\n");
    const { values } = loadConfig({ env: {}, folder: path });
    expect(values.clock).toBe(Date.parse("2026-11-20T15:00:00Z"));
    rmSync(path, { recursive: true });
  });

  test("only mistakes on the command line are usage errors", () => {
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
    [{ MAITRED_TRUSTED_PROXIES: "10.0.0.1,0.0.0.0/0" }, "0.0.0.0/0"],
    [{ MAITRED_TRUSTED_PROXIES: "::/0" }, "anybody can claim"],
    [{ MAITRED_ORIGIN: "https://a.example", MAITRED_METRICS: "on" }, "refuses every request"],
    [
      { MAITRED_BACKUP_AT: "04:30", MAITRED_BACKUP_EVERY_HOURS: "5" },
      "is ignored because backupAt is set",
    ],
  ])("%j causes a warning that the log does not redact", (env, warning) => {
    const { warnings } = loadConfig({ env, folder: bare });
    expect(warnings.join()).toContain(warning);
    expect(redact(warnings)).toEqual(warnings);
  });

  test("metrics without a token cause no warning if the origin is local", () => {
    const env = { MAITRED_ORIGIN: "http://127.0.0.1:8080", MAITRED_METRICS: "on" };
    expect(loadConfig({ env, folder: bare }).warnings).toEqual([]);
  });
});
