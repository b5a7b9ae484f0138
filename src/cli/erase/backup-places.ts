import { existsSync } from "node:fs";
import type { LoadedConfig } from "../../config.ts";
import { BackupError } from "../../storage/backup-error.ts";
import { type BackupFile, listBackups } from "../../storage/backup-files.ts";
import { labelOf } from "../../storage/s3-storage.ts";
import { occurrences } from "../../storage/wipe.ts";
import { placeOf, storageFor } from "../backup-storage.ts";
import { messageIn, plural } from "../print.ts";

export interface BackupPlace {
  readonly folder: string;
  readonly count: number;
  readonly holding: number;
  readonly newestAt: number | null;
  readonly fault: string | null;
}

/**
 * A missing folder is a fault, because its disk may not be mounted. Only `beside`, the folder next to
 * the database, may be missing.
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

export const partition = (places: readonly string[]): [storage: string[], folders: string[]] => [
  places.filter((place) => place.startsWith("s3://")),
  places.filter((place) => !place.startsWith("s3://")),
];

/** Does not download the backups, so it counts each as one that may contain the guest. */
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
        return {
          ...nothing,
          fault: `An earlier server used ${folder}, which is not in the configuration now.`,
        };
      }
      try {
        const stored = (await storageFor(config)?.list()) ?? [];
        const newestAt = stored[0]?.takenAt ?? null;
        return { folder, count: stored.length, holding: stored.length, newestAt, fault: null };
      } catch (error) {
        return { ...nothing, fault: messageIn(error) };
      }
    }),
  );
}

function mayHold({ path }: BackupFile, phone: string): boolean {
  try {
    return occurrences(path, phone) > 0;
  } catch {
    return true;
  }
}

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

export function wordsOf({
  places,
  recorded,
}: {
  readonly places: readonly BackupPlace[];
  readonly recorded: boolean;
}): string[] {
  const shown = places.filter(({ count, fault }, at) => at === 0 || count > 0 || fault !== null);
  return [
    ...shown.map(inPlace),
    ...(recorded
      ? []
      : [
          "No server has recorded its backup folder. If your server uses another folder, set " +
            "MAITRED_BACKUP_FOLDER to that folder and erase again.",
        ]),
    "Copies of the database elsewhere may contain the guest: after restoring a copy, erase again.",
  ];
}

function inPlace({ folder, count, holding, fault }: BackupPlace): string {
  if (fault !== null) {
    return `NOT SEARCHED: ${fault} The backups may contain the guest: make them readable, then erase again.`;
  }
  if (folder.startsWith("s3://") && count > 0) {
    return `Not searched: ${plural(count, "backup")} in ${folder}, which may contain the guest.`;
  }
  if (count === 0) return `There are no backups in ${folder}.`;
  if (holding === 0) return `No backup in ${folder} contains the number (searched ${count}).`;
  return `The guest is still in ${holding} of ${plural(count, "backup")} in ${folder}.`;
}
