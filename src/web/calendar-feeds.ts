import { createHash } from "node:crypto";
import { createAttemptLimit } from "../auth/attempt-limit.ts";
import type { Clock } from "../domain/ids.ts";
import { MINUTE } from "../domain/time.ts";
import type { Log } from "../log.ts";
import { FEED_TOKEN, type FeedFile } from "../operations/feed/calendar-feed.ts";
import { methodNotAllowed, refusal } from "./errors.ts";

export type CalendarFeeds = (request: Request, address: string) => Response;

/** `:file` is the secret token, followed by `.ics`. */
export const FEED_PATH = "/feeds/:file";

export const withoutFeedToken = (path: string): string =>
  path.replace(/^\/feeds\/[^/]+/, "/feeds/:token");

/** Calendar programs read a feed every few minutes, often from several devices. */
const PER_FEED = { burst: 20, refillMs: 15_000 };
/** Limit per client address on requests for unknown feeds, which are probably guesses at tokens. */
const GUESSES = { burst: 10, refillMs: 10_000 };

const NOTED_MS = 15 * MINUTE;

const HEADERS = {
  "Cache-Control": "private, max-age=300",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
};

export function createCalendarFeeds({
  read,
  noteRead,
  clock,
  log,
}: {
  readonly read: (token: string) => FeedFile | null;
  readonly noteRead: (id: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}): CalendarFeeds {
  const perFeed = createAttemptLimit(clock, PER_FEED);
  const guesses = createAttemptLimit(clock, GUESSES);
  return (request, address) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return methodNotAllowed(request.method, "/feeds/:token", ["GET", "HEAD"]);
    }
    const name = new URL(request.url).pathname.split("/")[2] ?? "";
    const named = name.endsWith(".ics") ? name.slice(0, -4) : "";
    // Only well-formed tokens become keys of `perFeed`, because long names would fill the memory.
    const token = FEED_TOKEN.test(named) ? named : "";
    const wait = token === "" ? null : perFeed.take(token);
    if (wait !== null) return tooOften(wait);
    const found = token === "" ? null : read(token);
    if (found !== null) {
      const { id, readAt } = found.feed;
      if (readAt === null || Math.abs(clock() - readAt) >= NOTED_MS) {
        noteRead(id).catch((error: unknown) => log.warn("feed_read_not_noted", { error }));
      }
      return answer(request, found);
    }
    const guessWait = guesses.take(address);
    if (guessWait !== null) return tooOften(guessWait);
    return refusal(
      404,
      "not_found",
      "There is no calendar here, or its link was revoked. Ask the restaurant for a new link.",
    );
  };
}

const tooOften = (seconds: number): Response =>
  refusal(429, "rate_limited", `Too many requests for calendars. Try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  });

function answer(request: Request, { file, updatedAt }: FeedFile): Response {
  const etag = `"${createHash("sha256").update(file).digest("base64url").slice(0, 27)}"`;
  const headers = {
    ...HEADERS,
    ETag: etag,
    "Last-Modified": new Date(updatedAt).toUTCString(),
  };
  if (isUnchanged(request.headers, etag, updatedAt)) {
    return new Response(null, { status: 304, headers });
  }
  const type = {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": 'inline; filename="reservations.ics"',
  };
  return new Response(file, { headers: { ...headers, ...type } });
}

function isUnchanged(headers: Headers, etag: string, updatedAt: number): boolean {
  const known = headers.get("if-none-match");
  // RFC 9110, section 13.1.3: If-None-Match overrules If-Modified-Since.
  if (known !== null) {
    return known.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
  }
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return Number.isFinite(since) && Math.floor(updatedAt / 1000) * 1000 <= since;
}
