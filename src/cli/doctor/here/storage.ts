import { newestOf } from "../../../storage/backup-files.ts";
import { labelOf } from "../../../storage/s3-storage.ts";
import { placeOf, storageFault } from "../../backup-storage.ts";
import { storageFor } from "../../upload.ts";
import { broken, duration, fine, type Outcome, type Surroundings, skipped } from "./check.ts";

/** Whether the S3 storage answers, and how old the newest backup there is; changes nothing. */
export async function backupStorage({ config, values, now }: Surroundings): Promise<Outcome> {
  const place = placeOf(values);
  if (place === null) return skipped("None is set up: backups stay on this machine's disks.");
  if (config.withheld.some((key) => key === "backupS3Secret")) {
    return skipped(
      `The server copies backups to the bucket ${place.bucket}. Its secret is not known here: run ` +
        "doctor with MAITRED_BACKUP_S3_SECRET set to ask it.",
    );
  }
  const fault = storageFault(values);
  if (fault !== null) return broken(fault.message, "The server does not start without it.");
  try {
    const stored = (await storageFor(config)?.list()) ?? [];
    const newest = newestOf(stored, now());
    if (newest === undefined) {
      return broken(
        `${labelOf(place)} holds no backup yet.`,
        "A running server sends one after each backup: its log says why it does not.",
      );
    }
    const age = duration(now() - newest.takenAt);
    return fine(`${newest.name}, the newest of ${stored.length} there, is ${age} old.`);
  } catch (error) {
    const seen = error instanceof Error ? error.message : String(error);
    return broken(seen, "Until then the backups on this machine are all there is.");
  }
}
