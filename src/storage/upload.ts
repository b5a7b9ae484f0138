import { statSync } from "node:fs";
import { basename } from "node:path";
import { BackupError } from "./backup-error.ts";
import { newestOf, superfluousAmong } from "./backup-files.ts";
import type { S3Storage } from "./s3-storage.ts";

export interface Uploaded {
  readonly place: string;
  readonly name: string;
  readonly bytes: number;
  readonly sent: boolean;
  readonly newestAt: number | null;
  readonly removed: readonly string[];
  readonly fault: string | null;
}

/** Uploads `file`, then keeps only the newest `keep` scheduled backups in the storage. Throws BackupError. */
export async function uploadBackup(
  storage: S3Storage,
  file: string,
  { keep, now }: { readonly keep: number; readonly now: number },
): Promise<Uploaded> {
  const name = basename(file);
  const { size: bytes } = statSync(file);
  const isWhole = (one: { name: string; bytes: number }): boolean =>
    one.name === name && one.bytes === bytes;
  let stored = await storage.list();
  const sent = !stored.some(isWhole);
  if (sent) {
    await storage.put(file);
    stored = await storage.list();
    if (!stored.some(isWhole)) {
      for (const part of stored.filter((one) => one.name === name)) await storage.remove(part);
      throw new BackupError(
        "STORAGE",
        `${name} did not arrive completely at ${storage.label}. Check the free space there and the network.`,
      );
    }
  }
  const removed: string[] = [];
  let fault: string | null = null;
  try {
    for (const old of superfluousAmong(stored, keep, now)) {
      await storage.remove(old);
      removed.push(old.name);
    }
  } catch (error) {
    fault = `Old backups cannot be removed: ${(error as Error).message}`;
  }
  const newestAt = newestOf(stored, now)?.takenAt ?? null;
  return { place: storage.label, name, bytes, sent, newestAt, removed, fault };
}
