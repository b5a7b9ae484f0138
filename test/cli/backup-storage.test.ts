// Goal: with S3 storage set up, the server and the command line send backups there, and backups can
// be restored from there. An erasure counts the backups there. A failing storage is reported and
// loses no local backup. Method: a local server that speaks S3; a child process for the server.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { start } from "../../src/app.ts";
import type { BackupStatus } from "../../src/storage/backup-files.ts";
import { temporaryFolder } from "../support/database.ts";
import { type S3Server, serveS3 } from "../support/s3-server.ts";
import { command, type Finished, running } from "./command-line.ts";

const SECRET = "hunter2hunter2";
const NAMES = ["ENDPOINT", "BUCKET", "PREFIX", "KEY_ID", "SECRET"];
const variable = (name: string): string => `MAITRED_BACKUP_S3_${name}`;

let storage: S3Server;
let outer: ReturnType<typeof temporaryFolder>;
let data: string;
beforeEach(async () => {
  storage = await serveS3();
  outer = temporaryFolder();
  data = join(outer.path, "data");
  const place = ["--time-zone", "America/New_York", "--country", "US", "--data", data];
  await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place]);
  const values = [storage.endpoint, "house", "bistro", "key-id", SECRET];
  for (const [at, name] of NAMES.entries()) process.env[variable(name)] = values[at];
});
afterEach(async () => {
  for (const name of NAMES) delete process.env[variable(name)];
  await storage[Symbol.asyncDispose]();
  outer[Symbol.dispose]();
});

const run = (...words: string[]): Promise<Finished> => command([...words, "--data", data]);
const stored = (): string[] =>
  [...storage.objects.keys()].map((key) => key.replace("house/bistro/", ""));
/** Does once, in a child process, what a server does every minute for its backups. */
async function serverBackups() {
  const child = Bun.spawn([process.execPath, "test/cli/child-backups.ts", data], {
    env: process.env,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, log] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { status: JSON.parse(out) as BackupStatus, log };
}

describe("a server", () => {
  test("sends each backup to the storage, and knows the time of the newest one there", async () => {
    const { status, log } = await serverBackups();
    const here = readdirSync(join(data, "backups"));
    expect(stored()).toEqual(here);
    const { storage: found, newest } = status;
    expect(found).toMatchObject({ newestAt: newest?.takenAt, failure: null });
    expect(log).toContain('"event":"backup_uploaded"');
  });

  test("reports that the storage refuses the key, and keeps the local backup", async () => {
    storage.fault = "refuses";
    const { status, log } = await serverBackups();
    expect(status).toMatchObject({
      newest: { reason: "scheduled" },
      failure: null,
      storage: { newestAt: null, failure: expect.stringContaining("refuses this key") },
    });
    expect(log).toContain('"event":"backup_failed"');
    expect(log).not.toContain(SECRET);
  });

  test("does not start without the secret of the storage's key, and names the setting", async () => {
    delete process.env[variable("SECRET")];
    const words = ["serve", "--json", "--port", "0", "--data", data];
    const { exitCode, error } = await running(words, { start }).finished;
    expect([exitCode, error.message]).toEqual([
      1,
      expect.stringContaining("MAITRED_BACKUP_S3_SECRET"),
    ]);
    const { json } = await command(["config", "--json"]);
    expect(String(json?.["faults"])).toContain("backupS3Secret is not set");
  });
});

describe("on the command line", () => {
  test("a backup is also sent to the storage, and can be restored by its name or as the newest one", async () => {
    const { err, exitCode } = await run("backup");
    expect(exitCode).toBe(0);
    expect(err).toContain("to s3://house/bistro/ at 127.0.0.1");
    rmSync(join(data, "backups"), { recursive: true });
    for (const name of ["newest", stored()[0] ?? ""]) {
      const { json } = await run("restore", `s3:${name}`, "--json");
      expect(json).toMatchObject({ rows: { brand: 1 }, file: `s3:${stored()[0]}` });
    }
    const { error } = await run("restore", "s3:nothing.db", "--json");
    expect(error.message).toContain(`has no backup nothing.db. The newest: ${stored()[0]}`);
  });

  test("an interrupted download replaces nothing", async () => {
    await run("backup");
    storage.fault = "cuts downloads";
    const { error, exitCode } = await run("restore", "s3:newest", "--json");
    expect([exitCode, error.code]).toEqual([1, "STORAGE"]);
    expect(readdirSync(data).filter((name) => /restoring|replaced/.test(name))).toEqual([]);
  });

  test("a backup that cannot be sent is kept here, and the command fails", async () => {
    storage.fault = "refuses";
    const { exitCode, err } = await run("backup");
    expect([exitCode, err]).toEqual([
      1,
      expect.stringContaining("Not uploaded: s3://house/bistro/"),
    ]);
    expect(readdirSync(join(data, "backups"))).toHaveLength(1);
  });
});

describe("reports about the storage:", () => {
  const erase = async (): Promise<string> => (await run("erase", "--phone", "+12127365011")).err;

  test("an erasure counts the backups in the storage, or says that it could not search them", async () => {
    await run("backup");
    expect(await erase()).toContain("1 backup in s3://house/bistro/ at 127.0.0.1");
    storage.fault = "refuses";
    expect(await erase()).toContain("NOT SEARCHED: s3://house/bistro/ at 127.0.0.1");
  });

  test("an erasure without the secret of the storage's key says that the storage was not searched", async () => {
    const words = ["serve", "--json", "--port", "0", "--log-level", "error", "--data", data];
    const desk = running(words, { start, now: Date.now });
    await desk.ready;
    await desk.stop();
    for (const name of NAMES) delete process.env[variable(name)];
    const err = await erase();
    expect(err).toMatch(/NOT SEARCHED: .*does not have the secret/);
    const doctor = await run("doctor");
    expect(doctor.out).toContain("doctor with MAITRED_BACKUP_S3_SECRET set");
  });

  test("doctor counts the backups in the storage, or reports the check as failed", async () => {
    await run("backup");
    expect((await run("doctor")).out).toMatch(
      /ok +Backups in S3 storage\n.*The bucket has 1 backup/,
    );
    storage.fault = "is broken";
    expect((await run("doctor")).out).toMatch(/failed +Backups in S3 storage/);
  });

  test("the metrics and the configuration include the storage, without its secret", async () => {
    const words = ["serve", "--json", "--port", "0", "--metrics", "on", "--data", data];
    const desk = running(words, { start, now: Date.now });
    const { url } = JSON.parse(await desk.ready) as { url: string };
    const figures = await (await fetch(`${url}/metrics`)).text();
    expect(figures).toContain("maitred_backup_uploaded_timestamp_seconds 0\n");
    const { out, err } = await desk.stop();
    const config = await command(["config"]);
    expect(`${out}${err}${config.out}`).not.toContain(SECRET);
    expect(config.out).toMatch(/backupS3Secret +\*\*\*/);
  });
});
