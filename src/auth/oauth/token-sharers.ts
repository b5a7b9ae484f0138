import type { Config } from "../../config.ts";
import type { ClientRow, GrantRow } from "../../storage/stores.ts";

/**
 * A client that is known to show one refresh token from several processes or addresses. It is
 * known by what only its maker controls, never by the name that it gives itself.
 */
export interface TokenSharer {
  readonly name: string;
  /** Addresses of its client-id metadata documents. */
  readonly clientIds: readonly string[];
  /** Callbacks on its maker's hosts; a client counts when it registered nothing else. */
  readonly callbacks: readonly string[];
  /** What it does, for whoever wants to switch it off. */
  readonly why: string;
}

/** Every one can be switched off by name: `strictTokenSharers` in the configuration. */
export const TOKEN_SHARERS: readonly TokenSharer[] = [
  {
    name: "claude",
    clientIds: ["https://claude.ai/oauth/mcp-oauth-client-metadata"],
    callbacks: [
      "https://claude.ai/api/mcp/auth_callback",
      "https://claude.com/api/mcp/auth_callback",
    ],
    why: "refreshes one token from two addresses at nearly the same time",
  },
  {
    // Registered dynamically it has nothing but loopback callbacks, as any program may: its window
    // is then set for that client (maitred client set).
    name: "claude-code",
    clientIds: ["https://claude.ai/oauth/claude-code-client-metadata"],
    callbacks: [],
    why: "several of its processes on one machine share a refresh token",
  },
];

export const TOKEN_SHARER_NAMES: readonly string[] = TOKEN_SHARERS.map(({ name }) => name);

/** Throws Error when a name to switch off is none of the list: its window would stay open. */
export function checkSharerNames(names: readonly string[]): void {
  const unknown = names.find((name) => !TOKEN_SHARER_NAMES.includes(name));
  if (unknown === undefined) return;
  const known = TOKEN_SHARER_NAMES.join(", ");
  throw new Error(`There is no token-sharer "${unknown}" to be strict with. Known: ${known}.`);
}

/** What an operator may say about replay windows. */
export type ReplayConfig = Pick<Config, "replayWindowS" | "strictTokenSharers">;

/** The entry of the list that a client is; null: none, or it is switched off. */
export function tokenSharer(
  client: Pick<ClientRow, "id" | "kind" | "redirectUris">,
  { strictTokenSharers }: Pick<ReplayConfig, "strictTokenSharers">,
): TokenSharer | null {
  const found = TOKEN_SHARERS.find(({ clientIds, callbacks }) =>
    client.kind === "metadata_document"
      ? clientIds.includes(client.id)
      : client.redirectUris.length > 0 &&
        client.redirectUris.every((uri) => callbacks.includes(uri)),
  );
  return found === undefined || strictTokenSharers.includes(found.name) ? null : found;
}

/**
 * Seconds in which a refresh token of this client may be shown again and gets the same answer: what
 * is set for the client, else the configured window for token-sharers, else 0. Where its people were
 * sent back to when they agreed counts like what is registered: that can be changed afterwards.
 */
export function replayWindowOf(
  client: Pick<ClientRow, "id" | "kind" | "redirectUris" | "replayWindowS">,
  config: ReplayConfig,
  grants: readonly Pick<GrantRow, "redirectUri">[] = [],
): number {
  if (client.replayWindowS !== null) return client.replayWindowS;
  const redirectUris = [...client.redirectUris, ...grants.map(({ redirectUri }) => redirectUri)];
  return tokenSharer({ ...client, redirectUris }, config) === null ? 0 : config.replayWindowS;
}
