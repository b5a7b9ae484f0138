import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from "playwright-core";

/** The first is Chromium without a window, which takes a third less work. */
const USUAL = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].map(
  (name) => `/usr/bin/${name}`,
);
const told = process.env["MAITRED_TEST_CHROMIUM"];
const path = (told === undefined ? USUAL : [told]).find((one) => existsSync(one));

/**
 * The features of Chromium that are switched off. The first two belong to the address bar: they start
 * a process and take half a second per profile. Our flag replaces the flag of Playwright, so the list
 * continues with the features that Playwright switches off.
 */
const OFF = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];
// Chromium's sandbox does not start for the user root, which containers often use. The windows are not
// shown, so no graphics card has to be emulated.
const ARGS = ["--no-sandbox", "--disable-gpu", `--disable-features=${OFF.join(",")}`];

/** If false, browser tests are skipped, and test/run.ts lists them as not run. */
export const hasChromium = path !== undefined;

let shared: Promise<Browser> | undefined;

/** A browser profile for one person; use with `await using`. */
export async function newProfile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  // One browser for all tests; it ends with the process.
  shared ??= chromium.launch({ executablePath: path ?? "", args: ARGS });
  return (await shared).newContext(options);
}
