// Goal: every answered write is saved, and no refused write is. This also holds with several
// processes, when a process is killed, and on a full or failing disk. Method: real processes.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../src/storage/database.ts";
import { openTestDatabase, temporaryFolder } from "../support/database.ts";

setDefaultTimeout(30_000); // processes start slowly on a machine that is busy

const CHILD = join(import.meta.dir, "child-writer.ts");

interface Line {
  readonly saved?: number;
  readonly refused?: number;
  readonly code?: string;
  readonly fatal?: string;
  readonly healthy?: boolean;
  readonly freed?: boolean;
}

const lines = (text: string): Line[] =>
  text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const numbersOf = (all: readonly Line[], key: "saved" | "refused"): number[] =>
  all.map((line) => line[key]).filter((n) => n !== undefined);

/** The numbers in the database. */
function storedIn(path: string): number[] {
  const database = openDatabase(path, { environment: "test" });
  try {
    expect(database.prepare("PRAGMA integrity_check").values()).toEqual([["ok"]]);
    return database.prepare("SELECT n FROM number ORDER BY n").values().flat() as number[];
  } finally {
    database.close();
  }
}

const run = async (command: string[]): Promise<{ all: Line[]; exitCode: number }> => {
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit", timeout: 20_000 });
  const all = lines(await new Response(child.stdout).text());
  return { all, exitCode: await child.exited };
};

describe("several processes", () => {
  test("that increment one counter lose no increment", async () => {
    using made = openTestDatabase();
    made.database.run("CREATE TABLE counter (value INTEGER NOT NULL)");
    made.database.run("INSERT INTO counter VALUES (0)");
    const children = Array.from({ length: 4 }, () =>
      run([process.execPath, CHILD, "hammer", made.path, "200"]),
    );
    const finished = await Promise.all(children);
    expect(finished.map((child) => child.exitCode)).toEqual([0, 0, 0, 0]);
    expect(made.database.prepare("SELECT value FROM counter").values()).toEqual([[800]]);
  });
});

describe("a process killed while it writes", () => {
  test("has saved every write that it had answered", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    const child = Bun.spawn([process.execPath, CHILD, "until-killed", path], { stdout: "pipe" });
    let text = "";
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.length > 2_000) child.kill("SIGKILL");
    }
    await child.exited;
    const answered = numbersOf(lines(text), "saved");
    expect(answered.length).toBeGreaterThan(20);
    const stored = new Set(storedIn(path));
    expect(answered.filter((n) => !stored.has(n))).toEqual([]);
  });
});

describe("a disk that fails while a commit is written", () => {
  test("is reported as fatal and stops the writer, and every write accepted before is still stored", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    // Beyond the limit on file size, write() fails as on a broken disk.
    const limited = `trap '' XFSZ; ulimit -f 2000; exec "$0" "$@"`;
    const { all } = await run([
      "bash",
      "-c",
      limited,
      process.execPath,
      CHILD,
      "until-refused",
      path,
    ]);
    expect(all.filter((line) => line.fatal !== undefined)).toEqual([
      { fatal: "SQLITE_IOERR_WRITE" },
    ]);
    expect(all.at(-1)).toEqual({ healthy: false });
    expect(new Set(all.flatMap((line) => line.code ?? []))).toEqual(new Set(["UNAVAILABLE"]));
    const answered = numbersOf(all, "saved");
    expect(answered.length).toBeGreaterThan(4);
    const stored = new Set(storedIn(path));
    expect(answered.filter((n) => !stored.has(n))).toEqual([]);
  });
});

// A small file system, in a mount namespace that ends with the process.
const NAMESPACE = ["unshare", "--map-root-user", "--mount"];
const canMount = ((): boolean => {
  try {
    const probe = [...NAMESPACE, "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/mnt"];
    return Bun.spawnSync(probe).exitCode === 0;
  } catch {
    return false; // `unshare` is not installed
  }
})();

describe("a full file system", () => {
  test.skipIf(!canMount)(
    "loses no accepted write, refuses the others, and recovers when there is space",
    async () => {
      using folder = temporaryFolder();
      const data = join(folder.path, "small");
      mkdirSync(data);
      const path = join(data, "maitred.db");
      const kept = join(folder.path, "kept.db");
      const script =
        `mount -t tmpfs -o size=4m tmpfs "${data}" && ` +
        `timeout 20 "$0" "${CHILD}" full-disk "${path}" && cp "${data}"/maitred.db "${kept}" && ` +
        `{ test ! -e "${path}-wal" || cp "${path}-wal" "${kept}-wal"; }`;
      const { all, exitCode } = await run([...NAMESPACE, "bash", "-c", script, process.execPath]);
      expect(exitCode).toBe(0);
      expect(all.filter((line) => line.fatal !== undefined)).toEqual([]);
      const refused = numbersOf(all, "refused");
      expect(refused.length).toBeGreaterThan(0);
      expect(all.flatMap((line) => line.healthy ?? [])).toEqual([false, true]);
      expect(storedIn(kept)).toEqual(numbersOf(all, "saved").toSorted((a, b) => a - b));
      expect(numbersOf(all.slice(all.findIndex((line) => line.freed)), "saved")).toHaveLength(4);
    },
  );
});
