import type { Scope } from "../../domain/caller.ts";
import type { GrantRow } from "../../storage/oauth-grant-store.ts";
import type { Endpoint } from "./endpoint.ts";
import { makeOpaque } from "./opaque-token.ts";
import { scopeText } from "./request-parameters.ts";

/** RFC 6749, section 5.1. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** Both tokens expire when the grant ends, at the latest. Call inside `writer.write`. */
export function issueTokens(
  { stores, random, lifetimes }: Pick<Endpoint, "stores" | "random" | "lifetimes">,
  grant: GrantRow,
  next: { readonly generation: number; readonly scopes: readonly Scope[]; readonly now: number },
): TokenAnswer {
  const { generation, scopes, now } = next;
  const end = grant.createdAt + lifetimes.grantMs;
  const access = makeOpaque("access", random);
  const refresh = makeOpaque("refresh", random);
  const common = { grantId: grant.id, createdAt: now };
  const expiresAt = Math.min(now + lifetimes.accessMs, end);
  stores.oauthTokens.insertAccess({ ...common, tokenHash: access.hash, scopes, expiresAt });
  stores.oauthTokens.insertRefresh({
    ...common,
    tokenHash: refresh.hash,
    generation,
    expiresAt: Math.min(now + lifetimes.refreshIdleMs, end),
  });
  return {
    access_token: access.token,
    token_type: "Bearer",
    expires_in: Math.floor((expiresAt - now) / 1000),
    refresh_token: refresh.token,
    scope: scopeText(scopes),
  };
}
