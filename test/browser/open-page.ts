// Opens pages as a signed-in person sees them, and checks their accessibility.
import { join } from "node:path";
import type {
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Cookie,
  Frame,
  Page,
} from "playwright-core";
import { newProfile } from "./chromium.ts";

/**
 * The time limit of a slow test. Starting a browser and the product takes long on a busy machine.
 */
export const SLOW_MS = 60_000;
/** Widths of a phone, a tablet and a wide screen, in pixels. */
export const WIDTHS = [360, 820, 1440] as const;
export type Look = "light" | "dark";
/** Rules of axe-core whose result depends on colours or on the available width. */
const OF_LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"];
/**
 * Light on a phone and dark on a tablet. A wide screen has nothing that a tablet lacks. Rules
 * about names and roles find the same in both views, so only the second runs them. Without `rules`,
 * all rules run.
 */
export const VIEWS: readonly {
  readonly look: Look;
  readonly width: number;
  readonly rules?: readonly string[];
}[] = [
  { look: "light", width: 360, rules: OF_LOOKS },
  { look: "dark", width: 820 },
];

/** The browser's default. */
const USUAL_TEXT_PX = 16;
/** Twice the usual size: WCAG 2.2, 1.4.4. */
export const LARGE_TEXT_PX = 2 * USUAL_TEXT_PX;

const AXE = join(import.meta.dir, "../../node_modules/axe-core/axe.min.js");

/** Somebody who signs in. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

/** A page, its user, and its errors so far. */
export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
}

/** How a page is displayed. */
export interface Viewing {
  readonly width?: number;
  readonly look?: Look;
  readonly scripts?: boolean;
  readonly permissions?: string[];
  /** The text size chosen in the browser's settings. */
  readonly textPx?: number;
  /** True: the page is used by touch. */
  readonly touch?: boolean;
  /** True: waits until the page is connected to the stream of changes. */
  readonly hears?: boolean;
}

const opened: BrowserContext[] = [];
/** Sessions by address and person; a person signs in once. */
const sessions = new Map<string, Cookie[]>();

/** Closes pages opened by `openSignedIn`; pages left open would keep requesting updates. */
export async function closePages(): Promise<void> {
  await Promise.all(opened.splice(0).map((context) => context.close()));
}

/**
 * Opens `path` in a separate browser for one test. The first time, the person signs in on the
 * page.
 */
export async function openSignedIn(
  url: string,
  person: Person,
  path: string,
  {
    width = 1440,
    look = "dark",
    scripts = true,
    permissions = [],
    textPx,
    touch,
    hears,
  }: Viewing = {},
): Promise<OpenPage> {
  const viewport = { width, height: width < 500 ? 780 : 1000 };
  const options: BrowserContextOptions = {
    viewport,
    javaScriptEnabled: scripts,
    permissions,
    hasTouch: touch === true,
    // No test checks motion, and every frame of it takes time.
    reducedMotion: "reduce",
  };
  const context = await newProfile(options);
  opened.push(context);
  const known = `${url} ${person.email}`;
  await context.addCookies(sessions.get(known) ?? []);
  await context.addCookies([{ name: "maitred-look", value: look, url }]);
  const page = await context.newPage();
  if (textPx !== undefined) await chooseText(page, textPx);
  const faults = faultsOf(page);
  if (!sessions.has(known)) await signIn(page, url, person);
  const heard = hears === true ? page.waitForResponse(/\/events\?/) : null;
  await page.goto(url + path);
  if (new URL(page.url()).pathname === "/sign-in") {
    await signIn(page, url, person);
    await page.goto(url + path);
  }
  await heard;
  sessions.set(known, await context.cookies());
  return { page, context, faults };
}

const protocols = new WeakMap<Page, Promise<CDPSession>>();

/**
 * A session of the browser's own protocol, for functions that Playwright lacks. Each page keeps
 * one, because the end of a session undoes its settings.
 */
function protocolOf(page: Page): Promise<CDPSession> {
  const session = protocols.get(page) ?? page.context().newCDPSession(page);
  protocols.set(page, session);
  return session;
}

/** Shows pages in this text size from now on, as the browser's settings would. */
async function chooseText(page: Page, textPx: number): Promise<void> {
  const session = await protocolOf(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: textPx } });
}

