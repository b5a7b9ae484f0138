import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
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
import { databaseIn, noDatabase, shellQuoted } from "../storage/open-error.ts";
import { openStores, type Stores } from "../storage/stores.ts";
import { createWriter, type Writer } from "../storage/writer.ts";
import { messageIn } from "./print.ts";
import { CliError, type CliIo, type VerbContext } from "./verb.ts";

export interface Instance {
  readonly stores: Stores;
  readonly writer: Writer;
  readonly environment: Environment;
  /** Epoch milliseconds. A test database has its own clock. */
  now(): number;
}

const DEFAULT_FOLDER = "./data";

export const folderOf = ({ config }: Pick<VerbContext, "config">): string =>
  config.values.data ?? resolve(DEFAULT_FOLDER);

export const dataFlag = (folder: string): string => ` --data ${shellQuoted(folder)}`;

/** Throws OpenError or InstanceSecretError. */
export async function withInstance<T>(
  context: Pick<VerbContext, "config" | "io">,
  options: { readonly create?: "always" | "in a named folder"; readonly newSecret?: boolean },
  body: (instance: Instance) => T | Promise<T>,
): Promise<T> {
  const folder = folderOf(context);
  const path = databaseIn(folder);
  const { config, io } = context;
  const exists = isMade(path);
  const create = !exists && mayCreate(options.create, config);
  if (!exists) assertNotLost(path, { folder: config.values.backupFolder, now: io.now() });
  if (!exists && !create) throw noDatabase(path);
  using held = new DisposableStack();
  // No server may run while a new secret is made, because the server would continue with the old one.
  held.use(options.newSecret === true ? claimFolder(folder) : useFolder(folder));
  const database = openDatabase(path, {
    environment: create ? "live" : "any",
    create,
    now: io.now,
  });
  try {
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
  wish: "always" | "in a named folder" | undefined,
  { sources }: VerbContext["config"],
): boolean =>
  wish === "always" || (wish === "in a named folder" && sources.data.kind !== "default");

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
  io.err(`The database failed: ${messageIn(error)}\n`);

/** The caller must remove the folder. Throws CliError. */
export function makeTemporaryFolder(purpose: string): string {
  const place = tmpdir();
  try {
    return mkdtempSync(join(place, `maitred-${purpose}-`));
  } catch (error) {
    throw new CliError(
      "UNWRITABLE",
      `Cannot create a temporary folder in ${place}: ${(error as Error).message}. Set the variable ` +
        "TMPDIR to a writable folder.",
    );
  }
}
