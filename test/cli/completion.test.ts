// Goal: bash completes every verb and flag, and files where they are expected. The scripts for zsh
// and fish have every verb and flag. Method: run bash's script as if somebody pressed the Tab key.
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERBS } from "../../src/cli/verbs.ts";
import { temporaryFolder } from "../support/database.ts";
import { command } from "./command-line.ts";

const scriptFor = async (shell: string): Promise<string> => {
  const { exitCode, out } = await command(["completion", shell]);
  expect(exitCode).toBe(0);
  return out;
};

/** Runs bash with `script` and returns its standard output. */
async function bash(script: string, args: readonly string[] = [], cwd = "/"): Promise<string> {
  const child = Bun.spawn(["bash", ...args], { stdin: Buffer.from(script), cwd, stderr: "pipe" });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([await child.exited, err]).toEqual([0, ""]);
  return out;
}

const quoted = (word: string): string => `'${word}'`;
const call = (words: readonly string[]): string =>
  `COMP_WORDS=(maitred ${words.map(quoted).join(" ")}); COMP_CWORD=${words.length}; _maitred; ` +
  `printf "%s\\n" "\${COMPREPLY[@]}"\necho =\n`;

/** The completions of the last word of each line. */
async function completed(lines: readonly (readonly string[])[], cwd = "/"): Promise<string[][]> {
  const script = `set -u\n${await scriptFor("bash")}\n${lines.map(call).join("")}`;
  const answers = (await bash(script, [], cwd)).split("=\n").slice(0, -1);
  return answers.map((answer) => answer.split("\n").filter((word) => word !== ""));
}

const one = async (words: readonly string[], cwd = "/"): Promise<string[]> =>
  (await completed([words], cwd))[0] ?? [];

describe("bash", () => {
  test("reads the script without an error", async () => {
    expect(await bash(await scriptFor("bash"), ["-n"])).toBe("");
  });

  test.each([
    [["sel"], ["selftest"]],
    [
      ["brand", ""],
      ["create", "list", "show", "set"],
    ],
    [
      ["brand", "s"],
      ["show", "set"],
    ],
    [["user", "create", "--em"], ["--email"]],
    [
      ["serve", "--metrics", ""],
      ["on", "off"],
    ],
    [
      ["user", "create", "--role", ""],
      ["owner", "manager", "host"],
    ],
    [
      ["user", "role", "--role", "="],
      ["owner", "manager", "host"],
    ],
    [["user", "role", "--role", "=", "ow"], ["owner"]],
    [
      ["export", "--format", ""],
      ["csv", "jsonl"],
    ],
    [["export", "--what", "au"], ["audit"]],
    [["serve", "--log-level", "=", "d"], ["debug"]],
    [["key", "create", "--scope", "bookings.w"], ["bookings.write"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["help", "ke"], ["key"]],
    [["help", "key", "c"], ["create"]],
    [["brand", "show", "--data=x", "--js"], ["--json"]],
    [["nothing", "--"], []],
    [["serve", "--port", ""], []],
  ])("completes %j to %j", async (words, wanted) => {
    const found = await one(words);
    expect(found).toEqual(wanted);
  });

  test("completes every verb and its flags", async () => {
    const words = VERBS.map(({ name }) => name.split(" "));
    const verbs = await completed(words);
    expect(words.filter((line, at) => !verbs[at]?.includes(line.at(-1) ?? ""))).toEqual([]);
    const flags = await completed(words.map((line) => [...line, "--"]));
    for (const [at, verb] of VERBS.entries()) {
      const wanted = [...Object.keys(verb.flags), "json", "help"].map((flag) => `--${flag}`);
      expect(flags[at]).toEqual(wanted);
    }
  });

  test("offers files and folders where they are expected, including names with spaces", async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "old copy.db"), "");
    mkdirSync(join(folder.path, "old data"));
    const lines = [
      ["restore", "old"],
      ["serve", "--data", "old"],
      ["export", "--out", "=", "old"],
      ["serve", "--data", "=", "old"],
    ];
    const [files, folders, out, data] = await completed(lines, folder.path);
    expect(files?.sort()).toEqual(["old copy.db", "old data"]);
    expect(folders).toEqual(["old data"]);
    expect(out?.sort()).toEqual(["old copy.db", "old data"]);
    expect(data).toEqual(["old data"]);
  });
});

describe.each(["bash", "zsh", "fish"])("the script for %s", (shell) => {
  test("has every verb and flag", async () => {
    const script = await scriptFor(shell);
    for (const { name, flags } of VERBS) {
      for (const word of name.split(" ")) expect(script).toContain(word);
      for (const flag of Object.keys(flags)) expect(script).toContain(flag);
    }
  });

  test("can be read by that shell, if it is installed", async () => {
    const program = Bun.which(shell);
    if (program === null) return;
    const script = Buffer.from(await scriptFor(shell));
    const child = Bun.spawn([program, "-n"], { stdin: script, stderr: "pipe" });
    expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, ""]);
  });
});

test("another shell is refused, and the supported ones are named", async () => {
  const { exitCode, err } = await command(["completion", "tcsh"]);
  expect(exitCode).toBe(2);
  expect(err).toContain("bash, zsh, fish");
});
