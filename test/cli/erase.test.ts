// Goal: after `maitred erase`, no file of the folder except backups has the guest's data, not even
// the free pages of the database or its log. This also holds while a server runs. All other data
// remains.
import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freedSlots } from "../../src/background/freed-slots.ts";
import type { Reservation } from "../../src/domain/reservation.ts";
import type { WaitlistOffer } from "../../src/domain/waitlist.ts";
import { temporaryFolder } from "../support/database.ts";
import { type Desk, openDesk } from "../support/desk-in-folder.ts";
import { command, type Finished, SYSTEM_NOW } from "./command-line.ts";

const PHONE = "+12127365011";
const NAME = "Zenobia Quackenbush";
const FRIDAY = "Friday, November 20, 2026";
const SATURDAY = "Saturday, November 21, 2026";
const DAY = 86_400_000;

/** A folder with two brands in one country. */
async function newHouse(): Promise<Disposable & { readonly path: string }> {
  const folder = temporaryFolder();
  for (const slug of ["bistro", "tavern"]) {
    const place = ["--time-zone", "America/New_York", "--country", "US", "--data", folder.path];
    await command(["brand", "create", "--slug", slug, "--name", slug, ...place]);
  }
  return folder;
}

const erase = (folder: { readonly path: string }, ...words: string[]): Promise<Finished> =>
  command(["erase", "--phone", PHONE, "--json", ...words, "--data", folder.path]);

/** Which of these texts are in any file of the folder, except backups. */
function foundIn(folder: string, texts: readonly string[]): string[] {
  const bytes = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(folder, file.name)));
  return texts.filter((text) => bytes.some((content) => content.includes(text)));
}

const wish = { numberOfPeople: 2, date: FRIDAY, time: "7:00 PM" };

/**
 * Stores a cancelled reservation, a waitlist entry and a text of the guest. Returns the
 * reservation's id.
 */
async function haveGuest(desk: Desk): Promise<string> {
  const { reservation } = await desk.call("create_booking", {
    ...wish,
    brand: "bistro",
    name: NAME,
    phone: PHONE,
    email: "zenobia@example.org",
    notes: "zenobia-note",
    idempotencyKey: `zenobia ${PHONE}`,
  });
  const id = reservation.id as string;
  // Each change leaves the earlier text of the row in free space.
  for (let n = 0; n < 20; n += 1) {
    const note = `zenobia-note ${"and more ".repeat(n * 20)}`;
    await desk.call("add_note", { brand: "bistro", id, note, field: "foodDrinkNotes" });
  }
  await desk.call("cancel_booking", { brand: "bistro", id, reason: "zenobia-note: is ill" });
  await desk.call("add_to_waitlist", {
    ...wish,
    brand: "tavern",
    name: NAME,
    phone: PHONE,
    notes: "zenobia-note",
  });
  await desk.text({ from: PHONE, body: `zenobia-note, ${NAME} here` });
  return id;
}

const TRACES = [PHONE, PHONE.slice(1), NAME, NAME.toLowerCase(), "zenobia@", "zenobia-note"];

