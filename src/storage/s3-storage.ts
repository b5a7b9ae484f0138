import { rmSync, statSync } from "node:fs";
import { basename } from "node:path";
import { HOUR } from "../domain/time.ts";
import { BackupError } from "./backup-error.ts";
import { type BackupFile, backupNamed } from "./backup-files.ts";

export interface S3Place {
  /** An origin, such as `https://storage.example.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

/** `path`: the object's full key. */
export interface StoredBackup extends BackupFile {
  readonly name: string;
  readonly bytes: number;
}

/** Every failure is a BackupError. */
export interface S3Storage {
  readonly label: string;
  list(): Promise<readonly StoredBackup[]>;
  put(file: string): Promise<void>;
  /** Deletes `target` if the download fails. */
  fetch(backup: StoredBackup, target: string): Promise<void>;
  remove(backup: StoredBackup): Promise<void>;
}

/** Time limits: `askMs` for a short request, `copyMs` for a whole backup. */
export interface Patience {
  readonly askMs: number;
  readonly copyMs: number;
}
const PATIENCE: Patience = { askMs: 30_000, copyMs: HOUR };
/** A page lists up to 1,000 objects. */
const MAX_PAGES = 20;
const TOO_MANY =
  `has more than ${MAX_PAGES} pages of objects, too many to find the backups among them. ` +
  "Set MAITRED_BACKUP_S3_PREFIX to a folder that has only backups.";

export function openS3(place: S3Place, patience = PATIENCE): S3Storage {
  const client = new Bun.S3Client({
    endpoint: place.endpoint,
    bucket: place.bucket,
    region: place.region,
    accessKeyId: place.keyId,
    secretAccessKey: place.secret,
    // Keeps Bun from using another program's token from the environment.
    sessionToken: "",
    retry: 2,
  });
  const label = labelOf(place);
  const ask = <T>(work: () => Promise<T>) => within(patience.askMs, label, work);
  const copy = <T>(work: () => Promise<T>) => within(patience.copyMs, label, work);

  async function list(): Promise<readonly StoredBackup[]> {
    const found: StoredBackup[] = [];
    let continuationToken: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const token = continuationToken === undefined ? {} : { continuationToken };
      const answer = await ask(() => client.list({ prefix: place.prefix, ...token }));
      found.push(...(answer.contents ?? []).flatMap((object) => storedOf(object, place.prefix)));
      continuationToken = answer.nextContinuationToken;
      if (answer.isTruncated !== true || continuationToken === undefined) {
        return found.sort((a, b) => b.takenAt - a.takenAt);
      }
    }
    throw new BackupError("STORAGE", `${label} ${TOO_MANY}`);
  }

  return {
    label,
    list,
    async put(file) {
      await copy(() => client.write(place.prefix + basename(file), Bun.file(file)));
    },
    async fetch({ path, bytes, name }, target) {
      try {
        await copy(() => Bun.write(target, client.file(path)));
        const { size } = statSync(target);
        if (size === bytes) return;
        const words = `${size} of ${bytes} bytes of ${name} arrived from ${label}. Try again.`;
        throw new BackupError("STORAGE", words);
      } catch (error) {
        rmSync(target, { force: true });
        throw error;
      }
    },
    remove: async ({ path }) => ask(() => client.delete(path)),
  };
}

function storedOf(
  object: { readonly key: string; readonly size?: number },
  prefix: string,
): StoredBackup[] {
  const name = object.key.slice(prefix.length);
  const named = backupNamed(name);
  return named === null ? [] : [{ ...named, path: object.key, name, bytes: object.size ?? 0 }];
}

export const labelOf = ({ endpoint, bucket, prefix }: Omit<S3Place, "keyId" | "secret">): string =>
  `s3://${bucket}/${prefix} at ${new URL(endpoint).host}`;

async function within<T>(ms: number, label: string, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const slow = `${label} did not answer within ${Math.ceil(ms / 1000)} seconds. Check the network and the service.`;
  const timer = setTimeout(() => late.reject(new BackupError("STORAGE", slow)), ms);
  try {
    return await Promise.race([work(), late.promise]);
  } catch (error) {
    throw error instanceof BackupError ? error : faultOf(error, label);
  } finally {
    clearTimeout(timer);
  }
}

const KEY = "Check MAITRED_BACKUP_S3_KEY_ID and MAITRED_BACKUP_S3_SECRET.";
const LINE = "Check the network, the firewall and MAITRED_BACKUP_S3_ENDPOINT.";
/** The ends of error messages, by error code. Each message begins with the label of the storage. */
const KNOWN: Readonly<Record<string, string>> = {
  AccessDenied: `refuses this key: it must be allowed to list, read, write and delete there. ${KEY}`,
  InvalidAccessKeyId: `does not know this key id. ${KEY}`,
  SignatureDoesNotMatch: `does not accept the secret. ${KEY}`,
  NoSuchBucket: "has no such bucket. Create it, or check MAITRED_BACKUP_S3_BUCKET.",
  NoSuchKey: "no longer has that backup.",
  RequestTimeTooSkewed:
    "says that the clock of this machine is wrong. Set it: timedatectl set-ntp true",
  QuotaExceeded: "is full. Free some space there.",
  ConnectionRefused: `cannot be reached: nothing answers there. ${LINE}`,
  ConnectionClosed: `closed the connection unexpectedly. ${LINE}`,
  InvalidResponse:
    "does not answer like S3 storage. Check MAITRED_BACKUP_S3_ENDPOINT, and any proxy in between.",
  FailedToOpenSocket: `cannot be reached. ${LINE}`,
};
const LONGEST = 200;

function faultOf(error: unknown, label: string): BackupError {
  const { code = "", message } = error as Error & { code?: string };
  const said = `${code} ${message}`.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST);
  const words = Object.hasOwn(KNOWN, code) ? KNOWN[code] : `failed: ${said}.`;
  return new BackupError("STORAGE", `${label} ${words}`, { cause: error });
}
