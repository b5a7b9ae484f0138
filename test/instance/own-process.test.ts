// Goal: long work runs in a process beside the server, and its failure is reported.
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { start } from "../../src/app.ts";
import { runOwn } from "../../src/instance/own-process.ts";
import { closeDatabase, openDatabase } from "../../src/storage/database.ts";
import { command, running } from "../cli/command-line.ts";
import { temporaryFolder } from "../support/database.ts";

const never = new AbortController().signal;

describe("a verb that runs in a separate process", () => {
  test("returns its answer", async () => {
    using folder = temporaryFolder();
    await command(["init", "--data", folder.path]);
    const file = join(folder.path, "copy.db");
    const answer = await runOwn(["backup", file, "--data", folder.path], never);
    expect(answer).toMatchObject({ file, environment: "live" });
  });

  test("fails with its own message", async () => {
    using folder = temporaryFolder();
    await command(["init", "--data", folder.path]);
    const file = join(folder.path, "taken.db");
    writeFileSync(file, "");
    const failed = await runOwn(["backup", file, "--data", folder.path], never).catch(String);
    expect(failed).toBe(`Error: ${file} exists already and was left as it is. Name another file.`);
  });

  test("ends when its signal is aborted", async () => {
    using folder = temporaryFolder();
    const ending = new AbortController();
    const words = ["serve", "--port", "0", "--data", folder.path];
    const ended = runOwn(words, ending.signal).catch(String);
    ending.abort();
    expect(await ended).toContain("Error: ");
  });
});

describe("copying a large database", () => {
  test("delays no request", async () => {
    using folder = temporaryFolder();
    await command(["init", "--data", folder.path]);
    const large = openDatabase(join(folder.path, "maitred.db"), { environment: "live" });
    large.run("CREATE TABLE ballast (filler BLOB) STRICT");
    large.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
       INSERT INTO ballast SELECT randomblob(1000000) FROM n`,
    );
    closeDatabase(large);
    const words = ["serve", "--json", "--port", "0", "--log-level", "error"];
    const server = running([...words, "--data", folder.path], { start, now: Date.now });
    const { url } = JSON.parse(await server.ready) as { url: string };
    const file = join(folder.path, "copy.db");
    let slowestMs = 0;
    let asked = 0;
    const startedAt = performance.now();
    const state = { copied: false };
    const copying = runOwn(["backup", file, "--data", folder.path], never).finally(() => {
      state.copied = true;
    });
    while (!state.copied) {
      const askedAt = performance.now();
      await (await fetch(`${url}/readyz`)).text();
      slowestMs = Math.max(slowestMs, performance.now() - askedAt);
      asked += 1;
    }
    const { bytes } = await copying;
    expect(Number(bytes)).toBeGreaterThan(60_000_000);
    expect(asked).toBeGreaterThan(20);
    // A request that the copy blocked would have taken as long as the copy.
    expect(slowestMs).toBeLessThan((performance.now() - startedAt) / 2);
    await server.stop();
    expect(existsSync(file)).toBe(true);
    expect(readdirSync(folder.path).filter((name) => name.includes("partial"))).toEqual([]);
  });
});
