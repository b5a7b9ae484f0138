// Goal: an operator sees each setting, its source and its faults, but no secret.
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { config as verb } from "../../src/cli/config.ts";
import type { VerbContext } from "../../src/cli/verb.ts";
import { CONFIG_KEYS, loadConfig } from "../../src/config.ts";
import { temporaryFolder } from "../support/database.ts";
import { command } from "./command-line.ts";

interface Shown {
  readonly file: string;
  readonly settings: readonly { key: string; value: unknown; from: string; kind: string }[];
  readonly warnings: readonly string[];
  readonly faults: readonly string[];
}

/** `maitred config` with this file, environment and flags. */
async function config(toml: string, env: Record<string, string>, flags: object) {
  using folder = temporaryFolder();
  const named = join(folder.path, "password");
  writeFileSync(join(folder.path, "maitred.toml"), toml);
  writeFileSync(named, "from-a-file\n");
  const all = { ...env, MAITRED_SMSGATE_PASSWORD_FILE: named };
  const loaded = loadConfig({ env: all, flags, folder: folder.path, tolerant: true });
  const answer = await verb.run({ config: loaded } as VerbContext);
  if (answer === null) throw new Error("maitred config gave no answer.");
  const { exitCode, text, json } = answer;
  return { exitCode, text, shown: json as Shown, path: join(folder.path, "maitred.toml"), named };
}

describe("config", () => {
  test("gives the source of each value, and masks secrets", async () => {
    const env = { MAITRED_HOST: "127.0.0.2", MAITRED_WEBHOOK_SECRET: "hunter2hunter2" };
    const toml = 'backupKeep = 3\ntwilioAuthToken = "0123456789abcdef"\n';
    const { exitCode, text, shown, path, named } = await config(toml, env, { port: "9000" });
    expect(exitCode).toBe(0);
    const { settings, file } = shown;
    expect(settings.map(({ key }) => key)).toEqual([...CONFIG_KEYS]);
    expect(file).toBe(path);
    const of = (key: string) => settings.find((setting) => setting.key === key);
    expect([
      of("port"),
      of("host"),
      of("backupKeep"),
      of("webhookSecret"),
      of("smsgatePassword"),
      of("twilioAuthToken"),
      of("metricsToken"),
    ]).toEqual([
      { key: "port", value: 9000, from: "--port", kind: "flag" },
      { key: "host", value: "127.0.0.2", from: "MAITRED_HOST", kind: "environment" },
      { key: "backupKeep", value: 3, from: path, kind: "file" },
      { key: "webhookSecret", value: "***", from: "MAITRED_WEBHOOK_SECRET", kind: "environment" },
      {
        key: "smsgatePassword",
        value: "***",
        from: `MAITRED_SMSGATE_PASSWORD_FILE (${named})`,
        kind: "environment",
      },
      { key: "twilioAuthToken", value: "***", from: path, kind: "file" },
      { key: "metricsToken", value: null, from: "default", kind: "default" },
    ]);
    for (const secret of ["hunter2", "0123456789abcdef", "from-a-file"]) {
      expect(JSON.stringify(shown)).not.toContain(secret);
      expect(text).not.toContain(secret);
    }
    expect(text).toMatch(/^port +9000 +--port$/m);
  });

  test("lists all faults together, and exits with 1", async () => {
    const toml = 'prot = 1\nlog_level = "warn"\n';
    const env = { MAITRED_BACKUP_KEEP: "none", MAITRED_PROT: "1" };
    const { exitCode, shown } = await config(toml, env, { port: "abc" });
    expect(exitCode).toBe(1);
    expect(shown.faults).toEqual([
      expect.stringContaining("sets prot, log_level (write logLevel), which are not known"),
      expect.stringContaining('port (from --port) is "abc"'),
      expect.stringContaining('backupKeep (from MAITRED_BACKUP_KEEP) is "none"'),
    ]);
    expect(shown.warnings.join()).toContain("MAITRED_PROT is not a setting");
  });

  test("names the setting that a gateway lacks", async () => {
    const { exitCode, shown } = await config('smsProvider = "twilio"\n', {}, {});
    expect(exitCode).toBe(1);
    expect(shown.faults).toEqual([
      "smsProvider is twilio, which needs twilioAccountSid: set MAITRED_TWILIO_ACCOUNT_SID.",
    ]);
  });

  test("checks the gateway even if other settings are wrong", async () => {
    const { shown } = await config('smsProvider = "twilio"\nprot = 1\n', {}, {});
    expect(shown.faults).toEqual([
      expect.stringContaining("prot, which is not known"),
      expect.stringContaining("which needs twilioAccountSid"),
    ]);
  });

  test("does not call a gateway incomplete if one of its settings could not be read", async () => {
    const toml = 'smsProvider = "twilio"\ntwilioAccountSid = "A C"\n';
    const { shown } = await config(toml, {}, {});
    expect(shown.faults).toEqual([expect.stringContaining("twilioAccountSid (from")]);
  });

  test("masks the user and the password of an address that it refuses", async () => {
    for (const address of [
      "https://user:hunter2@sms.example.com/send?token=hunter2",
      "https://user:hunter2/hunter2@sms.example.com/send",
      "user:hunter2@sms.example.com",
    ]) {
      const toml = `smsProvider = "webhook"\nwebhookUrl = "${address}"\n`;
      const { exitCode, text, shown } = await config(toml, {}, {});
      expect(exitCode).toBe(1);
      expect(shown.faults).toEqual([expect.stringContaining("***@sms.example.com")]);
      expect(shown.faults.join()).toContain("without a user or password");
      expect(text + JSON.stringify(shown)).not.toContain("hunter2");
    }
  });

  test("says that the file is missing or unreadable", async () => {
    using folder = temporaryFolder();
    const load = () => loadConfig({ env: {}, folder: folder.path, tolerant: true });
    const shown = async () => (await verb.run({ config: load() } as VerbContext))?.text;
    expect(await shown()).toEndWith("maitred.toml (there is none)");
    mkdirSync(join(folder.path, "maitred.toml"));
    expect(await shown()).toContain("maitred.toml cannot be read: EISDIR");
  });

  test("accepts the flags of serve", async () => {
    const { exitCode, json } = await command(["config", "--metrics", "on", "--json"]);
    expect(exitCode).toBe(0);
    const { settings } = json as unknown as Shown;
    expect(settings.find(({ key }) => key === "metrics")).toEqual({
      key: "metrics",
      value: true,
      from: "--metrics",
      kind: "flag",
    });
    const words = ["--port", "abc", "--log-level", "loud"];
    const { exitCode: failed, out } = await command(["config", ...words]);
    expect(failed).toBe(1);
    expect(out).toContain('Fault: port (from --port) is "abc"');
    expect(out).toContain('Fault: logLevel (from --log-level) is "loud"');
  });
});
