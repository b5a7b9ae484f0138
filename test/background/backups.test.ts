// Goal: a server makes its backups when they are due; it knows earlier backups only by the names
// of their files. A failed backup removes no older one, and a wrong clock removes no newer one.
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Backups, createBackups } from "../../src/background/backups.ts";
import type { Log } from "../../src/log.ts";
import type { Uploaded } from "../../src/storage/upload.ts";
import { temporaryFolder } from "../support/database.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 20, 3);

interface Made extends Disposable {
  readonly folder: string;
  readonly schedule: Backups;
  readonly log: string[];
  now: number;
  fails: boolean;
  mayRun: boolean;
  files(): string[];
  /** Another server on the same folder, as after a restart. */
  restarted(): Backups;
}

interface Wish {
  readonly everyHours?: number;
  readonly keep?: number;
  readonly at?: string | null;
  /** The function that uploads; null: nothing is uploaded. */
  readonly upload?: ((file: string) => Promise<Uploaded>) | null;
}

function made({ everyHours = 24, keep = 3, at = null, upload = null }: Wish = {}): Made {
  const outer = temporaryFolder();
  const folder = join(outer.path, "backups");
  const log: string[] = [];
  const note = (event: string): void => void log.push(event);
  const quiet: Log = { debug: note, info: note, warn: note, error: note };
  const state = { now: START, fails: false, mayRun: true };
  const create = (): Backups =>
    createBackups({
      folder,
      database: join(outer.path, "maitred.db"),
      times: { everyHours, keep, at, zone: () => "Europe/Rome" },
      storage: upload === null ? null : "s3://house/",
      upload: upload ?? (() => Promise.reject(new Error("There is no storage."))),
      make: async (file) => {
        if (state.fails) throw new Error("There is no room.");
        writeFileSync(file, "");
      },
      mayRun: () => state.mayRun,
      clock: () => state.now,
      log: quiet,
    });
  return Object.assign(state, {
    folder,
    log,
    schedule: create(),
    restarted: create,
    files: () => (existsSync(folder) ? readdirSync(folder).toSorted() : []),
    [Symbol.dispose]: () => outer[Symbol.dispose](),
  });
}

/** Advances the clock, running the step every ten minutes. */
async function pass(desk: Made, hours: number, schedule = desk.schedule): Promise<void> {
  for (let tick = 0; tick < hours * 6; tick += 1) {
    desk.now += HOUR / 6;
    await schedule.runIfDue();
  }
}

describe("a schedule", () => {
  test("makes the first backup immediately, one each day after that, and keeps the newest three", async () => {
    using desk = made();
    await desk.schedule.runIfDue();
    expect(desk.files()).toEqual(["maitred-2026-11-20T030000Z-scheduled.db"]);
    await pass(desk, 23);
    expect(desk.files()).toHaveLength(1);
    await pass(desk, 24 * 4);
    expect(desk.files()).toEqual(
      ["22", "23", "24"].map((day) => `maitred-2026-11-${day}T030000Z-scheduled.db`),
    );
    expect(desk.schedule.status()).toMatchObject({
      newest: { takenAt: Date.UTC(2026, 10, 24, 3) },
      failure: null,
    });
  });

  test("continues after a restart", async () => {
    using desk = made();
    await desk.schedule.runIfDue();
    await desk.schedule.stop();
    const next = desk.restarted();
    await pass(desk, 23, next);
    expect(desk.files()).toHaveLength(1);
    await pass(desk, 1, next);
    expect(desk.files()).toHaveLength(2);
  });

  test("ignores backups that were made by hand", async () => {
    using desk = made();
    await desk.schedule.runIfDue();
    writeFileSync(join(desk.folder, "maitred-2026-11-21T020000Z-manual.db"), "");
    await pass(desk, 24);
    expect(desk.files()).toHaveLength(3);
  });

  test("runs only in the process that holds the lease", async () => {
    using desk = made();
    desk.mayRun = false;
    await pass(desk, 48);
    expect(desk.files()).toEqual([]);
  });

  test("makes one backup at a time", async () => {
    using desk = made();
    await Promise.all([desk.schedule.runIfDue(), desk.schedule.runIfDue()]);
    expect(desk.files()).toHaveLength(1);
  });
});

