import { dirname } from "node:path";
import type { ClockDoubt } from "../../../domain/clock-watch.ts";
import {
  DAY,
  displayDate,
  displayTime,
  HOUR,
  MINUTE,
  zoneAbbreviation,
} from "../../../domain/time.ts";
import { LEASE_PATIENCE_MS } from "../../../storage/lease-owner.ts";
import { gatewayTrouble } from "../../../words/en/host/gateway-faults.ts";
import { counted } from "../../../words/en/phrases.ts";
import type { InstanceFacts } from "./instance-facts.ts";
import { commandFor, lengthText, sizeText } from "./words.ts";

/** `look`: when there is time. `act`: guests or reservations suffer until somebody does. */
export const STATES = ["ok", "look", "act"] as const;
export type State = (typeof STATES)[number];

/** One thing that was checked, in words for the restaurant. */
export interface HealthLine {
  readonly id: string;
  readonly name: string;
  readonly state: State;
  readonly seen: string;
  /** Paths, processes and system errors: only for owners of the instance. Null: nothing. */
  readonly inside: string | null;
  /** What to do about it; null: nothing. */
  readonly todo: string | null;
  /** What to do about it on the server: only for owners of the instance. */
  readonly remedy: { readonly words: string; readonly command: string } | null;
  /** A button under the line; it sends `confirm`. Null: none. */
  readonly button: { readonly words: string; readonly confirm: string } | null;
}

type Verdict = Pick<HealthLine, "state" | "seen"> &
  Partial<Pick<HealthLine, "inside" | "todo" | "remedy" | "button">>;

/** The loop ticks every five seconds; if it is silent for this long, it hangs. */
export const LOOP_PATIENCE_MS = MINUTE;
const MIB = 1024 * 1024;
/** With less free space than this a busy evening may not fit. */
const LEAST_FREE_BYTES = 64 * MIB;
/** Space for a backup, and for the copy that a new version makes first. */
const COPIES = 2;
/** The write-ahead log is emptied all the time. If it grows this large, something holds it open. */
const LONG_LOG_BYTES = 64 * MIB;
/** A server that started less than this ago may have made no backup and not run its loop yet. */
const STARTING_MS = 2 * MINUTE;
/** Without scheduled backups, warn when the newest one is this old. */
const OLD_BACKUP_MS = 7 * DAY;
const QUEUE_LOOK_MS = 2 * MINUTE;
const QUEUE_ACT_MS = 10 * MINUTE;
/** Changes may be dated this far ahead, by a clock that was corrected since. */
const CLOCK_TOLERANCE_MS = MINUTE;

const CHECKS: readonly (readonly [
  id: string,
  name: string,
  look: (f: InstanceFacts, zone: string) => Verdict | null,
])[] = [
  ["bookings", "Taking bookings", writable],
  ["backup", "Last backup", backup],
  ["storage", "Backups in S3 storage", storage],
  ["loop", "Offers, texts and deadlines", loop],
  ["queue", "Texts that wait", queue],
  ["gateway", "Sending texts", gateway],
  ["address", "Address", address],
  ["disk", "Disk space", disk],
  ["database", "Database", database],
  ["clock", "Clock", clock],
  ["version", "Version", version],
];

/** All lines to show, in order; times in `zone`. */
export const judge = (facts: InstanceFacts, zone: string): readonly HealthLine[] =>
  CHECKS.flatMap(([id, name, look]) => {
    const verdict = look(facts, zone);
    if (verdict === null) return [];
    return [{ id, name, inside: null, todo: null, remedy: null, button: null, ...verdict }];
  });

/** The worst of several. */
export const worst = (states: readonly State[]): State =>
  STATES.findLast((state) => states.includes(state)) ?? "ok";

/** A command to type, with the folder of this instance. */
const remedy = (words: string, { database: { path } }: InstanceFacts, verb: string) => ({
  remedy: { words, command: commandFor(verb, dirname(path)) },
});

function writable(facts: InstanceFacts): Verdict {
  if (facts.writable) return { state: "ok", seen: "Reservations are taken and saved." };
  return {
    state: "act",
    seen: "The last change could not be saved: bookings may be refused right now.",
    todo: "Write bookings on paper, and tell the person who runs the server: the disk may be full or read-only.",
    ...remedy("To find out why:", facts, "doctor"),
  };
}

