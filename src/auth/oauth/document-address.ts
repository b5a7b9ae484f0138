import { isIP } from "node:net";

const MAX_ADDRESS = 2048;

export function checkDocumentAddress(
  text: string,
): { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly reason: string } {
  const no = (reason: string) => ({ ok: false, reason }) as const;
  if (text.length > MAX_ADDRESS) return no(`it is longer than ${MAX_ADDRESS} characters`);
  if (!text.startsWith("https://") || !URL.canParse(text)) return no("it is not an https address");
  const url = new URL(text);
  if (text.includes("#")) return no("it has a fragment");
  if (url.username !== "" || url.password !== "") return no("it holds a user name or password");
  // A client's id is the address of its metadata document. A second spelling would be a second client.
  if (url.href !== text) return no(`it is written differently from ${url.href}`);
  if (isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0) {
    return no("its host is an IP address, not a name");
  }
  if (url.hostname.endsWith(".")) return no("its host name ends with a dot");
  if (
    !url.hostname.includes(".") ||
    /\.(?:localhost|local|internal|home\.arpa)$/.test(url.hostname)
  ) {
    return no("its host name is not a public one");
  }
  return { ok: true, url };
}
