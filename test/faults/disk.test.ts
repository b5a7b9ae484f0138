// Goal: on a full disk or in a read-only folder, maitred explains the problem and loses nothing
// that it acknowledged. After a full disk it needs no restart once there is space again. The file
// systems are real and small, mounted in a namespace of the process; without permission to mount,
// these tests are skipped.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, copyFileSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, openDatabase } from "../../src/storage/database.ts";
import { temporaryFolder } from "../support/database.ts";
import {
  booking,
  canMount,
  type Desk,
  errorOf,
  idOf,
  run,
  startDesk,
  storedIn,
} from "./product.ts";

setDefaultTimeout(60_000); // processes start slowly on a machine that is busy

function fill(path: string): void {
  const file = openSync(path, "w");
  for (const size of [65_536, 512]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(file);
}

const status = async (desk: Desk, path: string): Promise<number> =>
  (await fetch(desk.url + path)).status;

/**
 * Requests /readyz until it returns the wanted status. If the server is not ready, each request
 * starts a test write.
 */
async function readiness(desk: Desk, wanted: number): Promise<number> {
  let last = 0;
  for (let attempt = 0; attempt < 50 && last !== wanted; attempt += 1) {
    last = await status(desk, "/readyz");
  }
  return last;
}

describe.skipIf(!canMount)("a server on a full disk", () => {
  test("refuses bookings with an explanation, keeps accepted ones, and books again when there is space", async () => {
    using folder = temporaryFolder();
    const mount = `mount -t tmpfs -o size=12m tmpfs "${folder.path}"`;
    await using desk = await startDesk(folder.path, { mount });
    // The mounted folder is visible through the process only.
    const data = `/proc/${desk.pid}/root${folder.path}`;
    const acknowledged = [idOf(await desk.call("create_booking", booking(1)))];
    fill(join(data, "ballast"));

    const refusals: string[] = [];
    for (let n = 2; n < 400 && refusals.length < 3; n += 1) {
      const answer = await desk.call("create_booking", booking(n));
      if (answer.isError) refusals.push(answer.text);
      else acknowledged.push(idOf(answer));
    }
    expect(refusals).toHaveLength(3);
    for (const refusal of refusals) {
      expect(refusal).toContain("UNAVAILABLE");
      expect(refusal).toContain("full; nothing was saved");
    }
    expect(await readiness(desk, 503)).toBe(503);
    expect(await status(desk, "/healthz")).toBe(200);
    const [first = ""] = acknowledged;
    const read = await desk.call("get_booking", { brand: "demo-bistro", id: first });
    expect(read.isError).toBe(false);

    const backup = await run(["backup", "--data", folder.path], { inside: desk.pid });
    expect([backup.exitCode, errorOf(backup).code]).toEqual([1, "NO_ROOM"]);
    const names = readdirSync(data, { recursive: true }).map(String);
    expect(names.filter((name) => name.includes("partial"))).toEqual([]);

    rmSync(join(data, "ballast"));
    acknowledged.push(idOf(await desk.call("create_booking", booking(500))));
    expect(await readiness(desk, 200)).toBe(200);
    using copied = temporaryFolder();
    for (const name of ["maitred.db", "maitred.db-wal"]) {
      copyFileSync(join(data, name), join(copied.path, name));
    }
    const stored = storedIn(copied.path);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(stored.size).toBe(acknowledged.length);
  });
});

describe.skipIf(!canMount)("a disk that is full at the start", () => {
  const small = (path: string) => `mount -t tmpfs -o size=4m tmpfs "${path}"`;
  const filled = (path: string) =>
    `for size in 64k 512; do dd if=/dev/zero bs=$size >> "${path}/ballast" 2>/dev/null || true; done`;

  test("is reported as full, not as a problem of permissions", async () => {
    using made = temporaryFolder();
    using folder = temporaryFolder();
    await run(["init", "--data", made.path]);
    const mount = `${small(folder.path)} && cp -a "${made.path}/." "${folder.path}" && ${filled(folder.path)}`;
    const words = ["serve", "--port", "0", "--data", folder.path];
    const finished = await run(words, { mount });
    expect([finished.exitCode, errorOf(finished).code]).toEqual([1, "NO_ROOM"]);
    expect(errorOf(finished).message).toContain(`the disk of ${folder.path} is full`);
  });

  test("leaves no partial key file, and init succeeds once there is space", async () => {
    using folder = temporaryFolder();
    const { path } = folder;
    const first = `{ "$0" "\${@/#init/serve}" > /dev/null 2>&1 || true; }`;
    const freed = `rm "${path}/ballast" && ls "${path}" >&2`;
    const mount = `${small(path)} && ${filled(path)} && ${first} && ${freed}`;
    const finished = await run(["init", "--data", path], { mount });
    expect([finished.exitCode, finished.err]).toEqual([0, "maitred.lock\n"]);
  });
});

describe.skipIf(!canMount)("a command without a folder for temporary files", () => {
  test.each([[["export", "--out", "/mnt/all.jsonl"]], [["backup", "/mnt/copy.db", "--rescue"]]])(
    "%j fails and says how to set one",
    async (words) => {
      using folder = temporaryFolder();
      const place = ["--time-zone", "Europe/Rome", "--country", "IT", "--data", folder.path];
      await run(["brand", "create", "--slug", "osteria", "--name", "Osteria", ...place]);
      const database = openDatabase(join(folder.path, "maitred.db"), { environment: "live" });
      // More rows than SQLite sorts in memory.
      database.run(`
      WITH RECURSIVE n AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM n WHERE n < 20000)
      INSERT INTO audit (id, brand, principal, actor_kind, actor_id, actor_name, operation, at,
        before, after) SELECT format('%024x', n), 'osteria', printf('%.190c', 'x'), 'system', 'operator',
        printf('%.500c', 'x'), 'import', n, '{}', '{}' FROM n`);
      closeDatabase(database);
      // Read-only instead of hidden: the product itself may lie below /tmp.
      const closed = ["/tmp", "/var/tmp"].map(
        (path) => `mount --bind ${path} ${path} && mount -o remount,bind,ro ${path}`,
      );
      const mount = `mount --bind "${folder.path}" /mnt && ${closed.join(" && ")} && cd /tmp && unset TMPDIR`;
      const finished = await run([...words, "--data", "/mnt"], { mount });
      expect([finished.exitCode, errorOf(finished).code]).toEqual([1, "UNWRITABLE"]);
      expect(errorOf(finished).message).toContain("SQLITE_TMPDIR");
    },
  );
});

describe.skipIf(!canMount)("a read-only folder", () => {
  const readOnly = (path: string) => ({
    mount: `mount --bind "${path}" "${path}" && mount -o remount,bind,ro "${path}"`,
  });

  test("without a database is refused, and the message names the folder", async () => {
    using folder = temporaryFolder();
    const finished = await run(
      ["serve", "--port", "0", "--data", folder.path],
      readOnly(folder.path),
    );
    expect([finished.exitCode, errorOf(finished).code]).toEqual([1, "UNREADABLE"]);
    expect(errorOf(finished).message).toContain(folder.path);
    expect(errorOf(finished).message).toContain("read-only");
  });

  test("with a database is refused and left unchanged", async () => {
    using folder = temporaryFolder();
    await run(["init", "--data", folder.path]);
    const before = readdirSync(folder.path).toSorted();
    for (const verb of [
      ["serve", "--port", "0"],
      ["brand", "list"],
      ["migrate", "--dry-run"],
    ]) {
      const finished = await run([...verb, "--data", folder.path], readOnly(folder.path));
      if (verb[0] === "migrate") continue; // nothing to migrate, so nothing is written
      expect([verb[0], finished.exitCode, errorOf(finished).code]).toEqual([
        verb[0],
        1,
        "UNREADABLE",
      ]);
    }
    expect(readdirSync(folder.path).toSorted()).toEqual(before);
  });

  test("for backups is named in the message", async () => {
    using folder = temporaryFolder();
    using usb = temporaryFolder();
    await run(["init", "--data", folder.path]);
    const file = join(usb.path, "copy.db");
    const finished = await run(["backup", file, "--data", folder.path], readOnly(usb.path));
    expect([finished.exitCode, errorOf(finished).code]).toEqual([1, "UNWRITABLE"]);
    expect(errorOf(finished).message).toContain(usb.path);
  });
});
