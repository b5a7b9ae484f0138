// Goal: every page that can be reached by links from Tonight is accessible on a phone, a tablet and
// a wide screen, in light and dark, and readable without scripts. Method: find the pages by plain
// requests, so that a new page is tested as soon as something links to it; then check them with
// Chromium, axe-core and the width of the layout.
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { HOUR } from "../../../src/domain/time.ts";
import { BRAND, bookEvening, type DeskHouse, DINNER, openHouse } from "../desk-house.ts";
import { inBrowser } from "../in-browser.ts";
import {
  barriers,
  closePages,
  cutOptions,
  hurdles,
  LARGE_TEXT_PX,
  overhang,
  SLOW_MS,
} from "../open-page.ts";

const MOST_PAGES = 60;

/** A page's kind: the pages of all reservations are one kind. */
const kindOf = (path: string): string =>
  path.replace(/[0-9a-f]{24}/g, ":id").replace(/\d{4}-\d\d-\d\d/g, ":date");

/** The query parameters that select a part of a page. */
const PARTS = ["view", "table", "party", "plan"];

/**
 * Pages that are found but not visited again, because another address shows the same, or because
 * floor.test.ts visits them.
 */
const SHOWN_ELSEWHERE = [
  "/settings/limits",
  "/messages?view=sent",
  "/messages?view=waiting",
  "/messages?view=trouble",
  "/floor?party=:id",
  "/floor?table=:id",
  "/floor?plan=yes",
].map((page) => `/b/${BRAND}${page}`);

/** Pages of a restaurant where nothing has happened yet. */
const EMPTY = ["", "/waitlist", "/messages", "/print"].map((page) => `/b/demo-trattoria${page}`);

/** Whether a link leads to a page, not to an asset, a file or signing out. */
const isPage = (path: string): boolean =>
  (/^\/(connected-apps|account)\b/.test(path) || path.startsWith(`/b/${BRAND}`)) &&
  !/\.(csv|ics|png)|\/events|sign-out/.test(path);

/** Opens or closes what can be folded. */
const unfold = (page: Page, open = true): Promise<unknown> =>
  page.evaluate(
    `document.querySelectorAll("main details").forEach((one) => { one.open = ${open}; })`,
  );

/** Whether a page is in the desk's frame, where a link replaces only the content. */
const isOfDesk = (path: string): boolean => path.startsWith("/b/") && !path.endsWith("/print");

/** Follows a link within the desk, which keeps what the first page loaded. */
const follow = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`new Promise((shown) => {
    const link = document.createElement("a");
    link.href = "${path}";
    document.querySelector("main").append(link);
    htmx.process(link);
    document.addEventListener("htmx:after:swap", () => setTimeout(shown), { once: true });
    link.click();
  })`);

/**
 * A page's heading and the paths it links to, without a query unless it selects a part of the
 * page.
 */
function readPage(html: string, url: string): { title: string; links: string[] } {
  const links: string[] = [];
  const title: string[] = [];
  const addLink = (href: string): void => {
    const { origin, pathname, searchParams } = new URL(href.replaceAll("&amp;", "&"), url);
    const part = [...searchParams].find(([name]) => PARTS.includes(name));
    if (origin !== new URL(url).origin) return;
    links.push(part === undefined ? pathname : `${pathname}?${part.join("=")}`);
  };
  new HTMLRewriter()
    .on("h1", { text: ({ text }) => void title.push(text) })
    .on("a[href]", { element: (link) => addLink(link.getAttribute("href") ?? "") })
    .transform(html);
  return { title: title.join("").trim(), links };
}

inBrowser("every page of the desk", () => {
  let house: DeskHouse;
  const found = new Map<string, string>();
  /** What each page showed on the first visit, which is a plain request. */
  const read: { path: string; status: number; title: string }[] = [];

  beforeAll(async () => {
    house = await openHouse();
    await house.desk.set(BRAND, "seats=60", "paceCovers=null", "tables.mode=suggest");
    await bookEvening(house.desk, 8);
    await house.desk.ok("add_to_waitlist", {
      brand: BRAND,
      name: "Marguerite de la Fuente y Montemayor-Hallgrímsdóttir",
      phone: "+12125550199",
      numberOfPeople: 40,
      date: "Friday, November 20, 2026",
      time: "8:00 PM",
    });
    await house.person("host", "Hanna Host");
    await house.desk.goTo(DINNER + HOUR);
    const { context } = await house.open("");
    const open = [...EMPTY, `/b/${BRAND}`];
    while (open.length > 0 && found.size < MOST_PAGES) {
      const path = open.shift() ?? "";
      const isEmpty = EMPTY.includes(path);
      if (!(isEmpty || isPage(path)) || found.has(kindOf(path))) continue;
      found.set(kindOf(path), path);
      const url = house.desk.ready.url + path;
      const answer = await context.request.get(url);
      const { title, links } = readPage(await answer.text(), url);
      read.push({ path, status: answer.status(), title });
      if (!isEmpty) open.push(...links);
    }
  }, 4 * SLOW_MS);
  afterEach(closePages);
  afterAll(() => house?.[Symbol.asyncDispose]());

  test("is found by links", () => {
    const kinds = [...found.keys()];
    const places = [
      "",
      "/floor",
      "/floor?table=:id",
      "/floor?party=:id",
      "/floor?plan=yes",
      "/book",
      "/reservations/:id",
      "/waitlist",
      "/messages",
      "/messages/:id",
      "/month",
      "/pin",
      "/close",
      "/settings",
      "/access",
      "/health",
    ];
    expect(kinds).toEqual(expect.arrayContaining(SHOWN_ELSEWHERE));
    expect(kinds).toEqual(
      expect.arrayContaining(places.map((place) => `/b/:brand${place}`.replace(":brand", BRAND))),
    );
    expect(kinds.length).toBeLessThan(MOST_PAGES);
  });

  test(
    "is accessible, and fits with text twice as large",
    async () => {
      const { page, faults } = await house.open("", { look: "light", width: 360 });
      const problems: string[] = [];
      const paths = [...found]
        .filter(([kind]) => !SHOWN_ELSEWHERE.includes(kind))
        .map(([, path]) => path);
      const visits = [
        ...paths.filter(isOfDesk).map((path) => ({ path, go: () => follow(page, path) })),
        ...paths
          .filter((path) => !isOfDesk(path))
          .map((path) => ({ path, go: () => page.goto(house.desk.ready.url + path) })),
      ];
      for (const { path, go } of visits) {
        await go();
        expect(page.url()).toBe(house.desk.ready.url + path);
        const said = await overhang(page);
        if (path.includes("/settings")) said.push(...(await cutOptions(page)));
        await unfold(page);
        said.push(...(await hurdles(page, LARGE_TEXT_PX)));
        await unfold(page, false);
        problems.push(...said.map((one) => `${path}: ${one}`));
      }
      expect(problems).toEqual([]);
      expect(faults).toEqual([]);
    },
    4 * SLOW_MS,
  );

  test("with text twice as large, the last button of a phone's bottom bar is on the screen", async () => {
    const { page } = await house.open("", { width: 360, textPx: LARGE_TEXT_PX });
    expect(await barriers(page)).toEqual([]);
    const more = await page.locator(".thumb summary").boundingBox();
    expect((more?.x ?? 360) + (more?.width ?? 0)).toBeLessThanOrEqual(360);
  });

  test("can be found and read without scripts", () => {
    expect(read.filter(({ status }) => status !== 200)).toEqual([]);
    expect(read.filter(({ title }) => title === "")).toEqual([]);
    expect(read).toHaveLength(found.size);
  });
});
