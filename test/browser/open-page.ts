// A page as somebody has it who is signed in, and what would keep anybody from using it.
import { join } from "node:path";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { newProfile } from "./chromium.ts";

/** Starting a browser and the product takes its time on a busy machine. */
export const SLOW_MS = 60_000;
/** A phone, a tablet, a wide screen: their widths in pixels. */
export const WIDTHS = [360, 820, 1440] as const;
export const LOOKS = ["light", "dark"] as const;
export type Look = (typeof LOOKS)[number];

const AXE = join(import.meta.dir, "../../node_modules/axe-core/axe.min.js");

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

/** How a page is looked at. */
export interface Viewing {
  readonly width?: number;
  readonly look?: Look;
  readonly scripts?: boolean;
  readonly permissions?: string[];
}

/** A browser of its own, signed in by the page's form, on `path`. */
export async function openSignedIn(
  url: string,
  person: Person,
  path: string,
  { width = 1440, look = "dark", scripts = true, permissions = [] }: Viewing = {},
): Promise<OpenPage> {
  const viewport = { width, height: width < 500 ? 780 : 1000 };
  const options: BrowserContextOptions = { viewport, javaScriptEnabled: scripts, permissions };
  const context = await newProfile(options);
  await context.addCookies([{ name: "maitred-look", value: look, url }]);
  const page = await context.newPage();
  const faults = faultsOf(page);
  await page.goto(`${url}/sign-in?next=/`);
  await page.fill("#email", person.email);
  await page.fill("#password", person.password);
  await page.click("main button[type=submit]");
  await page.waitForURL(/\/b\//);
  await page.goto(url + path);
  return { page, context, faults };
}

/** What goes wrong in a page from now on. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (line) => {
    // A refusal is an answer, although the browser calls it an error.
    if (line.type() !== "error" || line.text().includes("422")) return;
    faults.push(`${line.text()} ${line.location().url}`);
  });
  return faults;
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
