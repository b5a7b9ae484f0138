// Measures the month page of a restaurant with a million reservations, over HTTP.
import { join } from "node:path";
import { addDays, dateOf } from "../../src/domain/time.ts";
import { ZONE } from "./bookings.ts";
import { makeHouses } from "./house.ts";
import { startLoad } from "./load/load.ts";
import type { Part } from "./part.ts";
import { startBinary } from "./product.ts";
import { addPast } from "./scale/past-bookings.ts";
import { signedIn } from "./signed-in.ts";
import { inTurns, type Variant } from "./turns.ts";

/** Days from today to a full month, and to a month without reservations. */
const FULL = -31;
const EMPTY = 365;
const pathOf = (ahead: number): string =>
  `/b/bench/month?month=${addDays(dateOf(Date.now(), ZONE), ahead).slice(0, 7)}`;

/** Measures the page's time. All reservations belong to one restaurant. */
export const month: Part = async (folder, effort) => {
  await makeHouses(folder, 1);
  addPast(join(folder, "maitred.db"), effort.reservations, []);
  await using product = await startBinary(folder);
  const { visitor, cookie } = await signedIn(product);
  const path = pathOf(FULL);
  const { html } = await visitor.get(path);
  const covers = [...html.matchAll(/<b>(\d+)<\/b>/g)].reduce(
    (sum, [, one]) => sum + Number(one),
    0,
  );
  if (covers === 0) throw new Error(`${path} shows no covers.`);

  await using load = startLoad();
  const get = (name: string, ahead: number): Variant => ({
    name,
    server: product,
    era: "2025-11-25",
    connections: 1,
    calls: () => ({ kind: "get", path: pathOf(ahead), cookie }),
  });
  const variants = [get("a full month", FULL), get("an empty month", EMPTY)];
  const { rows, ratio } = await inTurns(load, variants, effort);
  return {
    ratios: [ratio("a full month / an empty month", "a full month", "an empty month", "p50 ms")],
    rows: rows.map(({ name, figures }) => {
      const { "p50 ms": p50 = 0, "p99 ms": p99 = 0, "server us": server = 0 } = figures;
      return { name, figures: { "p50 ms": p50, "p99 ms": p99, "server us": server } };
    }),
    method: `one browser, ${effort.reservations.toLocaleString("en-US")} reservations of one restaurant over two years, ${effort.seconds} s, median of ${effort.rounds} rounds`,
  };
};
