// Goal: commands use the settings of the server on the same folder, say where their own settings
// differ, and never learn the server's secrets. An erasure searches every folder that held backups.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { start } from "../../src/app.ts";
import { temporaryFolder } from "../support/database.ts";
import { openDesk } from "../support/desk-in-folder.ts";
import { command, type Finished, running } from "./command-line.ts";

const PHONE = "+12127365011";
const SECRET = "hunter2-auth-token";
const TWILIO = {
  MAITRED_SMS_PROVIDER: "twilio",
  MAITRED_TWILIO_ACCOUNT_SID: "AC123",
  MAITRED_TWILIO_AUTH_TOKEN: SECRET,
  MAITRED_TWILIO_FROM: "+12125550100",
};

/** Runs `body` with these variables in the environment. */
async function withEnvironment<T>(env: Record<string, string>, body: () => Promise<T>): Promise<T> {
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, env);
  try {
    return await body();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** A folder with an instance, and a folder for its backups elsewhere. */
async function newHouse() {
  const outer = temporaryFolder();
  const [data, elsewhere] = [join(outer.path, "data"), join(outer.path, "usb")];
  mkdirSync(elsewhere);
  const place = ["--time-zone", "America/New_York", "--country", "US", "--data", data];
  await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place]);
  return { data, elsewhere, [Symbol.dispose]: () => outer[Symbol.dispose]() };
}

/** Starts a server with these flags and stops it again. */
async function serveOnce(data: string, ...flags: string[]): Promise<Finished> {
  const words = ["serve", "--json", "--port", "0", "--log-level", "warn", "--data", data];
  const desk = running([...words, ...flags], { start, now: Date.now });
  await desk.ready;
  return await desk.stop();
}

/** Writes another server's heartbeat into the database and returns that server's name. */
function otherServer(data: string, pid = String(process.ppid)): string {
  using database = new Database(join(data, "maitred.db"));
  database
    .query("INSERT INTO lease (name, owner, heartbeat_at) VALUES ('loop', ?, ?)")
    .run(`${pid}@${hostname()}#other`, Date.now());
  return `process ${pid} on ${hostname()}`;
}

const erase = async (data: string): Promise<Finished> =>
  await command(["erase", "--phone", PHONE, "--data", data]);

/** Books a table for a guest, cancels it and makes a backup. Returns the path of the backup. */
async function backedUpGuest(data: string): Promise<string> {
  using desk = openDesk(data, Date.UTC(2026, 10, 20, 17));
  const wish = { brand: "bistro", numberOfPeople: 2, name: "Zenobia", phone: PHONE };
  const when = { date: "Friday, November 20, 2026", time: "7:00 PM" };
  const { reservation } = await desk.call("create_booking", { ...wish, ...when });
  await desk.call("cancel_booking", { brand: "bistro", id: reservation.id });
  const { json } = await command(["backup", "--data", data, "--json"]);
  return String(json?.["file"]);
}

