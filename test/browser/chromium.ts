import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from "playwright-core";

/** The first is the same engine without the window that nobody looks at: a third less work. */
const USUAL = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].map(
  (name) => `/usr/bin/${name}`,
);
const told = process.env["MAITRED_TEST_CHROMIUM"];
const path = (told === undefined ? USUAL : [told]).find((one) => existsSync(one));

/**
 * Off: two panes of the address bar, which nobody sees here and which start a process and take half
 * a second for each profile. The flag replaces Playwright's own, whose names for this engine follow.
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
// Under root, as in containers, Chromium's own sandbox does not start.
// Nothing is shown, so that no process has to play the graphics card.
const ARGS = ["--no-sandbox", "--disable-gpu", `--disable-features=${OFF.join(",")}`];

/** As browsers come; whoever sees badly chooses up to twice as much. */
const USUAL_TEXT_PX = 16;

/** False: tests in a browser cannot run here, and say so (test/run.ts). */
export const hasChromium = path !== undefined;

const shared = new Map<number, Promise<Browser>>();

/** The one browser of all tests with this size of text; it ends with the process. */
function sharedBrowser(textPx: number): Promise<Browser> {
  const args =
    textPx === USUAL_TEXT_PX ? ARGS : [...ARGS, `--blink-settings=defaultFontSize=${textPx}`];
  const browser = shared.get(textPx) ?? chromium.launch({ executablePath: path ?? "", args });
  shared.set(textPx, browser);
  return browser;
}

/** A browser profile of its own, as another person has it; use with `await using`. */
export async function newProfile(
  options: BrowserContextOptions = {},
  textPx = USUAL_TEXT_PX,
): Promise<BrowserContext> {
  const browser = await sharedBrowser(textPx);
  return browser.newContext(options);
}
