// Goal: docs/configuration.md names every setting and every metric, and no others.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dev } from "../../src/cli/dev.ts";
import { serve } from "../../src/cli/serve.ts";
import {
  CONFIG_KEYS,
  type ConfigKey,
  environmentName,
  flagName,
  loadConfig,
} from "../../src/config.ts";
import { KEYS } from "../../src/config-keys.ts";
import { createMetrics } from "../../src/web/metrics/instance-metrics.ts";
import { temporaryFolder } from "../support/database.ts";
import { ROOT } from "./guides.ts";

const guide = readFileSync(join(ROOT, "docs/configuration.md"), "utf8");
const rows = (head: string): string[][] =>
  guide
    .split(`| ${head} |`)
    .slice(1)
    .flatMap(
      (part) =>
        part
          .slice(part.indexOf("\n|---") + 1)
          .split("\n\n")[0]
          ?.split("\n") ?? [],
    )
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );

const settings = rows("name | flag");
const code = (text: string): string => `\`${text}\``;

/** A default as the guide writes it. */
function written(key: ConfigKey): string {
  using folder = temporaryFolder();
  const value = loadConfig({ env: {}, folder: folder.path }).values[key];
  const nothing = value === null || value === false || key === "replyWords";
  return nothing || (Array.isArray(value) && value.length === 0)
    ? "-"
    : code(value === true ? "on" : `${value as string | number}`);
}

describe("settings", () => {
  test("are all in the guide, once", () => {
    expect(settings.map(([name = ""]) => name).sort()).toEqual(CONFIG_KEYS.map(code).sort());
  });

  test.each(CONFIG_KEYS.map((key) => [key]))(
    "%s is in the guide with its flag, variable and default, and is called secret if it is secret",
    (key) => {
      const [, flag = "", variable, fallback, meaning = ""] =
        settings.find(([name]) => name === code(key)) ?? [];
      const flags = { ...serve.flags, ...dev.flags };
      const hasFlag = flagName(key) in flags;
      expect([flag, variable, fallback]).toEqual([
        hasFlag ? code(`--${flagName(key)}`) : "",
        code(environmentName(key)),
        written(key),
      ]);
      expect(meaning.includes("secret")).toBe(KEYS[key].secret === true || key === "data");
    },
  );
});

test("the guide names all metrics and no others", () => {
  const metrics = createMetrics({ version: "0.0.0", commit: "unknown", startedAt: 0 });
  metrics.watch({
    database: "nowhere",
    writable: () => true,
    now: () => 0,
    loopSilentMs: () => 0,
    outbox: () => ({ scheduled: 0, due: 0, sending: 0, held: 0, oldestDueAt: null }),
    offers: () => ({}),
    backups: () => ({ newest: null, failure: null, storage: null }),
  });
  const there = [...metrics.text().matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name);
  const named = rows("figure").flatMap(([cell = ""]) => cell.split(", "));
  expect(named.sort()).toEqual(there.map((name) => code(String(name))).sort());
});
