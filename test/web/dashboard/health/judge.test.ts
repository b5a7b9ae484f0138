// Goal: the Health page gives each fact about an instance the right state (ok, look or act), and
// advice about every problem. Method: an instance without problems; each row changes one fact.
import { describe, expect, test } from "bun:test";
import type { MessageState } from "../../../../src/domain/message.ts";
import type { InstanceFacts } from "../../../../src/web/dashboard/health/instance-facts.ts";
import { judge, worst } from "../../../../src/web/dashboard/health/judge.ts";
import type { HealthLine, State } from "../../../../src/web/dashboard/health/verdict.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MB = 1_000_000;
/** 3:00 PM in New York. */
const NOW = Date.UTC(2026, 10, 20, 20);

const BACKUP = {
  path: "/data/backups/maitred-2026-11-20T100000Z-scheduled.db",
  takenAt: NOW - 10 * HOUR,
  reason: "scheduled",
  bytes: 12 * MB,
};
const WELL: InstanceFacts = {
  now: NOW,
  startedAt: NOW - 3 * DAY,
  version: "0.1.0",
  environment: "live",
  origin: "https://book.example.com",
  isEncrypted: true,
  passkeysElsewhere: 0,
  writable: true,
  database: {
    path: "/data/maitred.db",
    bytes: 12 * MB,
    logBytes: MB,
    freeBytes: 20_000 * MB,
    pages: { state: "intact" },
  },
  schema: { step: 15, expected: 15 },
  newestChangeAt: NOW - MINUTE,
  clockOffset: 0,
  clockDoubt: null,
  loop: { process: "process 7 on till", isOurs: true, lastStepAt: NOW - 3 * SECOND },
  secondServer: null,
  queue: { scheduled: 14, due: 0, sending: 0, held: 0, oldestDueAt: null, oldestWaitMs: 0 },
  backups: {
    everyHours: 24,
    folder: "/data/backups",
    failure: null,
    newest: BACKUP,
    onSameDisk: false,
    storage: null,
  },
  sms: { provider: "twilio", configured: "twilio", asked: [] },
};

type Change = { readonly [Key in keyof InstanceFacts]?: Partial<InstanceFacts[Key]> };
const changed = (change: Change): InstanceFacts =>
  Object.fromEntries(
    Object.entries(WELL).map(([key, value]) => {
      const wanted = change[key as keyof InstanceFacts];
      if (!(key in change)) return [key, value];
      const merges = typeof wanted === "object" && wanted !== null && value !== null;
      return [key, merges ? { ...(value as object), ...wanted } : wanted];
    }),
  ) as unknown as InstanceFacts;
const lineOf = (id: string, facts: InstanceFacts): HealthLine => {
  const line = judge(facts, "America/New_York").find((one) => one.id === id);
  if (line === undefined) throw new Error(`There is no line ${id}`);
  return line;
};

test("nobody has to act if everything works", () => {
  const lines = judge(WELL, "America/New_York");
  expect(lines.map(({ id, state }) => `${id} ${state}`)).toEqual([
    "bookings ok",
    "backup ok",
    "loop ok",
    "queue ok",
    "gateway ok",
    "address ok",
    "disk ok",
    "database ok",
    "clock ok",
    "version ok",
  ]);
  expect(lines.every(({ todo, remedy }) => todo === null && remedy === null)).toBe(true);
});

