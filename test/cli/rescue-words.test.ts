// Goal: a rescue that lost nothing says so, without remarks that apply to older backups only.
import { expect, test } from "bun:test";
import { temporaryFolder } from "../support/database.ts";
import { command } from "./command-line.ts";

test("a rescue that saved every row says so, and does not mention an older state", async () => {
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
