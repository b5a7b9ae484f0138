import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { CONFIG_KEYS, type Config, type ConfigKey, KEYS } from "./config-keys.ts";

export {
  CONFIG_KEYS,
  type Config,
  type ConfigKey,
  type FactorRule,
  type ReplyWords,
  type SmsConfig,
} from "./config-keys.ts";

export interface Source {
  /** `record`: the settings that the server stored when it last started. */
  readonly kind: "flag" | "environment" | "file" | "record" | "default";
  /** For example `--port`, `MAITRED_PORT_FILE (/run/port)` or the path of `maitred.toml`. */
  readonly name: string;
}

export interface LoadedConfig {
  readonly values: Config;
  readonly sources: Readonly<Record<ConfigKey, Source>>;
  readonly file: string;
  readonly warnings: readonly string[];
  /** Why `maitred.toml` was ignored (repeated in `warnings`), or null. */
  readonly ignored: string | null;
  /** A sentence about each setting that differs from the one that the server last started with. */
  readonly differences: readonly string[];
  /** Secrets that the server had when it last started and this process does not have. */
  readonly withheld: readonly ConfigKey[];
  /** The errors, if `tolerant`. Each unusable value is replaced by its default. */
  readonly faults: readonly ConfigError[];
}

export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly key: ConfigKey | null;
  readonly fromFlag: boolean;

  constructor(message: string, key: ConfigKey | null, fromFlag = false) {
    super(message);
    this.key = key;
    this.fromFlag = fromFlag;
  }
}

const words = (key: string): string[] => key.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
export const flagName = (key: ConfigKey): string => words(key).join("-");
export const environmentName = (key: ConfigKey): string =>
  `MAITRED_${words(key).join("_").toUpperCase()}`;

/**
 * The first source that names a setting wins: flags, `MAITRED_*` variables (or a file named by
 * `MAITRED_*_FILE`), `maitred.toml` in `folder`, defaults. Throws ConfigError; with `tolerant`, returns
 * the errors as `faults`.
 */
export function loadConfig(options: {
  readonly flags?: Partial<Record<ConfigKey, string>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly folder?: string;
  readonly tolerant?: boolean;
}): LoadedConfig {
  const env = options.env ?? process.env;
  const faults: ConfigError[] = [];
  const report = (error: ConfigError): void => {
    if (options.tolerant !== true) throw error;
    faults.push(error);
  };
  const file = readToml(resolve(options.folder ?? ".", "maitred.toml"), report);
  const ignored = writableByOthers(file.path);
  const given: Given = { flags: options.flags ?? {}, env, file };
  const read = CONFIG_KEYS.map((key) => [key, readKey(key, given, report)] as const);
  const values = Object.fromEntries(read.map(([key, { value }]) => [key, value]));
  const sources = Object.fromEntries(read.map(([key, { source }]) => [key, source]));
  return {
    values: values as unknown as Config,
    sources: sources as Record<ConfigKey, Source>,
    file: file.path,
    ignored,
    warnings: [
      ...(ignored === null ? [] : [ignored]),
      ...unknownVariables(env),
      ...doubts(values as unknown as Config),
    ],
    differences: [],
    withheld: [],
    faults,
  };
}

/** Undefined if another version has recorded a value that this version does not know. */
export function readSetting(key: ConfigKey, text: string): Config[ConfigKey] | undefined {
  try {
    return KEYS[key].parse(text);
  } catch {
    return undefined;
  }
}

/** Makes a value safe to show: masks secrets, and the query and user name of addresses. */
export function shownValue(key: ConfigKey, value: Config[ConfigKey]): unknown {
  if (KEYS[key].secret === true) return value === null ? null : "***";
  return typeof value === "string" ? withoutSecrets(key, value) : value;
}

const withoutSecrets = (key: ConfigKey, text: string): string =>
  key.endsWith("Url")
    ? text.replace(/[?#].*$/s, "?***").replace(/^(\w+:\/\/)?.*@/s, "$1***@")
    : text;

interface TomlFile {
  readonly path: string;
  readonly texts: Readonly<Record<string, string>>;
}

interface Given {
  readonly flags: Partial<Record<ConfigKey, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly file: TomlFile;
}

const DEFAULT: Source = { kind: "default", name: "default" };

function readKey(
  key: ConfigKey,
  given: Given,
  report: (error: ConfigError) => void,
): { readonly value: unknown; readonly source: Source } {
  try {
    const found = find(key, given);
    if (found === null) return { value: KEYS[key].fallback, source: DEFAULT };
    return { value: parse(key, found), source: found.source };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    report(error);
    return { value: KEYS[key].fallback, source: DEFAULT };
  }
}

interface Found {
  readonly text: string;
  readonly source: Source;
}

function find(key: ConfigKey, { flags, env, file }: Given): Found | null {
  const flag = flags[key];
  if (flag !== undefined) {
    return { text: flag, source: { kind: "flag", name: `--${flagName(key)}` } };
  }
  const name = environmentName(key);
  const fromEnvironment = env[name];
  const path = env[`${name}_FILE`];
  if (fromEnvironment !== undefined && path !== undefined) {
    throw new ConfigError(`${name} and ${name}_FILE are both set; keep one of them.`, key);
  }
  if (fromEnvironment !== undefined) {
    return { text: fromEnvironment, source: { kind: "environment", name } };
  }
  if (path !== undefined) {
    const source = { kind: "environment", name: `${name}_FILE (${path})` } as const;
    return { text: readNamedFile(path, `${name}_FILE`, key), source };
  }
  const text = file.texts[key];
  return text === undefined ? null : { text, source: { kind: "file", name: file.path } };
}

function parse(key: ConfigKey, { text, source }: Found): unknown {
  try {
    return KEYS[key].parse(text.trim());
  } catch (error) {
    const why = (error as Error).message;
    const shown =
      KEYS[key].secret === true ? "not usable" : JSON.stringify(withoutSecrets(key, text));
    throw new ConfigError(
      `${key} (from ${source.name}) is ${shown}: ${why}.`,
      key,
      source.kind === "flag",
    );
  }
}

function readNamedFile(path: string, source: string, key: ConfigKey): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new ConfigError(`${source} names ${path}, which cannot be read.`, key);
  }
}

