import { type Ask, type Exchange, Unreachable } from "../../src/cli/doctor/exchange.ts";
import { type Form, formsIn } from "./html-forms.ts";

const MAX_REDIRECTS = 10;

/** A page after all redirects, or the address at which the browser stopped. */
export interface Visited {
  /** The page's address; if the browser stopped, the address that it did not open. */
  readonly url: string;
  readonly arrived: boolean;
  readonly status: number;
  readonly html: string;
  readonly forms: readonly Form[];
  /** The page's Referrer-Policy, which decides what Origin its forms send. */
  readonly referrerPolicy: string;
}

/** A browser with just what sign-in pages without scripts need: cookies, redirects and forms. */
export interface Browser {
  open(url: string): Promise<Visited>;
  /** Submits a form of a page with exactly these fields; none of the form's own are added. */
  submit(page: Visited, form: Form, fields: URLSearchParams): Promise<Visited>;
}

/** A browser that stops before it opens the first address for which `isEnd` is true. */
export function createBrowser(ask: Ask, isEnd: (url: string) => boolean): Browser {
  const jar = new Map<string, Map<string, string>>();

  const send = async (url: string, init: RequestInit): Promise<Exchange> => {
    const { host } = new URL(url);
    const headers = new Headers(init.headers);
    const cookies = [...(jar.get(host) ?? [])].map(([name, value]) => `${name}=${value}`);
    if (cookies.length > 0) headers.set("Cookie", cookies.join("; "));
    headers.set("Accept", "text/html,application/xhtml+xml");
    headers.set("Sec-Fetch-Mode", "navigate");
    headers.set("Sec-Fetch-Dest", "document");
    const answer = await ask(url, { ...init, headers });
    const held = jar.get(host) ?? new Map<string, string>();
    for (const line of answer.headers.getSetCookie()) keep(held, line);
    jar.set(host, held);
    return answer;
  };

  const follow = async (url: string, init: RequestInit): Promise<Visited> => {
    let answer = await send(url, init);
    for (let redirects = 0; redirects < MAX_REDIRECTS; redirects += 1) {
      const location = answer.headers.get("location");
      if (answer.status < 300 || answer.status >= 400 || location === null) return shown(answer);
      const next = URL.parse(location, answer.url)?.href;
      if (next === undefined) throw new Unreachable(`${answer.url}: it redirects to no address`);
      if (isEnd(next)) {
        const { status } = answer;
        return { url: next, arrived: true, status, html: "", forms: [], referrerPolicy: "" };
      }
      const headers = { "Sec-Fetch-Site": siteOf(next, answer.url) };
      answer = await send(next, { headers });
    }
    throw new Unreachable(`${url}: more than ${MAX_REDIRECTS} redirects`);
  };

  return {
    open: (url) => follow(url, { headers: { "Sec-Fetch-Site": "cross-site" } }),
    submit(page, form, fields) {
      const target = new URL(form.action, page.url).href;
      const values = new URLSearchParams(fields);
      const site = siteOf(target, page.url);
      if (form.method !== "post") {
        const address = new URL(target);
        address.search = values.toString();
        return follow(address.href, { headers: { "Sec-Fetch-Site": site } });
      }
      return follow(target, {
        method: "POST",
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          Origin: page.referrerPolicy === "no-referrer" ? "null" : new URL(page.url).origin,
          "Sec-Fetch-Site": site,
        },
        body: values.toString(),
      });
    },
  };
}

const siteOf = (target: string, page: string): string =>
  new URL(target).origin === new URL(page).origin ? "same-origin" : "cross-site";

/**
 * Stores a Set-Cookie line in a host's cookies. Handles session cookies, not cookies of subdomains.
 */
function keep(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";");
  const at = pair.indexOf("=");
  const name = pair.slice(0, at).trim();
  const ended = attributes.some((attribute) => /^\s*max-age=(?:0|-\d+)\s*$/i.test(attribute));
  if (ended) cookies.delete(name);
  else if (at > 0) cookies.set(name, pair.slice(at + 1).trim());
}

const shown = ({ url, status, body, headers }: Exchange): Visited => ({
  url,
  arrived: false,
  status,
  html: body,
  forms: (headers.get("content-type") ?? "").includes("html") ? formsIn(body) : [],
  referrerPolicy: headers.get("referrer-policy") ?? "",
});
