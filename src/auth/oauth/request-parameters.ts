import { DEFAULT_SCOPES, SCOPES, type Scope } from "../../domain/caller.ts";
import { resourceOf } from "./endpoint.ts";
import { OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";

export function scopesAsked(scope: string | null): readonly Scope[] {
  const known = knownScopes(scope);
  return known.length === 0 ? DEFAULT_SCOPES : known;
}

/** RFC 6749, section 3.3. */
export function knownScopes(scope: string | null): readonly Scope[] {
  const named = (scope ?? "").split(/\s+/);
  return SCOPES.filter((one) => named.includes(one));
}

export const scopeText = (scopes: readonly Scope[]): string => scopes.join(" ");

/** RFC 8707, section 2. Throws OAuthError `invalid_target` if the form names another resource. */
export function checkedResource(form: Form, issuer: string): string {
  const ours = resourceOf(issuer);
  const foreign = form.all("resource").find((resource) => !isOurs(resource, ours));
  if (foreign === undefined) return ours;
  throw new OAuthError(
    "invalid_target",
    `This server issues tokens for ${ours} only, not for '${shortened(foreign)}'. Send resource=${ours}, or leave it out.`,
  );
}

/** Ignores the case of scheme and host, and a final slash, as the MCP specification asks. */
function isOurs(resource: string, ours: string): boolean {
  if (resource === ours) return true;
  if (!URL.canParse(resource) || /[?#\s\\@]/.test(resource)) return false;
  const { origin, pathname } = new URL(resource);
  const path = new URL(ours).pathname;
  return origin === new URL(ours).origin && (pathname === path || pathname === `${path}/`);
}

export const shortened = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 200)}...` : text;