function readToml(path: string, report: (error: ConfigError) => void): TomlFile {
  if (!existsSync(path) || writableByOthers(path) !== null) return { path, texts: {} };
  let parsed: object;
  try {
    parsed = Bun.TOML.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) {
      report(new ConfigError(`${path} cannot be read: ${(error as Error).message}.`, null));
      return { path, texts: {} };
    }
    report(new ConfigError(`${path} is not valid TOML: ${(error as Error).message}`, null));
    return { path, texts: {} };
  }
  const unknown = Object.keys(parsed).filter((key) => !Object.hasOwn(KEYS, key));
  if (unknown.length > 0) report(new ConfigError(unknownKeys(path, unknown), null));
  const known = Object.entries(parsed).filter(([key]) => Object.hasOwn(KEYS, key));
  return { path, texts: Object.fromEntries(known.map(([key, value]) => [key, asText(value)])) };
}

const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;

/** Root must not follow settings that other accounts can write. Returns the warning, or null. */
function writableByOthers(path: string): string | null {
  if (process.getuid?.() !== 0) return null;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  const { uid, gid, mode } = stats;
  const group = (mode & GROUP_WRITES) !== 0 && gid !== 0;
  if (uid === 0 && !group && (mode & OTHERS_WRITE) === 0) return null;
  return (
    `${path} is ignored, because users other than root can write to it and this command runs as root. ` +
    "If you trust its contents, run chown root:root and chmod 644 on it. Otherwise run the command as " +
    "the server's account."
  );
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(",");
  if (typeof value !== "object" || value === null || isTime(value)) return String(value);
  return Object.entries(value)
    .map(([name, item]) => `${name}=${asText(item)}`)
    .join(";");
}

/** Unquoted TOML dates and times are Temporal objects, not tables. */
const isTime = (value: object): boolean => Symbol.toStringTag in value;

const folded = (key: string): string => key.replace(/^MAITRED_|[-_]/gi, "").toLowerCase();

function unknownKeys(path: string, keys: readonly string[]): string {
  const hints = keys.map((key) => {
    const meant = CONFIG_KEYS.find((known) => folded(known) === folded(key));
    return meant === undefined ? key : `${key} (write ${meant})`;
  });
  const are = keys.length === 1 ? "which is not known" : "which are not known";
  return `${path} sets ${hints.join(", ")}, ${are}. Known: ${CONFIG_KEYS.join(", ")}.`;
}

/** Only a warning, because other programs share the environment. */
function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set(CONFIG_KEYS.map(environmentName));
  return Object.keys(env)
    .filter((name) => name.startsWith("MAITRED_") && !known.has(name.replace(/_FILE$/, "")))
    .map((name) => `${name} is not a setting of this version and is ignored.`);
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|localhost|::1|\[::1\])$/;

const isLocal = (origin: string): boolean => LOOPBACK.test(new URL(origin).hostname);

function doubts(config: Config): string[] {
  const found: string[] = [];
  if (!LOOPBACK.test(config.host) && config.origin === null && config.allowedHosts.length === 0) {
    found.push(
      `Listening on ${config.host} without an origin, so only requests to loopback host names are answered. ` +
        "Set --origin to the address that guests and agents use.",
    );
  }
  const all = config.trustedProxies.filter((range) => /\/0+$/.test(range));
  if (all.length > 0) {
    found.push(
      `trustedProxies has ${all.join(", ")}: anybody can claim any address with X-Forwarded-For, so ` +
        "limits by address do not work. List only the proxy's address.",
    );
  }
  const isPublic = config.origin !== null && !isLocal(config.origin);
  if (isPublic && config.origin?.startsWith("http://")) {
    found.push(
      `The origin ${config.origin} is not encrypted: passwords and keys can be read in transit, and ` +
        "apps cannot be connected (no OAuth). Put the server behind https, or use it only in your own network.",
    );
  }
  if (config.backupAt !== null && ![0, 24].includes(config.backupEveryHours)) {
    found.push(
      `backupEveryHours is ${config.backupEveryHours}, which is ignored because backupAt is set: one ` +
        "backup a day is made.",
    );
  }
  if (config.backupAt !== null && config.backupEveryHours === 0) {
    found.push("backupEveryHours is 0, so no backup is made at backupAt either.");
  }
  if (config.backupS3Endpoint?.startsWith("http://") && !isLocal(config.backupS3Endpoint)) {
    found.push(
      `Backups go to ${config.backupS3Endpoint} without encryption: guests' names and phones can be ` +
        "read in transit. Use https.",
    );
  }
  if (config.metrics && config.metricsToken === null && isPublic) {
    found.push(
      "metrics is on and the origin is public, so /metrics refuses every request until " +
        "MAITRED_METRICS_TOKEN is set. The scraper must send this token.",
    );
  }
  return found;
}
