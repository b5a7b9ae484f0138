import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import {
  createInstanceSecret,
  InstanceSecretError,
  instanceSecretPath,
  loadInstanceSecret,
} from "../auth/instance-secret.ts";
import { WRONG_SECRET } from "../auth/secret-check.ts";
import { claimFolder } from "../storage/folder-use.ts";
import { factsOf, openForReading } from "../storage/inspect.ts";
import { databaseIn } from "../storage/open-error.ts";
import {
  type Draft,
  draftFrom,
  prepareDraft,
  removeDrafts,
  replaceDatabase,
} from "../storage/restore.ts";
import { counted, lossLines, shownCopy } from "./backup.ts";
import { FROM_STORAGE, fetchStored, STORAGE_KEYS } from "./backup-storage.ts";
import { DATA_FLAG } from "./flags.ts";
import { dataFlag, folderOf } from "./instance.ts";
import { plural } from "./print.ts";
import { type Answer, CliError, switchFlag, usageError, type Verb } from "./verb.ts";

export const restore: Verb = {
  name: "restore",
  summary: "Restore a backup (the server must be stopped).",
  optional: ["FILE"],
  asServed: STORAGE_KEYS,
  flags: {
    rescue: switchFlag(
      "For a damaged FILE or database: save what can be read and report what is lost.",
    ),
    "new-secret": switchFlag(
      "Replace the backup's lost secret.key; ends sessions and links already sent.",
    ),
    ...DATA_FLAG,
  },
  run: async ({ positionals, flags, config, io }) => {
    const folder = folderOf({ config });
    const path = databaseIn(folder);
    const rescue = flags.has("rescue");
    using fetched = new DisposableStack();
    const [named] = positionals;
    const stored = named?.startsWith(FROM_STORAGE)
      ? await fetchStored(named, config, { now: io.now(), fetched })
      : null;
    const file = stored?.file ?? fileOf(named, path, rescue);
    if (statSync(file, { throwIfNoEntry: false }) === undefined) {
      throw new CliError("MISSING", `There is no file ${file}.`);
    }
    using held = new DisposableStack();
    held.use(claimFolder(folder));
    try {
      const draft = draftFrom(file, path, { rescue });
      assertSameEnvironment(draft, path);
      const newSecret = takeSecret(draft, folder, flags.has("new-secret"));
      const now = io.now();
      const texts = prepareDraft(draft, { now, unbind: newSecret, isBackup: file !== path });
      const kept = replaceDatabase(draft, path, now);
      const source = stored?.name ?? file;
      return answer(draft, { source, rescue, path, folder, kept, texts, newSecret });
    } finally {
      removeDrafts(path);
    }
  },
};

function fileOf(named: string | undefined, path: string, rescue: boolean): string {
  if (named === undefined && !rescue) {
    throw usageError(
      "Name the backup: maitred restore FILE. For a damaged database without a backup, " +
        "maitred restore --rescue saves what can be read.",
    );
  }
  const file = named === undefined ? path : resolve(named);
  if (file !== path || rescue) return file;
  throw new CliError("INVALID_INPUT", `${file} is the database itself.`);
}

function assertSameEnvironment(draft: Draft, path: string): void {
  const present = environmentOf(path);
  if (present === null || present === draft.environment) return;
  throw new CliError(
    "WRONG_ENVIRONMENT",
    `The backup is from a ${draft.environment} database, but ${path} is a ${present} one. ` +
      "Restore the backup into another --data folder.",
  );
}

function environmentOf(path: string): string | null {
  try {
    using reader = openForReading(path);
    return factsOf(reader).environment;
  } catch {
    return null;
  }
}

function takeSecret(draft: Draft, folder: string, wanted: boolean): boolean {
  const path = instanceSecretPath(folder);
  if (!existsSync(path)) {
    if (!wanted) throw new InstanceSecretError(missing(path));
    createInstanceSecret(folder);
    return true;
  }
  const { check } = loadInstanceSecret(folder, { databaseExists: true });
  if (draft.secretCheck === null || draft.secretCheck === check) return false;
  throw new InstanceSecretError(`${path}: ${WRONG_SECRET}`, "SECRET_WRONG");
}

const missing = (path: string): string =>
  [
    `A restore needs the secret.key that the backup was made with: copy it to ${path} first.`,
    "If that file is lost, add --new-secret: reservations, the waitlist, settings and keys are restored,",
    "but sessions and links in texts end, opt-outs from texts are forgotten, and codes from",
    "authenticator apps no longer work (recovery codes and passkeys do).",
  ].join("\n");

interface Outcome {
  readonly source: string;
  readonly rescue: boolean;
  readonly path: string;
  readonly folder: string;
  readonly kept: string | null;
  readonly texts: number;
  readonly newSecret: boolean;
}

function answer(draft: Draft, outcome: Outcome): Answer {
  const { source, rescue, path, folder, kept, texts, newSecret } = outcome;
  const lines = [
    source === path
      ? `Rescued ${path}: ${counted(draft)}.`
      : `Restored ${path} from ${source}: ${counted(draft)}.`,
    ...(rescue && draft.losses.length === 0 ? ["Nothing is lost: every row could be read."] : []),
    ...lossLines(draft),
    ...(source === path ? [] : [sinceWhen(draft)]),
    ...(kept === null ? [] : [`The previous database is kept as ${kept}.`]),
    ...(texts === 0
      ? []
      : [`Texts that may have been sent already are marked unknown and not sent again: ${texts}.`]),
    ...(newSecret
      ? [
          "Created a new secret.key: sessions have ended, opt-outs from texts are forgotten, and links already " +
            "sent and codes from authenticator apps no longer work (recovery codes and passkeys do).",
        ]
      : []),
    ...(source === path ? [] : countsAgain(folder)),
    ...(draft.pending === 0
      ? []
      : [`The next start upgrades the schema by ${plural(draft.pending, "step")}.`]),
    `Next: maitred ${draft.environment === "live" ? "serve" : "dev"}${dataFlag(folder)}`,
  ];
  const json = {
    ...shownCopy(draft),
    file: source,
    database: path,
    kept,
    pendingSteps: draft.pending,
    textsMarkedUnknown: texts,
    newSecret,
  };
  return { json, text: lines.join("\n") };
}

const sinceWhen = ({ newestChangeAt }: Draft): string =>
  newestChangeAt === null
    ? "The backup has no changes yet."
    : `The backup's newest change is from ${new Date(newestChangeAt).toISOString()}. Later changes are not in the backup.`;

const countsAgain = (folder: string): string[] => [
  "Keys and accounts work again if they were ended after the backup was made. See: maitred key list" +
    dataFlag(folder),
  "Second factors that were added after the backup was made are no longer asked for.",
];
