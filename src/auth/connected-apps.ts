import type { Environment, Role, Scope } from "../domain/caller.ts";
import type { Clock, RandomBytes } from "../domain/ids.ts";
import { endGrant } from "../operations/access/disconnect-app.ts";
import { endKey } from "../operations/access/revoke-api-key.ts";
import type { ApiKeyRow, ClientRow, GrantRow, Membership, Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { type ReplayConfig, replayWindowOf } from "./oauth/token-sharers.ts";

export interface Viewer {
  readonly user: { readonly id: string; readonly name: string };
  readonly teams: readonly Membership[];
}

export interface Changes {
  readonly count: number;
  readonly latest: readonly {
    readonly at: number;
    readonly operation: string;
    readonly brandName: string;
  }[];
}

export interface Access {
  readonly id: string;
  /** Slugs of the brands in whose team the viewer is. `otherBrands` counts the other brands. */
  readonly brands: readonly string[];
  readonly brandNames: readonly string[];
  readonly otherBrands: number;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly changes: Changes;
}

export interface Connection extends Access {
  /** The user who consented. Null if the viewer consented. */
  readonly givenBy: { readonly name: string; readonly email: string } | null;
  /** Host of the grant's redirect URI. Null for a program on the user's device. */
  readonly host: string | null;
  /** When two programs first seemed to use the same refresh token. Null if never. */
  readonly sharedAt: number | null;
}

export interface ConnectedApp {
  readonly clientId: string;
  readonly name: string;
  readonly verified: boolean;
  readonly connections: readonly Connection[];
  /** The client's replay window. Null if the viewer may not set it. */
  readonly replay: { readonly windowS: number; readonly isSet: boolean } | null;
}

export interface ShownKey extends Access {
  readonly prefix: string;
  readonly name: string;
  readonly tools: readonly string[] | null;
  readonly expiresAt: number | null;
}

/** Changes return false if their target is unknown or ended, or if the viewer may not change it. */
export interface ConnectedApps {
  apps(viewer: Viewer): ConnectedApp[];
  keys(viewer: Viewer): ShownKey[];
  disconnect(viewer: Viewer, grantId: string): Promise<boolean>;
  revokeKey(viewer: Viewer, keyId: string): Promise<boolean>;
  /** `seconds` is 0 to 3600, or null for the client's default. */
  setReplayWindow(viewer: Viewer, clientId: string, seconds: number | null): Promise<boolean>;
}

export const MOST_COUNTED = 1000;
const LATEST = 3;
export const MOST_REPLAY_S = 3600;

interface ConnectedAppsOptions {
  readonly stores: Pick<
    Stores,
    "grants" | "apiKeys" | "oauthClients" | "audit" | "brands" | "users" | "securityEvents"
  >;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly replay: ReplayConfig;
  readonly environment: Environment;
}

export function createConnectedApps(options: ConnectedAppsOptions): ConnectedApps {
  const { stores, writer, clock } = options;

  /** A client has one replay window for all its brands, so only an owner of all of them may set it. */
  const replayOf = (client: ClientRow, grants: readonly GrantRow[], viewer: Viewer) => {
    const reached = grants.flatMap((grant) => Object.keys(grant.brands));
    if (!reached.every((slug) => roleIn(viewer, slug) === "owner")) return null;
    return {
      windowS: replayWindowOf(client, options.replay, grants),
      isSet: client.replayWindowS !== null,
    };
  };

  const apps = (viewer: Viewer): ConnectedApp[] => {
    const byClient = Map.groupBy(liveGrants(viewer, stores), ({ clientId }) => clientId);
    return [...byClient].flatMap(([clientId, grants]) => {
      const client = stores.oauthClients.byId(clientId);
      const own = grants.filter((grant) => mayEnd(viewer, grant));
      if (client === null || own.length === 0) return [];
      return [{ ...appOf(client, own, viewer, options), replay: replayOf(client, grants, viewer) }];
    });
  };

  const changingBy = ({ user: { id, name } }: Viewer) => ({
    stores,
    random: options.random,
    now: clock(),
    caller: { principal: id, actor: { kind: "user", id, name } as const },
    idempotencyKey: null,
  });

  return {
    apps,
    keys: (viewer) =>
      stores.apiKeys
        .list()
        .filter((key) => isLiveKey(key, clock()) && ownsAny(viewer, key.brands))
        .map((key) => keyOf(key, viewer, options))
        .reverse(),

    disconnect: (viewer, grantId) =>
      writer.write(() => {
        const grant = stores.grants.byId(grantId);
        if (grant === null || !mayEnd(viewer, grant)) return false;
        return endGrant(grant, changingBy(viewer));
      }),

    revokeKey: (viewer, keyId) =>
      writer.write(() => {
        const key = stores.apiKeys.byId(keyId);
        if (key === null || !ownsAny(viewer, key.brands)) return false;
        return endKey(key, changingBy(viewer));
      }),

    setReplayWindow: (viewer, clientId, seconds) =>
      writer.write(() => {
        const client = stores.oauthClients.byId(clientId);
        const app = apps(viewer).find((one) => one.clientId === clientId);
        if (client === null || app?.replay == null) return false;
        stores.oauthClients.update({ ...client, replayWindowS: seconds });
        const detail = { seconds };
        const userId = viewer.user.id;
        const at = clock();
        stores.securityEvents.insert({ at, kind: "replay_window_set", userId, clientId, detail });
        return true;
      }),
  };
}

const roleIn = ({ teams }: Viewer, slug: string): Role | undefined =>
  teams.find(({ brand }) => brand === slug)?.role;

const ownsAny = (viewer: Viewer, brands: readonly string[]): boolean =>
  brands.some((slug) => roleIn(viewer, slug) === "owner");

const mayEnd = (viewer: Viewer, grant: GrantRow): boolean =>
  grant.userId === viewer.user.id || ownsAny(viewer, Object.keys(grant.brands));

const liveGrants = (viewer: Viewer, stores: ConnectedAppsOptions["stores"]): GrantRow[] => {
  const owner = viewer.teams.some(({ role }) => role === "owner");
  const grants = stores.grants.live();
  return owner ? grants : grants.filter(({ userId }) => userId === viewer.user.id);
};

const isLiveKey = ({ revokedAt, expiresAt }: ApiKeyRow, now: number): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now);

