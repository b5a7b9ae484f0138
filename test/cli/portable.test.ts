// Goal: data exported from one instance and imported into another is the same there, except that
// pending work is ended: the other instance texts, holds and offers nothing. If one record cannot
// be imported, its line is named and no record is imported.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { loadInstanceSecret } from "../../src/auth/instance-secret.ts";
import { atRest, type Portable } from "../../src/domain/portable.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { temporaryFolder } from "../support/database.ts";
import { type Desk, openDesk } from "../support/desk-in-folder.ts";
import { everyRow } from "../support/load-sweep.ts";
import { recordsOf } from "../support/random-records.ts";
import { command, type Finished, SYSTEM_NOW } from "./command-line.ts";

setDefaultTimeout(60_000);

const BRANDS = ["bistro", "trattoria"] as const;

async function house(path: string): Promise<void> {
  for (const [slug, zone, country] of [
    ["bistro", "America/New_York", "US"],
    ["trattoria", "Europe/Rome", "IT"],
  ] as const) {
    const place = ["--time-zone", zone, "--country", country, "--data", path];
    await command(["brand", "create", "--slug", slug, "--name", `The ${slug}`, ...place]);
  }
}

const exported = async (data: string, file: string, ...words: string[]): Promise<Finished> =>
  command(["export", "--json", "--out", file, "--data", data, ...words]);
const imported = (data: string, file: string, ...words: string[]): Promise<Finished> =>
  command(["import", file, "--json", "--data", data, ...words]);
const linesOf = (file: string): Portable[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line) as Portable);
/** The records of a file without the log entries about imports, which differ between instances. */
const told = (file: string): Portable[] =>
  linesOf(file).filter((one) => one.type !== "change" || one.operation !== "import");

function write(desk: Desk, records: readonly Portable[]): void {
  for (const record of records) {
    if (record.type === "brand" || record.type === "opt_out") continue;
    desk.stores.portable.insert(record);
  }
  for (const record of records) {
    if (record.type !== "freed_slot" || record.offerId === null) continue;
    desk.stores.portable.join(record.id, record.offerId);
  }
}

test("any data exported, imported and exported again is the same, except that pending work is ended", async () => {
  const everything = fc.tuple(...BRANDS.map(recordsOf));
  await fc.assert(
    fc.asyncProperty(everything, async (records) => {
      using one = temporaryFolder();
      using other = temporaryFolder();
      await house(one.path);
      using desk = openDesk(one.path, SYSTEM_NOW);
      write(desk, records.flat());
      desk.stores.optOuts.add("+12127365010", SYSTEM_NOW);
      const [first, second] = [join(one.path, "a.jsonl"), join(one.path, "b.jsonl")];
      expect((await exported(one.path, first)).exitCode).toBe(0);
      const taken = await imported(other.path, first);
      expect([taken.exitCode, taken.json?.["refused"]]).toEqual([0, []]);
      expect((await exported(other.path, second)).exitCode).toBe(0);
      expect(told(second)).toEqual(told(first).map((record) => atRest(record, SYSTEM_NOW)));
      // A second import changes nothing.
      using there = openDesk(other.path, SYSTEM_NOW);
      const before = everyRow(there.database);
      expect((await imported(other.path, first)).json).toMatchObject({ saved: false, added: {} });
      expect(everyRow(there.database)).toBe(before);
    }),
    { numRuns: 12 },
  );
});

