import { parse } from "hono/utils/cookie";
import type { RandomBytes } from "../domain/ids.ts";
import { sha256Hex } from "../storage/sha256.ts";

/**
 * A browser, before anybody signs in. Any of its secrets identifies it: two pages that a new
 * browser opens at once give it two.
 */
export interface Browser {
  /** At least one, always in the same order. */
  readonly secrets: readonly [string, ...string[]];
  /** True: the secret was made for this request, so the answer has to set the cookie. */
  readonly isNew: boolean;
}

/** The cookies of pages where people sign in. */
export interface BrowserCookies {
  /** The browser that sends a request. */
  browserOf(request: Request): Browser;
  /** `Set-Cookie` for a browser that is new. */
  browserCookie(browser: Browser): string;
  /** The session's JWT in the request's cookie; null: none. */
  sessionOf(request: Request): string | null;
  /** `Set-Cookie` for a session that ends at `expiresAt`; both in epoch milliseconds. */
  sessionCookie(token: string, expiresAt: number, now: number): string;
  /** Proof that the password was right, while the second factor is asked for; null: none. */
  proofOf(request: Request): string | null;
  /** `Set-Cookie` that keeps the proof until the browser is closed; empty removes it. */
  proofCookie(proof: string): string;
  /** Proofs of earlier sign-ins in this browser (known-browsers.ts). */
  marksOf(request: Request): readonly string[];
  /** `Set-Cookie` that keeps the marks. */
  marksCookie(marks: readonly string[]): string;
  /** `Set-Cookie` that makes the browser forget its session. */
  endedSessionCookie(): string;
}

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;
/** There is more than one only if pages were opened at the same moment. */
const MOST_SECRETS = 4;
const NAME = "maitred";
/** The longest that browsers keep a cookie. */
const MARKS_DAYS = 400;

/** How the authorization server identifies a browser: SHA-256 of its secret, hexadecimal. */
export const browserHash = (secret: string): string => sha256Hex(secret);

/**
 * Cookies for one origin. If it is https or loopback (`encrypted`), the prefix `__Host-` stops
 * other hosts of the domain from setting them. Elsewhere browsers silently drop such cookies, so
 * plain ones are used. Lax where possible, because apps send people here from their own sites.
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
    // One name per secret, so that the answers of two pages do not overwrite each other.
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
