import { DEFAULT_SCOPES, SCOPES, type Scope } from "../../domain/caller.ts";
import { resourceOf } from "./endpoint.ts";
import { OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";

/**
 * The scopes that a `scope` parameter asks for (RFC 6749, section 3.3), in our order. Unknown ones
 * are ignored; the default ones if none is left or none was named.
 */
export function scopesAsked(scope: string | null): readonly Scope[] {
  const known = knownScopes(scope);
  return known.length === 0 ? DEFAULT_SCOPES : known;
}

/** The known scopes of a `scope` parameter; empty: none. */
export function knownScopes(scope: string | null): readonly Scope[] {
  const named = (scope ?? "").split(/\s+/);
  return SCOPES.filter((one) => named.includes(one));
}

/** A list of scopes as the protocol writes it. */
export const scopeText = (scopes: readonly Scope[]): string => scopes.join(" ");

/**
 * The resource of a request (RFC 8707, section 2): ours, even if none is named. Throws OAuthError
 * `invalid_target` if any resource named is not ours.
 */
export function checkedResource(form: Form, issuer: string): string {
  const ours = resourceOf(issuer);
  const foreign = form.all("resource").find((resource) => !names(resource, ours));
  if (foreign === undefined) return ours;
  const shown = foreign.length > 200 ? `${foreign.slice(0, 200)}...` : foreign;
  throw new OAuthError(
    "invalid_target",
    `Tokens from here are for ${ours} alone, not for '${shown}'. Send resource=${ours}, or leave it out.`,
  );
}

/**
 * Upper case in scheme and host and a final slash do not matter (RFC 3986, section 6.2.2; the MCP
 * specification asks for tolerance). An address with a query or fragment is another one.
 */
function names(resource: string, ours: string): boolean {
  if (resource === ours) return true;
  if (!URL.canParse(resource) || /[?#\s\\@]/.test(resource)) return false;
  const { origin, pathname } = new URL(resource);
  const path = new URL(ours).pathname;
  return origin === new URL(ours).origin && (pathname === path || pathname === `${path}/`);
}
