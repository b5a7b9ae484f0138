// Goal: doctor without an address finds what is wrong with a folder's instance, says what to do and
// changes nothing; a healthy instance passes with or without a server. Method: one fault at a time;
// the machine's parts (clock, disk, network) are replaced.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { start } from "../../src/app.ts";
import {
  IDENTITY_LABEL,
  identifierOf,
  loadInstanceSecret,
} from "../../src/auth/instance-secret.ts";
import { createAsk, Unreachable } from "../../src/cli/doctor/exchange.ts";
import type { HereFinding } from "../../src/cli/doctor/here/check.ts";
import { CHECKS, lookHere } from "../../src/cli/doctor/here/look.ts";
import { loadConfig } from "../../src/config.ts";
import { backupPath, listBackups } from "../../src/storage/backup-files.ts";
import { temporaryFolder } from "../support/database.ts";
import {
  ALIVE,
  answering,
  BROKEN,
  HOUR_MS,
  leaseOf,
  MIB,
  type Situation,
  TWILIO,
  tamper,
  WEBHOOK,
} from "./broken-instances.ts";
import { command, running, SYSTEM_NOW } from "./command-line.ts";

/** An instance with one brand and a fresh backup, copied for each test. */
const model = temporaryFolder();
beforeAll(async () => {
  const data = ["--data", model.path];
  await command(["init", ...data]);
  const place = ["--time-zone", "Europe/Rome", "--country", "IT", ...data];
  await command(["brand", "create", "--slug", "house", "--name", "House", ...place]);
  mkdirSync(join(model.path, "backups"));
  writeFileSync(backupPath(join(model.path, "backups"), SYSTEM_NOW - HOUR_MS, "scheduled"), "");
});
afterAll(() => model[Symbol.dispose]());

function instanceIn(folder: string): void {
  cpSync(model.path, folder, { recursive: true });
  chmodSync(folder, 0o700);
}

/** Runs doctor on a folder, on a machine that is healthy apart from the given situation. */
async function look(folder: string, { flags, env, here }: Situation = {}) {
  const config = loadConfig({ flags: flags ?? {}, env: env ?? {}, folder, tolerant: true });
  const findings = await lookHere({
    folder,
    config,
    now: () => SYSTEM_NOW,
    ask: (url) => Promise.reject(new Unreachable(`${url}: this test sends no requests`)),
    random: (length) => new Uint8Array(length).fill(7),
    freeBytes: () => 5000 * MIB,
    checkFile: () => Promise.resolve(),
    ...here,
  });
  const of = (check: string): HereFinding => {
    const found = findings.find((finding) => finding.check === check);
    if (found === undefined) throw new Error(`Doctor did not check ${check}`);
    return found;
  };
  return { findings, of };
}

const statusesOf = (findings: readonly HereFinding[]) =>
  Object.fromEntries(findings.map(({ check, status }) => [check, status]));

describe("a healthy instance", () => {
  test("passes without a server", async () => {
    using folder = temporaryFolder();
    instanceIn(folder.path);
    const { findings } = await look(folder.path, {
      env: WEBHOOK,
      here: { ask: answering(404) },
    });
    expect(statusesOf(findings)).toEqual({
      ...Object.fromEntries(CHECKS.map((check) => [check, "ok"])),
      loop: "not looked at",
      storage: "not looked at",
      origin: "not looked at",
    });
  });

  test("is not changed", async () => {
    using folder = temporaryFolder();
    instanceIn(folder.path);
    const state = () =>
      readdirSync(folder.path)
        // SQLite makes these files when it reads, and removes them again.
        .filter((name) => !/-(?:wal|shm)$/.test(name))
        .map((name) => [name, statSync(join(folder.path, name)).mtimeMs]);
    const before = state();
    const { json } = await command(["doctor", "--data", folder.path, "--json"]);
    expect(json?.["ok"]).toBe(true);
    expect(state()).toEqual(before);
  });

  test("passes while its server runs, checked by the real command", async () => {
    using folder = temporaryFolder();
    instanceIn(folder.path);
    const data = ["--data", folder.path, "--log-level", "error", "--backup-every-hours", "0"];
    const desk = running(["serve", "--json", "--port", "0", ...data], { start, now: Date.now });
    await desk.ready;
    const { promise: ticked, resolve } = Promise.withResolvers<void>();
    const reader = new Database(join(folder.path, "maitred.db"), { readonly: true });
    const waiting = setInterval(() => {
      if (reader.query("SELECT 1 FROM lease").get() !== null) resolve();
    }, 5);
    await ticked;
    clearInterval(waiting);
    reader.close();
    const doctor = running(["doctor", "--json", ...data], { now: Date.now });
    const { exitCode, json } = await doctor.finished;
    await desk.stop();
    const findings = json?.["findings"] as HereFinding[];
    expect(findings.filter(({ status }) => status === "failed")).toEqual([]);
    expect(statusesOf(findings)).toMatchObject({ loop: "ok", integrity: "ok", schema: "ok" });
    expect([exitCode, json?.["ok"]]).toEqual([0, true]);
  });
});

