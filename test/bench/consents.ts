// Stores what a user's consent stores, without the pages: a user, a client, grants and their
// tokens.
import { makeOpaque } from "../../src/auth/oauth/opaque-token.ts";
import { SCOPES } from "../../src/domain/caller.ts";
import { newId } from "../../src/domain/ids.ts";
import type { RunningServer } from "../../src/instance/server.ts";

const YEAR_MS = 365 * 86_400_000;
/** The client of all grants: a public client, as most are. */
export const CLIENT_ID = "bench-client";

/** A grant's tokens, as the client has them. */
export interface HeldTokens {
  readonly access: string;
  readonly refresh: string;
}

/** The owner of the restaurant and the grants' tokens. Nobody signs in, so there is no password. */
export interface Consents {
  readonly user: { readonly id: string; readonly passwordChangedAt: null };
  readonly held: readonly HeldTokens[];
}

/** Adds a user, a client and `count` grants for the brand "bench". */
export async function addConsents(
  { stores, writer, clock, random }: Pick<RunningServer, "stores" | "writer" | "clock" | "random">,
  count: number,
): Promise<Consents> {
  const now = clock();
  const expiresAt = now + YEAR_MS;
  const userId = newId(now, random);
  const held = await writer.write(() => {
    stores.users.insert({
      id: userId,
      email: "bench@example.com",
      name: "Bench",
      passwordHash: null,
      ownsInstance: true,
      passwordChangedAt: null,
      createdAt: now,
      disabledAt: null,
    });
    stores.oauthClients.insert({
      id: CLIENT_ID,
      kind: "dynamic",
      name: "Bench client",
      redirectUris: ["http://127.0.0.1/callback"],
      authMethod: "none",
      secretHash: null,
      metadata: {},
      registrationTokenHash: null,
      replayWindowS: null,
      createdAt: now,
      lastUsedAt: now,
      freshUntil: null,
      revokedAt: null,
    });
    return Array.from({ length: count }, () => {
      const grantId = newId(now, random);
      stores.grants.insert({
        id: grantId,
        userId,
        clientId: CLIENT_ID,
        brands: { bench: "owner" },
        scopes: SCOPES,
        redirectUri: "https://app.example.com/cb",
        clientName: "App",
        createdAt: now,
        lastUsedAt: now,
        endedAt: null,
        endReason: null,
      });
      const access = makeOpaque("access", random);
      const refresh = makeOpaque("refresh", random);
      const common = { grantId, createdAt: now, expiresAt };
      stores.oauthTokens.insertAccess({ ...common, tokenHash: access.hash, scopes: SCOPES });
      stores.oauthTokens.insertRefresh({ ...common, tokenHash: refresh.hash, generation: 0 });
      return { access: access.token, refresh: refresh.token };
    });
  });
  return { user: { id: userId, passwordChangedAt: null }, held };
}
