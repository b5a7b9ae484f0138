// Goal: a secret that is shown once is alone on standard output, where a shell can read it, and not
// on standard error; with --json the answer is one line of JSON as usual.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { temporaryFolder } from "../support/database.ts";
import { command } from "./command-line.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const data = ["--data", folder.path];

beforeAll(async () => {
  const place = ["--time-zone", "Europe/Rome", "--country", "IT", ...data];
  for (const slug of ["house", "tavern"]) {
    await command(["brand", "create", "--slug", slug, "--name", slug, ...place]);
  }
  for (const email of ["max@example.com", "luca@example.com"]) {
    const person = ["--email", email, "--name", "Max", "--role", "host", "--brand", "house"];
    await command(["user", "create", ...person, ...data]);
  }
});

const PASSWORD = /^(?:[2-9a-z]{5}-){3}[2-9a-z]{5}\n$/;
const MAKERS: readonly [verb: string, words: string, secret: RegExp][] = [
  ["key create", "--name agent --brand house", /^mtd_live_\w{57}\n$/],
  ["user create", "--email new@example.com --name New --role owner", PASSWORD],
  ["user password", "max@example.com", PASSWORD],
  ["user role", "luca@example.com --brand tavern --role host", PASSWORD],
  ["feed create", "--brand house", /^\/feeds\/[\w-]{32}\.ics\n$/],
  [
    "feed create",
    "--brand house --origin https://book.example.com",
    /^https:\/\/book\.example\.com\/feeds\/[\w-]{32}\.ics\n$/,
  ],
  [
    "client create",
    "--name Till --redirect-uri https://app.example.com/cb --auth-method client_secret_basic",
    /^mtd_secret_[\w-]+\n$/,
  ],
];

test.each(MAKERS)(
  "%s %s prints only the secret to standard output",
  async (verb, words, secret) => {
    const { out, err, exitCode } = await command([...`${verb} ${words}`.split(" "), ...data]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(secret);
    expect(err).not.toBe("");
    expect(err).not.toContain(out.trim());
  },
);

test("with --json the secret is in the answer, and nothing else is printed", async () => {
  const words = ["key", "create", "--name", "agent", "--brand", "house", "--json", ...data];
  const { out, err, json } = await command(words);
  expect(String(json?.["key"])).toStartWith("mtd_live_");
  expect([out.split("\n").length, err]).toEqual([2, ""]);
});
