import { DAY, HOUR } from "../../../domain/time.ts";
import { counted } from "../../../words/en/phrases.ts";
import type { InstanceFacts } from "./instance-facts.ts";
import { remedy, STARTING_MS, type Verdict } from "./verdict.ts";
import { lengthText, sizeText } from "./words.ts";

const OLD_BACKUP_MS = 7 * DAY;
export function backup(facts: InstanceFacts): Verdict {
  const { everyHours, newest, failure, folder } = facts.backups;
  if (facts.environment === "test") return testBackup(facts);
  const make = remedy("Make a backup now:", facts, "backup");
  const lost = newest === null ? "every reservation" : "everything since then";
  const risk = `If this machine broke now, ${lost} would be lost.`;
  if (failure !== null) {
    const last =
      newest === null ? "No backup was found" : `The last good backup is ${ageOf(facts)} old`;
    return {
      state: "act",
      seen: `The last attempt failed. ${last}.`,
      inside: `Error: ${failure}`,
      todo: risk,
      ...remedy(`Check that ${folder} exists and has room, then make a backup:`, facts, "backup"),
    };
  }
  if (newest === null) {
    if (everyHours > 0 && facts.now - facts.startedAt < STARTING_MS) {
      return { state: "ok", seen: "The first backup is being made.", inside: folder };
    }
    return { state: "act", seen: "There is no backup.", inside: folder, todo: risk, ...make };
  }
  const age = facts.now - newest.takenAt;
  const size = newest.bytes === null ? "size unknown" : sizeText(newest.bytes);
  const found = {
    seen: `${lengthText(age)} ago, ${size}, checked when it was made.`,
    inside: newest.path,
  };
  if (everyHours > 0 && age > 2 * everyHours * HOUR) {
    const todo = `A backup is due every ${counted(everyHours, "hour")}. The server's log says why none was made.`;
    return { state: "act", ...found, todo, ...make };
  }
  if (everyHours === 0 && age > OLD_BACKUP_MS) {
    const todo = "No automatic backups are made here (backupEveryHours is 0).";
    return { state: "look", ...found, todo, ...make };
  }
  const kept = "The backup is on the same disk as the database: keep copies elsewhere too.";
  return { state: "ok", ...found, todo: facts.backups.onSameDisk === true ? kept : null };
}

/** Null if backups are not uploaded. */
export function storage(facts: InstanceFacts): Verdict | null {
  const { storage: found, everyHours } = facts.backups;
  if (found === null) return null;
  const { place, newestAt, failure } = found;
  const age = newestAt === null ? null : facts.now - newestAt;
  const seen =
    age === null
      ? "No backup has been uploaded yet."
      : `The newest uploaded backup is ${lengthText(age)} old.`;
  if (failure !== null) {
    const lost = age === null ? "every reservation" : "everything since then";
    return {
      state: "act",
      seen: `The last upload failed. ${seen}`,
      inside: `Error: ${failure}`,
      todo: `The upload is retried every 15 minutes. If this machine were stolen now, ${lost} would be lost.`,
    };
  }
  const isStarting = facts.now - facts.startedAt < STARTING_MS;
  if (age === null && isStarting) {
    return { state: "ok", seen: "The storage is being checked for the first time.", inside: place };
  }
  const isLate = age === null || (everyHours > 0 && age > 2 * everyHours * HOUR);
  const todo = "Each backup should be uploaded. If an upload failed, the server's log says why.";
  return isLate
    ? { state: "act", seen, inside: place, todo }
    : { state: "ok", seen, inside: place };
}

const ageOf = ({ now, backups: { newest } }: InstanceFacts): string =>
  newest === null ? "" : lengthText(now - newest.takenAt);

function testBackup({ backups: { newest, folder } }: InstanceFacts): Verdict {
  const last = newest === null ? "" : " The last backup was made by hand, or before an upgrade.";
  return {
    state: "ok",
    seen: `No automatic backups in test mode.${last}`,
    inside: newest?.path ?? folder,
  };
}