describe("a failed backup", () => {
  test("is repeated after a quarter of an hour, is reported with its reason, and removes nothing", async () => {
    using desk = made({ keep: 1 });
    await desk.schedule.runIfDue();
    desk.fails = true;
    await pass(desk, 24 * 3);
    expect(desk.files()).toEqual(["maitred-2026-11-20T030000Z-scheduled.db"]);
    expect(desk.schedule.status().failure).toBe("There is no room.");
    const attempts = desk.log.filter((event) => event === "backup_failed").length;
    expect(attempts).toBeGreaterThan(100);
    expect(attempts).toBeLessThanOrEqual(48 * 4 + 1);
    desk.fails = false;
    await pass(desk, 1);
    expect(desk.files()).toEqual([expect.stringContaining("2026-11-23")]);
    expect(desk.schedule.status().failure).toBeNull();
  });
});

describe("a fixed time of day", () => {
  test("follows the wall clock in winter and in summer", async () => {
    using desk = made({ at: "04:30", keep: 9 });
    // In Rome the clock is put forward in the night to Sunday, March 28, 2027.
    desk.now = Date.UTC(2027, 2, 26, 20);
    await desk.schedule.runIfDue();
    await pass(desk, 24 * 3);
    expect(desk.files()).toEqual(
      ["26T200000Z", "27T033000Z", "28T023000Z", "29T023000Z"].map(
        (time) => `maitred-2027-03-${time}-scheduled.db`,
      ),
    );
  });

  test("that passed while the machine slept gets its backup as soon as the machine wakes", async () => {
    using desk = made({ at: "04:30" });
    await desk.schedule.runIfDue();
    desk.now += 30 * HOUR;
    await desk.schedule.runIfDue();
    expect(desk.files()).toHaveLength(2);
    await pass(desk, 17);
    expect(desk.files()).toHaveLength(2);
  });
});

describe("copies to other storage", () => {
  const answer = (file: string, newestAt: number, fault: string | null = null): Uploaded => ({
    place: "s3://house/",
    name: basename(file),
    bytes: 0,
    sent: true,
    newestAt,
    removed: [],
    fault,
  });

  test("are requested once for each backup, and once more after a restart", async () => {
    const sent: string[] = [];
    using desk = made({
      upload: (file) => {
        sent.push(basename(file));
        return Promise.resolve(answer(file, START));
      },
    });
    await desk.schedule.runIfDue();
    await pass(desk, 25);
    expect(sent).toEqual(["20", "21"].map((day) => `maitred-2026-11-${day}T030000Z-scheduled.db`));
    expect(desk.schedule.status().storage).toEqual({
      place: "s3://house/",
      newestAt: START,
      failure: null,
    });
    await desk.restarted().runIfDue();
    expect(sent).toHaveLength(3);
  });

  test("that fail are logged as a failed backup and tried again every quarter of an hour", async () => {
    let fails = true;
    using desk = made({
      upload: (file) =>
        fails ? Promise.reject(new Error("No key.")) : Promise.resolve(answer(file, START)),
    });
    await desk.schedule.runIfDue();
    expect(desk.schedule.status()).toMatchObject({
      failure: null,
      storage: { failure: "No key." },
    });
    await pass(desk, 1);
    expect(desk.log.filter((event) => event === "backup_failed")).toHaveLength(4);
    fails = false;
    await pass(desk, 1);
    expect(desk.schedule.status().storage).toMatchObject({ newestAt: START, failure: null });
    expect(desk.files()).toHaveLength(1);
  });

  test("are reported as failed if old copies cannot be removed, even if the new copy arrived", async () => {
    using desk = made({
      upload: (file) => Promise.resolve(answer(file, START, "May not delete.")),
    });
    await desk.schedule.runIfDue();
    expect(desk.schedule.status().storage).toMatchObject({
      newestAt: START,
      failure: "May not delete.",
    });
  });

  test("over a slow line do not delay backups", async () => {
    const slow = Promise.withResolvers<Uploaded>();
    const begun = Promise.withResolvers<void>();
    using desk = made({
      upload: () => {
        begun.resolve();
        return slow.promise;
      },
    });
    const first = desk.schedule.runIfDue();
    await begun.promise;
    desk.now += 24 * HOUR;
    const second = desk.schedule.runIfDue();
    while (desk.files().length === 1) await Bun.sleep(0);
    slow.resolve(answer(desk.files()[0] ?? "", START));
    await Promise.all([first, second]);
    expect(desk.files()).toHaveLength(2);
  });
});

