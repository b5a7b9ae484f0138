// Goal: a server does not start on a damaged file or without its key file; it explains the damage,
// and the repair that it suggests works.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { booking, damage, errorOf, idOf, run, startDesk, storedIn } from "./product.ts";

setDefaultTimeout(60_000); // processes start slowly on a machine that is busy

const made = temporaryFolder();
let kept: { backedUp: string; ids: string[] };
beforeAll(async () => {
  const data = join(made.path, "data");
  await using desk = await startDesk(data);
  const first = idOf(await desk.call("create_booking", booking(1)));
  await run(["backup", join(data, "good.db"), "--data", data]);
  const rest = await Promise.all([2, 3, 4].map((n) => desk.call("create_booking", booking(n))));
  await desk.kill("SIGTERM");
  kept = { backedUp: first, ids: [first, ...rest.map(idOf)] };
});
afterAll(() => made[Symbol.dispose]());

/**
 * Copies the folder of a stopped test instance: one booking, a backup (good.db), then more
 * bookings.
 */
function evening(data: string): typeof kept {
  cpSync(join(made.path, "data"), data, { recursive: true });
  return kept;
}

const devOn = (data: string) => run(["dev", "--port", "0", "--data", data]);

describe("a damaged page of a database file", () => {
  test.each(["reservation", "brand", "audit"])(
    "in the database table %s: the server does not start, a rescue saves the rest, and the backup can be restored",
    async (table) => {
      using folder = temporaryFolder();
      const data = folder.path;
      const { backedUp, ids } = evening(data);
      damage(data, table);
      const started = await devOn(data);
      expect([started.exitCode, errorOf(started).code]).toEqual([1, "DAMAGED"]);
      expect(errorOf(started).message).toContain(`maitred restore FILE --data ${data}`);
      expect(errorOf(started).message).toContain(`\`maitred restore --rescue --data ${data}\``);
      const rescued = await run(["restore", "--rescue", "--data", data]);
      expect([rescued.exitCode, existsSync(String(rescued.json["kept"]))]).toEqual([0, true]);
      const losses = rescued.json["losses"] as { table: string; unreadable: number }[];
      expect(losses.find((loss) => loss.table === table)?.unreadable).toBeGreaterThan(0);
      expect([...storedIn(data)].length).toBe(table === "reservation" ? 0 : ids.length);
      await using desk = await startDesk(data);
      expect((await fetch(`${desk.url}/readyz`)).status).toBe(200);
      await desk.kill("SIGTERM");
      const restored = await run(["restore", join(data, "good.db"), "--data", data]);
      expect([restored.exitCode, existsSync(String(restored.json["kept"]))]).toEqual([0, true]);
      expect([...storedIn(data)]).toEqual([backedUp]);
      await using again = await startDesk(data);
      expect((await again.call("create_booking", booking(9))).isError).toBe(false);
    },
  );

  test("in the database table that stores the environment: the rescued database counts as live", async () => {
    using folder = temporaryFolder();
    const data = folder.path;
    const { ids } = evening(data);
    damage(data, "instance");
    const rescued = await run(["restore", "--rescue", "--data", data]);
    expect([rescued.exitCode, rescued.json["environment"]]).toEqual([0, "live"]);
    expect(storedIn(data).size).toBe(ids.length);
  });

  test("in an index: the suggested rescue loses nothing", async () => {
    using folder = temporaryFolder();
    const data = folder.path;
    const { ids } = evening(data);
    damage(data, "audit_by_brand");
    const started = await devOn(data);
    expect(errorOf(started).code).toBe("DAMAGED");
    const named = `\`maitred restore --rescue --data ${data}\``;
    expect(errorOf(started).message).toContain(named);
    const rescued = join(data, "rescued.db");
    const plain = await run(["backup", rescued, "--data", data]);
    expect([plain.exitCode, errorOf(plain).code]).toEqual([1, "DAMAGED"]);
    expect(errorOf(plain).message).toContain(named);
    const copied = await run(["backup", rescued, "--rescue", "--data", data]);
    expect([copied.exitCode, copied.json["losses"]]).toEqual([0, []]);
    expect((await run(["restore", rescued, "--data", data])).exitCode).toBe(0);
    const stored = storedIn(data);
    expect(ids.filter((id) => !stored.has(id))).toEqual([]);
  });

  test("at the start of the file: the file is no longer a database, and a backup can be restored", async () => {
    using folder = temporaryFolder();
    const { backedUp } = evening(folder.path);
    writeFileSync(join(folder.path, "maitred.db"), Buffer.alloc(8192, 0xfe));
    const started = await devOn(folder.path);
    expect([started.exitCode, errorOf(started).code]).toEqual([1, "NOT_A_DATABASE"]);
    expect(errorOf(started).message).toContain("restore a backup");
    await run(["restore", join(folder.path, "good.db"), "--data", folder.path]);
    expect([...storedIn(folder.path)]).toEqual([backedUp]);
  });

  test("in a backup: the backup is refused, and the database is unchanged", async () => {
    using folder = temporaryFolder();
    const data = folder.path;
    const { ids } = evening(data);
    const bad = join(data, "bad");
    await run(["restore", join(data, "good.db"), "--data", bad, "--new-secret"]);
    damage(bad, "reservation");
    const copy = join(data, "copy.db");
    renameSync(join(bad, "maitred.db"), copy);
    const restored = await run(["restore", copy, "--data", data]);
    expect([restored.exitCode, errorOf(restored).code]).toEqual([1, "DAMAGED"]);
    // The message must name the copy: nobody should rescue the intact database.
    expect(errorOf(restored).message).toEndWith(
      `Use another backup. If there is none, \`maitred restore ${copy} --rescue\` saves what can be read.`,
    );
    expect(storedIn(data).size).toBe(ids.length);
    expect(readdirSync(data).filter((name) => name.includes("restoring"))).toEqual([]);
  });
});

describe("a missing key file", () => {
  test("stops the start with a message about what is not lost, and a new key file works", async () => {
    using folder = temporaryFolder();
    const data = folder.path;
    const { ids } = evening(data);
    const key = join(data, "secret.key");
    renameSync(key, `${key}.elsewhere`);
    const started = await devOn(data);
    expect([started.exitCode, errorOf(started).code]).toEqual([1, "SECRET_MISSING"]);
    expect(errorOf(started).message).toContain("Not lost: reservations");
    expect(existsSync(key)).toBe(false);
    renameSync(`${key}.elsewhere`, key);
    await (await startDesk(data)).kill("SIGTERM");
    rmSync(key);
    expect((await run(["init", "--new-secret", "--data", data])).exitCode).toBe(0);
    await using desk = await startDesk(data);
    for (const id of ids) {
      const answer = await desk.call("get_booking", { brand: "demo-bistro", id });
      expect(answer.isError).toBe(false);
    }
  });
});
