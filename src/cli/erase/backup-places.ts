import { existsSync } from "node:fs";
import type { LoadedConfig } from "../../config.ts";
import { BackupError } from "../../storage/backup-error.ts";
import { type BackupFile, listBackups } from "../../storage/backup-files.ts";
import { labelOf } from "../../storage/s3-storage.ts";
import { occurrences } from "../../storage/wipe.ts";
import { placeOf, storageFor } from "../backup-storage.ts";
import { plural } from "../print.ts";

/** One place where backups are or were kept, searched for a guest's number. */
export interface BackupPlace {
  readonly folder: string;
  readonly count: number;
  /** In how many of them the number stands, or may. */
  readonly holding: number;
  readonly newestAt: number | null;
  /** Why nobody could look there; null: it was searched. */
  readonly fault: string | null;
}

/**
 * Searches each of the folders once. `beside` is the one that lies beside the database: where it
 * does not exist no backup was ever made in it, while another one that is missing may be on a disk
 * that is not there now.
 */
export function lookIntoPlaces(
  folders: readonly string[],
  { phone, beside }: { readonly phone: string; readonly beside: string },
): BackupPlace[] {
  return [...new Set(folders)].map((folder) => {
    const nothing = { folder, count: 0, holding: 0, newestAt: null };
    if (folder !== beside && !existsSync(folder)) {
      const fault = `The folder ${folder} does not exist (is a disk not mounted?).`;
      return { ...nothing, fault };
    }
    try {
      const copies = listBackups(folder);
      const holding = copies.filter((copy) => mayHold(copy, phone)).length;
      const newestAt = copies[0]?.takenAt ?? null;
      return { folder, count: copies.length, holding, newestAt, fault: null };
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      return { ...nothing, fault: error.message };
    }
  });
}

/** Storage places and folders, as they are recorded. */
export const partition = (places: readonly string[]): [storage: string[], folders: string[]] => [
  places.filter((place) => place.startsWith("s3://")),
  places.filter((place) => !place.startsWith("s3://")),
];

/**
 * Counts what the S3 storage holds: each backup there may hold the guest, for none is brought here to
 * be searched. `recorded` are the places of servers so far; one that cannot be asked any more is
 * named as such.
 */
export async function lookIntoStorage(
  recorded: readonly string[],
  config: LoadedConfig,
): Promise<BackupPlace[]> {
  const place = placeOf(config.values);
  const current = place && labelOf(place);
  const labels = [...new Set([...(current === null ? [] : [current]), ...recorded])];
  return await Promise.all(
    labels.map(async (folder) => {
      const nothing = { folder, count: 0, holding: 0, newestAt: null };
      if (folder !== current) {
        return { ...nothing, fault: `${folder} was used by an earlier server and is not set now.` };
      }
      try {
        const stored = (await storageFor(config)?.list()) ?? [];
        const newestAt = stored[0]?.takenAt ?? null;
        return { folder, count: stored.length, holding: stored.length, newestAt, fault: null };
      } catch (error) {
        return { ...nothing, fault: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
}

/** A backup that can not be looked at is none to rely on. */
function mayHold({ path }: BackupFile, phone: string): boolean {
  try {
    return occurrences(path, phone) > 0;
  } catch {
    return true;
  }
}

/** All places together, under the name of the first one. */
export function totalOf(places: readonly BackupPlace[]): Omit<BackupPlace, "fault"> {
  const sum = (read: (place: BackupPlace) => number): number =>
    places.reduce((total, place) => total + read(place), 0);
  const newest = places.flatMap(({ newestAt }) => newestAt ?? []);
  return {
    folder: places[0]?.folder ?? "",
    count: sum(({ count }) => count),
    holding: sum(({ holding }) => holding),
    newestAt: newest.length === 0 ? null : Math.max(...newest),
  };
}

/** What is said of them: each place that holds something or could not be searched, by name. */
export function wordsOf({
  places,
  recorded,
}: {
  readonly places: readonly BackupPlace[];
  readonly recorded: boolean;
}): string[] {
  // Of a place that is empty nothing is said beside others.
  const told = places.filter(({ count, fault }, at) => at === 0 || count > 0 || fault !== null);
  return [
    ...told.map(inPlace),
    ...(recorded
      ? []
      : [
          "No server has recorded where it keeps backups: if yours keeps them in another folder, " +
            "erase again with MAITRED_BACKUP_FOLDER set to that folder.",
        ]),
    "Copies elsewhere may hold the guest: after restoring one, erase again.",
  ];
}

function inPlace({ folder, count, holding, fault }: BackupPlace): string {
  if (fault !== null) {
    return `NOT SEARCHED: ${fault} Its backups may hold the guest: make it readable, then erase again.`;
  }
  if (folder.startsWith("s3://") && count > 0) {
    return `${plural(count, "backup")} in ${folder} may hold the guest until they age out: not searched.`;
  }
  if (count === 0) return `There are no backups in ${folder}.`;
  if (holding === 0) return `No backup in ${folder} has the number (searched ${count}).`;
  return `The guest is still in ${holding} of ${plural(count, "backup")} in ${folder} until they age out.`;
}