describe("what doctor prints for people", () => {
  test("says what to do about a failed check, and the exit code is 1", async () => {
    using folder = temporaryFolder();
    const { exitCode, out } = await command(["doctor", "--data", join(folder.path, "nowhere")]);
    expect(exitCode).toBe(1);
    expect(out).toMatch(
      /\nfailed {9}Permissions of the folder\n {15}There is no folder .*\n {15}do: /,
    );
    expect(out).toContain("Failed: 2. ");
    expect(existsSync(join(folder.path, "nowhere"))).toBe(false);
  });

  test("aligns advice of two lines", async () => {
    using folder = temporaryFolder();
    await command(["init", "--data", folder.path]);
    await command(["backup", "--data", folder.path]);
    rmSync(join(folder.path, "maitred.db"));
    const { out } = await command(["doctor", "--data", folder.path]);
    expect(out).toMatch(/\n {15}do: To restore the newest backup: .*\n {15}To start empty/);
  });
});

describe("a fault is named with what to do:", () => {
  test.each(BROKEN)("%s", async (_what, breakIt, situation, check, status, seen) => {
    using folder = temporaryFolder();
    instanceIn(folder.path);
    breakIt(folder.path);
    const { of, findings } = await look(folder.path, situation);
    const finding = of(check);
    expect([finding.status, finding.seen]).toEqual([status, expect.stringMatching(seen)]);
    expect(finding.todo).not.toBeNull();
    expect(findings.map((one) => one.check)).toEqual([...CHECKS]);
    expect(JSON.stringify(findings)).not.toContain("hunter2");
  });

  test.each<[string, (path: string) => void]>([
    ["gone", rmSync],
    ["empty", (path) => writeFileSync(path, "")],
  ])("a database that is %s is named with its newest backup", async (_how, lose) => {
    using folder = temporaryFolder();
    instanceIn(folder.path);
    lose(join(folder.path, "maitred.db"));
    const { of } = await look(folder.path);
    const [newest] = listBackups(join(folder.path, "backups"));
    const words = `maitred restore ${newest?.path} --data ${folder.path}`;
    expect(of("schema").todo).toContain(words);
    expect(of("integrity").status).toBe("not looked at");
    expect(of("backup")).toMatchObject({ status: "ok", seen: expect.stringContaining("60 min") });
  });

  test("backups in another folder of the same disk are said to be on the same disk", async () => {
    using folder = temporaryFolder();
    using other = temporaryFolder();
    instanceIn(folder.path);
    writeFileSync(backupPath(other.path, SYSTEM_NOW - HOUR_MS, "scheduled"), "");
    const { of } = await look(folder.path, { flags: { backupFolder: other.path } });
    expect(of("backup").seen).toContain(`${other.path}/`);
    expect(of("backup").seen).toContain("on the same disk as the database");
  });

  test.each(BROKEN)(
    "%s: the suggested command names this folder",
    async (_what, breakIt, situation) => {
      using folder = temporaryFolder();
      instanceIn(folder.path);
      breakIt(folder.path);
      const { findings } = await look(folder.path, situation);
      const acting = /maitred (?:serve|backup|restore|migrate|init|brand)\b(?! does not)/g;
      for (const { todo } of findings) {
        const named = (todo ?? "").split(`--data ${folder.path}`).length - 1;
        expect([todo, named]).toEqual([todo, todo?.match(acting)?.length ?? 0]);
      }
    },
  );

  test("files that belong to another system user, as after a restore by root", async () => {
    // Skipped unless root runs the tests: only root can give files to another user.
    if (process.getuid?.() !== 0) return;
    using folder = temporaryFolder();
    instanceIn(folder.path);
    chownSync(folder.path, 12_345, 12_345);
    const { of } = await look(folder.path);
    expect(of("permissions")).toMatchObject({
      status: "failed",
      todo: expect.stringContaining("chown 12345:12345"),
    });
  });

  test("a damaged page of the database, found by a separate process", async () => {
    using folder = temporaryFolder();
    instanceIn(folder.path);
    const path = join(folder.path, "maitred.db");
    const file = openSync(path, "r+");
    writeSync(file, Buffer.alloc(3000, 0xff), 0, 3000, 4096 * 9);
    closeSync(file);
    const { exitCode, json } = await command(["doctor", "--data", folder.path, "--json"]);
    const findings = json?.["findings"] as HereFinding[];
    expect(findings.find(({ check }) => check === "integrity")).toMatchObject({
      status: "failed",
      seen: expect.stringContaining("is damaged"),
      todo: expect.stringContaining("--rescue"),
    });
    expect(exitCode).toBe(1);
  });
});

