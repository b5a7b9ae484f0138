import { type Config, ConfigError, type ConfigKey, environmentName } from "../config.ts";
import type { S3Place } from "../storage/s3-storage.ts";

/** What a command has to know of the storage. */
export const STORAGE_KEYS = [
  "backupS3Endpoint",
  "backupS3Bucket",
  "backupS3Prefix",
  "backupS3Region",
  "backupS3KeyId",
  "backupS3Secret",
] as const satisfies readonly ConfigKey[];

type StorageConfig = Pick<Config, (typeof STORAGE_KEYS)[number]>;

/** Where backups are copied to; null: nowhere. Throws ConfigError where its keys are incomplete. */
export function storageOf(values: StorageConfig): S3Place | null {
  const place = placeOf(values);
  if (place === null) return null;
  const { backupS3KeyId: keyId, backupS3Secret: secret } = values;
  if (keyId === null) throw lacking("backupS3KeyId");
  if (secret === null) throw lacking("backupS3Secret");
  return { ...place, keyId, secret };
}

/** The same without who asks, for those who only have to name it. */
export function placeOf(values: StorageConfig): Omit<S3Place, "keyId" | "secret"> | null {
  const { backupS3Bucket: bucket, backupS3Region: region, backupS3Prefix } = values;
  if (bucket === null) return null;
  const endpoint = values.backupS3Endpoint ?? `https://s3.${region}.amazonaws.com`;
  const prefix = backupS3Prefix === null ? "" : `${backupS3Prefix.replace(/\/$/, "")}/`;
  return { endpoint, bucket, prefix, region };
}

const lacking = (key: ConfigKey): ConfigError =>
  new ConfigError(
    `Backups are to be copied to the bucket in backupS3Bucket, but ${key} is not set. Set ` +
      `${environmentName(key)} (or ${environmentName(key)}_FILE), or leave the bucket out.`,
    key,
  );

/** What is wrong with the keys of the storage; null: nothing. */
export function storageFault(values: StorageConfig): ConfigError | null {
  try {
    storageOf(values);
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}
