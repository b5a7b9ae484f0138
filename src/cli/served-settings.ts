import { z } from "zod";
import {
  CONFIG_KEYS,
  type Config,
  type ConfigKey,
  environmentName,
  type LoadedConfig,
  readSetting,
  type Source,
} from "../config.ts";
import { KEYS } from "../config-keys.ts";

const recorded = z.object({
  /** When the server started, epoch milliseconds. */
  at: z.number(),
  /** Only settings that differ from the default. */
  settings: z.record(z.string(), z.string()),
  /** The keys of the secrets that are set, without values. */
  secrets: z.array(z.string()),
});

export type RecordedSettings = z.infer<typeof recorded>;

/** The record is in the `data` folder itself, and only tests set the clock. */
const UNRECORDED: readonly ConfigKey[] = ["data", "clock"];

export function recordOf(values: Config, at: number): RecordedSettings {
  const keys = CONFIG_KEYS.filter((key) => !UNRECORDED.includes(key) && isSet(key, values[key]));
  return {
    at,
    settings: Object.fromEntries(
      keys.filter((key) => !isSecret(key)).map((key) => [key, textOf(key, values[key])]),
    ),
    secrets: keys.filter(isSecret),
  };
}

export function parseRecord(text: string | null): RecordedSettings | null {
  try {
    return recorded.parse(JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}

/** For each of `keys` that is not set here, uses the value that the server last started with. */
export function asServed(
  loaded: LoadedConfig,
  record: RecordedSettings | null,
  keys: readonly ConfigKey[],
): LoadedConfig {
  if (record === null) return loaded;
  const values: Record<string, unknown> = { ...loaded.values };
  const sources: Record<ConfigKey, Source> = { ...loaded.sources };
  const differences: string[] = [];
  const since = new Date(record.at).toISOString();
  for (const key of keys.filter((one) => !isSecret(one) && !UNRECORDED.includes(one))) {
    const theirs = record.settings[key];
    const own = loaded.values[key];
    if (loaded.sources[key].kind === "default") {
      const value = theirs === undefined ? undefined : readSetting(key, theirs);
      if (value === undefined) continue;
      values[key] = value;
      sources[key] = { kind: "record", name: `the server that was started ${since}` };
    } else if ((theirs ?? "") !== (isSet(key, own) ? textOf(key, own) : "")) {
      differences.push(different(key, textOf(key, own), loaded.sources[key], theirs));
    }
  }
  return {
    ...loaded,
    values: values as unknown as Config,
    sources,
    differences,
    withheld: keys.filter((key) => record.secrets.includes(key) && loaded.values[key] === null),
  };
}

const different = (key: ConfigKey, own: string, source: Source, theirs: string | undefined) =>
  `${key} is ${own} here (from ${source.name}), but the server was started with ` +
  `${theirs ?? "the default"}. To use the server's value here, leave ${key} unset, or set ` +
  `${environmentName(key)} to the same value.`;

const isSecret = (key: ConfigKey): boolean => KEYS[key].secret === true;

const isSet = (key: ConfigKey, value: unknown): boolean =>
  value !== null && JSON.stringify(value) !== JSON.stringify(KEYS[key].fallback);

const textOf = (key: ConfigKey, value: unknown): string => {
  const text = settingText(value);
  // An address may have a secret in its query.
  return key.endsWith("Url") ? text.replace(/[?#].*$/s, "") : text;
};

/** The value as flags and environment variables spell it. An empty text means "not set". */
export function settingText(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "string" || typeof value === "number") return String(value);
  return Object.entries((value ?? {}) as Record<string, readonly string[]>)
    .filter(([, words]) => words.length > 0)
    .map(([name, words]) => `${name}=${words.join(",")}`)
    .join("; ");
}
