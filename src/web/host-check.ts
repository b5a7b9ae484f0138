import { refusal } from "./errors.ts";

/**
 * The refusal of a request with a wrong Host or from a foreign page; null: it may pass. `forms`:
 * whose forms this path accepts.
 */
export type HostCheck = (request: Request, forms?: FormsFrom) => Response | null;

/**
 * Whose forms a path accepts. `none`: it takes calls from programs and pages of allowed origins.
 * `own`: only those of our own pages, which browsers send with `Origin: null`. `any`: everybody's,
 * because the path only forwards.
 */
export type FormsFrom = "none" | "own" | "any";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Whether a host name, without its port, means this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/**
 * Protects against DNS rebinding and foreign pages. Host must be the origin's, a loopback name with
 * any port (a proxy may stand between) or a listed name, else 421. Origin, when present, must be
 * our own, a loopback one with any port or a listed one, else 403; the opaque `null` is refused,
 * except on paths that accept only our own forms.
 */
export function createHostCheck(options: {
  readonly origin: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}): HostCheck {
  const { origin } = options;
  const own = new URL(origin);
  const listed = options.allowedHosts.map((host) => host.toLowerCase());
  // A listed name without a port allows any port; our own must be exactly the address we publish.
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
 * Whether a form can be one of ours, judged by headers; its hidden field decides. Our pages send no
 * referrer, so browsers send no origin either. Sec-Fetch-Site still says where the form came from,
 * except in old browsers and on origins without encryption.
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
    "This form was sent by another site. Nothing was done: open the page here and try again.",
  );

/** Whether traffic to an origin cannot be read by others: https, or this machine. */
export const isEncrypted = (origin: string): boolean => {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || isLoopback(hostname);
};

/**
 * Redirects a page that was requested under a different loopback name than the origin's, because
 * browsers treat it as another site, with other cookies; null: no need. Only if the origin is
 * loopback itself: a proxy may call us 127.0.0.1 on behalf of any name.
 */
export function homeOf(request: Request, origin: string): Response | null {
  const home = new URL(origin).hostname;
  const { hostname, pathname, search } = new URL(request.url);
  if (!isLoopback(home) || hostname === home || !isLoopback(hostname)) return null;
  return new Response(null, { status: 308, headers: { Location: origin + pathname + search } });
}
