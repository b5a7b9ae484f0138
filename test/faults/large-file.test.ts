// Goal: a server starts on a large database at once, and checks the file while it serves. If the
// file is damaged, the server stops and says how to repair it. It does not start again until the
// file is intact.
import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { booking, damage, errorOf, run, startDesk } from "./product.ts";

setDefaultTimeout(120_000); // processes start slowly on a machine that is busy

/** In bytes. A file of this size is checked only after the start. */
const MORE_BYTES = 40_000_000;

/** Makes a test instance, stops it, and makes its database large with long rows in the audit log. */
async function largeFile(data: string): Promise<void> {
  await using desk = await startDesk(data);
  await desk.call("create_booking", booking(1));
  await desk.kill("SIGTERM");
  using database = new Database(join(data, "maitred.db"));
  database
    .prepare(
      `INSERT INTO audit (id, at, brand, principal, actor_kind, actor_id, actor_name, operation,
         before, after)
       SELECT 'long-' || value, 1, 'demo-bistro', 'test', 'system', 'test', 'test', 'test', '{}',
         json_quote(hex(zeroblob(1000000))) FROM json_each(?)`,
    )
    .run(JSON.stringify(Array.from({ length: MORE_BYTES / 2_000_000 }, (_, n) => n)));
}

test("a large database is served at once and checked while it is served; if it is damaged, the server stops and does not start again before a rescue", async () => {
  using folder = temporaryFolder();
  const data = folder.path;
  await largeFile(data);
  await using desk = await startDesk(data);
  await desk.said("database_checked");
  expect((await desk.call("create_booking", booking(2))).isError).toBe(false);
  await desk.kill("SIGTERM");

  damage(data, "no_show");
  await using broken = await startDesk(data);
  expect(await broken.ended()).toBe(1);
  expect(broken.log()).toContain("database_damaged");
  expect(broken.log()).toContain("maitred restore --rescue");
  const refused = await run(["dev", "--port", "0", "--data", data]);
  expect([refused.exitCode, errorOf(refused).code]).toEqual([1, "DAMAGED"]);
  const found = await run(["check", "--data", data]);
  expect([found.exitCode, errorOf(found).code]).toEqual([1, "DAMAGED"]);

  expect((await run(["restore", "--rescue", "--data", data])).exitCode).toBe(0);
  expect((await run(["check", "--data", data])).json).toMatchObject({ intact: true });
  await using mended = await startDesk(data);
  expect((await mended.call("create_booking", booking(3))).isError).toBe(false);
  expect(existsSync(join(data, "maitred.db.damaged"))).toBe(false);
});
