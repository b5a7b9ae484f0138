// Goal: if a machine with Litestream is lost, only the bookings of the last second are lost.
// Method: a real Litestream replicates to S3 storage with the example configuration, the folder is
// deleted, and the commands of docs/backup.md restore the bookings.
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { type FakeS3, serveS3 } from "./fake-s3.ts";
import { EXAMPLE, LITESTREAM, olderConfig, type ReplicaConfig } from "./litestream.ts";
import { booking, idOf, run, startDesk, storedIn } from "./product.ts";

setDefaultTimeout(60_000); // processes start slowly on a machine that is busy

const children: Bun.Subprocess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

const environment = (data: string, storage: FakeS3): Record<string, string> => ({
  MAITRED_DATA: data,
  REPLICA_BUCKET: "house",
  REPLICA_ENDPOINT: storage.endpoint,
  REPLICA_REGION: "auto",
  REPLICA_KEY_ID: "id",
  REPLICA_KEY: "key",
});

function litestream(
  words: string[],
  env: Record<string, string>,
): Bun.Subprocess<"ignore", "pipe", "pipe"> {
  const child = Bun.spawn([LITESTREAM, ...words], {
    env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  children.push(child);
  return child;
}

/** Waits until the storage has grown, which takes at most the sync interval. */
async function storedMoreThan(before: number, storage: FakeS3): Promise<void> {
  while (storage.objects.size <= before) await Bun.sleep(50);
}

describe.skipIf(!existsSync(LITESTREAM))("replication", () => {
  test("another machine restores everything that was booked until a second before the loss", async () => {
    using machine = temporaryFolder();
    using other = temporaryFolder();
    using storage = serveS3();
    const data = join(machine.path, "data");
    mkdirSync(data);
    const config = olderConfig(machine.path);
    const env = environment(data, storage);
    const desk = await startDesk(data);
    const booked: string[] = [];
    const book = async (from: number, count: number): Promise<void> => {
      for (let n = from; n < from + count; n += 1) {
        booked.push(idOf(await desk.call("create_booking", booking(n))));
      }
    };
    await book(1, 10);
    const replicating = litestream(["replicate", "-config", config], env);
    await storedMoreThan(0, storage);
    const before = storage.objects.size;
    // Many writes, so that SQLite checkpoints the log during replication.
    await book(11, 150);
    await run(["brand", "set", "demo-bistro", "--set", "seats=41", "--data", data]);
    await book(161, 20);
    await storedMoreThan(before, storage);
    await Bun.sleep(1500); // The bookings of the last second may be lost, so wait longer than that.
    await desk.kill("SIGKILL");
    replicating.kill("SIGKILL");
    copyFileSync(join(data, "secret.key"), join(other.path, "secret.key"));
    rmSync(data, { recursive: true });

    const file = join(other.path, "from-replica.db");
    const restoring = litestream(
      ["restore", "-config", config, "-o", file, join(data, "maitred.db")],
      env,
    );
    const said = await new Response(restoring.stderr).text();
    expect([await restoring.exited, said]).toEqual([0, expect.any(String)]);
    const restored = await run(["restore", file, "--data", other.path]);
    expect(restored.exitCode).toBe(0);
    const found = storedIn(other.path);
    expect(booked.filter((id) => !found.has(id))).toEqual([]);
    await using next = await startDesk(other.path);
    expect((await next.call("create_booking", booking(300))).isError).toBe(false);
  });
});

describe("the example configuration of Litestream", () => {
  // The keys that Litestream 0.5 reads (Config, DBConfig and ReplicaConfig in
  // cmd/litestream/main.go). It silently ignores unknown keys.
  const KNOWN = {
    top: ["snapshot", "dbs"],
    database: ["path", "replica"],
    replica: [
      "type",
      "bucket",
      "path",
      "endpoint",
      "region",
      "access-key-id",
      "secret-access-key",
    ].concat(["force-path-style", "sync-interval"]),
  };

  test("has no key that Litestream would ignore, and no secret", () => {
    const config = Bun.YAML.parse(readFileSync(EXAMPLE, "utf8")) as ReplicaConfig;
    expect(Object.keys(config)).toEqual(KNOWN.top);
    const [database] = config.dbs;
    expect(Object.keys(database ?? {})).toEqual(KNOWN.database);
    expect(Object.keys(database?.replica ?? {})).toEqual(KNOWN.replica);
    expect(database?.path).toBe(`\${MAITRED_DATA}/maitred.db`);
    for (const key of ["access-key-id", "secret-access-key"]) {
      expect(String(database?.replica[key])).toMatch(/^\$\{\w+\}$/);
    }
  });
});
