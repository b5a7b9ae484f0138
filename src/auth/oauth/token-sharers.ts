import type { Config } from "../../config.ts";
import type { ClientRow, GrantRow } from "../../storage/stores.ts";

export interface TokenSharer {
  readonly name: string;
  readonly clientIds: readonly string[];
  /** A registered client is recognised if all its redirect URIs are listed here. */
  readonly callbacks: readonly string[];
  readonly why: string;
}

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
    // Recognised only by the client id, because any program can use the same loopback callbacks. If
    // Claude Code registered itself, set the client's replay window with `maitred client set`.
    name: "claude-code",
    clientIds: ["https://claude.ai/oauth/claude-code-client-metadata"],
    callbacks: [],
    why: "several of its processes on one machine share a refresh token",
  },
];

export const TOKEN_SHARER_NAMES: readonly string[] = TOKEN_SHARERS.map(({ name }) => name);

export function checkSharerNames(names: readonly string[]): void {
  const unknown = names.find((name) => !TOKEN_SHARER_NAMES.includes(name));
  if (unknown === undefined) return;
  const known = TOKEN_SHARER_NAMES.join(", ");
  throw new Error(`strictTokenSharers names "${unknown}", which is unknown. Known: ${known}.`);
}

export type ReplayConfig = Pick<Config, "replayWindowS" | "strictTokenSharers">;

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

/** In seconds. Checks the grants' redirect URIs too, because a client may register other URIs later. */
export function replayWindowOf(
  client: Pick<ClientRow, "id" | "kind" | "redirectUris" | "replayWindowS">,
  config: ReplayConfig,
  grants: readonly Pick<GrantRow, "redirectUri">[] = [],
): number {
  if (client.replayWindowS !== null) return client.replayWindowS;
  const redirectUris = [...client.redirectUris, ...grants.map(({ redirectUri }) => redirectUri)];
  return tokenSharer({ ...client, redirectUris }, config) === null ? 0 : config.replayWindowS;
}