function backup(facts: InstanceFacts): Verdict {
  const { everyHours, newest, failure, folder } = facts.backups;
  if (facts.environment === "test") return testBackup(facts);
  const make = remedy("Make one now:", facts, "backup");
  if (failure !== null) {
    const last =
      newest === null ? "No backup can be seen" : `The last good one is ${ageOf(facts)} old`;
    return {
      state: "act",
      seen: `The last attempt failed. ${last}.`,
      inside: `Error: ${failure}`,
      todo: "If this machine broke now, everything since then would be lost.",
      ...remedy(`Check that ${folder} exists and has room, then make one:`, facts, "backup"),
    };
  }
  if (newest === null) {
    if (everyHours > 0 && facts.now - facts.startedAt < STARTING_MS) {
      return { state: "ok", seen: "The first one is being made.", inside: folder };
    }
    const todo = "If this machine broke now, every reservation would be lost.";
    return { state: "act", seen: "There is no backup.", inside: folder, todo, ...make };
  }
  const age = facts.now - newest.takenAt;
  const size = newest.bytes === null ? "size unknown" : sizeText(newest.bytes);
  const found = {
    seen: `${lengthText(age)} ago, ${size}, checked when it was made.`,
    inside: newest.path,
  };
  if (everyHours > 0 && age > 2 * everyHours * HOUR) {
    const todo = `One is due every ${counted(everyHours, "hour")}; the server's log says why none was made.`;
    return { state: "act", ...found, todo, ...make };
  }
  if (everyHours === 0 && age > OLD_BACKUP_MS) {
    const todo = "No automatic backups are made here (backupEveryHours is 0).";
    return { state: "look", ...found, todo, ...make };
  }
  const kept = "It is on the same disk as the database: keep copies elsewhere too.";
  return { state: "ok", ...found, todo: facts.backups.onSameDisk === true ? kept : null };
}

/** The copies in S3 storage; no line if none are made. */
function storage(facts: InstanceFacts): Verdict | null {
  const { storage: found, everyHours } = facts.backups;
  if (found === null) return null;
  const { place, newestAt, failure } = found;
  const age = newestAt === null ? null : facts.now - newestAt;
  const seen =
    age === null
      ? "No backup has arrived there."
      : `The newest one there is ${lengthText(age)} old.`;
  if (failure !== null) {
    return {
      state: "act",
      seen: `The last upload failed. ${seen}`,
      inside: `Error: ${failure}`,
      todo: "The upload is retried every 15 minutes. If this machine were stolen now, everything since then would be lost.",
    };
  }
  const isStarting = facts.now - facts.startedAt < STARTING_MS;
  if (age === null && isStarting) {
    return { state: "ok", seen: "It is being checked for the first time.", inside: place };
  }
  const isLate = age === null || (everyHours > 0 && age > 2 * everyHours * HOUR);
  const todo = "A copy is sent after each backup; the server's log says why none was.";
  return isLate
    ? { state: "act", seen, inside: place, todo }
    : { state: "ok", seen, inside: place };
}

const ageOf = ({ now, backups: { newest } }: InstanceFacts): string =>
  newest === null ? "" : lengthText(now - newest.takenAt);

function testBackup({ backups: { newest, folder } }: InstanceFacts): Verdict {
  const last = newest === null ? "" : " The last one was made by hand, or before an upgrade.";
  return {
    state: "ok",
    seen: `No automatic backups in test mode.${last}`,
    inside: newest?.path ?? folder,
  };
}

function loop(facts: InstanceFacts): Verdict {
  const { loop: found, now } = facts;
  const restart =
    "Waiting guests get no offers, and no texts go out. Restart the server, and keep its log.";
  if (found === null) {
    return now - facts.startedAt < STARTING_MS
      ? { state: "ok", seen: "The server has just started." }
      : { state: "act", seen: "No server handles them.", todo: restart };
  }
  const silence = now - found.lastStepAt;
  const who = found.isOurs ? "this server" : "another process";
  const seen = `Handled by ${who}. Last run: ${agoText(silence)}.`;
  const inside = found.process;
  const patience = found.isOurs ? LOOP_PATIENCE_MS : LEASE_PATIENCE_MS;
  if (silence > patience) return { state: "act", seen, inside, todo: restart };
  if (facts.secondServer !== null) {
    return {
      state: "look",
      seen: `${seen} A second server runs on the same data.`,
      inside: `${inside}; the other one: ${facts.secondServer}`,
      todo: "Bookings are safe, but only one of the two sends texts and makes backups. Stop the one that you did not mean to start.",
    };
  }
  return found.isOurs
    ? { state: "ok", seen, inside }
    : { state: "ok", seen: `${seen} If it stops, this server takes over.`, inside };
}

const agoText = (ms: number): string => (ms < 2000 ? "just now" : `${lengthText(ms)} ago`);

function queue({ queue: { due, sending, scheduled, held, oldestWaitMs } }: InstanceFacts): Verdict {
  const oldest = due === 0 ? "" : `, the oldest for ${lengthText(oldestWaitMs)}`;
  const parts = [
    `${due === 0 ? "None" : `${counted(due, "text")} ${due === 1 ? "is" : "are"}`} due${oldest}`,
    ...(sending > 0 ? [`${sending} going out`] : []),
    `${scheduled} planned for later`,
    ...(held > 0 ? [`${held} held for a person`] : []),
  ];
  const seen = `${parts.join(", ")}.`;
  if (oldestWaitMs < QUEUE_LOOK_MS) return { state: "ok", seen };
  const todo =
    "The gateway accepts none, or is slow: check its app or status page. The texts go out automatically once it works.";
  return { state: oldestWaitMs < QUEUE_ACT_MS ? "look" : "act", seen, todo };
}

