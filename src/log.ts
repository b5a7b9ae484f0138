/** Where a room reports what happened: an event name in snake_case and its fields. */
export interface Log {
  debug(event: string, fields?: Record<string, unknown>): void;
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Nothing deeper is printed: a log line is a line, not a dump. */
const MAX_DEPTH = 6;
const MAX_TEXT = 4000;

/** Names whose value is never printed, by their ending; also inside a text (see NAMED). */
const SECRET_WORD =
  "(?:token|secret|password|passwd|authorization|cookie|credential|api[_-]?key|signing[_-]?key|" +
  "private[_-]?key|verifier|assertion|signature|csrf)s?";
const SECRET_NAME = new RegExp(`${SECRET_WORD}$`, "i");
/** Fields that hold a phone number, however it is written. */
const PHONE_NAME = /^(?:phone|to|from)$|phone$/i;
/** An API key: the public id may be shown, it is how an owner finds the key. */
const API_KEY = /(mtd_(?:live|test)_[0-9A-Za-z]{8})[0-9A-Za-z]+/g;
/** Tokens, codes and secrets of ours, also cut short, and JWTs: clients put them anywhere. */
const OPAQUE = /(mtd_(?:access|refresh|code|secret|registration)_)[\w-]+/g;
const JWT = /eyJ[\w-]{5,}((?:\.[\w-]*)+)?/g;
/** 32 random bytes without a prefix: links, verifiers, cookies. Ids are shorter, hashes hexadecimal. */
const RANDOM = /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43,}/g;
const BEARER = /(bearer\s+)(?!mtd_)\S+/gi;
/** With something in it that a word has not: "basic settings" are no secret. */
const BASIC = /([Bb]asic\s+)(?=[\w+/]*[A-Z\d=])[\w+/]{6,}=*/g;
/** Keys of signed webhooks (Standard Webhooks 1.0). */
const SIGNING_KEY = /whsec_[\w+/=-]+/g;
/** `code=x` of an address; a code in words is none. */
const CODE = /([?&](?:code|state|user_code|device_code)=)[^\s"'&#]+/gi;
/** `password=x` of an address or a form, `"password":"x"` of JSON, `Cookie: x` of a header. */
const NAMED = new RegExp(
  `((?:^|[?&;,{\\s"'])["']?[\\w.-]*${SECRET_WORD}["']?\\s*[=:]\\s*)` +
    `("(?:[^"\\\\]|\\\\.)*"|(?:bearer |basic )?[^\\s"'&;,}]+)`,
  "gi",
);
/** With its plus, also as an address writes it, or in the groups of North America. */
const PHONE = /(?:\+|%2B)\d[\d ().-]{6,20}\d|(?<![\d.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\d-])/gi;

/** A phone number reduced to its last three digits. */
export const maskPhone = (phone: string): string => `***${phone.replace(/\D/g, "").slice(-3)}`;

/** A text without the tokens, codes, keys and secrets that are known by their look. */
export const withoutTokens = (text: string): string =>
  text
    .replace(API_KEY, "$1***")
    .replace(OPAQUE, "$1***")
    // A word without a dot is none. It is passed over whole, or each `eyJ` in it would be tried.
    .replace(JWT, (word, rest?: string) => (rest === undefined ? word : "eyJ***"));

/** The names of our own fields, most short values: nothing in them could be a secret. */
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

/**
 * A copy of `value` that holds no token, key, secret or full phone number, whatever it was made of.
 */
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

/** Characters that may wait for a reader; some thousand lines. */
const MOST_WAITING = 1024 * 1024;

/**
 * Writes lines to `stream` while somebody takes them: a pipe that nobody empties would keep them all
 * in memory. What does not fit is left out, and `lostLine` says so once there is room again.
 */
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

/**
 * A log that writes one JSON object a line, `{ at, level, event, ...fields }`, fields redacted.
 * `now` gives epoch milliseconds of the system clock, never of a test clock.
 */
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
