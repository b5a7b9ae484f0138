import { refusal } from "./errors.ts";

/** Null if the request may pass. `forms`: the sites that may send forms to the request's path. */
export type HostCheck = (request: Request, forms?: FormsFrom) => Response | null;

/** `none`: for paths without forms; an Origin header, if sent, must be allowed. `own`: only our pages. `any`: every site. */
export type FormsFrom = "none" | "own" | "any";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** `hostname` has no port. An IPv6 address is in brackets. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/**
 * Protects against DNS rebinding and against requests by pages of other sites. Loopback names may
 * have any port, because a proxy on this machine may listen on another port.
 */
export function createHostCheck(options: {
  readonly origin: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}): HostCheck {
  const { origin } = options;
  const own = new URL(origin);
  const listed = options.allowedHosts.map((host) => host.toLowerCase());
  // A listed name without a port allows every port. Our own name allows only our port.
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
      `Web pages of ${from} may not call this server. Its operator can allow them with --allowed-origins.`,
    );
  };
}

/**
 * Only a first check: the CSRF token proves that a form is ours. Accepts `Origin: null`, which browsers may
 * send because our pages send no referrer. Accepts a request without Sec-Fetch-Site: old browsers never send
 * this header, and no browser sends it to an unencrypted origin.
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
    "This form was sent by another site. Nothing was done: open the page on this server and try again.",
  );

/** True for https and for loopback, whose traffic stays on this machine. */
export const isEncrypted = (origin: string): boolean => {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || isLoopback(hostname);
};

/**
 * Redirects from another loopback name to the loopback name of `origin`, for example from 127.0.0.1 to
 * localhost, because browsers keep separate cookies for each name. Null if no redirect is needed.
 */
export function homeOf(request: Request, origin: string): Response | null {
  const home = new URL(origin).hostname;
  const { hostname, pathname, search } = new URL(request.url);
  if (!isLoopback(home) || hostname === home || !isLoopback(hostname)) return null;
  return new Response(null, { status: 308, headers: { Location: origin + pathname + search } });
}