describe("a command in the folder of a server", () => {
  test("makes its backup in the server's backup folder", async () => {
    using house = await newHouse();
    await serveOnce(house.data, "--backup-folder", house.elsewhere);
    const { json } = await command(["backup", "--data", house.data, "--json"]);
    expect(json?.["file"]).toStartWith(house.elsewhere);
  });

  test("says where its own settings differ from the server's, and follows its own", async () => {
    using house = await newHouse();
    await serveOnce(house.data, "--backup-folder", house.elsewhere);
    const own = join(house.data, "own");
    const { err } = await withEnvironment({ MAITRED_BACKUP_FOLDER: own }, () =>
      command(["backup", "--data", house.data]),
    );
    expect(err).toContain(
      `Note: backupFolder is ${own} here (from MAITRED_BACKUP_FOLDER), but the server was started ` +
        `with ${house.elsewhere}.`,
    );
    expect(readdirSync(own)).toHaveLength(1);
  });

  test("makes addresses that lead to the server", async () => {
    using house = await newHouse();
    await serveOnce(house.data, "--origin", "https://book.example.com");
    const words = ["feed", "create", "--brand", "bistro", "--json", "--data", house.data];
    const { json } = await command(words);
    expect(json?.["url"]).toStartWith("https://book.example.com/feeds/");
  });

  test("knows the gateway but not its secret, and says so", async () => {
    using house = await newHouse();
    await withEnvironment(TWILIO, () => serveOnce(house.data));
    const { json } = await command(["doctor", "--data", house.data, "--json"]);
    const findings = json?.["findings"] as { check: string; status: string; seen: string }[];
    expect(findings.find(({ check }) => check === "sms")).toMatchObject({
      status: "not looked at",
      seen: expect.stringContaining("through twilio. Its secret is not known here"),
    });
    const bytes = readdirSync(house.data).map((name) => join(house.data, name));
    const files = bytes.filter((path) => /maitred\.db/.test(path));
    expect(files.filter((path) => readFileSync(path).includes(SECRET))).toEqual([]);
  });

  test("still follows the first server when a second one starts on the folder", async () => {
    using house = await newHouse();
    await serveOnce(house.data, "--backup-folder", house.elsewhere);
    const atWork = otherServer(house.data);
    const { err } = await serveOnce(house.data, "--backup-folder", join(house.data, "wrong"));
    expect(err).toContain(`another server is using this folder (${atWork})`);
    const { json } = await command(["backup", "--data", house.data, "--json"]);
    expect(json?.["file"]).toStartWith(house.elsewhere);
  });

  test("follows the server that started after another was killed", async () => {
    using house = await newHouse();
    // No process has an id this high.
    otherServer(house.data, "4194305");
    await serveOnce(house.data, "--backup-folder", house.elsewhere);
    const { json } = await command(["backup", "--data", house.data, "--json"]);
    expect(json?.["file"]).toStartWith(house.elsewhere);
  });

  test("forgets the server's settings when a backup is restored", async () => {
    using house = await newHouse();
    await serveOnce(house.data, "--backup-folder", house.elsewhere);
    const { json } = await command(["backup", "--data", house.data, "--json"]);
    await command(["restore", String(json?.["file"]), "--data", house.data]);
    const next = await command(["backup", "--data", house.data, "--json"]);
    expect(next.json?.["file"]).toStartWith(join(house.data, "backups"));
    const { err } = await erase(house.data);
    expect(err).not.toContain(house.elsewhere);
    expect(err).toContain("No server has recorded its backup folder");
  });
});

describe("an erasure", () => {
  test("finds the guest in the server's backups, wherever they are kept", async () => {
    using house = await newHouse();
    await serveOnce(house.data, "--backup-folder", house.elsewhere);
    const file = await backedUpGuest(house.data);
    expect(file).toStartWith(house.elsewhere);
    const { err } = await erase(house.data);
    expect(err).toContain(`The guest is still in 1 of 1 backup in ${house.elsewhere}`);
  });

  test("finds the guest where an earlier server kept its backups", async () => {
    using house = await newHouse();
    await serveOnce(house.data, "--backup-folder", house.elsewhere);
    await backedUpGuest(house.data);
    await serveOnce(house.data);
    const { err } = await erase(house.data);
    expect(err).toContain(`1 of 1 backup in ${house.elsewhere}`);
  });

  test("names a missing backup folder, and does not say that there are no backups", async () => {
    using house = await newHouse();
    await serveOnce(house.data, "--backup-folder", house.elsewhere);
    await backedUpGuest(house.data);
    renameSync(house.elsewhere, `${house.elsewhere}-unplugged`);
    const { err } = await erase(house.data);
    expect(err).toContain(`NOT SEARCHED: The folder ${house.elsewhere} does not exist`);
    expect(err).not.toContain("There are no backups");
    expect(existsSync(house.elsewhere)).toBe(false);
  });

  test("names a backup folder that cannot be read", async () => {
    using house = await newHouse();
    await serveOnce(house.data, "--backup-folder", house.elsewhere);
    rmSync(house.elsewhere, { recursive: true });
    await Bun.write(house.elsewhere, "");
    const { err, json } = await erase(house.data);
    expect(json).toBeNull();
    expect(err).toContain(`NOT SEARCHED: ${house.elsewhere}, where backups are kept, is a file`);
    expect(err).not.toContain("There are no backups");
  });
});
