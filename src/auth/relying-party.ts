import { isIP } from "node:net";

/** How browsers identify this server when they store a passkey. */
export interface RelyingParty {
  /** The host name. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Browsers store passkeys for a host name over https, and over http for `localhost` only (WebAuthn,
 * section 5.1.2), never for an IP address. Null: not for this origin.
 */
export function relyingPartyOf(origin: string): RelyingParty | null {
  const { protocol, hostname } = new URL(origin);
  const isName = isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
  const isTrusted = protocol === "https:" || hostname === "localhost";
  return isName && isTrusted ? { id: hostname, origin } : null;
}
