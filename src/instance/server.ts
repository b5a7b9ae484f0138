import type { OAuthConfig } from "../auth/oauth/index.ts";
import type { FactorRule, ReplyWords, SmsConfig } from "../config.ts";
import type { Environment } from "../domain/caller.ts";
import type { Clock, RandomBytes } from "../domain/ids.ts";
import type { Log } from "../log.ts";
import type { Invoke } from "../operations/invoke.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";

/** What a server needs to know to start. */
export interface ServerOptions extends SmsConfig, OAuthConfig {
  /** The folder of database and secret; created if missing. */
  readonly folder: string;
  readonly environment: Environment;
  readonly host: string;
  /** Tried in this order; 0 is any free port. */
  readonly ports: readonly number[];
  readonly origin: string | null;
  readonly trustedProxies: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly unmendedFaults: readonly string[];
  /** Who must have a passkey or an authenticator app; left out: nobody. */
  readonly requireSecondFactor?: FactorRule;
  /** Reply words besides the built-in ones. */
  readonly replyWords?: ReplyWords;
  /** Where a test clock starts, epoch milliseconds; null: unchanged, or the system's. */
  readonly clockAt: number | null;
  /** Scheduled backups; null: none. */
  readonly backups?: BackupPlan | null;
  /** The folder for backups made by hand; null or left out: beside the database. */
  readonly backupFolder?: string | null;
  /** True: `/metrics` answers requests with the token, or from this machine if there is none. */
  readonly metrics?: boolean;
  readonly metricsToken?: string | null;
  readonly log: Log;
  /** A monotonic clock to compare the system clock with; left out: the machine's. */
  readonly elapsed?: () => number;
  /** Runs on the open database before the first request is answered. */
  readonly prepare?: (desk: OpenInstance) => Promise<void>;
}

/** When backups are made, where they are kept, and how many of them. */
export interface BackupPlan {
  readonly everyHours: number;
  readonly keep: number;
  /** Absolute path. */
  readonly folder: string;
  /** Time of day for one backup per day, `HH:MM`; null: one every `everyHours`. */
  readonly at: string | null;
  /** The storage that they are copied to, named for people; null: none. */
  readonly storage: string | null;
}

/** An opened instance. */
export interface OpenInstance {
  readonly stores: Stores;
  readonly writer: Writer;
  readonly invoke: Invoke;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** A server that answers requests. */
export interface RunningServer extends OpenInstance {
  /** `http://127.0.0.1:<port>`, or the configured origin. */
  readonly url: string;
  /** Its address on this machine, even if the origin is different. */
  readonly local: string;
  /** Absolute path of the SQLite file. */
  readonly database: string;
  /** Stops answering, finishes what is running, closes the database. */
  close(): Promise<void>;
}

/** Starts a server. Implemented in app.ts; main.ts passes it to the verbs. */
export type StartServer = (options: ServerOptions) => Promise<RunningServer>;

const EVERY_ADDRESS = ["0.0.0.0", "::"];

/**
 * The address at which this machine reaches a server that listens on `host` (a name or an address);
 * the loopback address if it listens on all. No trailing slash.
 */
export function localUrl(host: string, port: number): string {
  const address = EVERY_ADDRESS.includes(host) ? "127.0.0.1" : host;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}
