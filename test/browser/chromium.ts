import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from "playwright-core";

const USUAL = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const told = process.env["MAITRED_TEST_CHROMIUM"];
const path = (told === undefined ? USUAL : [told]).find((one) => existsSync(one));

/** False: tests in a browser cannot run here, and say so (test/run.ts). */
export const hasChromium = path !== undefined;

let shared: Promise<Browser> | null = null;

/** The one browser of all tests in it; it ends with the process. */
function sharedBrowser(): Promise<Browser> {
  // Under root, as in containers, Chromium's own sandbox does not start.
  shared ??= chromium.launch({ executablePath: path ?? "", args: ["--no-sandbox"] });
  return shared;
}

/** A browser profile of its own, as another person has it; use with `await using`. */
export async function newProfile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  return browser.newContext(options);
}
