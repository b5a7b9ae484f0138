// Goal: no command stores text that people cannot see.

import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { command } from "./command-line.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const HIDDEN = /[\p{DI}\p{Cf}\p{Co}]/u;
/** A name with "obey" in invisible tag characters, and a character that reverses the text. */
const NAME = "Chez \u{e006f}\u{e0062}\u{e0065}\u{e0079}Ana\u202e";

test("hidden characters are removed from names, settings and imported CSV files", async () => {
  const at = (...words: string[]) => [...words, "--data", folder.path, "--json"];
  const csv = join(folder.path, "in.csv");
  writeFileSync(csv, `name,party_size,date,time,notes\n${NAME},2,2026-11-20,19:00,${NAME}\n`);
  const place = ["--time-zone", "Europe/Rome", "--country", "IT"];
  const setting = JSON.stringify([
    { name: NAME, days: ["fri"], opens: "18:00", lastSeating: "21:30", closes: "23:30" },
  ]);
  const roads = [
    ["brand", "create", "--slug", "bistro", "--name", NAME, ...place],
    ["brand", "set", "bistro", "--set", `services=${setting}`],
    ["key", "create", "--name", NAME, "--brand", "bistro"],
    ["user", "create", "--email", "a@example.com", "--name", NAME, "--role", "owner"],
    ["client", "create", "--name", NAME, "--redirect-uri", "https://app.example/callback"],
    ["feed", "create", "--brand", "bistro", "--name", NAME],
    ["import", csv, "--brand", "bistro"],
  ];
  for (const words of roads) {
    const { exitCode, err } = await command(at(...words));
    expect([words.slice(0, 2).join(" "), exitCode, exitCode === 0 ? "" : err]).toEqual([
      words.slice(0, 2).join(" "),
      0,
      "",
    ]);
  }
  const shown = await command(at("brand", "show", "bistro"));
  expect(shown.json).toMatchObject({ name: "Chez Ana" });
  expect(shown.out).not.toMatch(HIDDEN);
  const database = new Database(join(folder.path, "maitred.db"), { readonly: true });
  for (const [table, column] of [
    ["brand", "name"],
    ["api_key", "name"],
    ["user", "name"],
    ["oauth_client", "name"],
    ["calendar_feed", "name"],
    ["reservation", "name"],
    ["reservation", "notes"],
  ]) {
    const rows = database.query(`SELECT ${column} AS text FROM ${table}`).all();
    expect([table, rows]).toEqual([table, [{ text: "Chez Ana" }]]);
  }
  database.close();
});

test("importing an export removes hidden text that an editor or an older version left in the file", async () => {
  using there = temporaryFolder();
  const at = (path: string, ...words: string[]) => command([...words, "--data", path, "--json"]);
  const place = ["--time-zone", "Europe/Rome", "--country", "IT"];
  const csv = join(there.path, "in.csv");
  writeFileSync(csv, "name,party_size,date,time\nAna,2,2026-11-20,19:00\n");
  await at(there.path, "brand", "create", "--slug", "bistro", "--name", "Bistro", ...place);
  await at(there.path, "import", csv, "--brand", "bistro");
  const file = join(there.path, "export.jsonl");
  const written = await at(there.path, "export", "--out", file);
  expect(written.exitCode).toBe(0);
  const text = await Bun.file(file).text();
  expect(text).toContain('"Ana"');
  await Bun.write(file, text.replaceAll('"Ana"', JSON.stringify(`Ana${NAME.slice(5, 13)}`)));
  using here = temporaryFolder();
  const imported = await at(here.path, "import", file);
  expect([imported.exitCode, imported.err]).toEqual([0, imported.err]);
  const database = new Database(join(here.path, "maitred.db"), { readonly: true });
  expect(database.query("SELECT name FROM reservation").all()).toEqual([{ name: "Ana" }]);
  database.close();
});
