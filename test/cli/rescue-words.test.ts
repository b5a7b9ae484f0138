// Goal: `maitred restore --rescue` says what it saved, or what to do if it cannot save anything.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { command } from "./command-line.ts";

test("a rescue that saved every row says so, and does not say that later changes are missing", async () => {
  using folder = temporaryFolder();
  const data = ["--data", folder.path];
  const place = ["--time-zone", "America/New_York", "--country", "US"];
  await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place, ...data]);
  const { err, exitCode } = await command(["restore", "--rescue", ...data]);
  expect(exitCode).toBe(0);
  expect(err).toContain("Nothing is lost: every row could be read.");
  expect(err).not.toContain("what came later is not in it");
  expect(err).not.toContain("Keys revoked");
});

test("the error for a backup that cannot be rescued suggests another backup and names no data folder", async () => {
  using folder = temporaryFolder();
  const house = join(folder.path, "house");
  const data = ["--data", house];
  const place = ["--time-zone", "America/New_York", "--country", "US"];
  await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place, ...data]);
  const copy = join(folder.path, "copy.db");
  await command(["backup", copy, ...data]);
  writeFileSync(copy, readFileSync(copy).fill(0xff, 100, 4096));
  const { err } = await command(["restore", copy, "--rescue", ...data]);
  expect(err).toBe(
    `The list of tables in ${copy} is damaged, so nothing could be rescued. Keep the file as it is, ` +
      "and restore another backup.\n",
  );
});

test("a command that meets a damaged page says how to save what can be read", async () => {
  using folder = temporaryFolder();
  const data = ["--data", folder.path];
  const place = ["--time-zone", "America/New_York", "--country", "US"];
  await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place, ...data]);
  const file = join(folder.path, "maitred.db");
  const database = new Database(file);
  const page = database
    .query<{ page: number }, []>("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'brand'")
    .get();
  database.close();
  const at = ((page?.page ?? 0) - 1) * 4096;
  writeFileSync(file, readFileSync(file).fill(0xff, at, at + 4096));
  const { error } = await command(["brand", "list", "--json", ...data]);
  expect(error).toEqual({
    code: "DAMAGED",
    message: expect.stringContaining("maitred restore --rescue"),
  });
});
