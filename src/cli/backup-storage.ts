import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  type Config,
  ConfigError,
  type ConfigKey,
  environmentName,
  type LoadedConfig,
} from "../config.ts";
import { newestOf } from "../storage/backup-files.ts";
import { openS3, type S3Place, type S3Storage } from "../storage/s3-storage.ts";
import { makeTemporaryFolder } from "./instance.ts";
import { CliError } from "./verb.ts";

export const STORAGE_KEYS = [
  "backupS3Endpoint",
  "backupS3Bucket",
  "backupS3Prefix",
  "backupS3Region",
  "backupS3KeyId",
  "backupS3Secret",
] as const satisfies readonly ConfigKey[];

type StorageConfig = Pick<Config, (typeof STORAGE_KEYS)[number]>;

/** Null if no storage is configured. Throws ConfigError if the key id or the secret is not set. */
export function storageOf(values: StorageConfig): S3Place | null {
  const place = placeOf(values);
  if (place === null) return null;
  const { backupS3KeyId: keyId, backupS3Secret: secret } = values;
  if (keyId === null) throw lacking("backupS3KeyId");
  if (secret === null) throw lacking("backupS3Secret");
  return { ...place, keyId, secret };
}

export function placeOf(values: StorageConfig): Omit<S3Place, "keyId" | "secret"> | null {
  const { backupS3Bucket: bucket, backupS3Region: region, backupS3Prefix } = values;
  if (bucket === null) return null;
  const endpoint = values.backupS3Endpoint ?? `https://s3.${region}.amazonaws.com`;
  const prefix = backupS3Prefix === null ? "" : `${backupS3Prefix.replace(/\/$/, "")}/`;
  return { endpoint, bucket, prefix, region };
}

const lacking = (key: ConfigKey): ConfigError =>
  new ConfigError(
    `${key} is not set, but backupS3Bucket is. Set ${environmentName(key)} (or ` +
      `${environmentName(key)}_FILE), or leave backupS3Bucket unset.`,
    key,
  );

export function storageFault(values: StorageConfig): ConfigError | null {
  try {
    storageOf(values);
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/**
 * Null if no storage is configured. Throws ConfigError if the key id or the secret is not set, and
 * CliError if only the server has the secret.
 */
export function storageFor({ values, withheld }: LoadedConfig): S3Storage | null {
  const [key] = STORAGE_KEYS.filter((one) => withheld.includes(one));
  if (key !== undefined && values.backupS3Bucket !== null) {
    throw new CliError(
      "SECRET_MISSING",
      `The server uploads backups to the bucket ${values.backupS3Bucket}, but this ` +
        `command does not have the secret: set ${environmentName(key)} to the server's value.`,
    );
  }
  const place = storageOf(values);
  return place === null ? null : openS3(place);
}

export function requiredStorage(config: LoadedConfig): S3Storage {
  const storage = storageFor(config);
  if (storage !== null) return storage;
  throw new CliError("NO_STORAGE", "No S3 storage is set up: set MAITRED_BACKUP_S3_BUCKET.");
}

export const FROM_STORAGE = "s3:";
const SHOWN = 5;

/** `named`: for example `s3:newest`. Disposing `fetched` removes the downloaded file. */
export async function fetchStored(
  named: string,
  config: LoadedConfig,
  { now, fetched }: { readonly now: number; readonly fetched: DisposableStack },
): Promise<{ readonly file: string; readonly name: string }> {
  const name = named.slice(FROM_STORAGE.length);
  const storage = requiredStorage(config);
  const stored = await storage.list();
  const wanted =
    name === "newest" ? newestOf(stored, now) : stored.find((backup) => backup.name === name);
  if (wanted === undefined) {
    const names = stored.slice(0, SHOWN).map((backup) => backup.name);
    const there =
      names.length === 0 ? "It has no backups at all." : `The newest: ${names.join(", ")}.`;
    throw new CliError("MISSING", `${storage.label} has no backup ${name}. ${there}`);
  }
  const folder = makeTemporaryFolder("restore");
  fetched.defer(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, wanted.name);
  await storage.fetch(wanted, file);
  return { file, name: FROM_STORAGE + wanted.name };
}
