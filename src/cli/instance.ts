import { rmSync } from "node:fs";
import { resolve } from "node:path";
import {
  createInstanceSecret,
  type InstanceSecret,
  instanceSecretPath,
  loadInstanceSecret,
} from "../auth/instance-secret.ts";
import { bindSecret } from "../auth/secret-check.ts";
import type { Environment } from "../domain/caller.ts";
import { closeDatabase, openDatabase } from "../storage/database.ts";
import { claimFolder, useFolder } from "../storage/folder-use.ts";
import { assertNotLost, isMade } from "../storage/inspect.ts";
import { databaseIn, noDatabase, pasted } from "../storage/open-error.ts";
import { openStores, type Stores } from "../storage/stores.ts";
import { createWriter, type Writer } from "../storage/writer.ts";
import type { CliIo, VerbContext } from "./verb.ts";

/** What a verb works on: the database of one folder, beside a running server or without one. */
export interface Instance {
  readonly stores: Stores;
  readonly writer: Writer;
  readonly environment: Environment;
  /** Epoch milliseconds; in a test database the clock that its server shows. */
  now(): number;
}

/** Where an instance keeps its data when nobody says. */
const DEFAULT_FOLDER = "./data";

/** The folder of the instance: `--data`, `MAITRED_DATA`, the file, or `./data`. Absolute. */
export const folderOf = ({ config }: Pick<VerbContext, "config">): string =>
  config.values.data ?? resolve(DEFAULT_FOLDER);

/** ` --data DIR`, for a command that is shown to be pasted. */
export const dataFlag = (folder: string): string => ` --data ${pasted(folder)}`;

/**
 * Opens the instance for the time of `body`. `create`: a missing one is made, for production, and
 * `where named` only in a folder that somebody named: the wrong working folder is easily met;
 * `newSecret`: a secret is made in place of the one that is lost, where the database can be opened.
 * Throws OpenError or InstanceSecretError.
 */
export async function withInstance<T>(
  context: Pick<VerbContext, "config" | "io">,
  options: { readonly create?: "always" | "where named"; readonly newSecret?: boolean },
  body: (instance: Instance) => Promise<T>,
): Promise<T> {
  const folder = folderOf(context);
  const path = databaseIn(folder);
  const { config, io } = context;
  const exists = isMade(path);
  const create = !exists && mayCreate(options.create, config);
  if (!exists) assertNotLost(path, { folder: config.values.backupFolder, now: io.now() });
  if (!exists && !create) throw noDatabase(path);
  using held = new DisposableStack();
  // A server that runs would go on with the secret it has, and keep opt-outs under that.
  held.use(options.newSecret === true ? claimFolder(folder) : useFolder(folder));
  const database = openDatabase(path, {
    environment: create ? "live" : "any",
    create,
    now: io.now,
  });
  try {
    // Only now is it known that there is something to go on with.
    if (options.newSecret === true) createInstanceSecret(folder);
    const secret = loadInstanceSecret(folder, { databaseExists: exists });
    const stores = openStores(database, secret);
    const writer = createWriter(database, { onFatal: (error) => reportFatal(context.io, error) });
    await bind({ stores, writer }, secret, { folder, renew: options.newSecret === true });
    const environment = stores.instance.environment();
    const now = (): number => context.io.now() + stores.instance.clockOffset();
    const result = await body({ stores, writer, environment, now });
    await writer.close();
    return result;
  } finally {
    closeDatabase(database);
  }
}

const mayCreate = (
  wish: "always" | "where named" | undefined,
  { sources }: VerbContext["config"],
): boolean => wish === "always" || (wish === "where named" && sources.data.kind !== "default");

/** A new secret that could not be entered is nobody's: it is not left behind. */
async function bind(
  instance: Pick<Instance, "stores" | "writer">,
  secret: InstanceSecret,
  { folder, renew }: { readonly folder: string; readonly renew: boolean },
): Promise<void> {
  try {
    await bindSecret(instance, secret, { renew });
  } catch (error) {
    if (renew) rmSync(instanceSecretPath(folder), { force: true });
    throw error;
  }
}

const reportFatal = (io: CliIo, error: unknown): void =>
  io.err(`The database failed: ${error instanceof Error ? error.message : String(error)}\n`);
