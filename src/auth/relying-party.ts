import { isIP } from "node:net";

/** What browsers know this server as when they keep a passkey for it. */
export interface RelyingParty {
  /** The host name. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Passkeys belong to a host name that came encrypted (WebAuthn, section 5.1.2): addresses of numbers
 * have none, and of plain http only `localhost` counts. Null: browsers keep no passkey for it.
 */
export function relyingPartyOf(origin: string): RelyingParty | null {
  const { protocol, hostname } = new URL(origin);
  const isName = isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
  const isTrusted = protocol === "https:" || hostname === "localhost";
  return isName && isTrusted ? { id: hostname, origin } : null;
}