const asked = (...texts: [state: MessageState, fault: string | null][]) => ({
  asked: texts.map(([state, fault]) => ({ state, fault, at: NOW, agoMs: 3 * MINUTE })),
});
const JUDGED: readonly [what: string, id: string, state: State, change: Change, seen: string][] = [
  ["the last write failed", "bookings", "act", { writable: false }, "could not be saved"],
  ["the backup is recent", "backup", "ok", {}, "10 hours ago, 12.0 MB, checked when it was made"],
  [
    "the backup is two days late",
    "backup",
    "act",
    { backups: { newest: { ...BACKUP, takenAt: NOW - 49 * HOUR } } },
    "2 days ago",
  ],
  ["there is no backup", "backup", "act", { backups: { newest: null } }, "There is no backup"],
  [
    "the first backup is being made",
    "backup",
    "ok",
    { backups: { newest: null }, startedAt: NOW - MINUTE },
    "first backup is being made",
  ],
  [
    "the last attempt at a backup failed",
    "backup",
    "act",
    { backups: { failure: "No space" } },
    "The last attempt failed. The last good backup is 10 hours old.",
  ],
  [
    "no backups are scheduled, and the last backup is old",
    "backup",
    "look",
    { backups: { everyHours: 0, newest: { ...BACKUP, takenAt: NOW - 8 * DAY } } },
    "8 days ago",
  ],
  [
    "no backups are scheduled, and the last backup is recent",
    "backup",
    "ok",
    { backups: { everyHours: 0 } },
    "10 hours ago",
  ],
  [
    "a test instance has no backup",
    "backup",
    "ok",
    { environment: "test", backups: { newest: null } },
    "No automatic backups",
  ],
  [
    "the size of the backup is not known",
    "backup",
    "ok",
    { backups: { newest: { ...BACKUP, bytes: null } } },
    "size unknown",
  ],
  [
    "the last upload failed",
    "storage",
    "act",
    { backups: { storage: { place: "s3://b/", newestAt: NOW - DAY, failure: "No" } } },
    "The last upload failed. The newest uploaded backup is 24 hours old.",
  ],
  [
    "the last upload is from today",
    "storage",
    "ok",
    { backups: { storage: { place: "s3://b/", newestAt: NOW - 10 * HOUR, failure: null } } },
    "The newest uploaded backup is 10 hours old.",
  ],
  [
    "uploads are two days late",
    "storage",
    "act",
    { backups: { storage: { place: "s3://b/", newestAt: NOW - 49 * HOUR, failure: null } } },
    "2 days old",
  ],
  [
    "nothing has been uploaded yet",
    "storage",
    "ok",
    {
      backups: { storage: { place: "s3://b/", newestAt: null, failure: null } },
      startedAt: NOW - MINUTE,
    },
    "first time",
  ],
  ["background work runs", "loop", "ok", {}, "this server. Last run: 3 seconds ago"],
  [
    "background work hangs",
    "loop",
    "act",
    { loop: { lastStepAt: NOW - 61 * SECOND } },
    "61 seconds ago",
  ],
  [
    "another process does the background work",
    "loop",
    "ok",
    { loop: { isOurs: false, lastStepAt: NOW - 29 * SECOND } },
    "this server takes over",
  ],
  [
    "the background work of another process hangs",
    "loop",
    "act",
    { loop: { isOurs: false, lastStepAt: NOW - 31 * SECOND } },
    "31 seconds ago",
  ],
  [
    "a second server was started",
    "loop",
    "look",
    { secondServer: "process 9 on till" },
    "A second server runs on the same data",
  ],
  [
    "no process does the background work",
    "loop",
    "act",
    { loop: null },
    "No server handles offers, texts and deadlines",
  ],
  [
    "no process does the background work yet",
    "loop",
    "ok",
    { loop: null, startedAt: NOW - SECOND },
    "just started",
  ],
  ["no text is due", "queue", "ok", {}, "None due, 14 planned for later."],
  [
    "a text has just become due",
    "queue",
    "ok",
    { queue: { due: 1, oldestWaitMs: SECOND } },
    "1 text is due, the oldest for 1 second",
  ],
  [
    "texts wait three minutes",
    "queue",
    "look",
    { queue: { due: 2, oldestWaitMs: 3 * MINUTE } },
    "2 texts are due",
  ],
  ["texts wait an hour", "queue", "act", { queue: { due: 2, oldestWaitMs: HOUR } }, "60 minutes"],
  [
    "the only text is tried again right now",
    "queue",
    "act",
    { queue: { due: 0, sending: 1, oldestWaitMs: HOUR } },
    "1 going out",
  ],
  ["texts are held", "queue", "ok", { queue: { held: 3 } }, "3 waiting for a manager"],
  [
    "no gateway is chosen",
    "gateway",
    "look",
    { sms: { provider: "log", configured: "log" } },
    "reach no guest",
  ],
  [
    "the gateway accepted the last text",
    "gateway",
    "ok",
    { sms: asked(["delivered", null], ["unknown", "http_500"]) },
    "Texts go out through twilio.",
  ],
  [
    "the gateway refused one guest's text",
    "gateway",
    "ok",
    { sms: asked(["failed", "21211"]) },
    "Texts go out through twilio.",
  ],
  [
    "the gateway was silent once",
    "gateway",
    "look",
    { sms: asked(["unknown", "no_answer"], ["accepted", null]) },
    "3 minutes ago, did not get through: the gateway gave no answer in time.",
  ],
  [
    "the gateway refuses every text",
    "gateway",
    "act",
    { sms: asked(["due", "http_401"], ["void", "http_401"], ["failed", "ECONNREFUSED"]) },
    "the gateway refused the credentials (401)",
  ],
  ["the data is test data", "gateway", "ok", { environment: "test" }, "no texts are really sent"],
  [
    "the address is not encrypted",
    "address",
    "look",
    { origin: "http://192.168.1.20:8484", isEncrypted: false },
    "not encrypted",
  ],
  ["the disk is nearly full", "disk", "act", { database: { freeBytes: 60 * MB } }, "60.0 MB free"],
  [
    "the address was changed after passkeys were added",
    "address",
    "look",
    { passkeysElsewhere: 3 },
    "3 passkeys were made for another address and do not work here",
  ],
  [
    "the disk has no room for copies",
    "disk",
    "look",
    { database: { freeBytes: 90 * MB } },
    "90.0 MB free",
  ],
  [
    "the free space is unknown",
    "disk",
    "look",
    { database: { freeBytes: null } },
    "cannot be read",
  ],
  ["the schema is too new", "database", "act", { schema: { step: 16 } }, "newer maitred"],
  ["the WAL file is long", "database", "look", { database: { logBytes: 70 * MB } }, "70.0 MB"],
  [
    "the database's size is unknown",
    "database",
    "ok",
    { database: { bytes: null } },
    "cannot be read",
  ],
  [
    "the clock is behind",
    "clock",
    "act",
    { newestChangeAt: NOW + 2 * HOUR },
    "2 hours before the newest change",
  ],
  ["the clock is right", "clock", "ok", {}, "3:00 PM EST and agrees with the changes on record."],
  ["a test moved the clock", "clock", "ok", { clockOffset: -DAY }, "by 24 hours"],
  ["the version is known", "version", "ok", {}, "maitred 0.1.0, running for 3 days."],
];

