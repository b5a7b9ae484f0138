import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from "playwright-core";

/** The first is the same engine without a window, which saves a third of the work. */
const USUAL = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].map(
  (name) => `/usr/bin/${name}`,
);
const told = process.env["MAITRED_TEST_CHROMIUM"];
const path = (told === undefined ? USUAL : [told]).find((one) => existsSync(one));

/**
 * Switched off: two panes of the address bar, which start a process and take half a second per
 * profile. The flag replaces Playwright's own, whose features for this engine follow.
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
// Under root, as in containers, Chromium's own sandbox does not start. Nothing is shown, so no
// process has to emulate a graphics card.
const ARGS = ["--no-sandbox", "--disable-gpu", `--disable-features=${OFF.join(",")}`];

/** False: browser tests cannot run here, and are reported as such (test/run.ts). */
export const hasChromium = path !== undefined;

let shared: Promise<Browser> | undefined;

/** A separate browser profile, as of another person; use with `await using`. */
export async function newProfile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  // One browser for all tests; it is closed with the process.
  shared ??= chromium.launch({ executablePath: path ?? "", args: ARGS });
  return (await shared).newContext(options);
}