describe("erasing a guest", () => {
  test("leaves no byte of their data, even while a server runs", async () => {
    using folder = await newHouse();
    using desk = openDesk(folder.path, SYSTEM_NOW);
    await haveGuest(desk);
    const other = { ...wish, brand: "bistro", name: "Bob", phone: "+12127365012" };
    await desk.call("create_booking", other);
    expect(foundIn(folder.path, TRACES)).toEqual(TRACES);
    const { exitCode, json } = await erase(folder);
    expect(exitCode).toBe(0);
    expect(foundIn(folder.path, TRACES)).toEqual([]);
    expect(json).toMatchObject({
      at: SYSTEM_NOW,
      brands: ["bistro", "tavern"],
      erased: { reservations: 1, entries: 1, inboundTexts: 1, cancelled: 0, offersWithdrawn: 0 },
      kept: { optOut: false, noShows: 0 },
      mentions: [],
      file: { logEmptied: true, found: 0 },
    });
    // The server still works: it reads the current state, and writes.
    const { bookings } = await desk.call<{ bookings: { name: string }[] }>("list_bookings", {
      brand: "bistro",
      date: FRIDAY,
      status: ["booked", "cancelled"],
    });
    expect(bookings.map(({ name }) => name).sort()).toEqual(["Bob", "Former guest"]);
    await desk.call("create_booking", { ...other, name: "Eve", date: SATURDAY });
  });

  test("finds and removes what older versions of the program left in free space", async () => {
    using folder = await newHouse();
    using desk = openDesk(folder.path, SYSTEM_NOW);
    // Older versions did not wipe freed space.
    desk.database.run("PRAGMA secure_delete = OFF");
    await haveGuest(desk);
    desk.database.run("DELETE FROM idempotency");
    desk.database.run("DELETE FROM inbound_text");
    const { json } = await erase(folder);
    expect(json?.["file"]).toEqual({ rewritten: true, logEmptied: true, found: 0 });
    expect(foundIn(folder.path, TRACES)).toEqual([]);
    expect(desk.database.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
  });

  test("gives a receipt without guest data, and is recorded in each brand's audit log", async () => {
    using folder = await newHouse();
    using desk = openDesk(folder.path, SYSTEM_NOW);
    const id = await haveGuest(desk);
    const { out } = await erase(folder);
    const { err } = await erase(folder, "--brand", "bistro");
    for (const trace of TRACES) expect(`${out}${err}`).not.toContain(trace);
    const { receipt } = JSON.parse(out) as { receipt: string };
    const rows = desk.database
      .query<{ brand: string; after: string }, []>(
        "SELECT brand, after FROM audit WHERE operation = 'erase_guest' AND after LIKE '%receipt%'",
      )
      .all();
    expect(rows.filter(({ after }) => after.includes(receipt)).map(({ brand }) => brand)).toEqual([
      "bistro",
      "tavern",
    ]);
    const [row] = desk.stores.audit.ofReservation(id, 1);
    expect(row).toMatchObject({ operation: "cancel_booking", reason: null });
  });

  test("keeps the stored answer to a call, without the guest's data: a repeated call books nothing", async () => {
    using folder = await newHouse();
    using desk = openDesk(folder.path, SYSTEM_NOW);
    const input = { ...wish, brand: "bistro", name: NAME, phone: PHONE, idempotencyKey: "k" };
    const first = await desk.call("create_booking", input);
    await desk.call("cancel_booking", { brand: "bistro", id: first.reservation.id });
    await erase(folder);
    const again = await desk.call("create_booking", input);
    expect(again.reservation).toMatchObject({ id: first.reservation.id, name: "Former guest" });
    expect(desk.database.query("SELECT count(*) FROM reservation").values()).toEqual([[1]]);
  });

  test("keeps an opt-out and a no-show under the phone's hash", async () => {
    using folder = await newHouse();
    using desk = openDesk(folder.path, SYSTEM_NOW);
    const { reservation } = await desk.call("create_booking", {
      ...wish,
      brand: "bistro",
      name: NAME,
      phone: PHONE,
    });
    desk.at += DAY;
    await desk.call("mark_no_show", { brand: "bistro", id: reservation.id });
    await desk.text({ from: PHONE, body: "STOP" });
    const { json } = await erase(folder);
    expect(json?.["kept"]).toEqual({ optOut: true, noShows: 1 });
    expect(desk.stores.optOuts.has(PHONE)).toBe(true);
    expect(desk.stores.noShows.count("bistro", PHONE)).toBe(1);
    expect((await erase(folder)).json?.["kept"]).toEqual({ optOut: true, noShows: 1 });
  });

  test("says in which columns other guests' rows mention the guest, and does not change them", async () => {
    using folder = await newHouse();
    using desk = openDesk(folder.path, SYSTEM_NOW);
    await haveGuest(desk);
    const notes = `friend of ${PHONE}`;
    const bob = await desk.call("create_booking", {
      ...wish,
      brand: "bistro",
      name: "Bob",
      notes,
    });
    const { json } = await erase(folder);
    expect(json?.["mentions"]).toEqual([
      { table: "reservation", column: "notes", rows: 1 },
      { table: "audit", column: "after", rows: 1 },
    ]);
    const [history] = desk.stores.audit.ofReservation(String(bob.reservation.id), 1);
    expect(history?.after).toMatchObject({ name: "Bob", notes });
  });

  test("says how many backups still contain the guest", async () => {
    using folder = await newHouse();
    using desk = openDesk(folder.path, SYSTEM_NOW);
    await haveGuest(desk);
    await command(["backup", "--data", folder.path]);
    const { json } = await erase(folder);
    expect(json?.["backups"]).toMatchObject({ count: 1, holding: 1, newestAt: SYSTEM_NOW });
    await command(["backup", "--data", folder.path]);
    const words = ["erase", "--phone", PHONE, "--data", folder.path];
    expect((await command(words)).err).toContain(
      `The guest is still in 1 of 2 backups in ${join(folder.path, "backups")}`,
    );
    const backups = readdirSync(join(folder.path, "backups"), { withFileTypes: true });
    const bytes = backups.map(({ name, parentPath }) => readFileSync(join(parentPath, name)));
    expect(bytes.filter((each) => each.includes(PHONE))).toHaveLength(1);
  });

  test("says so if no backup contains the guest", async () => {
    using folder = await newHouse();
    await command(["backup", "--data", folder.path]);
    const { err } = await command(["erase", "--phone", PHONE, "--data", folder.path]);
    expect(err).toStartWith("Found nothing about the guest");
    expect(err).not.toContain("still stands");
    expect(err).toContain("No backup in ");
  });

  test("counts an unreadable backup among those that may contain the guest", async () => {
    using folder = await newHouse();
    await command(["backup", "--data", folder.path]);
    const backups = join(folder.path, "backups");
    mkdirSync(join(backups, "maitred-2026-11-01T120000Z-manual.db"));
    const { exitCode, json } = await erase(folder);
    expect([exitCode, json?.["backups"]]).toMatchObject([0, { count: 2, holding: 1 }]);
  });

  test("in one brand leaves the other brand's data and the texts that the guest sent", async () => {
    using folder = await newHouse();
    using desk = openDesk(folder.path, SYSTEM_NOW);
    await haveGuest(desk);
    const { json } = await erase(folder, "--brand", "bistro");
    expect(json?.["erased"]).toMatchObject({ reservations: 1, entries: 0, inboundTexts: 0 });
    const { entries } = await desk.call<{ entries: { name: string }[] }>("list_waitlist", {
      brand: "tavern",
      date: FRIDAY,
    });
    expect(entries).toMatchObject([{ name: NAME }]);
  });
});

describe("erasing a guest who is still expected", () => {
  const upcoming = { ...wish, brand: "bistro", name: NAME, phone: PHONE };
  const stored = (desk: Desk, id: unknown): Reservation | null =>
    desk.stores.reservations.get(String(id));

  test("needs the flag --including-upcoming if the guest has a future reservation", async () => {
    using folder = await newHouse();
    using desk = openDesk(folder.path, SYSTEM_NOW);
    const { reservation } = await desk.call("create_booking", upcoming);
    const { exitCode, error } = await erase(folder);
    expect([exitCode, error.code]).toEqual([1, "UPCOMING"]);
    expect(error.message).toContain("7:00 PM on Friday, November 20, 2026");
    expect(error.message).toContain("--including-upcoming");
    expect(stored(desk, reservation.id)?.name).toBe(NAME);
  });

  test("with the flag cancels the reservation without a text, and frees its seats for the waitlist", async () => {
    using folder = await newHouse();
    using desk = openDesk(folder.path, SYSTEM_NOW);
    const { reservation } = await desk.call("create_booking", upcoming);
    const { json } = await erase(folder, "--including-upcoming");
    expect(json?.["erased"]).toMatchObject({ cancelled: 1, reservations: 1 });
    expect(stored(desk, reservation.id)).toMatchObject({ status: "cancelled", phone: null });
    const texts = desk.stores.messages.ofReservation(String(reservation.id));
    expect(texts.map(({ kind, state, to }) => [kind, state, to])).toEqual(
      texts.map(({ kind }) => [kind, "void", ""]),
    );
    expect(desk.stores.slotFreed.undone(SYSTEM_NOW, 5)).toHaveLength(1);
  });

  test("keeps a seated guest's table, without a name", async () => {
    using folder = await newHouse();
    using desk = openDesk(folder.path, SYSTEM_NOW);
    const { reservation } = await desk.call("create_booking", { ...upcoming, time: "5:00 PM" });
    desk.at += 5 * 3_600_000;
    await desk.call("mark_seated", { brand: "bistro", id: reservation.id });
    expect((await erase(folder)).error.code).toBe("UPCOMING");
    expect((await erase(folder, "--including-upcoming")).json?.["erased"]).toMatchObject({
      cancelled: 0,
      reservations: 1,
    });
    expect(stored(desk, reservation.id)).toMatchObject({ status: "seated", name: "Former guest" });
  });

  /** Makes an offer that holds a table for the guest. */
  async function heldTable(desk: Desk): Promise<WaitlistOffer> {
    const bob = { ...wish, brand: "bistro", name: "Bob", phone: "+12127365012" };
    const { reservation } = await desk.call("create_booking", bob);
    await desk.call("add_to_waitlist", upcoming);
    await desk.call("cancel_booking", { brand: "bistro", id: reservation.id });
    await freedSlots(desk.machine).run(desk.at);
    return desk.stores.offers.liveOfPhone(PHONE) as WaitlistOffer;
  }

  test("withdraws the guest's offer", async () => {
    using folder = await newHouse();
    using desk = openDesk(folder.path, SYSTEM_NOW);
    const offer = await heldTable(desk);
    const { json } = await erase(folder);
    expect(json?.["erased"]).toMatchObject({ offersWithdrawn: 1, entries: 1, offers: 1 });
    expect(desk.stores.offers.get(offer.id)).toMatchObject({ state: "withdrawn", phone: "" });
    expect(desk.stores.waitlist.entry(offer.entryId)).toMatchObject({ status: "left" });
    expect(foundIn(folder.path, [PHONE, NAME])).toEqual([]);
  });

  test("makes the guest's links invalid", async () => {
    using folder = await newHouse();
    using desk = openDesk(folder.path, SYSTEM_NOW);
    const { reservation } = await desk.call("create_booking", upcoming);
    const kept = stored(desk, reservation.id) as Reservation;
    const { guestLinks } = desk.stores;
    const link = { kind: "reservation", subjectId: kept.id } as const;
    const token = guestLinks.tokenOf(link, PHONE) ?? "";
    expect(guestLinks.find("reservation", token)).toBe(kept.id);
    await erase(folder, "--including-upcoming");
    expect(guestLinks.find("reservation", token)).toBeNull();
  });
});

test("erasing a guest everywhere is refused if one restaurant has invalid settings; erasing in another restaurant works", async () => {
  using folder = await newHouse();
  using desk = openDesk(folder.path, SYSTEM_NOW);
  await haveGuest(desk);
  desk.database.run("UPDATE brand SET overrides = '{}' WHERE slug = 'tavern'");
  expect((await erase(folder)).error.code).toBe("SETTINGS_CONFLICT");
  expect(desk.stores.guestTraces.reservations("bistro", PHONE)).toHaveLength(1);
  expect((await erase(folder, "--brand", "bistro")).exitCode).toBe(0);
});

test.each([
  ["a national number where all brands are in one country", "(212) 736-5011", 0],
  ["an invalid phone", "zenobia", 1],
])('%s: erase --phone "%s" ends with exit code %d', async (_, phone, exitCode) => {
  using folder = await newHouse();
  const words = ["erase", "--phone", phone, "--json", "--data", folder.path];
  expect((await command(words)).exitCode).toBe(exitCode);
});

test("reports for an unknown number that nothing was erased", async () => {
  using folder = await newHouse();
  const words = ["erase", "--phone", "+12127365099", "--data", folder.path];
  const { exitCode, err } = await command(words);
  expect(exitCode).toBe(0);
  expect(err).toStartWith("Found nothing about the guest with the phone ending in 5099 in bistro");
});