describe("the health line is right when", () => {
  test.each(JUDGED)("%s", (_what, id, state, change, seen) => {
    const line = lineOf(id, changed(change));
    expect(line.state).toBe(state);
    expect(line.seen).toContain(seen);
    if (state !== "ok") expect(line.todo).toBeString();
  });
});

test("paths, processes and system errors are not part of the sentences for managers", () => {
  const failure = "EACCES: permission denied, open '/mnt/nas/maitred.db'";
  const troubles: readonly Change[] = [
    {},
    ...JUDGED.map(([, , , change]) => change),
    { backups: { failure } },
    { environment: "test" },
  ];
  for (const change of troubles) {
    for (const { id, seen, todo } of judge(changed(change), "America/New_York")) {
      if (id !== "address") expect(`${seen} ${todo}`).not.toMatch(/\/(?:data|mnt)\b|process 7/);
    }
  }
  const line = lineOf("backup", changed({ backups: { failure } }));
  expect(line.inside).toContain(failure);
  expect(line.remedy?.words).toContain("/data/backups");
  expect(lineOf("database", WELL).inside).toContain("/data/maitred.db");
  expect(lineOf("loop", WELL).inside).toContain("process 7 on till");
});

test("the suggested commands name the instance's folder, in quotes if its name needs them", () => {
  const path = "/srv/Chez l'Ami/maitred.db";
  const facts = changed({ database: { path }, backups: { newest: null } });
  const { remedy } = lineOf("backup", facts);
  expect(remedy?.command).toBe("maitred backup --data '/srv/Chez l'\\''Ami'");
  expect(lineOf("bookings", changed({ writable: false })).remedy?.command).toBe(
    "maitred doctor --data /data",
  );
});

test("a backup on the disk of the database is ok, but comes with advice", () => {
  const line = lineOf("backup", changed({ backups: { onSameDisk: true } }));
  expect([line.state, line.todo]).toEqual([
    "ok",
    "The backup is on the same disk as the database: keep copies elsewhere too.",
  ]);
});

test("the overall state is the worst of several states", () => {
  expect(worst([])).toBe("ok");
  expect(worst(["ok", "look"])).toBe("look");
  expect(worst(["act", "look", "ok"])).toBe("act");
});

test("the advice after a failed backup or upload says what would be lost", () => {
  const failure = "No space";
  const todoOf = (id: string, backups: Partial<InstanceFacts["backups"]>) =>
    lineOf(id, changed({ backups })).todo;
  const storage = { place: "s3://b/", failure };
  expect(todoOf("backup", { failure })).toContain("everything since then");
  expect(todoOf("backup", { failure, newest: null })).toContain("every reservation");
  expect(todoOf("storage", { storage: { ...storage, newestAt: NOW - DAY } })).toContain(
    "everything since then",
  );
  expect(todoOf("storage", { storage: { ...storage, newestAt: null } })).toContain(
    "every reservation",
  );
});
