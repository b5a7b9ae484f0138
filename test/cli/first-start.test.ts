// Goal: if a full disk or a kill interrupts the first start, the next start finishes it, and does not
// ask for a secret that was not made yet.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MIGRATIONS } from "../../migrations/index.ts";
import { start } from "../../src/app.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { temporaryFolder } from "../support/database.ts";
import { command, running } from "./command-line.ts";

/** The files on disk if the first start ended before the database was complete. */
const BROKEN_OFF: readonly (readonly [string, (path: string) => void])[] = [
  ["before the database had a page", (path) => writeFileSync(path, "")],
  [
    "between two steps of the schema",
    (path) => {
      using database = new Database(path, { create: true, strict: true });
      migrate(database, path, { migrations: MIGRATIONS.slice(0, 4), now: 0 });
    },
  ],
  [
    "before the database was marked as live or test",
    (path) => {
      using database = new Database(path, { create: true, strict: true });
      migrate(database, path, { migrations: MIGRATIONS, now: 0 });
    },
  ],
];

describe.each(BROKEN_OFF)("a first start that ended %s", (_when, breakOff) => {
  test("is finished by init, with or without --new-secret", async () => {
    for (const more of [[], ["--new-secret"]]) {
      using folder = temporaryFolder();
      breakOff(join(folder.path, "maitred.db"));
      const { json, exitCode } = await command(["init", "--data", folder.path, "--json", ...more]);
      expect(exitCode).toBe(0);
      expect(json).toMatchObject({ created: true, environment: "live", renewedSecret: false });
      expect((await command(["brand", "list", "--data", folder.path])).exitCode).toBe(0);
    }
  });

  test("is finished by serve", async () => {
    using folder = temporaryFolder();
    breakOff(join(folder.path, "maitred.db"));
    const args = ["serve", "--data", folder.path, "--port", "0", "--json"];
    const server = running(args, { start, now: Date.now });
    expect(JSON.parse(await server.ready)).toHaveProperty("setup");
    expect((await server.stop()).exitCode).toBe(0);
  });

  test("is not yet an instance for `brand list`, which names `maitred init`", async () => {
    using folder = temporaryFolder();
    breakOff(join(folder.path, "maitred.db"));
    const { error, exitCode } = await command(["brand", "list", "--data", folder.path, "--json"]);
    expect([error.code, exitCode]).toEqual(["MISSING", 1]);
    expect(error.message).toContain("maitred init");
  });
});

test("a finished instance without its secret is not treated as new", async () => {
  using folder = temporaryFolder();
  await command(["init", "--data", folder.path]);
  rmSync(join(folder.path, "secret.key"));
  const { error } = await command(["init", "--data", folder.path, "--json"]);
  expect(error.code).toBe("SECRET_MISSING");
});

test("no secret is made beside another program's database", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "maitred.db");
  {
    using database = new Database(path, { create: true, strict: true });
    database.run("CREATE TABLE songs (title TEXT)");
  }
  const { error } = await command(["init", "--data", folder.path, "--json"]);
  expect(error.code).toBe("FOREIGN_DATABASE");
  expect(await Bun.file(join(folder.path, "secret.key")).exists()).toBe(false);
});

test("the command that init suggests next includes the folder if it is not the default", async () => {
  using folder = temporaryFolder();
  const { err } = await command(["init", "--data", folder.path]);
  expect(err).toContain(`maitred serve --data ${folder.path}`);
});
