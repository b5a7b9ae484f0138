import { isIP } from "node:net";
import { resolve } from "node:path";
import { LOG_LEVELS, type LogLevel } from "./log.ts";

/** Only the settings of the chosen gateway are used. */
export interface SmsConfig {
  readonly smsProvider: SmsProviderName;
  readonly twilioAccountSid: string | null;
  readonly twilioAuthToken: string | null;
  /** A number in E.164 or the id of a messaging service. */
  readonly twilioFrom: string | null;
  readonly webhookUrl: string | null;
  readonly webhookSecret: string | null;
  readonly smsgateUrl: string | null;
  readonly smsgateUser: string | null;
  readonly smsgatePassword: string | null;
  readonly smsgateSigningKey: string | null;
}
/** More words that guests may reply with. `afterYes`: words that may follow a yes, such as "merci". */
export type ReplyWords = Readonly<Record<(typeof REPLY_MEANINGS)[number], readonly string[]>>;
const REPLY_MEANINGS = ["yes", "no", "stop", "start", "afterYes"] as const;
const NO_REPLY_WORDS: ReplyWords = { yes: [], no: [], stop: [], start: [], afterYes: [] };

const FACTOR_RULES = ["off", "managers", "all"] as const;
export type FactorRule = (typeof FACTOR_RULES)[number];

export const SMS_PROVIDERS = ["log", "webhook", "twilio", "smsgate"] as const;
export type SmsProviderName = (typeof SMS_PROVIDERS)[number];

/** docs/configuration.md describes every key. */
export interface Config extends SmsConfig {
  /** Absolute path, or null for the default of the CLI verb. */
  readonly data: string | null;
  /** 0 for any free port, null for the default of the CLI verb. */
  readonly port: number | null;
  readonly host: string;
  /** Public origin without a trailing slash. Null for the address that the server listens on. */
  readonly origin: string | null;
  readonly trustedProxies: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly unmendedFaults: readonly string[];
  /** Accept client-id metadata documents (OAuth CIMD). */
  readonly clientDocuments: boolean;
  readonly redirectSchemes: readonly string[];
  readonly strictTokenSharers: readonly string[];
  readonly replayWindowS: number;
  readonly accessTokenMinutes: number;
  readonly refreshTokenDays: number;
  readonly grantDays: number;
  readonly requireSecondFactor: FactorRule;
  readonly replyWords: ReplyWords;
  readonly logLevel: LogLevel;
  readonly backupEveryHours: number;
  readonly backupKeep: number;
  /** Absolute path, or null for `backups` in the data folder. */
  readonly backupFolder: string | null;
  readonly releaseUrl: string | null;
  /** Time of the daily backup (`HH:MM`), or null for a backup every `backupEveryHours`. */
  readonly backupAt: string | null;
  /** Null for Amazon's endpoint of the region. */
  readonly backupS3Endpoint: string | null;
  readonly backupS3Bucket: string | null;
  readonly backupS3Prefix: string | null;
  readonly backupS3Region: string;
  readonly backupS3KeyId: string | null;
  readonly backupS3Secret: string | null;
  readonly metrics: boolean;
  /** If null, `/metrics` answers only programs on this machine, and only if the origin is local. */
  readonly metricsToken: string | null;
  /** Start of the clock in epoch milliseconds. Only for test databases. */
  readonly clock: number | null;
}
export type ConfigKey = keyof Config;

export const KNOWN_CLIENT_FAULTS = [
  "repeated-version-header",
  "version-header-behind-meta",
  "narrow-accept",
  "n8n-extra-arguments",
];
export const KNOWN_TOKEN_SHARERS = ["claude", "claude-code"];

interface Key<T> {
  readonly fallback: T;
  readonly parse: (text: string) => T;
  /** The value is never shown, not even in an error. */
  readonly secret?: true;
}

const expected = (what: string): never => {
  throw new Error(`expected ${what}`);
};

