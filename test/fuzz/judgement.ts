// The rules that every answer must follow, whatever the request.
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import type { Case } from "./draft.ts";
import type { Answer, Outcome } from "./exchange.ts";
import { GUEST_PHONE, type House } from "./house.ts";

/** Longer than any answer takes, even on a busy machine. */
export const PATIENCE_MS = 20_000;

/** Internals and paths, which must not appear in answers. */
const INSIDES =
  /\n\s+at .+:\d+:\d+|\bSQLITE_|bun:sqlite|node_modules|\/src\/\w+\/[\w-]+\.tsx?|\$argon2id\$/;

/**
 * Statuses with which the runtime refuses a request before the application sees it. These answers
 * have no body, and the connection closes.
 */
const BY_RUNTIME = new Set([400, 413, 414, 431, 501, 505]);

/** Every 503 must have one of these codes. */
const UNAVAILABLE = /not_ready|temporarily_unavailable/;

const textOf = ({ headers, body }: Answer): string => {
  if (body.length === 0) return "";
  const coding = headers.get("content-encoding");
  if (coding === "gzip") return gunzipSync(body).toString("utf8");
  if (coding === "zstd") return zstdDecompressSync(body).toString("utf8");
  return body.toString("utf8");
};

/** All faults of the result; empty if there is none. */
export function faultsOf(house: House, asked: Case, outcome: Outcome): string[] {
  const { answers, end, rest, ms } = outcome;
  const faults = answers.flatMap((answer) => faultsOfAnswer(house, asked, answer));
  if (end === "refused") faults.push("the server no longer listens");
  if (asked.framed && end === "silent" && answers.length === 0) {
    faults.push(`no answer within ${Math.round(ms)} ms`);
  }
  if (asked.framed && rest > 0) faults.push(`${rest} bytes after the answer`);
  return faults;
}

function faultsOfAnswer(house: House, asked: Case, answer: Answer): string[] {
  const faults: string[] = [];
  const { status, head } = answer;
  const text = textOf(answer);
  const all = `${head}\n${text}`;
  if (status >= 500 && !(status === 503 && UNAVAILABLE.test(text)) && !byRuntime(answer)) {
    faults.push(`status ${status}`);
  }
  if (INSIDES.test(all)) faults.push(`shows internals: ${INSIDES.exec(all)?.[0]}`);
  faults.push(...leaksIn(house, asked, answer, all));
  if (!byRuntime(answer)) faults.push(...faultsOfHead(answer), ...faultsOfShape(answer, text));
  return faults;
}

const byRuntime = ({ status, headers, body }: Answer): boolean =>
  BY_RUNTIME.has(status) && body.length === 0 && headers.get("connection") === "close";

/**
 * Finds secrets, and words of the vault, which is a brand that no caller may see. In answers to
 * requests without a token it also finds guests' phones.
 */
function leaksIn(house: House, { route, bytes }: Case, { headers }: Answer, all: string): string[] {
  const leaks: string[] = [];
  const request = bytes.toString("utf8");
  // A secret may be repeated if the request contained it, but not if only an authenticating header
  // did.
  const asked = request.replace(/^(?:authorization|cookie):.*$/gim, "");
  for (const [name, secret] of Object.entries(house.secrets)) {
    if (route.startsWith("/test/") && name.startsWith("link of")) continue;
    // RFC 7592, section 3: the answer repeats the registration token with which the client
    // authenticated.
    if (route === "/register/:id" && name === "registration token") continue;
    if (all.includes(secret) && !asked.includes(secret)) leaks.push(`holds the ${name}`);
  }
  // Any key of a test database may read every text in it.
  if (!route.startsWith("/test/")) {
    for (const word of house.vault) {
      if (all.includes(word) && !asked.includes(word)) leaks.push(`word of the vault: ${word}`);
    }
  }
  const shown = Object.entries(house.secrets).filter(([name]) => /^(?:bearer|cookie) /.test(name));
  const mayRead = shown.some(([, token]) => request.includes(token));
  const phone = GUEST_PHONE.slice(2);
  if (!mayRead && all.includes(phone) && !asked.includes(phone))
    leaks.push("holds a guest's phone");
  if (headers.has("x-injected")) leaks.push("has a header that was injected through a value");
  return leaks;
}

const ALWAYS = [
  "x-request-id",
  "x-content-type-options",
  "x-frame-options",
  "content-security-policy",
  "referrer-policy",
];

const faultsOfHead = ({ headers, status }: Answer): string[] =>
  ALWAYS.filter((name) => !headers.has(name)).map((name) => `${status} without ${name}`);

/** A refusal must be JSON with a code and a sentence, a JSON-RPC error, or a complete page. */
function faultsOfShape({ status, headers, ended }: Answer, text: string): string[] {
  if (!ended || text === "") return [];
  const type = headers.get("content-type") ?? "";
  if (status < 400) return type === "" ? [`${status} without a content type`] : [];
  if (type.startsWith("text/html")) {
    return /^<!doctype html>.*<\/html>\s*$/is.test(text) ? [] : [`${status}: half a page`];
  }
  if (!type.startsWith("application/json")) return [`${status} as ${type}`];
  const body = read(text) as {
    jsonrpc?: unknown;
    error?: string | { code?: unknown; message?: unknown };
    error_description?: unknown;
    status?: unknown;
  } | null;
  const isRpc =
    body?.jsonrpc === "2.0" &&
    typeof body.error === "object" &&
    typeof body.error.code === "number" &&
    typeof body.error.message === "string";
  const isRefusal = typeof body?.error === "string" && typeof body.error_description === "string";
  const isReadiness = status === 503 && body?.status === "not_ready";
  return isRpc || isRefusal || isReadiness
    ? []
    : [`${status} of no known shape: ${text.slice(0, 200)}`];
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
