// The compiled product with an evening, and the browsers of the people who work it. Started once for
// all tests of a file.
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { displayDate, displayTime, HOUR, MINUTE } from "../../src/domain/time.ts";
import { compiledProduct } from "../acceptance/compiled.ts";
import { type Desk, startDesk } from "../acceptance/support.ts";
import { NAMES } from "../support/desk-evening.ts";
import { newProfile } from "./chromium.ts";

export const BRAND = "demo-bistro";
export const ZONE = "America/New_York";
/** Friday, November 20, 2026, 3:00 PM in the brand's zone: everything happens from here on. */
export const AFTERNOON = Date.parse("2026-11-20T15:00:00-05:00");
export const DINNER = AFTERNOON + 2 * HOUR;
/** Starting a browser and the product takes its time on a busy machine. */
export const SLOW_MS = 60_000;
/** A phone, a tablet, a wide screen: their widths in pixels. */
export const WIDTHS = [360, 820, 1440] as const;
export const LOOKS = ["light", "dark"] as const;
export type Look = (typeof LOOKS)[number];

const AXE = join(import.meta.dir, "../../node_modules/axe-core/axe.min.js");
const PASSWORD = "correct horse battery staple";

/** Somebody who signs in. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

/** A page, whose it is, and what went wrong in it so far. */
export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
}

/** The product and its people. */
export interface DeskHouse extends AsyncDisposable {
  readonly desk: Desk;
  readonly owner: Person;
  /** Makes an account with a role in the brand. */
  person(role: "manager" | "host", name: string): Promise<Person>;
  /** A browser of its own, signed in, on a page of the brand. */
  open(path: string, options?: OpenOptions): Promise<OpenPage>;
  /** Where a page of the brand is. */
  at(path: string): string;
}

/** How a page is looked at. */
export interface OpenOptions {
  readonly as?: Person;
  readonly width?: number;
  readonly look?: Look;
  readonly scripts?: boolean;
}

/** Starts the binary, empty but for its restaurants; use with `await using`, or end it afterwards. */
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
      await desk.cliOk(["user", "create", ...told, "--password-stdin"], PASSWORD);
      return { email, password: PASSWORD };
    },
    async open(path, options = {}) {
      const opened = await profile(desk, options);
      contexts.push(opened.context);
      await signIn(opened.page, desk.ready.url, options.as ?? owner);
      await opened.page.goto(at(path));
      return opened;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(contexts.map((context) => context.close()));
      await desk.close();
      product[Symbol.dispose]();
    },
  };
}

async function profile(desk: Desk, options: OpenOptions): Promise<OpenPage> {
  const { width = 1440, look = "dark", scripts = true } = options;
  const viewport = { width, height: width < 500 ? 780 : 1000 };
  const context = await newProfile({ viewport, javaScriptEnabled: scripts });
  await context.addCookies([{ name: "maitred-look", value: look, url: desk.ready.url }]);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (line) => {
    // A refusal is an answer, although the browser calls it an error.
    if (line.type() !== "error" || line.text().includes("422")) return;
    faults.push(`${line.text()} ${line.location().url}`);
  });
  return { page, context, faults };
}

/** Signs in by the page's form. */
export async function signIn(page: Page, url: string, person: Person): Promise<void> {
  await page.goto(`${url}/sign-in?next=/`);
  await page.fill("#email", person.email);
  await page.fill("#password", person.password);
  await page.click("main button[type=submit]");
  await page.waitForURL(/\/b\//);
}

/** What axe-core finds on a page in any of its rules, each with the first element at fault. */
export async function barriers(page: Page): Promise<string[]> {
  // The page's policy lets no foreign script in; axe comes in beside it.
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setBypassCSP", { enabled: true });
  await page.evaluate(await Bun.file(AXE).text());
  return page.evaluate<string[]>(
    "axe.run().then(({ violations }) => violations.map((v) => v.id + ': ' + v.nodes[0].html))",
  );
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

/** Books for an instant; answers the id. */
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

/** Books so many parties from 5:00 PM on; answers their ids by start. */
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