const WORD: Key<string | null> = {
  fallback: null,
  parse: (text) => (/^[^\s\p{Cc}]+$/u.test(text) ? text : expected("a text without spaces")),
};
const SECRET: Key<string | null> = {
  fallback: null,
  parse: (text) => (text === "" ? expected("a secret that is not empty") : text),
  secret: true,
};
const FOLDER: Key<string | null> = {
  fallback: null,
  parse: (text) => (text === "" ? expected("a folder") : resolve(text)),
};
const ADDRESS: Key<string | null> = { fallback: null, parse: parseAddress };
const BUCKET = "a bucket name, not an address: 3 to 63 lowercase letters, digits, dots and hyphens";
const onOrOff = (text: string): boolean =>
  /^(?:on|off|true|false)$/.test(text) ? /^(?:on|true)$/.test(text) : expected("on or off");

export const KEYS: { readonly [K in ConfigKey]: Key<Config[K]> } = {
  data: FOLDER,
  port: {
    fallback: null,
    parse: (text) =>
      /^\d{1,5}$/.test(text) && Number(text) <= 65_535
        ? Number(text)
        : expected("a port number from 0 (any free port) to 65535"),
  },
  host: {
    fallback: "127.0.0.1",
    parse: (text) =>
      /^[\w.:-]+$/.test(text) ? text : expected("an address to listen on, such as 127.0.0.1"),
  },
  origin: { fallback: null, parse: parseOrigin },
  trustedProxies: { fallback: [], parse: (text) => list(text).map(parseRange) },
  allowedHosts: { fallback: [], parse: (text) => list(text).map(parseHostName) },
  allowedOrigins: { fallback: [], parse: (text) => list(text).map(parseOrigin) },
  unmendedFaults: { fallback: [], parse: someOf(KNOWN_CLIENT_FAULTS) },
  clientDocuments: { fallback: true, parse: onOrOff },
  redirectSchemes: { fallback: ["cursor"], parse: (text) => list(text).map(parseScheme) },
  strictTokenSharers: { fallback: [], parse: someOf(KNOWN_TOKEN_SHARERS) },
  replayWindowS: { fallback: 120, parse: parseReplayWindow },
  accessTokenMinutes: { fallback: 60, parse: (text) => whole(text, "minutes", 1440) },
  refreshTokenDays: { fallback: 60, parse: (text) => whole(text, "days", 3650) },
  grantDays: { fallback: 365, parse: (text) => whole(text, "days", 3650) },
  requireSecondFactor: { fallback: "off", parse: oneOf(FACTOR_RULES) },
  replyWords: { fallback: NO_REPLY_WORDS, parse: parseReplyWords },
  logLevel: { fallback: "info", parse: oneOf(LOG_LEVELS) },
  backupEveryHours: { fallback: 24, parse: wholeNumber(0, 8760) },
  backupKeep: { fallback: 7, parse: wholeNumber(1, 1000) },
  backupFolder: FOLDER,
  releaseUrl: ADDRESS,
  backupAt: {
    fallback: null,
    parse: (text) =>
      /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : expected("a time such as 04:30"),
  },
  backupS3Endpoint: { fallback: null, parse: parseOrigin },
  backupS3Bucket: {
    fallback: null,
    parse: (text) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? text : expected(BUCKET)),
  },
  backupS3Prefix: {
    fallback: null,
    parse: (text) =>
      /^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(text) ? text : expected("a name such as bistro/backups"),
  },
  backupS3Region: {
    fallback: "us-east-1",
    parse: (text) => (/^[\w-]+$/.test(text) ? text : expected("a region such as eu-central-1")),
  },
  backupS3KeyId: WORD,
  backupS3Secret: SECRET,
  metrics: { fallback: false, parse: onOrOff },
  metricsToken: {
    fallback: null,
    parse: (text) =>
      /^[\w.~+/-]{16,}=*$/.test(text)
        ? text
        : expected("at least 16 characters: letters, digits, - . _ ~ + /"),
    secret: true,
  },
  clock: { fallback: null, parse: parseInstant },
  smsProvider: { fallback: "log", parse: oneOf(SMS_PROVIDERS) },
  twilioAccountSid: WORD,
  twilioAuthToken: SECRET,
  twilioFrom: WORD,
  webhookUrl: ADDRESS,
  webhookSecret: SECRET,
  smsgateUrl: ADDRESS,
  smsgateUser: WORD,
  smsgatePassword: SECRET,
  smsgateSigningKey: SECRET,
};

