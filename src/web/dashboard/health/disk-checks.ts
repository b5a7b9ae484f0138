import type { InstanceFacts } from "./instance-facts.ts";
import { remedy, type Verdict } from "./verdict.ts";
import { sizeText } from "./words.ts";

const MIB = 1024 * 1024;
/** A busy evening may need this much. */
const LEAST_FREE_BYTES = 64 * MIB;
/** Leave room for one backup and the copy made before an upgrade. */
const COPIES = 2;
/** The write-ahead log is emptied often. It grows this large only if another program has it open. */
const LONG_LOG_BYTES = 64 * MIB;

export function disk(facts: InstanceFacts): Verdict {
  const { freeBytes, bytes } = facts.database;
  if (freeBytes === null) {
    return {
      state: "look",
      seen: "The free disk space cannot be read.",
      todo: "Check the free space yourself now and then.",
    };
  }
  const seen = `${sizeText(freeBytes)} free.`;
  if (freeBytes < LEAST_FREE_BYTES) {
    const todo = "Make room now: when the disk is full, no reservation can be taken.";
    return { state: "act", seen, todo };
  }
  if (freeBytes < LEAST_FREE_BYTES + COPIES * (bytes ?? 0)) {
    const todo =
      "Make room: a backup, and the copy before an upgrade, each need as much space as the database.";
    return { state: "look", seen, todo };
  }
  return { state: "ok", seen };
}

export function database(facts: InstanceFacts): Verdict {
  const { path, bytes, logBytes, pages } = facts.database;
  const { step, expected } = facts.schema;
  const size = bytes === null ? "Its size cannot be read" : sizeText(bytes);
  const log = sizeText(logBytes);
  const found = {
    seen: `${size}, and ${log} in the log of writes (WAL). Schema ${step}.${PAGES_SEEN[pages.state]}`,
    inside: path,
  };
  if (step !== expected) {
    return {
      state: "act",
      seen: `A newer maitred has changed the database to schema ${step}; this version only knows schema ${expected}.`,
      todo: "Restart the server with the newer version.",
    };
  }
  if (logBytes > LONG_LOG_BYTES) {
    const todo = "The log keeps growing: another program holds the file open.";
    return { state: "look", ...found, todo, ...remedy("To find out why:", facts, "doctor") };
  }
  if (pages.state === "unknown") {
    const inside = `${path}: ${pages.why}`;
    return { state: "look", ...found, inside, ...remedy("Check it:", facts, "check") };
  }
  return { state: "ok", ...found };
}

const PAGES_SEEN = {
  checking: " The database is being checked for damage.",
  intact: " No damage was found when the server started.",
  unknown: " The database could not be checked for damage.",
} as const;
