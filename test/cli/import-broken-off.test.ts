// Goal: an import that fails says how many records it saved. If the file changes after it was checked,
// no unchecked row is imported.
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkImport, type ImportLines } from "../../src/cli/import-check.ts";
import { exportLines } from "../../src/cli/import-lines.ts";
import { brokenOff, saveImport } from "../../src/cli/import-save.ts";
import { tableLines } from "../../src/cli/import-table.ts";
import { CliError } from "../../src/cli/verb.ts";
import { stopGrowth } from "../storage/numbers.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { fixedRandom } from "../support/fixed-random.ts";
import { SYSTEM_NOW } from "./command-line.ts";

const ROWS = 450;

/** A folder with one brand, and a CSV file of guests who came last year. */
function houseWithTable(): TestDatabase & { readonly file: string } {
  const house = openTestDatabase();
  const overrides = { timeZone: "Europe/Paris", defaultCountry: "FR" };
  house.stores.brands.insert({ slug: "bistro", name: "Bistro", overrides, now: SYSTEM_NOW });
  const file = join(house.folder, "guests.csv");
  const rows = Array.from({ length: ROWS }, (_, at) => `Guest ${at},2,2025-11-20,19:30`);
  writeFileSync(file, ["name,party_size,date,time", ...rows].join("\n"));
  return Object.assign(house, { file });
}

const onRecord = ({ database }: TestDatabase): number =>
  (database.prepare("SELECT count(*) AS rows FROM reservation").get() as { rows: number }).rows;

const noted = ({ database }: TestDatabase): unknown[] =>
  database
    .query<{ after: string }, []>("SELECT after FROM audit WHERE operation = 'import'")
    .all()
    .map(({ after }) => JSON.parse(after));

const io = { random: fixedRandom() };

/** Wraps an instance: `happens` runs before the second transaction of an import. */
function before2nd(house: TestDatabase, happens: () => void) {
  let writes = 0;
  const write: TestDatabase["writer"]["write"] = (body) => {
    writes += 1;
    if (writes === 2) happens();
    return house.writer.write(body);
  };
  return { stores: house.stores, now: () => SYSTEM_NOW, writer: { ...house.writer, write } };
}

const cut = (): never => {
  throw new CliError("UNAVAILABLE", "The line was cut.");
};

/** Checks a file and returns the function that saves it. */
async function checked(house: TestDatabase, file: string, read: ImportLines) {
  const found = await checkImport(read, { ...house, now: SYSTEM_NOW });
  const save = (happens: () => void = () => undefined) =>
    saveImport(file, read, found, before2nd(house, happens), { io, onFirst: () => undefined });
  return { found: found.checked, save };
}

async function imported(house: ReturnType<typeof houseWithTable>, happens: () => void) {
  const brand = house.stores.brands.get("bistro");
  if (brand === null) throw new Error("There is no brand.");
  const { save } = await checked(house, house.file, () =>
    tableLines(house.file, brand, SYSTEM_NOW),
  );
  return await save(happens);
}

const checkedExport = (house: TestDatabase, file: string) =>
  checked(house, file, () => exportLines(file));

test("the error says how much an import saved before the disk was full", async () => {
  using house = houseWithTable();
  const full = imported(house, () => stopGrowth(house.database));
  const said = await full.catch((error: Error) => error.message);
  expect(onRecord(house)).toBeGreaterThan(0);
  expect(onRecord(house)).toBeLessThan(ROWS);
  expect(said).toContain(`${onRecord(house)} of 450 records are imported`);
  expect(noted(house)[0]).toEqual({ file: "guests.csv", reservation: 450 });
});

test("the log says how far a failed import came, and what the next run imported", async () => {
  using house = houseWithTable();
  await imported(house, cut).catch(() => undefined);
  await imported(house, () => undefined);
  expect(noted(house)).toEqual([
    { file: "guests.csv", reservation: 450 },
    { file: "guests.csv", brokenOffAfter: "200 of 450 records" },
    { file: "guests.csv", reservation: 250 },
  ]);
});

test("an import that failed for lack of disk space does not say that nothing was saved", () => {
  const full = new CliError("UNAVAILABLE", "The disk or the database is full; nothing was saved.");
  const { code, message } = brokenOff(full, 200, 450) as CliError;
  expect(code).toBe("UNAVAILABLE");
  expect(message).toStartWith("The disk or the database is full. 200 of 450 records are imported");
  expect(message).not.toContain("nothing was saved");
});

test("an error caused by a bug is reported unchanged", () => {
  const fault = new TypeError("undefined is not a function");
  expect(brokenOff(fault, 200, 450)).toBe(fault);
});