async function signIn(page: Page, url: string, { email, password }: Person): Promise<void> {
  await page.goto(`${url}/sign-in?next=/`);
  await page.fill("#email", email);
  await page.fill("#password", password);
  await page.click("main button[type=submit]");
  await page.waitForURL(/\/b\//);
}

/** Makes the page refresh, as it does after a change or a minute. */
export const REFRESH = 'document.dispatchEvent(new Event("visibilitychange"))';
/** Makes the page refresh, and waits until the result is shown. */
export const REFRESHED = `new Promise((shown) => {
  document.addEventListener("htmx:after:swap", () => setTimeout(shown), { once: true });
  ${REFRESH};
})`;

/** The errors of a page from now on. */
export function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (line) => {
    // The browser logs a refusal (422) as an error.
    if (line.type() !== "error" || line.text().includes("422")) return;
    faults.push(`${line.text()} ${line.location().url}`);
  });
  return faults;
}

/** By how much the page is too wide, in words; nothing if it fits. */
export async function overhang(page: Page): Promise<string[]> {
  const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  return over === 0 ? [] : [`${String(over)} px too wide`];
}

/**
 * Problems that keep somebody from using the page, in light and dark: what axe-core finds, and
 * content that is wider than a phone, a tablet or a wide screen. With `largePx`, also tries text of
 * that size on a tablet and a wide screen. Restores the window afterwards.
 */
export async function hurdles(page: Page, largePx?: number): Promise<string[]> {
  const before = page.viewportSize();
  const height = before?.height ?? 900;
  const found: string[] = [];
  for (const view of VIEWS) {
    await page.setViewportSize({ width: view.width, height });
    await putOn(page, view.look);
    const said = [...(await overhang(page)), ...(await barriers(page, view.rules))];
    found.push(...said.map((one) => `${view.look}, ${view.width} px: ${one}`));
  }
  const tooLarge = async (): Promise<void> => {
    const said = await overhang(page);
    found.push(...said.map((one) => `${page.viewportSize()?.width} px, large text: ${one}`));
  };
  if (largePx !== undefined) {
    await chooseText(page, largePx);
    await tooLarge();
  }
  await page.setViewportSize({ width: 1440, height });
  if (largePx !== undefined) {
    // What fits with large text fits with the usual text size, too.
    await tooLarge();
    await chooseText(page, USUAL_TEXT_PX);
  } else found.push(...(await overhang(page)).map((one) => `1440 px: ${one}`));
  if (before !== null) await page.setViewportSize(before);
  return found;
}

/** Shows the page in light or dark, whether the page follows the device or a person's choice. */
async function putOn(page: Page, look: Look): Promise<void> {
  // Without motion, so that colours are not measured during their transition.
  await page.emulateMedia({ colorScheme: look, reducedMotion: "reduce" });
  await page.evaluate(`if (document.documentElement.dataset.theme !== undefined)
    document.documentElement.dataset.theme = "${look}"`);
}

/**
 * What axe-core finds on a page by these rules, or by all, each with the first element at fault.
 */
export async function barriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await hasAxe(page))) {
    // The page's policy allows no foreign scripts, so the browser must ignore it to run axe.
    const session = await protocolOf(page);
    await session.send("Page.setBypassCSP", { enabled: true });
    await session.send("Runtime.evaluate", { expression: await Bun.file(AXE).text() });
  }
  return violations(page, rules);
}

/** As `barriers`, inside a frame whose policy allows inline scripts. */
export async function barriersIn(frame: Frame, rules?: readonly string[]): Promise<string[]> {
  if (!(await hasAxe(frame))) await frame.addScriptTag({ content: await Bun.file(AXE).text() });
  return violations(frame, rules);
}

const hasAxe = (where: Page | Frame): Promise<boolean> => where.evaluate("'axe' in window");

/** Runs axe-core. No test uses its selectors, and only rules that are off need the style sheets. */
function violations(where: Page | Frame, runOnly?: readonly string[]): Promise<string[]> {
  const options = { resultTypes: ["violations"], selectors: false, preload: false, runOnly };
  return where.evaluate<string[]>(`axe
    .run(document, ${JSON.stringify(options)})
    .then(({ violations }) => violations.map((v) => v.id + ": " + v.nodes[0].html))`);
}

/** Options that are wider than their select. The browser would cut such an option off if chosen. */
export const cutOptions = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("main select")].flatMap((select) => {
    const style = getComputedStyle(select);
    const text = document.createElement("canvas").getContext("2d");
    text.font = style.font;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return [...select.options].map(({ label }) => label)
      .filter((label) => select.checkVisibility() && text.measureText(label).width > room);
  })`);
