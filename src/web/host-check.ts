import { refusal } from "./errors.ts";

/**
 * The answer to a request that came by a wrong name or from a foreign page; null: it may pass.
 * `forms`: what is sent to this path (see FormsFrom).
 */
export type HostCheck = (request: Request, forms?: FormsFrom) => Response | null;

/**
 * `none`: calls of programs, from pages that are allowed to. `own`: forms of our own pages alone,
 * which conceal where they come from (`Origin: null`). `any`: nothing is done and nothing told.
 */
export type FormsFrom = "none" | "own" | "any";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Whether a host name, without its port, means this very machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/**
 * Protects against DNS rebinding and foreign pages. Host must be the origin's, a loopback name with
 * any port (a proxy may stand between) or listed, else 421. Origin, when present, must be our own,
 * a loopback one of any port or listed, else 403; the opaque `null` is nobody's and is refused,
 * except where only our own forms are sent.
 */
export function createHostCheck(options: {
  readonly origin: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}): HostCheck {
  const { origin } = options;
  const own = new URL(origin);
  const listed = options.allowedHosts.map((host) => host.toLowerCase());
  // A listed name without a port is meant with any; our own must be the very address we publish.
  const hosts = new Set([own.host, `${own.hostname}:${own.port || DEFAULT_PORTS[own.protocol]}`]);
  const origins = new Set([origin, ...options.allowedOrigins].map((item) => item.toLowerCase()));

  const hostAllowed = (header: string): boolean => {
    const host = header.toLowerCase();
    const name = HOST.exec(host)?.[1];
    if (name === undefined) return false;
    return isLoopback(name) || hosts.has(host) || listed.includes(host) || listed.includes(name);
  };

  const originAllowed = (header: string): boolean => {
    if (origins.has(header.toLowerCase())) return true;
    if (!/^https?:\/\//i.test(header) || !URL.canParse(header)) return false;
    const url = new URL(header);
    return url.origin === header.toLowerCase() && isLoopback(url.hostname);
  };

  return (request, forms = "none") => {
    if (!hostAllowed(request.headers.get("host") ?? "")) {
      const url = `${origin}/mcp`;
      return refusal(
        421,
        "misdirected_request",
        `This server is ${origin}; its tools are at ${url}.`,
        {
          url,
        },
      );
    }
    if (forms === "any") return null;
    if (forms === "own" && request.method === "POST") {
      return isOwnForm(request, origin) ? null : foreignForm();
    }
    const from = request.headers.get("origin");
    if (from === null || originAllowed(from)) return null;
    return refusal(
      403,
      "origin_not_allowed",
      "Pages of this origin may not call the server; its operator can list the origin as allowed.",
    );
  };
}

/**
 * Whether a form may be one of ours, as far as headers tell; its hidden field has the last word.
 * Our pages conceal their address, and then browsers conceal their origin too. Where it was sent
 * from is still told by Sec-Fetch-Site, except by old browsers and on origins without encryption.
 */
function isOwnForm({ headers }: Request, origin: string): boolean {
  const from = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const own = from === null || from === "null" || from.toLowerCase() === origin;
  return own && (site === null || site === "same-origin");
}

const foreignForm = (): Response =>
  refusal(
    403,
    "origin_not_allowed",
    "This form was sent by another site. Nothing was done: open the page here and repeat.",
  );

/** Whether nobody on the way can read what is sent to an origin: https, or this very machine. */
export const isEncrypted = (origin: string): boolean => {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || isLoopback(hostname);
};

/**
 * Where a page lives when it was asked for by another loopback name; null: here. Another loopback
 * name is another site to a browser: one name keeps cookies and links together. Only where the
 * origin is loopback itself: a proxy may call us 127.0.0.1 on behalf of any name.
 */
export function homeOf(request: Request, origin: string): Response | null {
  const home = new URL(origin).hostname;
  const { hostname, pathname, search } = new URL(request.url);
  if (!isLoopback(home) || hostname === home || !isLoopback(hostname)) return null;
  return new Response(null, { status: 308, headers: { Location: origin + pathname + search } });
}
