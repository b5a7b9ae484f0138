// Goal: a command written wrongly says what is wrong and exits with code 2, a command that fails
// exits with code 1, and help is available.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { start } from "../../src/app.ts";
import { VERBS } from "../../src/cli/verbs.ts";
import { COMMIT, SHORT_COMMIT, VERSION } from "../../src/version.ts";
import { temporaryFolder } from "../support/database.ts";
import { command, running } from "./command-line.ts";

describe("a usage error", () => {
  test.each([
    [["frobnicate"], "no verb"],
    [["frobnicate", "brand"], 'no verb "frobnicate". See'],
    [["sevre", "--port", "1"], 'no verb "sevre". Did you mean "serve"? See: maitred help'],
    [["serv"], 'Did you mean "serve"?'],
    [["brnad", "list"], 'Did you mean "brand list"?'],
    [["brnad"], 'Did you mean "brand"?'],
    [["brand", "lsit"], 'set. Did you mean "list"?'],
    [["help", "doktor"], 'Did you mean "doctor"?'],
    [["brand"], "create, list, show, set"],
    [["brand", "drop"], "create, list, show, set"],
    [["brand", "list", "--colour"], "--colour"],
    [["brand", "list", "extra"], "extra"],
    [["brand", "show"], "brand show needs SLUG. See: maitred help brand show"],
    [["brand", "create", "--slug", "a"], "--name"],
    [["brand", "create", "--slug"], "--slug"],
    [["key", "create", "--name", "a"], "--brand"],
    [["serve", "--port", "abc"], "port"],
    [["dev", "--clock", "yesterday"], "clock"],
    [["help", "frobnicate"], "no verb"],
    [["erase", "--phone", "+12125550100", "--phone", "+12125550101"], "one --phone"],
    [["key", "create", "--largest-party", "-3"], "--largest-party"],
    [["export", "--from", "2026-11-30", "--to", "2026-11-01"], "--from 2026-11-30 is after"],
    [["export", "--out", ""], "--out takes"],
    [["export", "--format", "xlsx"], '--format takes csv or jsonl, not "xlsx".'],
    [["export", "--what", "guests"], "guests"],
    [["doctor", "book.example.com"], "http or https"],
    [["doctor", "https://me:secret@book.example.com"], "http or https"],
    [["doctor", "https://a.example", "https://b.example"], "[URL]"],
  ])("%j is answered with %j", async (args, named) => {
    const words = await command(args);
    expect([words.exitCode, words.out]).toEqual([2, ""]);
    expect(words.err).toContain(named);
    expect(words.err).toMatch(/^[^\n]*\n$/);
    const { exitCode, json, err } = await command([...args, "--json"]);
    expect(exitCode).toBe(2);
    expect(json?.["error"]).toEqual({ code: expect.any(String), message: expect.any(String) });
    expect(err).toBe("");
  });
});

test("healthcheck without a server says what to check", async () => {
  const { exitCode, error } = await command(["healthcheck", "--port", "1", "--json"]);
  expect([exitCode, error.code]).toEqual([1, "UNAVAILABLE"]);
  expect(error.message).toContain("Nothing answers at http://127.0.0.1:1/readyz. Start the server");
});

describe("help", () => {
  test.each([[[]], [["help"]], [["--help"]], [["-h"]]])("%j lists every verb", async (args) => {
    const { exitCode, out } = await command(args);
    expect(exitCode).toBe(0);
    for (const verb of VERBS) expect(out).toContain(`\n  ${verb.name} `);
  });

  test.each(VERBS.map((verb) => [verb.name]))("%s lists each of its flags", async (name) => {
    const verb = VERBS.find((candidate) => candidate.name === name);
    for (const args of [
      ["help", ...name.split(" ")],
      [...name.split(" "), "--help"],
    ]) {
      const { exitCode, out } = await command(args);
      expect(exitCode).toBe(0);
      for (const flag of Object.keys(verb?.flags ?? {})) expect(out).toContain(`--${flag}`);
    }
  });

  test("is available as JSON for programs", async () => {
    const { json } = await command(["help", "--json"]);
    expect(((json?.["verbs"] ?? []) as { name: string }[]).map((verb) => verb.name)).toEqual(
      VERBS.map((verb) => verb.name),
    );
    expect((await command(["key", "create", "--help", "--json"])).json?.["name"]).toBe(
      "key create",
    );
  });
});

test.each([[["version"]], [["--version"]], [["-v"]]])("%j shows the version", async (args) => {
  expect(await command(args)).toMatchObject({
    exitCode: 0,
    out: `maitred ${VERSION} (${SHORT_COMMIT})\n`,
  });
  expect((await command([...args, "--json"])).json).toEqual({
    version: VERSION,
    commit: COMMIT,
    bun: Bun.version,
  });
});

describe("init", () => {
  test("makes an instance, and says so if there is one already", async () => {
    using folder = temporaryFolder();
    const data = join(folder.path, "data");
    const made = { data, database: join(data, "maitred.db"), environment: "live" };
    expect((await command(["init", "--data", data, "--json"])).json).toEqual({
      ...made,
      created: true,
      renewedSecret: false,
    });
    expect((await command(["init", "--data", data, "--json"])).json).toEqual({
      ...made,
      created: false,
      renewedSecret: false,
    });
    expect((await command(["init", "--data", data])).err).toContain(
      "There is already a live instance",
    );
  });

  test("replaces a lost secret with --new-secret, but not a secret that exists", async () => {
    using folder = temporaryFolder();
    const args = ["--data", folder.path, "--json"];
    await command(["init", ...args]);
    await Bun.file(join(folder.path, "secret.key")).delete();
    const lost = await command(["brand", "list", ...args]);
    expect(lost.exitCode).toBe(1);
    expect(lost.error.message).toContain("init --new-secret");
    expect((await command(["init", "--new-secret", ...args])).exitCode).toBe(0);
    expect((await command(["brand", "list", ...args])).exitCode).toBe(0);
    const again = await command(["init", "--new-secret", ...args]);
    expect([again.exitCode, again.error.code]).toEqual([1, "SECRET_EXISTS"]);
  });

  test("makes no new secret while a server runs, because the server would keep using the old one", async () => {
    using folder = temporaryFolder();
    const args = ["--data", folder.path, "--json"];
    const server = running(["serve", "--port", "0", ...args], { start, now: Date.now });
    await server.ready;
    const secret = Bun.file(join(folder.path, "secret.key"));
    await secret.delete();
    const made = await command(["init", "--new-secret", ...args]);
    await server.stop();
    expect([made.exitCode, made.error?.code]).toEqual([1, "IN_USE"]);
    expect(await secret.exists()).toBe(false);
    expect((await command(["init", "--new-secret", ...args])).exitCode).toBe(0);
  });

  test("leaves no new secret beside a database that cannot be opened", async () => {
    using folder = temporaryFolder();
    const args = ["--data", folder.path, "--json"];
    await command(["init", ...args]);
    const secret = Bun.file(join(folder.path, "secret.key"));
    await secret.delete();
    const database = join(folder.path, "maitred.db");
    await Bun.write(database, (await Bun.file(database).bytes()).fill(7, 0, 5000));
    const made = await command(["init", "--new-secret", ...args]);
    expect([made.exitCode, made.error.code]).toEqual([1, "NOT_A_DATABASE"]);
    expect(await secret.exists()).toBe(false);
  });
});
