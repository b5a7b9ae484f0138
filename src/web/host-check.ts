import { refusal } from "./errors.ts";

/** The answer to a request that came by a wrong name or from a foreign page; null: it may pass. */
export type HostCheck = (request: Request) => Response | null;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Whether a host name, without its port, means this very machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/**
 * Protects against DNS rebinding and foreign pages. Host must be the origin's, a loopback name with
 * any port (a proxy may stand between) or listed, else 421. Origin, when present, must be our own,
 * a loopback one of any port or listed, else 403; the opaque `null` is nobody's and is refused.
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

  return (request) => {
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
    const from = request.headers.get("origin");
    if (from === null || originAllowed(from)) return null;
    return refusal(
      403,
      "origin_not_allowed",
      "Pages of this origin may not call the server; its operator can list the origin as allowed.",
    );
  };
}
