import { existsSync } from "node:fs";
import { CONFIG_KEYS, type Config, ConfigError, type LoadedConfig, shownValue } from "../config.ts";
import { createLog } from "../log.ts";
import { createGateways } from "../sms/gateways.ts";
import { storageFault } from "./backup-storage.ts";
import { BACKUP_FLAGS, SERVER_FLAGS } from "./flags.ts";
import { settingText } from "./served-settings.ts";
import type { Answer, Verb } from "./verb.ts";

export const config: Verb = {
  name: "config",
  summary: "Show each configuration value and where it comes from.",
  flags: { ...SERVER_FLAGS, ...BACKUP_FLAGS },
  tellsWarnings: true,
  toleratesFaults: true,
  run: ({ config: loaded }) => answerOf(loaded),
};

function answerOf({ values, sources, file, warnings, faults }: LoadedConfig): Answer {
  const settings = CONFIG_KEYS.map((key) => ({
    key,
    value: shownValue(key, values[key]),
    from: sources[key].name,
    kind: sources[key].kind,
  }));
  const widths = {
    key: Math.max(...settings.map(({ key }) => key.length)),
    value: Math.max(...settings.map(({ value }) => inWords(value).length)),
  };
  const lines = settings.map(
    ({ key, value, from }) =>
      `${key.padEnd(widths.key)}  ${inWords(value).padEnd(widths.value)}  ${from}`,
  );
  const words = faults.map((fault) => fault.message);
  for (const lacking of [gatewayFault(values), storageFault(values)]) {
    // An invalid value is among the faults already, so do not report it as not set.
    const isKnown = faults.some(({ key }) => key !== null && key === lacking?.key);
    if (lacking !== null && !isKnown) words.push(lacking.message);
  }
  return {
    json: { file, settings, warnings, faults: words },
    text: [
      ...lines,
      "",
      `File: ${file}${existsSync(file) ? "" : " (there is none)"}`,
      ...warnings.map((warning) => `Warning: ${warning}`),
      ...words.map((fault) => `Fault: ${fault}`),
    ].join("\n"),
    plain: true,
    exitCode: words.length === 0 ? 0 : 1,
  };
}

const inWords = (value: unknown): string => settingText(value) || "-";

/** Null if the gateway's settings are complete. Makes no request. */
export function gatewayFault(values: Config): ConfigError | null {
  const clock = (): number => 0;
  const log = createLog({ level: "error", now: clock, write: () => undefined });
  try {
    createGateways({ config: values, environment: "live", log, clock, origin: values.origin });
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}
