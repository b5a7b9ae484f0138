// The compiled product on an evening, and the browsers of the people who work there. Started once
// for each test file.
import type { BrowserContext } from "playwright-core";
import { displayDate, displayTime, HOUR, MINUTE } from "../../src/domain/time.ts";
import { compiledProduct } from "../acceptance/compiled.ts";
import { type Desk, startDesk } from "../acceptance/support.ts";
import { NAMES } from "../support/desk-evening.ts";
import { type OpenPage, openSignedIn, type Person, type Viewing } from "./open-page.ts";

export const BRAND = "demo-bistro";
export const ZONE = "America/New_York";
/** When the tests start: Friday, November 20, 2026, 3:00 PM in the brand's zone. */
export const AFTERNOON = Date.parse("2026-11-20T15:00:00-05:00");
export const DINNER = AFTERNOON + 2 * HOUR;
const PASSWORD = "correct horse battery staple";

/** The product and its users. */
export interface DeskHouse extends AsyncDisposable {
  readonly desk: Desk;
  readonly owner: Person;
  /** Makes an account with a role in the brand. */
  person(role: "manager" | "host", name: string): Promise<Person>;
  /** Opens a page of the brand in a separate browser with a signed-in user. */
  open(path: string, options?: Viewing & { readonly as?: Person }): Promise<OpenPage>;
  /** The address of a page of the brand. */
  at(path: string): string;
}

/**
 * Starts the binary with its restaurants and no reservations. Use with `await using`, or dispose
 * of it after the tests.
 */
export async function openHouse(): Promise<DeskHouse> {
  const product = compiledProduct();
  const desk = await startDesk(new Date(AFTERNOON).toISOString(), product);
  const owner = desk.ready.user as Person;
  const at = (path: string): string => `${desk.ready.url}/b/${BRAND}${path}`;
  const contexts: BrowserContext[] = [];
  return {
    desk,
    owner,
    at,
    async person(role, name) {
      const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;
      const told = ["--email", email, "--name", name, "--role", role, "--brand", BRAND];
      await desk.setUp(["user", "create", ...told, "--password-stdin"], PASSWORD);
      return { email, password: PASSWORD };
    },
    async open(path, options = {}) {
      const person = options.as ?? owner;
      const opened = await openSignedIn(desk.ready.url, person, `/b/${BRAND}${path}`, options);
      contexts.push(opened.context);
      return opened;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(contexts.map((context) => context.close()));
      await desk.close();
      product[Symbol.dispose]();
    },
  };
}

const NOTES = [
  "",
  "Nut allergy, carries an EpiPen",
  "",
  "Birthday, cake at 9",
  "",
  "Window please",
];
const PARTIES = [2, 4, 2, 3, 6, 2, 5, 2];

/** Books a party for an instant and returns the reservation's id. */
export async function bookAt(desk: Desk, at: number, input: object): Promise<string> {
  const { reservation } = await desk.ok("create_booking", {
    brand: BRAND,
    date: displayDate(at, ZONE),
    time: displayTime(at, ZONE),
    notifyCustomer: false,
    ...input,
  });
  return reservation.id ?? "";
}

/** Books `count` parties from 5:00 PM on, and returns their ids in order of start. */
export async function bookEvening(desk: Desk, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = DINNER + Math.floor((index * 270) / count / 15) * 15 * MINUTE;
    const id = await bookAt(desk, at, {
      name: NAMES[index % NAMES.length],
      phone: `+1212555${String(index + 100).padStart(4, "0")}`,
      numberOfPeople: PARTIES[index % PARTIES.length],
      notes: NOTES[index % NOTES.length],
      notifyCustomer: index % 3 === 0,
    });
    ids.push(id);
  }
  return ids;
}
