export interface Log {
  debug(event: string, fields?: Record<string, unknown>): void;
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const MAX_DEPTH = 6;
const MAX_TEXT = 4000;

/** A field whose name ends in one of these words is never printed. NAMED finds such names in strings. */
const SECRET_WORD =
  "(?:token|secret|password|passwd|authorization|cookie|credential|api[_-]?key|signing[_-]?key|" +
  "private[_-]?key|verifier|assertion|signature|csrf)s?";
const SECRET_NAME = new RegExp(`${SECRET_WORD}$`, "i");
const PHONE_NAME = /^(?:phone|to|from)$|phone$/i;
/** The first group, the key's public id, stays readable, so that owners can find the key. */
const API_KEY = /(mtd_(?:live|test)_[0-9A-Za-z]{8})[0-9A-Za-z]+/g;
/** maitred's own tokens, codes and secrets, also truncated ones. */
const OPAQUE = /(mtd_(?:access|refresh|code|secret|registration)_)[\w-]+/g;
const JWT = /eyJ[\w-]{5,}((?:\.[\w-]*)+)?/g;
/** 32 bytes in base64url, as in links and cookies. Ids (too short) and hashes (no capitals) stay readable. */
const RANDOM = /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43,}/g;
const BEARER = /(bearer\s+)(?!mtd_)\S+/gi;
/** Requires a capital, digit or "=", so that words such as "basic settings" stay. */
const BASIC = /([Bb]asic\s+)(?=[\w+/]*[A-Z\d=])[\w+/]{6,}=*/g;
const SIGNING_KEY = /whsec_[\w+/=-]+/g;
/** Only in addresses; "code" and "state" are ordinary words elsewhere. */
const CODE = /([?&](?:code|state|user_code|device_code)=)[^\s"'&#]+/gi;
/** `password=x` in an address, `"password":"x"` in JSON, `Cookie: x` in a header. */
const NAMED = new RegExp(
  `((?:^|[?&;,{\\s"'])["']?[\\w.-]*${SECRET_WORD}["']?\\s*[=:]\\s*)` +
    `("(?:[^"\\\\]|\\\\.)*"|(?:bearer |basic )?[^\\s"'&;,}]+)`,
  "gi",
);
/** Phone numbers with a plus sign (or %2B), and numbers grouped as in North America. */
const PHONE = /(?:\+|%2B)\d[\d ().-]{6,20}\d|(?<![\d.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\d-])/gi;

export const maskPhone = (phone: string): string => `***${phone.replace(/\D/g, "").slice(-4)}`;

export const withoutTokens = (text: string): string =>
  text
    .replace(API_KEY, "$1***")
    .replace(OPAQUE, "$1***")
    // Replaces only words with a dot. A lookahead for the dot in the pattern would be slower.
    .replace(JWT, (word, rest?: string) => (rest === undefined ? word : "eyJ***"));

const PLAIN = /^[A-Za-z]{1,24}$/;

const redactText = (text: string): string => (PLAIN.test(text) ? text : redactSuspicious(text));

const redactSuspicious = (text: string): string =>
  withoutTokens(text.slice(0, 2 * MAX_TEXT))
    .replace(BEARER, "$1***")
    .replace(BASIC, "$1***")
    .replace(SIGNING_KEY, "whsec_***")
    .replace(CODE, "$1***")
    .replace(NAMED, "$1***")
    .replace(RANDOM, "***")
    .replace(PHONE, maskPhone)
    .slice(0, MAX_TEXT);

export function redact(value: unknown, name = "", depth = 0): unknown {
  if (value === null || value === undefined) return value;
  if (SECRET_NAME.test(name)) return "***";
  if (typeof value === "string") {
    return PHONE_NAME.test(name) && /\d{5}/.test(value.replace(/\D/g, ""))
      ? maskPhone(value)
      : redactText(value);
  }
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object") return value;
  if (depth >= MAX_DEPTH) return "...";
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((item) => redact(item, name, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redactText(key), redact(item, key, depth + 1)]),
  );
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  return {
    name: error.name,
    message: redactText(error.message),
    ...(error.stack === undefined ? {} : { stack: redactText(error.stack) }),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, "cause", depth + 1) }),
  };
}

const MOST_WAITING = 1024 * 1024;

/** Drops lines while the stream's reader is too slow. Before the next line, writes `lostLine`. */
export function outlet(
  stream: Pick<NodeJS.WriteStream, "write">,
  lostLine: (count: number) => string,
): (line: string) => void {
  let waiting = 0;
  let lost = 0;
  const put = (text: string): void => {
    waiting += text.length;
    stream.write(text, () => {
      waiting -= text.length;
    });
  };
  return (line) => {
    if (waiting + line.length > MOST_WAITING) {
      lost += 1;
      return;
    }
    if (lost > 0) put(lostLine(lost));
    lost = 0;
    put(line);
  };
}

/** `now` is the system clock, never a test clock. */
export function createLog(options: {
  readonly level: LogLevel;
  readonly now: () => number;
  readonly write?: (line: string) => void;
}): Log {
  const least = LOG_LEVELS.indexOf(options.level);
  const lineOf = (level: LogLevel, event: string, fields: Record<string, unknown>): string => {
    const line = { at: new Date(options.now()).toISOString(), level, event };
    return `${JSON.stringify({ ...line, ...(redact(fields) as object) })}\n`;
  };
  const lost = (lines: number): string => lineOf("warn", "log_not_taken", { lines });
  const write = options.write ?? outlet(process.stderr, lost);
  const at =
    (level: LogLevel) =>
    (event: string, fields: Record<string, unknown> = {}): void => {
      if (LOG_LEVELS.indexOf(level) >= least) write(lineOf(level, event, fields));
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