describe("the gateway check", () => {
  test.each([
    [WEBHOOK, "HEAD", "https://sms.example.com/"],
    [TWILIO, "GET", "https://api.twilio.com/2010-04-01/Accounts/AC123.json"],
  ])("sends no text: %j", async (env, method, url) => {
    using folder = temporaryFolder();
    instanceIn(folder.path);
    const asked: unknown[] = [];
    const { of } = await look(folder.path, {
      env,
      here: {
        ask: (address, init) => {
          asked.push([init?.method, address, init?.body]);
          return answering(200)(address);
        },
      },
    });
    expect(asked).toEqual([[method, url, undefined]]);
    expect(of("sms").status).toBe("ok");
  });
});

describe("the check of the public address", () => {
  const secretOf = (folder: string) => loadInstanceSecret(folder, { databaseExists: true });

  test.each([
    ["this instance", "ok", (folder: string) => folder],
    ["another instance", "failed", () => null],
  ])("that leads to %s: %s", async (_whose, status, secretFolder) => {
    using folder = temporaryFolder();
    using other = temporaryFolder();
    instanceIn(folder.path);
    await command(["init", "--data", other.path]);
    tamper(folder.path, leaseOf(ALIVE, SYSTEM_NOW));
    const { derive } = secretOf(secretFolder(folder.path) ?? other.path);
    const identify = identifierOf(derive(IDENTITY_LABEL));
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: ({ url }) => {
        const challenge = new URL(url).searchParams.get("challenge") ?? "";
        return Response.json({ status: "ok", proof: identify(challenge) });
      },
    });
    const { of } = await look(folder.path, {
      flags: { origin: `http://127.0.0.1:${server.port}` },
      here: { ask: createAsk({ timeoutMs: 2000, maxBytes: 10_000 }) },
    });
    await server.stop(true);
    expect(of("origin").status).toBe(status as HereFinding["status"]);
  });

  test.each([
    ["nothing", undefined, "failed"],
    ["a program of another kind", answering(200, { hello: "world" }), "failed"],
    ["a proxy that cannot reach its server", answering(502), "failed"],
    ["a maitred that does not prove its identity", answering(200, { status: "ok" }), "warning"],
  ] as const)("that leads to %s: %s", async (_what, ask, status) => {
    using folder = temporaryFolder();
    instanceIn(folder.path);
    tamper(folder.path, leaseOf(ALIVE, SYSTEM_NOW));
    const { of } = await look(folder.path, {
      flags: { origin: "https://book.example.com" },
      here: ask === undefined ? {} : { ask },
    });
    const { status: found, seen, todo } = of("origin");
    expect([found, seen]).toEqual([status, expect.stringContaining("https://book.example.com")]);
    expect(todo).not.toBeNull();
    expect(seen).not.toContain("challenge");
  });

  test("is skipped while no server runs", async () => {
    using folder = temporaryFolder();
    instanceIn(folder.path);
    const { of } = await look(folder.path, { flags: { origin: "https://book.example.com" } });
    expect(of("origin").status).toBe("not looked at");
  });
});
