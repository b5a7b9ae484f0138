export type RedirectUriCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string };

const MAX_LENGTH = 2048;
/** The accepted loopback addresses (RFC 8252, section 7.3). No other spelling is accepted. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?((?:[/?].*)?)$/;
const PRIVATE_USE = /^[a-z][a-z0-9+.-]*:./i;
const REVERSE_DOMAIN = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+$/;
const MAX_SHOWN = 40;
/** Browsers and mail programs handle these schemes themselves and could leak a code. */
const NOT_PRIVATE_USE = new Set([
  "about",
  "blob",
  "data",
  "feed",
  "file",
  "filesystem",
  "ftp",
  "intent",
  "jar",
  "javascript",
  "mailto",
  "ms-msdt",
  "search-ms",
  "sms",
  "tel",
  "urn",
  "vbscript",
  "view-source",
  "ws",
  "wss",
]);

/** OAuth 2.1, section 2.3.1; RFC 8252. Allows https, loopback http and private-use schemes. */
export function checkRedirectUri(text: string): RedirectUriCheck {
  const reason = reasonAgainst(text);
  return reason === null ? { ok: true } : { ok: false, reason };
}

export interface RedirectRule {
  /** Private-use schemes that are allowed although they are not reversed domain names. */
  readonly redirectSchemes: readonly string[];
  /** Already registered redirect URIs. They stay allowed. */
  readonly kept: readonly string[];
}

/** A new private-use scheme must be a reversed domain name (RFC 8252, 7.1) or in `redirectSchemes`. */
export function checkNewRedirectUri(
  text: string,
  { redirectSchemes, kept }: RedirectRule,
): RedirectUriCheck {
  const checked = checkRedirectUri(text);
  if (!checked.ok || kept.includes(text)) return checked;
  const scheme = new URL(text).protocol.slice(0, -1);
  if (/^https?$/.test(scheme) || REVERSE_DOMAIN.test(scheme)) return checked;
  if (redirectSchemes.includes(scheme)) return checked;
  const shown = scheme.slice(0, MAX_SHOWN);
  const reason =
    `the scheme ${shown} is not a reverse domain name such as com.example.app. Use such a name, an ` +
    `https or loopback address, or ask the operator to add ${shown} to MAITRED_REDIRECT_SCHEMES`;
  return { ok: false, reason };
}

/** The port of a loopback address may differ (RFC 8252, section 7.3). */
export function matchesRedirect(requested: string, registered: readonly string[]): boolean {
  if (!checkRedirectUri(requested).ok) return false;
  if (registered.includes(requested)) return true;
  const wanted = withoutPort(requested);
  return wanted !== null && registered.some((one) => withoutPort(one) === wanted);
}

export const isLoopbackRedirect = (text: string): boolean => LOOPBACK.test(text);

/** A host, or a private-use scheme with its colon, such as `app:`. */
export function hostOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : protocol;
}

function reasonAgainst(text: string): string | null {
  if (text.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`;
  if (!/^[\x21-\x7e]+$/.test(text) || /[\\"<>^`{|}]/.test(text)) {
    return "it holds spaces or characters that must be percent-encoded";
  }
  if (!URL.canParse(text)) return "it is not an absolute URI";
  if (text.includes("#")) return "it has a fragment";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "it holds a user name or password";
  if (url.protocol === "https:") {
    return /^https:\/\/[^/?]/.test(text) ? null : "it must start with https:// and a host";
  }
  if (url.protocol === "http:") {
    return LOOPBACK.test(text)
      ? null
      : "http is for 127.0.0.1, [::1] and localhost only; anything else must be https";
  }
  const scheme = url.protocol.slice(0, -1);
  if (NOT_PRIVATE_USE.has(scheme)) return `the scheme ${scheme} cannot receive a code safely`;
  return PRIVATE_USE.test(text) ? null : "it has nothing after its scheme";
}

function withoutPort(text: string): string | null {
  const [, host, , rest] = LOOPBACK.exec(text) ?? [];
  if (host === undefined) return null;
  return `${host}${rest === undefined || rest === "" ? "/" : rest}`;
}