export const CONFIG_KEYS = Object.keys(KEYS) as readonly ConfigKey[];

const list = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

export const anyOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

function oneOf<Name extends string>(names: readonly Name[]): (text: string) => Name {
  return (text) => names.find((name) => name === text) ?? expected(`one of ${names.join(", ")}`);
}

function someOf(names: readonly string[]): (text: string) => readonly string[] {
  return (text) => {
    const given = list(text);
    return given.every((name) => names.includes(name))
      ? given
      : expected(`${anyOf(names)}, separated by commas if you name several`);
  };
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most
      ? Number(text)
      : expected(`a whole number from ${least} to ${most}`);
}

const ONE_WORD = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*$/u;
const PHRASE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}']*(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}']*){0,4}$/u;
/** Words for `afterYes` have no digits: a reply such as "yes 5" is no yes, a person must read it. */
const FRIENDLY =
  /^(?:\p{L}[\p{L}\p{M}']*(?: \p{L}[\p{L}\p{M}']*){0,4}|\p{Extended_Pictographic}\ufe0f?)$/u;
const USABLE: Record<keyof ReplyWords, RegExp> = {
  yes: ONE_WORD,
  no: PHRASE,
  stop: ONE_WORD,
  start: ONE_WORD,
  afterYes: FRIENDLY,
};

function parseReplyWords(text: string): ReplyWords {
  const wanted =
    'words by meaning, such as "yes=si,oui; no=non; stop=arret; start=debut; afterYes=merci"';
  const byMeaning: Record<keyof ReplyWords, readonly string[]> = { ...NO_REPLY_WORDS };
  for (const part of text.split(";").filter((one) => one.trim() !== "")) {
    const [name = "", given, ...rest] = part.split("=");
    const called = name.trim().toLowerCase();
    const meaning = REPLY_MEANINGS.find((one) => one.toLowerCase() === called);
    const found = list(given ?? "");
    if (meaning === undefined || rest.length > 0 || found.length === 0) return expected(wanted);
    if (!found.every((word) => USABLE[meaning].test(word))) return expected(wanted);
    byMeaning[meaning] = found;
  }
  return byMeaning;
}

function parseOrigin(text: string): string {
  const wanted = "an origin such as https://book.example.com, without a path";
  if (!URL.canParse(text)) return expected(wanted);
  const url = new URL(text);
  const http = url.protocol === "https:" || url.protocol === "http:";
  const bare = url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  return http && bare ? url.origin : expected(wanted);
}

/** Refuses an address with a user or password, because maitred shows addresses. */
function parseAddress(text: string): string {
  const wanted = "a web address such as https://example.com/path, without a user or password in it";
  if (!URL.canParse(text)) return expected(wanted);
  const { protocol, username, password } = new URL(text);
  const http = protocol === "https:" || protocol === "http:";
  return http && username === "" && password === "" ? text : expected(wanted);
}

function parseHostName(text: string): string {
  const name = text.toLowerCase();
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(name)
    ? name
    : expected("host names, separated by commas");
}

function parseScheme(text: string): string {
  return /^[a-z][a-z0-9+.-]*$/i.test(text)
    ? text.toLowerCase()
    : expected("schemes such as cursor, without a colon, separated by commas");
}

function parseRange(text: string): string {
  const [address = "", bits] = text.split("/");
  const width = isIP(address) === 6 ? 128 : 32;
  const plain = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width);
  return isIP(address) !== 0 && plain
    ? text
    : expected("addresses or ranges such as 10.0.0.0/8, separated by commas");
}

function whole(text: string, unit: string, most: number): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : expected(`${unit} from 1 to ${most}`);
}

function parseReplayWindow(text: string): number {
  return /^\d{1,4}$/.test(text) && Number(text) <= 3600
    ? Number(text)
    : expected("seconds from 0 (every refresh token works only once) to 3600");
}

function parseInstant(text: string): number {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return expected("an ISO date and time with its offset, such as 2026-11-20T15:00:00Z");
  }
}
