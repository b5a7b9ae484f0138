// Measures how long a host waits for each page of the dashboard on an evening of 300 reservations,
// over HTTP with a session, and how many bytes a first visit transfers.
import { join } from "node:path";
import { addDays, dateOf } from "../../src/domain/time.ts";
import { putFloor } from "../support/floor.ts";
import { houses, ZONE } from "./bookings.ts";
import { callTool, makeHouses, open } from "./house.ts";
import { startLoad } from "./load/load.ts";
import type { Part } from "./part.ts";
import { startBinary } from "./product.ts";
import { addPast } from "./scale/past-bookings.ts";
import { signedIn } from "./signed-in.ts";
import { inTurns, type Variant } from "./turns.ts";

const AHEAD = 20;
const RESERVATIONS = 300;
/** The bench measures at most this many pages. */
const MOST_PAGES = 20;

/** The second restaurant, which has tables. The first, "bench", has none. */
const [, ROOM = ""] = houses(2);
const TABLES = 60;

/** Adds the second restaurant's tables, and gives them to as many of its parties as possible. */
async function addTables(folder: string): Promise<void> {
  const house = await open(folder);
  const { stores, writer } = house;
  const names = Array.from({ length: TABLES }, (_, index) => `${index + 1}:${2 + (index % 3) * 2}`);
  await writer.write(() => {
    putFloor(stores, ROOM, { areas: { Room: names.join(" ") } });
    const overrides = { ...stores.brands.overrides(ROOM), tables: { mode: "suggest" } };
    stores.brands.update(ROOM, { overrides, now: Date.now() });
  });
  const serviceDate = addDays(dateOf(Date.now(), ZONE), AHEAD);
  await callTool(house, "plan_tables", { brand: ROOM, serviceDate }, [ROOM]);
  await house.close();
}

/** The links in a page that match `pattern`, each once. */
const linksIn = (html: string, pattern: RegExp): string[] => [
  ...new Set([...html.matchAll(pattern)].map(([, path = ""]) => path.replaceAll("&amp;", "&"))),
];

/** The number of bytes that the answer takes on the network. */
async function weigh(url: string, path: string, cookie: string): Promise<number> {
  const headers = { Accept: "text/html", "Accept-Encoding": "gzip, br", Cookie: cookie };
  const response = await fetch(new URL(path, url), { headers, decompress: false });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
  return (await response.arrayBuffer()).byteLength;
}

/** Measures the time and the bytes of each page. */
export const dashboard: Part = async (folder, effort) => {
  await makeHouses(folder, 2);
  addPast(join(folder, "maitred.db"), 0, [
    { house: "bench", ahead: AHEAD, count: RESERVATIONS },
    { house: "bench", ahead: AHEAD + 1, count: 0 },
    { house: ROOM, ahead: AHEAD, count: RESERVATIONS },
  ]);
  await addTables(folder);
  await using product = await startBinary(folder);
  const { url } = product.line;
  const { visitor, cookie } = await signedIn(product);

  const day = (ahead: number) => `/b/bench?date=${addDays(dateOf(Date.now(), ZONE), ahead)}`;
  const tonight = day(AHEAD);
  const floor = tonight.replace("/bench", `/${ROOM}/floor`);
  const { html } = await visitor.get(tonight);
  const ids = linksIn(html, /[?;]open=([0-9a-f]{24})/g);
  if (ids.length !== RESERVATIONS)
    throw new Error(`${tonight} does not show ${RESERVATIONS} reservations.`);
  const places = linksIn(html, /href="(\/b\/bench\/[a-z]+)"/g);
  const named: (readonly [name: string, path: string])[] = [
    [`Tonight, ${RESERVATIONS} reservations`, tonight],
    ["Tonight, none", day(AHEAD + 1)],
    [`Floor, ${TABLES} tables, ${RESERVATIONS} reservations`, floor],
    ["a month", `/b/bench/month?month=${addDays(dateOf(Date.now(), ZONE), AHEAD).slice(0, 7)}`],
    ["a reservation", `/b/bench/reservations/${ids[0]}`],
    ...places.map((path) => [path.replace("/b/bench/", ""), path] as const),
  ];
  const pages = new Map(named.slice(0, MOST_PAGES));

  await using load = startLoad();
  const variants = [...pages].map(
    ([name, path]): Variant => ({
      name,
      server: product,
      era: "2025-11-25",
      connections: 1,
      calls: () => ({ kind: "get", path, cookie }),
    }),
  );
  const { rows, ratio } = await inTurns(load, variants, effort, 0.25);
  const files = linksIn(html, /(?:href|src)="(\/assets\/[^"]+)"/g);
  const weights = await Promise.all(files.map((path) => weigh(url, path, cookie)));
  const assets = weights.reduce((sum, bytes) => sum + bytes, 0);
  return {
    ratios: [
      ratio(
        "Tonight, 300 reservations / none",
        `Tonight, ${RESERVATIONS} reservations`,
        "Tonight, none",
        "p50 ms",
      ),
    ],
    rows: await Promise.all(
      rows.map(async ({ name, figures }) => {
        const page = await weigh(url, pages.get(name) ?? "", cookie);
        const { "p50 ms": p50 = 0, "p99 ms": p99 = 0, "server us": server = 0 } = figures;
        const times = { "p50 ms": p50, "p99 ms": p99, "server us": server };
        return {
          name,
          figures: { ...times, "page KiB": page / 1024, "first KiB": (page + assets) / 1024 },
        };
      }),
    ),
    method: `one browser, ${effort.seconds / 4} s for each page in turns, median of ${effort.rounds} rounds; "first KiB" includes ${files.length} style and script files`,
  };
};