function gateway({ environment, sms: { provider, configured, asked } }: InstanceFacts): Verdict {
  if (environment === "test") {
    return { state: "ok", seen: "Test data: no texts are really sent." };
  }
  if (provider !== "log") return wayOut(`Texts go out through ${provider}.`, asked);
  const chosen = configured === "log" ? "No gateway is set up" : `${configured} is not used`;
  return {
    state: "look",
    seen: `${chosen}: texts are only written to the log and reach no guest.`,
    todo: "Call the guests who should be asked, or have the person who runs the server choose a gateway: MAITRED_SMS_PROVIDER.",
  };
}

/** Judged by the latest attempts. A refusal of a single text does not count. */
function wayOut(seen: string, asked: InstanceFacts["sms"]["asked"]): Verdict {
  const troubles = asked.map(({ state, fault }) =>
    state === "accepted" || state === "delivered" ? null : gatewayTrouble(fault ?? ""),
  );
  const [last] = asked;
  const trouble = troubles[0] ?? null;
  if (last === undefined || trouble === null) return { state: "ok", seen };
  return {
    state: troubles.length > 1 && !troubles.includes(null) ? "act" : "look",
    seen: `${seen} The last attempt did not get through, ${agoText(last.agoMs)}: ${trouble}.`,
    todo: "Texts that were not accepted are tried again. If that could send one twice, it is listed as unsure: call those guests.",
  };
}

function address({ origin, isEncrypted, passkeysElsewhere }: InstanceFacts): Verdict {
  if (isEncrypted && passkeysElsewhere > 0) {
    const [were, open] = passkeysElsewhere === 1 ? ["was", "opens"] : ["were", "open"];
    return {
      state: "look",
      seen: `${origin}. ${counted(passkeysElsewhere, "passkey")} ${were} made for another address and ${open} nothing here.`,
      todo: "Their owners sign in with a code of their app or a recovery code and add new ones; if somebody has neither, an owner can remove the second factor under Access, Team.",
    };
  }
  if (isEncrypted) return { state: "ok", seen: origin };
  return {
    state: "look",
    seen: `${origin} is not encrypted: others on the same network can read passwords and names. Apps cannot be connected.`,
    todo: "Use it only on the restaurant's own network, or put it behind https: docs/operations.md shows how. Then start the server with --origin https://...",
  };
}

function disk(facts: InstanceFacts): Verdict {
  const { freeBytes, bytes } = facts.database;
  if (freeBytes === null) {
    return {
      state: "look",
      seen: "The free space cannot be read here.",
      todo: "Check it yourself now and then.",
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

function database(facts: InstanceFacts): Verdict {
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
      seen: `A newer maitred has changed the database to schema ${step}; this one knows ${expected}.`,
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
  checking: " It is being checked for damage.",
  intact: " No damage was found at the start.",
  unknown: " It could not be checked for damage.",
} as const;

/** Sent by the button that confirms the clock. */
export const CLOCK_IS_RIGHT = "clock";
const SET_CLOCK = {
  words: "Set the clock, and keep it right:",
  command: "timedatectl set-ntp true",
};

function clock(facts: InstanceFacts, zone: string): Verdict {
  const { now, newestChangeAt, clockOffset, clockDoubt } = facts;
  const inWords = (at: number): string =>
    `${displayDate(at, zone)}, ${displayTime(at, zone)} ${zoneAbbreviation(at, zone)}`;
  const shown = inWords(now);
  if (clockDoubt !== null) return doubted(clockDoubt, inWords);
  if (newestChangeAt !== null && newestChangeAt - now > CLOCK_TOLERANCE_MS) {
    const behind = lengthText(newestChangeAt - now);
    return {
      state: "act",
      seen: `It shows ${shown}, ${behind} before the newest change on record.`,
      todo: "Reservations and deadlines depend on it.",
      remedy: SET_CLOCK,
    };
  }
  const moved =
    clockOffset === 0
      ? ""
      : ` A test has moved the restaurants' time by ${lengthText(clockOffset)}.`;
  return { state: "ok", seen: `It shows ${shown}, after everything on record.${moved}` };
}

/** The line for a clock that jumped or was wrong at the start. */
function doubted({ cause, shown, expected }: ClockDoubt, inWords: (at: number) => string): Verdict {
  const seen = {
    jumped: `It jumped: it shows ${inWords(shown)} instead of ${inWords(expected)}.`,
    behind: `It shows ${inWords(shown)}, but ${inWords(expected)} has passed already.`,
    ahead: `It shows ${inWords(shown)}, long after the newest change on record, ${inWords(expected)}.`,
  }[cause];
  return {
    state: "act",
    seen,
    todo:
      "Bookings are taken, and confirmations go out. Planned texts wait, and nothing expires: offers, questions, " +
      "requests. If the time shown is right, press the button. If it is wrong, set the clock of the machine. After " +
      "15 minutes without another jump the time counts as right.",
    remedy: SET_CLOCK,
    button: { words: "The clock is right", confirm: CLOCK_IS_RIGHT },
  };
}

function version({ version: number, now, startedAt }: InstanceFacts): Verdict {
  return { state: "ok", seen: `maitred ${number}, running for ${lengthText(now - startedAt)}.` };
}