describe("a restaurant with guests", () => {
  const folder = temporaryFolder();
  afterAll(() => folder[Symbol.dispose]());
  const data = join(folder.path, "data");
  const file = (name: string): string => join(folder.path, name);
  const wish = { numberOfPeople: 2, date: "Friday, November 20, 2026", time: "7:00 PM" };

  beforeAll(async () => {
    await house(data);
    using desk = openDesk(data, SYSTEM_NOW);
    const ada = { ...wish, name: "=2+5", phone: "+12127365010", email: "ada@example.com" };
    await desk.call("create_booking", { ...ada, brand: "bistro", notes: "a\n=1" });
    await desk.call("create_booking", {
      ...wish,
      brand: "trattoria",
      name: "Zoë",
      time: "8:00 PM",
    });
    await desk.call("add_to_waitlist", {
      ...wish,
      brand: "bistro",
      name: "=2+5",
      phone: "+12127365010",
      time: "8:00 PM",
    });
    await desk.text({ from: "+12127365010", body: "STOP" });
    await command(["key", "create", "--name", "agent", "--brand", "bistro", "--data", data]);
    await command(["feed", "create", "--brand", "bistro", "--data", data]);
  });

  test("exports everything of the restaurant, and no secret", async () => {
    const { json } = await exported(data, file("all.jsonl"));
    expect(json?.["rows"]).toMatchObject({
      brand: 2,
      reservation: 2,
      waitlist_entry: 1,
      inbound_text: 1,
      opt_out: 1,
    });
    const text = readFileSync(file("all.jsonl"), "utf8");
    expect(text).not.toMatch(/hash|token|secret/i);
    expect(statSync(file("all.jsonl")).mode & 0o777).toBe(0o600);
    const header = JSON.parse(text.slice(0, text.indexOf("\n"))) as object;
    expect(header).toMatchObject({ type: "maitred", version: 1, environment: "live" });
  });

  test("exported alone leaves out records that belong to other brands or to no brand", async () => {
    await exported(data, file("one.jsonl"), "--brand", "trattoria");
    const types = linesOf(file("one.jsonl")).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(["brand", "reservation", "change"]));
  });

  test("limits its export by service dates in the brand's time zone (--from, --to)", async () => {
    const count = async (...words: string[]) =>
      (await exported(data, file(`d-${words.join("")}.csv`), "--format", "csv", ...words)).json?.[
        "rows"
      ];
    expect(await count("--from", "2026-11-20", "--to", "2026-11-20")).toEqual({ reservation: 2 });
    expect(await count("--from", "2026-11-21")).toEqual({ reservation: 0 });
    expect(await count("--to", "2026-11-19")).toEqual({ reservation: 0 });
  });

  test("exports to standard output, without other output", async () => {
    const { out, err } = await command(["export", "--what", "waitlist", "--data", data]);
    expect(
      out
        .split("\n")
        .map((line) => (line === "" ? "" : (JSON.parse(line) as { type: string }).type)),
    ).toEqual(["maitred", "brand", "waitlist_entry", "brand", ""]);
    expect(err).toContain("Exported");
  });

  test("does not overwrite a file with its export", async () => {
    writeFileSync(file("mine"), "mine");
    expect((await exported(data, file("mine"))).error.code).toBe("FILE_EXISTS");
    expect(readFileSync(file("mine"), "utf8")).toBe("mine");
  });

  test("exports opt-outs in a form that works with another secret", async () => {
    using other = temporaryFolder();
    await exported(data, file("opt.jsonl"));
    await imported(other.path, file("opt.jsonl"));
    using there = openDesk(other.path, SYSTEM_NOW);
    expect(there.stores.optOuts.has("+12127365010")).toBe(true);
    expect(there.stores.optOuts.has("+12127365011")).toBe(false);
    expect(there.stores.deliveries.nextDueAt()).toBeNull();
  });

  describe("when its export is imported:", () => {
    const broken = file("broken.jsonl");
    const reservation = () =>
      linesOf(file("all.jsonl")).find(
        ({ type }) => type === "reservation",
      ) as Portable<"reservation">;
    const refusedBecause = async (line: string): Promise<string> => {
      using other = temporaryFolder();
      await house(other.path);
      const [header = ""] = readFileSync(file("all.jsonl"), "utf8").split("\n");
      writeFileSync(broken, `${header}\n`);
      appendFileSync(
        broken,
        `${JSON.stringify({ ...reservation(), id: "a".repeat(24) })}\n${line}\n`,
      );
      using there = openDesk(other.path, SYSTEM_NOW);
      const before = everyRow(there.database);
      const { exitCode, json } = await imported(other.path, broken);
      expect([exitCode, json?.["saved"]]).toEqual([1, false]);
      // The valid line before the fault was not saved either.
      expect(everyRow(there.database)).toBe(before);
      const [refused] = (json?.["refused"] ?? []) as { line: number; message: string }[];
      expect(refused?.line).toBe(3);
      const skipped = await imported(other.path, broken, "--skip-refused");
      expect([skipped.exitCode, skipped.json?.["added"]]).toEqual([0, { reservation: 1 }]);
      return refused?.message ?? "";
    };
    /** The line of a waitlist entry that was passed over for this reason. */
    const passedOver = (why: object): string =>
      JSON.stringify({
        ...linesOf(file("all.jsonl")).find(({ type }) => type === "waitlist_entry"),
        passedOver: [{ timestamp: SYSTEM_NOW, why }],
      });
    const changed = (change: object) =>
      JSON.stringify({ ...reservation(), id: "b".repeat(24), ...change });

    test.each([
      ["invalid JSON", () => "{", "not a JSON object"],
      ["an unknown type", () => '{"type":"robot"}', "robot"],
      ["a type that is a property of every object", () => '{"type":"constructor"}', "constructor"],
      ["an unknown brand", () => changed({ brand: "nowhere" }), "nowhere"],
      ["a wrong value", () => changed({ partySize: 0 }), "partySize"],
      ["a timeRevision above its maximum", () => changed({ timeRevision: 1e9 }), "timeRevision"],
      ["an end before the start", () => changed({ endAt: 0 }), "endAt"],
      ["a status without its time", () => changed({ status: "seated" }), "seatedAt"],
      ["a field too many", () => changed({ secret: 1 }), "secret"],
      ["the same record twice", () => changed({ id: "a".repeat(24) }), "twice"],
      [
        "a reference to a missing record",
        () =>
          JSON.stringify({
            ...linesOf(file("all.jsonl")).find(({ type }) => type === "message"),
            reservationId: "c".repeat(24),
          }),
        "c".repeat(24),
      ],
      ["an unknown reason", () => passedOver({ kind: "TOO_LOUD" }), "TOO_LOUD"],
      ["a reason without its facts", () => passedOver({ kind: "CAPACITY_FULL" }), "CAPACITY_FULL"],
      [
        "a reason that is a property of every object",
        () => passedOver({ kind: "constructor" }),
        "constructor",
      ],
    ])("a line with %s is named, and nothing is imported", async (_, line, word) => {
      expect(await refusedBecause(line())).toContain(word);
    });

    test("a file that is no export is refused as a whole", async () => {
      writeFileSync(file("no.jsonl"), "hello\n");
      expect((await imported(data, file("no.jsonl"))).error.code).toBe("INVALID_INPUT");
      expect((await imported(data, file("missing.jsonl"))).error.code).toBe("INVALID_INPUT");
      for (const name of ["no.jsonl", "missing.jsonl"]) {
        await imported(file("nowhere"), file(name));
        expect(existsSync(file("nowhere"))).toBe(false);
      }
    });

    test("a pipe is refused because it cannot be read twice", async () => {
      using other = temporaryFolder();
      const pipe = join(other.path, "export.jsonl");
      expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
      const fresh = join(other.path, "data");
      const { exitCode, error } = await imported(fresh, pipe);
      expect([exitCode, error.code]).toEqual([1, "INVALID_INPUT"]);
      expect(error.message).toContain("name a regular file");
      expect(existsSync(fresh)).toBe(false);
    });

    test("guests of a test folder are not imported into a live folder, and no live folder is made for them", async () => {
      const lines = readFileSync(file("all.jsonl"), "utf8");
      writeFileSync(file("test.jsonl"), lines.replace('"live"', '"test"'));
      for (const place of [data, file("nowhere")]) {
        const { error, exitCode } = await imported(place, file("test.jsonl"));
        expect([exitCode, error.code]).toEqual([1, "WRONG_ENVIRONMENT"]);
        expect(error.message).toContain(place);
      }
      expect(existsSync(file("nowhere"))).toBe(false);
    });

    test("a live export can be imported into a test folder", async () => {
      using other = temporaryFolder();
      const path = join(other.path, "maitred.db");
      openDatabase(path, { environment: "test", create: true, now: () => SYSTEM_NOW }).close();
      loadInstanceSecret(other.path, { databaseExists: false });
      for (const name of ["all.jsonl", "test.jsonl"]) {
        const { exitCode } = await imported(other.path, file(name));
        expect([name, exitCode]).toEqual([name, 0]);
      }
    });

    test("a dry run says what an import would add and changes nothing", async () => {
      using other = temporaryFolder();
      await house(other.path);
      using there = openDesk(other.path, SYSTEM_NOW);
      const before = everyRow(there.database);
      const { json } = await imported(other.path, file("all.jsonl"), "--dry-run");
      expect(json).toMatchObject({
        saved: false,
        dryRun: true,
        added: { reservation: 2 },
        present: { brand: 2 },
      });
      expect(everyRow(there.database)).toBe(before);
    });
  });
});
