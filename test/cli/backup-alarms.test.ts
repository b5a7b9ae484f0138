// Goal: if the backup folder cannot be read, pages and metrics keep working and report that there
// is no backup. Method: the running product, and the alarm from the guide.
import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { start } from "../../src/app.ts";
import { ROOT } from "../docs/guides.ts";
import { temporaryFolder } from "../support/database.ts";
import { Visitor } from "../support/desk-evening.ts";
import { samplesOf } from "../web/metrics/samples.ts";
import { command, type Running, running } from "./command-line.ts";

const OWNER = { email: "ana@example.com", password: "correct horse battery staple" };
const open: { desk: Running; folder: Disposable }[] = [];
afterEach(async () => {
  for (const { desk, folder } of open.splice(0)) {
    await desk.stop();
    folder[Symbol.dispose]();
  }
});

/** A running instance with an owner; `before` changes its folder before the server starts. */
async function served(before: (folder: string) => void): Promise<{ url: string; desk: Running }> {
  const folder = temporaryFolder();
  const data = ["--data", folder.path];
  await command(["init", ...data]);
  const place = ["--time-zone", "Europe/Rome", "--country", "IT", ...data];
  await command(["brand", "create", "--slug", "house", "--name", "House", ...place]);
  const person = ["--email", OWNER.email, "--name", "Ana", "--role", "owner", "--password-stdin"];
  await command(["user", "create", ...person, ...data], OWNER.password);
  before(folder.path);
  const words = ["serve", "--json", "--port", "0", "--metrics", "on", ...data];
  const desk = running(words, { start, now: Date.now });
  open.push({ desk, folder });
  return { url: (JSON.parse(await desk.ready) as { url: string }).url, desk };
}

const figuresAt = async (url: string): Promise<Map<string, number>> =>
  samplesOf(await (await fetch(`${url}/metrics`)).text());

/** The guide's alarm about old backups, evaluated as Prometheus would. */
function oldBackupAlarm(figures: ReadonlyMap<string, number>): boolean {
  const guide = readFileSync(join(ROOT, "docs/configuration.md"), "utf8");
  const [, name = "", days = ""] = /`time\(\) - (\w+) > (\d+) \* 86400`/.exec(guide) ?? [];
  const value = figures.get(name);
  return value !== undefined && Date.now() / 1000 - value > Number(days) * 86_400;
}

describe("a file in place of the backup folder", () => {
  test("is shown as a fault on Health and in the metrics, and breaks no page", async () => {
    const { url, desk } = await served((folder) => writeFileSync(join(folder, "backups"), ""));
    const visitor = new Visitor(url);
    await visitor.signIn(OWNER);
    const health = await visitor.get("/b/house/health");
    expect(health.status).toBe(200);
    const text = await health.text();
    expect(text).toMatch(/id="health-backup" class="health-line stop"/);
    expect(text).toContain("is a file, not a folder");
    expect((await visitor.get("/b/house")).status).toBe(200);
    const figures = await figuresAt(url);
    expect(figures.get("maitred_backup_failing")).toBe(1);
    expect(figures.get("maitred_backup_newest_timestamp_seconds")).toBe(0);
    expect(oldBackupAlarm(figures)).toBe(true);
    const { err } = await desk.stop();
    expect(err).toContain('"event":"backup_failed"');
  });
});

test("an instance without a backup has a metric that sets off the guide's alarm", async () => {
  const { url } = await served(() => undefined);
  const figures = await figuresAt(url);
  expect(figures.get("maitred_backup_failing")).toBe(0);
  expect(figures.get("maitred_backup_newest_timestamp_seconds")).toBe(0);
  expect(oldBackupAlarm(figures)).toBe(true);
});
