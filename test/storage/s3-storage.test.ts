// Goal: a backup is uploaded completely or not at all, old backups are removed only after a new one
// has arrived, and every fault of the storage is reported plainly and without the secret.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { BackupError } from "../../src/storage/backup-error.ts";
import { backupPath } from "../../src/storage/backup-files.ts";
import { openS3 } from "../../src/storage/s3-storage.ts";
import { uploadBackup } from "../../src/storage/upload.ts";
import { temporaryFolder } from "../support/database.ts";
import { type S3Fault, type S3Server, serveS3 } from "../support/s3-server.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 20, 3);
const SECRET = "hunter2hunter2";
const QUICK = { askMs: 60, copyMs: 60 };
const ROOMY = { askMs: 20_000, copyMs: 20_000 };

const opened = ({ endpoint }: Pick<S3Server, "endpoint">, patience = ROOMY) =>
  openS3(
    { endpoint, bucket: "house", prefix: "bistro/", region: "eu-1", keyId: "id", secret: SECRET },
    patience,
  );
/** Writes a file that is named like the scheduled backup of the day `day` days after `NOW`. */
function backupOf(folder: string, day: number, bytes = 1000): string {
  const path = backupPath(folder, NOW + day * DAY, "scheduled");
  writeFileSync(path, Buffer.alloc(bytes, day));
  return path;
}
const WISH = { keep: 3, now: NOW + 30 * DAY };

describe("uploading a backup", () => {
  test.each([
    ["of one part", 1000],
    ["of several parts", 12 * 1024 * 1024],
  ])("%s stores it completely, with each request signed", async (_what, bytes) => {
    await using server = await serveS3();
    using folder = temporaryFolder();
    const file = backupOf(folder.path, 0, bytes);
    const done = await uploadBackup(opened(server), file, WISH);
    expect(done).toMatchObject({ bytes, sent: true, newestAt: NOW, removed: [], fault: null });
    const stored = server.objects.get(`house/bistro/${basename(file)}`);
    expect(stored?.equals(readFileSync(file))).toBe(true);
    expect(server.signed.every((header) => header.includes("Credential=id/"))).toBe(true);
    expect(server.signed.join()).not.toContain(SECRET);
  });

  test("keeps the newest three scheduled backups and all other files", async () => {
    await using server = await serveS3();
    using folder = temporaryFolder();
    server.objects.set("house/bistro/holiday.jpg", Buffer.from("x"));
    server.objects.set("house/bistro/maitred-2020-01-01T000000Z-manual.db", Buffer.from("x"));
    for (let day = 0; day < 6; day += 1) {
      await uploadBackup(opened(server), backupOf(folder.path, day), WISH);
    }
    expect([...server.objects.keys()].map((key) => key.replace("house/bistro/", ""))).toEqual([
      "holiday.jpg",
      "maitred-2020-01-01T000000Z-manual.db",
      ...["23", "24", "25"].map((day) => `maitred-2026-11-${day}T030000Z-scheduled.db`),
    ]);
  });

  test("sends the same file only once", async () => {
    await using server = await serveS3();
    using folder = temporaryFolder();
    const file = backupOf(folder.path, 0);
    await uploadBackup(opened(server), file, WISH);
    const again = await uploadBackup(opened(server), file, WISH);
    expect(again).toMatchObject({ sent: false, newestAt: NOW });
    expect(server.asked.filter((line) => line.startsWith("PUT"))).toHaveLength(1);
  });

  test("is refused, without an upload, if the folder has too many objects to list", async () => {
    await using server = await serveS3();
    using folder = temporaryFolder();
    for (let at = 0; at < 41; at += 1) {
      server.objects.set(`house/bistro/photo-${at}.jpg`, Buffer.from("x"));
    }
    const error: unknown = await uploadBackup(opened(server), backupOf(folder.path, 0), WISH).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(BackupError);
    expect(String(error)).toContain("has more than 20 pages of objects");
    expect(server.asked.filter((line) => line.startsWith("PUT"))).toEqual([]);
  });

  test("reports that old backups remain if the key is not allowed to delete", async () => {
    await using server = await serveS3();
    using folder = temporaryFolder();
    for (const day of [0, 1, 2])
      await uploadBackup(opened(server), backupOf(folder.path, day), WISH);
    server.fault = "may not delete";
    const done = await uploadBackup(opened(server), backupOf(folder.path, 3), WISH);
    expect(done).toMatchObject({ sent: true, newestAt: NOW + 3 * DAY, removed: [] });
    expect(done.fault).toContain("Old backups cannot be removed");
  });
});

const FAULTS: readonly [fault: S3Fault, words: RegExp, bytes: number][] = [
  ["refuses", /refuses this key: it must be allowed to list, read, write and delete/, 1000],
  ["is broken", /s3:\/\/house\/bistro\/ at 127\.0\.0\.1:\d+ failed: /, 1000],
  ["is a web page", /does not answer like S3 storage/, 1000],
  ["never answers", /did not answer within 1 seconds/, 1000],
  ["cuts uploads", /closed the connection|did not answer|failed/, 100_000],
  ["cuts uploads", /closed the connection|did not answer|failed/, 12 * 1024 * 1024],
  ["keeps half", /did not arrive completely/, 1000],
];

describe("a storage that", () => {
  test.each(FAULTS)(
    "%s is reported as %s, and leaves no incomplete backup of %i bytes",
    async (...row) => {
      const [fault, words, bytes] = row;
      await using server = await serveS3();
      using folder = temporaryFolder();
      const before = backupOf(folder.path, 0);
      await uploadBackup(opened(server), before, WISH);
      server.fault = fault;
      const patience = fault === "never answers" ? QUICK : ROOMY;
      const file = backupOf(folder.path, 1, bytes);
      const error: unknown = await uploadBackup(opened(server, patience), file, WISH).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(BackupError);
      expect((error as Error).message).toMatch(words);
      expect((error as Error).message).not.toContain(SECRET);
      server.fault = null;
      const stored = await opened(server).list();
      expect(stored.map(({ name }) => name)).toEqual([basename(before)]);
    },
  );

  test("cannot be reached is reported as unreachable", async () => {
    const error: unknown = await opened({ endpoint: "http://127.0.0.1:9" })
      .list()
      .catch((reason: unknown) => reason);
    expect((error as Error).message).toContain("cannot be reached");
  });
});

describe("downloading a backup", () => {
  test.each([1000, 12 * 1024 * 1024])("of %i bytes returns the same bytes", async (bytes) => {
    await using server = await serveS3();
    using folder = temporaryFolder();
    const file = backupOf(folder.path, 0, bytes);
    await uploadBackup(opened(server), file, WISH);
    const [stored] = await opened(server).list();
    if (stored === undefined) throw new Error("Nothing is stored.");
    const target = join(folder.path, "fetched.db");
    await opened(server).fetch(stored, target);
    expect(readFileSync(target).equals(readFileSync(file))).toBe(true);
  });

  test("fails if the connection is cut, and leaves no file behind", async () => {
    await using server = await serveS3();
    using folder = temporaryFolder();
    await uploadBackup(opened(server), backupOf(folder.path, 0, 300_000), WISH);
    const [stored] = await opened(server).list();
    if (stored === undefined) throw new Error("Nothing is stored.");
    server.fault = "cuts downloads";
    const target = join(folder.path, "fetched.db");
    const error: unknown = await opened(server)
      .fetch(stored, target)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackupError);
    expect(existsSync(target)).toBe(false);
  });
});
