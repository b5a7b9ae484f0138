import type { OAuthConfig } from "../auth/oauth/index.ts";
import type { FactorRule, ReplyWords, SmsConfig } from "../config.ts";
import type { Environment } from "../domain/caller.ts";
import type { Clock, RandomBytes } from "../domain/ids.ts";
import type { Log } from "../log.ts";
import type { Invoke } from "../operations/invoke.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";

export interface ServerOptions extends SmsConfig, OAuthConfig {
  readonly folder: string;
  readonly environment: Environment;
  readonly host: string;
  /** Tried in order. 0 means any free port. */
  readonly ports: readonly number[];
  readonly origin: string | null;
  readonly trustedProxies: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly unmendedFaults: readonly string[];
  readonly requireSecondFactor?: FactorRule;
  readonly replyWords?: ReplyWords;
  /** Epoch milliseconds. Null: the stored test clock, or the system clock if none is stored. */
  readonly clockAt: number | null;
  readonly backups?: BackupPlan | null;
  /** Used if there is no `BackupPlan`. Null: the folder `backups` beside the database. */
  readonly backupFolder?: string | null;
  readonly metrics?: boolean;
  readonly metricsToken?: string | null;
  readonly log: Log;
  /** Monotonic, in milliseconds. The default is this machine's clock. */
  readonly elapsed?: () => number;
  readonly prepare?: (desk: OpenInstance) => Promise<void>;
}

export interface BackupPlan {
  readonly everyHours: number;
  readonly keep: number;
  /** Absolute path. */
  readonly folder: string;
  /** The time of a daily backup (`HH:MM`). Null: a backup every `everyHours`. */
  readonly at: string | null;
  readonly storage: string | null;
}

export interface OpenInstance {
  readonly stores: Stores;
  readonly writer: Writer;
  readonly invoke: Invoke;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

export interface RunningServer extends OpenInstance {
  /** The configured origin, else `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly local: string;
  readonly database: string;
  close(): Promise<void>;
}

export type StartServer = (options: ServerOptions) => Promise<RunningServer>;

const EVERY_ADDRESS = ["0.0.0.0", "::"];

/** The URL at which this machine reaches a server that listens on `host`. No trailing slash. */
export function localUrl(host: string, port: number): string {
  const address = EVERY_ADDRESS.includes(host) ? "127.0.0.1" : host;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}
