// Goal: a command in the wrong working folder makes no second instance, unless a folder is named.
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { COMMAND } from "../support/product-command.ts";

const CREATE = "brand create --slug house --name House --time-zone Europe/Rome --country IT";

/** Runs a command in a folder, in a separate process. */
function runIn(folder: string, words: string, env: Record<string, string> = {}) {
  const child = Bun.spawnSync([...COMMAND, ...words.split(" ")], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, ...env },
  });
  return { exitCode: child.exitCode, err: child.stderr.toString() };
}

describe("without a named folder", () => {
  test.each([CREATE, "import everything.jsonl"])("%s makes no instance", (words) => {
    using folder = temporaryFolder();
    using other = temporaryFolder();
    runIn(other.path, "init");
    runIn(other.path, `export --out ${join(folder.path, "everything.jsonl")}`);
    const { exitCode, err } = runIn(folder.path, words);
    expect(exitCode).toBe(1);
    expect(existsSync(join(folder.path, "data"))).toBe(false);
    expect(err).toContain("or make a new instance with `maitred init`");
  });

  test("a restaurant is added to the instance of the working folder", () => {
    using folder = temporaryFolder();
    expect(runIn(folder.path, "init").exitCode).toBe(0);
    expect(runIn(folder.path, CREATE).exitCode).toBe(0);
  });
});

test.each<[string, string, Record<string, string>]>([
  ["--data", `${CREATE} --data house`, {}],
  ["MAITRED_DATA", CREATE, { MAITRED_DATA: "house" }],
])("a folder named by %s gets an instance", (_how, words, env) => {
  using folder = temporaryFolder();
  expect(runIn(folder.path, words, env)).toMatchObject({ exitCode: 0 });
  expect(readdirSync(join(folder.path, "house"))).toContain("maitred.db");
});