function appOf(
  client: ClientRow,
  grants: readonly GrantRow[],
  viewer: Viewer,
  options: ConnectedAppsOptions,
): Omit<ConnectedApp, "replay"> {
  return {
    clientId: client.id,
    name: grants[0]?.clientName ?? client.name,
    verified: client.kind === "preregistered",
    connections: grants.map((grant) => connectionOf(grant, viewer, options)),
  };
}

function connectionOf(grant: GrantRow, viewer: Viewer, options: ConnectedAppsOptions): Connection {
  const { redirectUri } = grant;
  const giver = grant.userId === viewer.user.id ? null : options.stores.users.byId(grant.userId);
  return {
    ...accessOf({ ...grant, brands: Object.keys(grant.brands) }, viewer, options),
    givenBy: giver === null ? null : { name: giver.name, email: giver.email },
    sharedAt: grant.sharedAt,
    host: redirectUri.startsWith("https:") ? new URL(redirectUri).host : null,
  };
}

const keyOf = (key: ApiKeyRow, viewer: Viewer, options: ConnectedAppsOptions): ShownKey => {
  const { name, tools, expiresAt } = key;
  const prefix = `mtd_${options.environment}_${key.publicId}`;
  return { ...accessOf(key, viewer, options, key.principal), prefix, name, tools, expiresAt };
};

function accessOf(
  row: {
    readonly id: string;
    readonly brands: readonly string[];
    readonly scopes: readonly Scope[];
    readonly createdAt: number;
    readonly lastUsedAt: number | null;
  },
  viewer: Viewer,
  { stores }: ConnectedAppsOptions,
  principal = row.id,
): Access {
  const { id, scopes, createdAt, lastUsedAt } = row;
  const own = row.brands.filter((slug) => roleIn(viewer, slug) !== undefined);
  const nameOf = (slug: string): string => stores.brands.get(slug)?.name ?? slug;
  const latest = stores.audit.ofPrincipal(principal, own, LATEST);
  return {
    id,
    brands: own,
    brandNames: own.map(nameOf),
    otherBrands: row.brands.length - own.length,
    scopes,
    createdAt,
    lastUsedAt,
    changes: {
      count: stores.audit.countOfPrincipal(principal, own, MOST_COUNTED),
      latest: latest.map(({ at, operation, brand }) => ({
        at,
        operation,
        brandName: nameOf(brand),
      })),
    },
  };
}
