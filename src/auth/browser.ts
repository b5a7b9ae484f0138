import { parse } from "hono/utils/cookie";
import type { RandomBytes } from "../domain/ids.ts";
import { sha256Hex } from "../storage/sha256.ts";

/** A browser that loads its first two pages simultaneously gets two secrets. Each identifies the browser. */
export interface Browser {
  readonly secrets: readonly [string, ...string[]];
  readonly isNew: boolean;
}

export interface BrowserCookies {
  browserOf(request: Request): Browser;
  browserCookie(browser: Browser): string;
  sessionOf(request: Request): string | null;
  sessionCookie(token: string, expiresAt: number, now: number): string;
  proofOf(request: Request): string | null;
  /** An empty `proof` removes the cookie. */
  proofCookie(proof: string): string;
  marksOf(request: Request): readonly string[];
  marksCookie(marks: readonly string[]): string;
  endedSessionCookie(): string;
}

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const MOST_SECRETS = 4;
const NAME = "maitred";
const MARKS_DAYS = 400;

export const browserHash = (secret: string): string => sha256Hex(secret);

/**
 * `__Host-` stops other hosts of the domain from setting these cookies. SameSite=Lax keeps people
 * signed in when an OAuth client's site sends them here. Without encryption there is no OAuth.
 */
export function createBrowserCookies({
  encrypted,
  random,
}: {
  readonly encrypted: boolean;
  readonly random: RandomBytes;
}): BrowserCookies {
  const sessionName = encrypted ? `__Host-${NAME}` : NAME;
  const browserName = `${sessionName}-browser-`;
  const proofName = `${sessionName}-proof`;
  const marksName = `${sessionName}-known`;
  const scope = encrypted
    ? "Path=/; Secure; HttpOnly; SameSite=Lax"
    : "Path=/; HttpOnly; SameSite=Strict";
  return {
    browserOf(request) {
      const [first, ...others] = Object.entries(cookiesOf(request))
        .filter(([name, value]) => name.startsWith(browserName) && SECRET.test(value))
        .map(([, value]) => value)
        .sort();
      if (first !== undefined) {
        return { secrets: [first, ...others.slice(0, MOST_SECRETS - 1)], isNew: false };
      }
      const secret = Buffer.from(random(SECRET_BYTES)).toString("base64url");
      return { secrets: [secret], isNew: true };
    },
    // One cookie per secret: simultaneous pages must not overwrite each other's cookie.
    browserCookie: ({ secrets: [secret] }) =>
      `${browserName}${browserHash(secret).slice(0, 8)}=${secret}; ${scope}`,
    sessionOf: (request) => cookieOf(request, sessionName),
    sessionCookie(token, expiresAt, now) {
      const seconds = Math.max(0, Math.floor((expiresAt - now) / 1000));
      return `${sessionName}=${token}; ${scope}; Max-Age=${seconds}`;
    },
    proofOf: (request) => cookieOf(request, proofName),
    proofCookie: (proof) => `${proofName}=${proof}; ${scope}${proof === "" ? "; Max-Age=0" : ""}`,
    marksOf: (request) => (cookieOf(request, marksName) ?? "").split("~"),
    marksCookie: (marks) =>
      `${marksName}=${marks.join("~")}; ${scope}; Max-Age=${MARKS_DAYS * 86_400}`,
    endedSessionCookie: () => `${sessionName}=; ${scope}; Max-Age=0`,
  };
}

const cookiesOf = (request: Request): Record<string, string> =>
  parse(request.headers.get("cookie") ?? "");

const cookieOf = (request: Request, name: string): string | null =>
  cookiesOf(request)[name] ?? null;
