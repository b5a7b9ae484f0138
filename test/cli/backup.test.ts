// Goal: backup, restore and migrate do what an operator expects, run beside a server only if that
// is safe, and say what to do when they refuse.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { MIGRATIONS } from "../../migrations/index.ts";
import { start } from "../../src/app.ts";
import { closeDatabase, openDatabase } from "../../src/storage/database.ts";
import { temporaryFolder } from "../support/database.ts";
import { command, running } from "./command-line.ts";

const json = async (...words: string[]) => {
  const finished = await command([...words, "--json"]);
  return { ...finished, json: finished.json ?? {} };
};

/** A live instance with one brand in its own folder. */
async function house(): Promise<Disposable & { data: string; at: (name: string) => string }> {
  const folder = temporaryFolder();
  const data = join(folder.path, "data");
  await command(["init", "--data", data]);
  await addBrand(data, "first");
  return {
    data,
    at: (name) => join(folder.path, name),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

async function addBrand(data: string, slug: string): Promise<void> {
  const place = ["--time-zone", "Europe/Rome", "--country", "IT", "--data", data];
  await command(["brand", "create", "--slug", slug, "--name", slug, ...place]);
}

async function brandsIn(data: string): Promise<string[]> {
  const { json: answer } = await json("brand", "list", "--data", data);
  return (answer["brands"] as { slug: string }[]).map(({ slug }) => slug);
}

function write(data: string, sql: string): void {
  const database = openDatabase(join(data, "maitred.db"), { environment: "any" });
  database.run(sql);
  closeDatabase(database);
}

describe("backup", () => {
  test("of a missing folder says so, and makes no folder", async () => {
    using folder = temporaryFolder();
    const data = join(folder.path, "nowhere");
    for (const words of [["backup"], ["backup", join(folder.path, "copy.db")]]) {
      const { exitCode, error } = await json(...words, "--data", data);
      expect([exitCode, error.code]).toEqual([1, "MISSING"]);
      expect(error.message).toContain(`There is no database file ${join(data, "maitred.db")}`);
    }
    expect(existsSync(data)).toBe(false);
  });

  test("without a file name goes into the backup folder, and the output says what it contains and that it lacks the secret", async () => {
    using desk = await house();
    const { exitCode, json: answer } = await json("backup", "--data", desk.data);
    expect(exitCode).toBe(0);
    expect(answer).toMatchObject({
      file: join(desk.data, "backups", "maitred-2026-11-20T170000Z-manual.db"),
      environment: "live",
      secret: join(desk.data, "secret.key"),
      secretIncluded: false,
    });
    const { err } = await command(["backup", desk.at("second.db"), "--data", desk.data]);
    expect(err).toContain("1 restaurant, 0 reservations");
    expect(err).toContain(`also needs ${join(desk.data, "secret.key")}`);
  });

  test("does not overwrite a file", async () => {
    using desk = await house();
    writeFileSync(desk.at("taken.db"), "precious");
    const { exitCode, error } = await json("backup", desk.at("taken.db"), "--data", desk.data);
    expect([exitCode, error.code]).toEqual([1, "FILE_EXISTS"]);
    expect(readFileSync(desk.at("taken.db"), "utf8")).toBe("precious");
  });

  test("accepts at most one file name", async () => {
    expect((await command(["backup", "a", "b"])).exitCode).toBe(2);
  });

  test("works beside a running server, unlike restore", async () => {
    using desk = await house();
    const words = ["serve", "--json", "--port", "0", "--log-level", "error", "--data", desk.data];
    const server = running(words, { start, now: Date.now });
    await server.ready;
    expect((await json("backup", desk.at("copy.db"), "--data", desk.data)).exitCode).toBe(0);
    const refused = await json("restore", desk.at("copy.db"), "--data", desk.data);
    expect([refused.exitCode, refused.error.code]).toEqual([1, "IN_USE"]);
    expect(refused.error.message).toContain("Stop it first");
    await server.stop();
    expect((await json("restore", desk.at("copy.db"), "--data", desk.data)).exitCode).toBe(0);
  });
});

describe("restore", () => {
  test("restores the backup, keeps the replaced database, and leaves no other files", async () => {
    using desk = await house();
    await command(["backup", desk.at("copy.db"), "--data", desk.data]);
    await addBrand(desk.data, "second");
    const { json: answer } = await json("restore", desk.at("copy.db"), "--data", desk.data);
    expect(await brandsIn(desk.data)).toEqual(["first"]);
    const kept = String(answer["kept"]);
    expect(kept).toBe(join(desk.data, "maitred.db.replaced-2026-11-20"));
    await json("restore", kept, "--data", desk.data);
    expect(await brandsIn(desk.data)).toEqual(["first", "second"]);
    expect(existsSync(desk.at("copy.db"))).toBe(true);
    expect(
      readdirSync(desk.data)
        .filter((name) => !name.includes("replaced"))
        .toSorted(),
    ).toEqual(expect.arrayContaining(["maitred.db", "maitred.lock", "secret.key"]));
    expect(readdirSync(desk.data).filter((name) => name.includes("restoring"))).toEqual([]);
  });

  test("removes the lease of the server that used the original database", async () => {
    using desk = await house();
    write(desk.data, "INSERT INTO lease VALUES ('loop', '77@elsewhere#x', 1795194000000)");
    await command(["backup", desk.at("copy.db"), "--data", desk.data]);
    await command(["restore", desk.at("copy.db"), "--data", desk.data]);
    using database = new Database(join(desk.data, "maitred.db"), { readonly: true });
    expect(database.prepare("SELECT count(*) FROM lease").values()).toEqual([[0]]);
  });

  test("on a new machine asks for the secret first, or makes a new one with --new-secret", async () => {
    using desk = await house();
    await command(["backup", desk.at("copy.db"), "--data", desk.data]);
    const fresh = desk.at("new");
    const refused = await json("restore", desk.at("copy.db"), "--data", fresh);
    expect([refused.exitCode, refused.error.code]).toEqual([1, "SECRET_MISSING"]);
    expect(refused.error.message).toContain(join(fresh, "secret.key"));
    copyFileSync(join(desk.data, "secret.key"), join(fresh, "secret.key"));
    expect((await json("restore", desk.at("copy.db"), "--data", fresh)).exitCode).toBe(0);
    expect(await brandsIn(fresh)).toEqual(["first"]);
    const lost = desk.at("lost");
    const renewed = await json("restore", desk.at("copy.db"), "--data", lost, "--new-secret");
    expect(renewed.json).toMatchObject({ newSecret: true, kept: null });
    expect(await brandsIn(lost)).toEqual(["first"]);
  });

  test("refuses the secret of another instance", async () => {
    using desk = await house();
    using other = await house();
    await command(["backup", desk.at("copy.db"), "--data", desk.data]);
    const refused = await json("restore", desk.at("copy.db"), "--data", other.data);
    expect([refused.exitCode, refused.error.code]).toEqual([1, "SECRET_WRONG"]);
    expect(await brandsIn(other.data)).toEqual(["first"]);
    expect(readdirSync(other.data).some((name) => name.includes("replaced"))).toBe(false);
  });

  test("marks texts that may have been sent since the backup as unknown, so that none is sent twice", async () => {
    using desk = await house();
    write(
      desk.data,
      `INSERT INTO message (id, brand, kind, recipient, body, segments, due_at, expires_at, state,
         attempt, unique_key, created_at, created_by)
       SELECT 'm' || n, 'first', 'reply', '+390612345678', 'x', 1,
         CASE n WHEN 1 THEN 1795193999999 WHEN 2 THEN 1795194000001 ELSE 1 END, 1795280400000,
         CASE n WHEN 3 THEN 'sending' WHEN 4 THEN 'delivered' ELSE 'due' END, 0, 'k' || n, 1, 'p'
       FROM (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4)`,
    );
    await command(["backup", desk.at("copy.db"), "--data", desk.data]);
    const { json: answer } = await json("restore", desk.at("copy.db"), "--data", desk.data);
    expect(answer["textsMarkedUnknown"]).toBe(2);
    const database = openDatabase(join(desk.data, "maitred.db"), { environment: "live" });
    const states = database.prepare("SELECT state FROM message ORDER BY id").values().flat();
    closeDatabase(database);
    expect(states).toEqual(["unknown", "due", "unknown", "delivered"]);
  });

  test("prints commands that can be pasted, whatever the folder's name", async () => {
    using desk = await house();
    await command(["backup", desk.at("copy.db"), "--data", desk.data]);
    const folder = desk.at("l'Ami $HOME");
    const words = ["restore", desk.at("copy.db"), "--new-secret", "--data", folder];
    const { err } = await command(words);
    const commands = [...err.matchAll(/maitred \w[\w ]* --data (.+)$/gm)].map(([, path]) => path);
    expect(commands).toHaveLength(2);
    for (const path of commands) {
      const { stdout } = Bun.spawnSync(["sh", "-c", `printf %s ${path}`]);
      expect(stdout.toString()).toBe(folder);
    }
  });

  test("of a newer schema, or of test data over live data, is refused", async () => {
    using desk = await house();
    await command(["backup", desk.at("copy.db"), "--data", desk.data]);
    copyFileSync(desk.at("copy.db"), desk.at("newer.db"));
    const newer = openDatabase(desk.at("newer.db"), { environment: "any" });
    newer.run("INSERT INTO schema_migration VALUES (9999, 'tomorrow', 'x', 1)");
    closeDatabase(newer);
    closeDatabase(openDatabase(desk.at("test.db"), { environment: "test", create: true }));
    const codes = ["newer.db", "test.db"].map(
      async (name) => (await json("restore", desk.at(name), "--data", desk.data)).error.code,
    );
    expect(await Promise.all(codes)).toEqual(["NEWER_SCHEMA", "WRONG_ENVIRONMENT"]);
    expect(await brandsIn(desk.data)).toEqual(["first"]);
  });

  test("of a missing file, another kind of file, or the database itself is refused", async () => {
    using desk = await house();
    writeFileSync(desk.at("photo.db"), Buffer.alloc(9000, 7));
    mkdirSync(desk.at("folder"));
    const files = ["nothing.db", "photo.db", "folder"].map(desk.at);
    const codes: string[] = [];
    for (const file of [...files, join(desk.data, "maitred.db")]) {
      codes.push((await json("restore", file, "--data", desk.data)).error.code);
    }
    expect(codes).toEqual(["MISSING", "NOT_A_DATABASE", "MISSING", "INVALID_INPUT"]);
    expect(await brandsIn(desk.data)).toEqual(["first"]);
  });

  test("accepts a plain copy of a database with its write-ahead log, as after a crash", async () => {
    using desk = await house();
    const database = openDatabase(join(desk.data, "maitred.db"), { environment: "live" });
    database.run("UPDATE brand SET name = 'Written to the log only'");
    for (const side of ["", "-wal"]) {
      copyFileSync(join(desk.data, `maitred.db${side}`), desk.at(`bare.db${side}`));
    }
    database.run("UPDATE brand SET name = 'Later'");
    closeDatabase(database);
    await json("restore", desk.at("bare.db"), "--data", desk.data);
    const { json: shown } = await json("brand", "show", "first", "--data", desk.data);
    expect(shown["name"]).toBe("Written to the log only");
  });
});

describe("a secret of another instance", () => {
  test("is refused until the operator makes a new secret", async () => {
    using desk = await house();
    using other = await house();
    copyFileSync(join(other.data, "secret.key"), join(desk.data, "secret.key"));
    const refused = await json("brand", "list", "--data", desk.data);
    expect([refused.exitCode, refused.error.code]).toEqual([1, "SECRET_WRONG"]);
    rmSync(join(desk.data, "secret.key"));
    const renewed = await json("init", "--new-secret", "--data", desk.data);
    expect(renewed.json).toMatchObject({ renewedSecret: true });
    expect(await brandsIn(desk.data)).toEqual(["first"]);
  });
});

describe("migrate", () => {
  /** Replaces the database with one that has the first seven migrations and one restaurant. */
  const older = (data: string): void => {
    const path = join(data, "maitred.db");
    for (const side of ["", "-wal", "-shm"]) rmSync(`${path}${side}`, { force: true });
    const migrations = MIGRATIONS.slice(0, 7);
    const database = openDatabase(path, { environment: "live", create: true, migrations });
    const overrides = '{"timeZone":"Europe/Rome","defaultCountry":"IT"}';
    database.run(`INSERT INTO brand VALUES ('first', 'First', '${overrides}', 1, 1, 0)`);
    closeDatabase(database);
  };

  test("of an up-to-date database says so", async () => {
    using desk = await house();
    const { exitCode, json: answer } = await json("migrate", "--data", desk.data);
    expect(exitCode).toBe(0);
    expect(answer).toMatchObject({ pending: [], applied: [], copy: null });
  });

  test("with --dry-run only tries the steps on a copy; otherwise applies them and keeps a backup", async () => {
    using desk = await house();
    older(desk.data);
    const before = readFileSync(join(desk.data, "maitred.db"));
    const tried = await json("migrate", "--dry-run", "--data", desk.data);
    expect(tried.json).toMatchObject({ dryRun: true, copy: null });
    expect(tried.json["applied"]).toEqual(tried.json["pending"]);
    expect(tried.json["applied"]).toContain("0008_oauth");
    expect(readFileSync(join(desk.data, "maitred.db")).equals(before)).toBe(true);
    expect(readdirSync(desk.data).filter((name) => /dry|backups/.test(name))).toEqual([]);
    const { json: done } = await json("migrate", "--data", desk.data);
    expect(done["applied"]).toEqual(tried.json["applied"]);
    expect(done["copy"]).toBe(
      join(desk.data, "backups", "maitred-2026-11-20T170000Z-before-0008.db"),
    );
    expect(await brandsIn(desk.data)).toEqual(["first"]);
  });

  test("of a newer schema is refused", async () => {
    using desk = await house();
    write(desk.data, "INSERT INTO schema_migration VALUES (9999, 'tomorrow', 'x', 1)");
    for (const words of [["migrate"], ["migrate", "--dry-run"]]) {
      const { exitCode, error } = await json(...words, "--data", desk.data);
      expect([exitCode, error.code]).toEqual([1, "NEWER_SCHEMA"]);
    }
  });
});

describe("if the database file is lost and there are backups", () => {
  test.each([
    ["the file is missing", true, (path: string) => rmSync(path)],
    ["the file is empty", true, (path: string) => writeFileSync(path, "")],
    ["the file and the secret are missing", false, (path: string) => rmSync(path)],
  ])("%s: no new database is made, and the suggested restore works", async (_how, kept, lose) => {
    using desk = await house();
    const secret = readFileSync(join(desk.data, "secret.key"));
    await command(["backup", "--data", desk.data]);
    lose(join(desk.data, "maitred.db"));
    if (!kept) rmSync(join(desk.data, "secret.key"));
    const serve = running(["serve", "--port", "0", "--json", "--data", desk.data], { start });
    const init = await json("init", "--data", desk.data);
    const list = await json("brand", "list", "--data", desk.data);
    for (const { exitCode, error } of [await serve.finished, init, list]) {
      expect([exitCode, error.code]).toEqual([1, "MISSING"]);
      expect(error.message).toContain("backups/maitred-2026-11-20T170000Z-manual.db");
    }
    expect(existsSync(join(desk.data, "secret.key"))).toBe(kept);
    writeFileSync(join(desk.data, "secret.key"), secret, { mode: 0o600 });
    const [backup = ""] = /\/\S+-manual\.db/.exec(init.error.message) ?? [];
    expect((await json("restore", backup, "--data", desk.data)).exitCode).toBe(0);
    expect(await brandsIn(desk.data)).toEqual(["first"]);
  });

  test.each([
    ["the backups are in another folder", []],
    [
      "the backups are in another folder, and automatic backups are off",
      ["--backup-every-hours", "0"],
    ],
  ])("%s: no new database is made", async (_where, more) => {
    using desk = await house();
    const elsewhere = join(desk.data, "a disk of its own");
    mkdirSync(elsewhere);
    rmSync(join(desk.data, "maitred.db"));
    // The backup of 2031 has its date from a wrong clock, so it does not count as the newest.
    for (const time of ["2026-11-18T170000Z", "2026-11-19T170000Z", "2031-01-01T000000Z"]) {
      writeFileSync(join(elsewhere, `maitred-${time}-scheduled.db`), "");
    }
    const kept = ["--backup-folder", elsewhere, "--data", desk.data, ...more];
    const serve = running(["serve", "--port", "0", "--json", ...kept], { start });
    const { exitCode, error } = await serve.finished;
    expect([exitCode, error.code]).toEqual([1, "MISSING"]);
    const newest = join(elsewhere, "maitred-2026-11-19T170000Z-scheduled.db");
    expect(error.message).toContain(`restore '${newest}' --data ${desk.data}`);
    expect(existsSync(join(desk.data, "maitred.db"))).toBe(false);
  });
});