describe("a backup folder that cannot be read", () => {
  test.each<[string, (folder: string) => void, RegExp]>([
    ["a file is at its path", (folder) => writeFileSync(folder, ""), /is a file, not a folder/],
    ["it is a link to itself", (folder) => symlinkSync(folder, folder), /cannot be read \(ELOOP/],
  ])("counts as a failed backup until it is repaired: %s", async (_what, breakIt, words) => {
    using desk = made();
    breakIt(desk.folder);
    await desk.schedule.runIfDue();
    expect(desk.schedule.status()).toEqual({
      newest: null,
      onSameDisk: null,
      storage: null,
      failure: expect.stringMatching(words),
    });
    expect(desk.log).toEqual(["backup_failed"]);
    await pass(desk, 1);
    expect(desk.log).toHaveLength(4);
    rmSync(desk.folder);
    await pass(desk, 1);
    expect(desk.schedule.status()).toMatchObject({ newest: { bytes: 0 }, failure: null });
    expect(desk.files()).toHaveLength(1);
  });

  test("is reported even if another process makes the backups", async () => {
    using desk = made();
    desk.mayRun = false;
    writeFileSync(desk.folder, "");
    await desk.schedule.runIfDue();
    expect(desk.schedule.status().failure).toContain("is a file, not a folder");
  });
});

describe("a clock that jumps", () => {
  test.each([-1, 1])("by %i hour leaves the newest backup less than a day old", async (hours) => {
    using desk = made();
    await desk.schedule.runIfDue();
    desk.now += hours * HOUR;
    await pass(desk, 24 * 3);
    expect(desk.files().length).toBeLessThanOrEqual(3);
    const newest = desk.schedule.status().newest?.takenAt ?? 0;
    expect(desk.now - newest).toBeLessThan(24 * HOUR);
  });

  test("a year ahead and back does not delay the next backup by a year", async () => {
    using desk = made({ keep: 5 });
    desk.now += 365 * 24 * HOUR;
    await desk.schedule.runIfDue();
    desk.now = START;
    await pass(desk, 49);
    expect(desk.files().filter((name) => name.startsWith("maitred-2026"))).toHaveLength(3);
  });

  test("a year ahead for five days and then back: backups dated ahead are removed later, correctly dated ones are kept", async () => {
    using desk = made();
    desk.now += 365 * 24 * HOUR;
    await pass(desk, 24 * 5);
    desk.now = START;
    await desk.schedule.runIfDue();
    expect(desk.files()).toContain("maitred-2026-11-20T030000Z-scheduled.db");
    await pass(desk, 24 * 3);
    expect(desk.files()).toEqual(
      ["21", "22", "23"].map((day) => `maitred-2026-11-${day}T030000Z-scheduled.db`),
    );
    expect(desk.log.filter((event) => event === "backup_made")).toHaveLength(5 + 4);
  });
});

describe("stopping", () => {
  test("ends the current backup without reporting a failure", async () => {
    using outer = temporaryFolder();
    const log: string[] = [];
    const note = (event: string): void => void log.push(event);
    const begun = Promise.withResolvers<void>();
    const schedule = createBackups({
      folder: join(outer.path, "backups"),
      database: join(outer.path, "maitred.db"),
      times: { everyHours: 1, keep: 1, at: null, zone: () => "UTC" },
      storage: null,
      upload: () => Promise.reject(new Error("There is no storage.")),
      make: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("ended")));
          begun.resolve();
        }),
      mayRun: () => true,
      clock: () => START,
      log: { debug: note, info: note, warn: note, error: note },
    });
    const running = schedule.runIfDue();
    await begun.promise;
    await schedule.stop();
    await running;
    expect(log).toEqual([]);
  });
});
