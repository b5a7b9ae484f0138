// Goal: a rescue in place that lost nothing says so, and says nothing that only holds for older
// backups.
import { expect, test } from "bun:test";
import { temporaryFolder } from "../support/database.ts";
import { command } from "./command-line.ts";

test("a rescue that saved every row says so, and speaks of no older state", async () => {
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
