// Goal: the link in a guest's text works as long as the reservation is the guest's, and no longer.
// Method: operations and commands over a folder with a real database and secret, and the pages over
// real HTTP.
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Caller } from "../../../src/domain/caller.ts";
import { changeContact } from "../../../src/operations/desk/change-contact.ts";
import { createGuestDesk } from "../../../src/operations/guest/guest-desk.ts";
import { createInvoke } from "../../../src/operations/invoke.ts";
import { createGuestPages } from "../../../src/web/guest/guest-pages.tsx";
import { command, SYSTEM_NOW } from "../../cli/command-line.ts";
import { person } from "../../operations/desk/people.ts";
import { temporaryFolder } from "../../support/database.ts";
import { type Desk, openDesk } from "../../support/desk-in-folder.ts";

const PHONE = "+12127365011";
const BOOKING = {
  brand: "bistro",
  name: "Ada",
  phone: PHONE,
  numberOfPeople: 2,
  date: "Friday, November 20, 2026",
  time: "7:00 PM",
};
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** A restaurant in a folder, its guest pages, and a reservation with the path of its link. */
async function open(origin = "https://book.example") {
  const folder = temporaryFolder();
  const place = ["--time-zone", "America/New_York", "--country", "US", "--data", folder.path];
  await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place]);
  let desk = openDesk(folder.path, SYSTEM_NOW);
  const pagesOf = ({ stores, writer }: Desk) =>
    createGuestPages({
      desk: createGuestDesk({ stores, writer, clock: () => SYSTEM_NOW, random }),
      clock: () => SYSTEM_NOW,
    });
  let pages = pagesOf(desk);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => pages(request, "127.0.0.1"),
  });
  const { reservation } = await desk.call("create_booking", BOOKING);
  const id = String(reservation.id);
  const linkIn = (): string => {
    desk.stores.guestLinks.reachedAt(origin);
    const text = desk.stores.messages
      .ofReservation(id)
      .findLast(({ body }) => body.includes("{link}"));
    const body = text === undefined ? "" : desk.stores.guestLinks.complete(text);
    return /https:\/\/\S+/.exec(body)?.[0].slice(origin.length) ?? "";
  };
  return {
    id,
    folder: folder.path,
    linkIn,
    desk: () => desk,
    /** Changes the reservation's phone as a host at the dashboard. */
    correct: async (phone: string) => {
      const { stores, writer } = desk;
      const invoke = createInvoke({ stores, writer, clock: () => SYSTEM_NOW, random });
      const host: Caller = { ...person("host", "bistro"), environment: "live", headerBrand: null };
      const given = { brand: "bistro", id, name: "Ada", phone, email: "" };
      await invoke(changeContact, given, { ...host, brands: ["bistro"] });
    },
    status: async (link: string) => (await fetch(`http://127.0.0.1:${server.port}${link}`)).status,
    /** Closes the database for a command that needs the file, then opens it again. */
    around: async (words: readonly string[]) => {
      desk[Symbol.dispose]();
      const done = await command([...words, "--data", folder.path]);
      desk = openDesk(folder.path, SYSTEM_NOW);
      pages = pagesOf(desk);
      return done.exitCode;
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop(true);
      desk[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

test("a link works after a move, fails when the reservation gets another phone, and works again with the first phone", async () => {
  await using house = await open();
  const link = house.linkIn();
  expect(link).toMatch(/^\/r\/[\w-]{1,28}$/);
  expect(await house.status(link)).toBe(200);
  const move = { brand: "bistro", id: house.id, time: "8:00 PM" };
  await house.desk().call("update_booking", move);
  expect(await house.status(link)).toBe(200);
  await house.correct("+12127365012");
  expect(await house.status(link)).toBe(404);
  const theirs = house.linkIn();
  expect([theirs === link, await house.status(theirs)]).toEqual([false, 200]);
  await house.correct(PHONE);
  expect([await house.status(link), await house.status(theirs)]).toEqual([200, 404]);
});

test("a link works after a restore with the same secret", async () => {
  await using house = await open();
  const link = house.linkIn();
  const copy = join(house.folder, "copy.db");
  expect(await house.around(["backup", copy])).toBe(0);
  await house.desk().call("cancel_booking", { brand: "bistro", id: house.id });
  expect(await house.around(["restore", copy])).toBe(0);
  expect(await house.status(link)).toBe(200);
  expect(house.desk().stores.reservations.get(house.id)?.status).toBe("booked");
});

test("a link of an erased guest is not found, like an unknown link", async () => {
  await using house = await open();
  const link = house.linkIn();
  const erase = ["erase", "--phone", PHONE, "--including-upcoming"];
  expect(await house.around(erase)).toBe(0);
  expect(await house.status(link)).toBe(404);
});