/** An export of `count` opt-outs. */
function lines(file: string, count: number): void {
  const phones = Array.from({ length: count }, (_, at) => `+3361234${1000 + at}`);
  const records = phones.map((phone) => JSON.stringify({ type: "opt_out", phone }));
  writeFileSync(file, ["{}", ...records, ""].join("\n"));
}

test.each<[string, (before: string) => string]>([
  ["loses its last lines", (before) => `${before.split("\n").slice(0, 300).join("\n")}\n`],
  ["is cut off in a line", (before) => before.slice(0, -20)],
  ["is emptied", () => ""],
  ["is no longer an export", (before) => before.replaceAll('{"type"', "type")],
  ["gets a new line near its start", (before) => before.replace("\n", '\n{"type":"opt_out"}\n')],
])("a file is refused if, between check and import, it %s", async (_, change) => {
  using house = openTestDatabase();
  const file = join(house.folder, "export.jsonl");
  lines(file, ROWS);
  const { save } = await checkedExport(house, file);
  writeFileSync(file, change(readFileSync(file, "utf8")));
  const error = await save().then(
    () => null,
    (refused: unknown) => refused,
  );
  expect(error).toBeInstanceOf(CliError);
  expect((error as CliError).message).toContain("was changed while it was imported");
});

test("rows appended during an import are left for the next import", async () => {
  using house = openTestDatabase();
  const file = join(house.folder, "export.jsonl");
  lines(file, 300);
  const { save } = await checkedExport(house, file);
  lines(file, ROWS);
  await save();
  const { found } = await checkedExport(house, file);
  expect([found.present, found.added]).toEqual([{ opt_out: 300 }, { opt_out: 150 }]);
});

const id = (digit: string): string => digit.repeat(24);

/** A waitlist entry, a slot freed by the entry's declined offer, and last this offer itself. */
function withFreedSlot(): object[] {
  const [createdAt, from, to] = [SYSTEM_NOW, SYSTEM_NOW, SYSTEM_NOW + 7_200_000];
  const brand = "bistro";
  const guest = { name: "Ana", phone: "+33612345678", partySize: 2, date: "2026-11-20" };
  const window = { wishedAt: from, earliestAt: from, latestAt: to };
  const plain = {
    replaces: null,
    priority: 0,
    area: null,
    notes: "",
    source: "tool",
    bookingId: null,
  };
  const counts = { offersSent: 1, silentOffers: 0, passedOver: [] };
  const entry = {
    id: id("a"),
    brand,
    ...guest,
    ...window,
    ...plain,
    ...counts,
    status: "left",
    kind: "wish",
    quotedMinutes: null,
    readyUntil: null,
  };
  const times = {
    startAt: from,
    endAt: to,
    createdAt,
    sentAt: null,
    holdUntil: createdAt,
    tables: "",
  };
  const offer = {
    id: id("b"),
    entryId: id("a"),
    brand,
    phone: guest.phone,
    partySize: 2,
    ...times,
  };
  const slot = { id: id("c"), brand, from, to, cause: id("b"), offerId: id("b"), createdAt };
  return [
    { type: "waitlist_entry", ...entry, createdAt, updatedAt: createdAt },
    { type: "freed_slot", ...slot, doneAt: createdAt },
    { type: "waitlist_offer", ...offer, state: "declined", cause: null },
  ];
}

const freedBy = ({ database }: TestDatabase): unknown[] =>
  database.prepare("SELECT offer_id FROM slot_freed").values().flat();

test("an import that is run again after it failed leaves no freed slot without its offer", async () => {
  using house = houseWithTable();
  const file = join(house.folder, "export.jsonl");
  lines(file, ROWS);
  const [head = "", ...rest] = readFileSync(file, "utf8").split("\n");
  const first = withFreedSlot().map((record) => JSON.stringify(record));
  writeFileSync(file, [head, ...first, ...rest].join("\n"));
  const first200 = (await checkedExport(house, file)).save(cut);
  expect(await first200.catch((error: Error) => error.message)).toContain("The line was cut.");
  expect(freedBy(house)).toEqual([null]);
  await (await checkedExport(house, file)).save();
  expect(freedBy(house)).toEqual([id("b")]);
});

test("the last records and the links between records are saved in one transaction", async () => {
  using house = houseWithTable();
  const file = join(house.folder, "export.jsonl");
  const records = withFreedSlot().map((record) => JSON.stringify(record));
  writeFileSync(file, ["{}", ...records, ""].join("\n"));
  await (await checkedExport(house, file)).save(cut);
  expect(freedBy(house)).toEqual([id("b")]);
});
