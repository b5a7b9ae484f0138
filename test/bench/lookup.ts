// Measures how long a host waits while typing a name or a phone on the Book page, in a restaurant
// with 200,000 reservations: the list of known guests over HTTP.
import { join } from "node:path";
import { makeHouses } from "./house.ts";
import { startLoad } from "./load/load.ts";
import type { Part } from "./part.ts";
import { startBinary } from "./product.ts";
import { addPast } from "./scale/past-bookings.ts";
import { signedIn } from "./signed-in.ts";
import { inTurns, type Variant } from "./turns.ts";

/**
 * The typed texts, by how hard the guest is to find. Names are "Guest 1" and so on, phones +1646...
 */
const TYPED = {
  "two letters that all names have": { name: "gu", phone: "" },
  "the whole name of one": { name: "guest 150", phone: "" },
  "a name that nobody has": { name: "zebra", phone: "" },
  "four digits in the middle of phones": { name: "", phone: "0007" },
  "digits that no phone has": { name: "", phone: "99999999" },
} as const;

/** Measures the look-up for each typed text. */
export const lookup: Part = async (folder, effort) => {
  await makeHouses(folder, 1);
  const reservations = effort.reservations / 5;
  addPast(join(folder, "maitred.db"), reservations, []);
  await using product = await startBinary(folder);
  const { visitor, cookie } = await signedIn(product);
  const pathOf = (typed: Record<string, string>): string =>
    `/b/bench/book/guests?${new URLSearchParams(typed).toString()}`;
  const { html } = await visitor.get(pathOf(TYPED["the whole name of one"]));
  if (!html.includes("Guest 150")) throw new Error("The look-up finds nobody.");

  await using load = startLoad();
  const variants = Object.entries(TYPED).map(
    ([name, typed]): Variant => ({
      name,
      server: product,
      era: "2025-11-25",
      connections: 1,
      calls: () => ({ kind: "get", path: pathOf(typed), cookie, part: "section#known-guests" }),
    }),
  );
  const { rows, ratio } = await inTurns(load, variants, effort);
  return {
    ratios: [
      ratio(
        "a name that nobody has / two letters",
        "a name that nobody has",
        "two letters that all names have",
        "p50 ms",
      ),
    ],
    rows: rows.map(({ name, figures }) => {
      const { "p50 ms": p50 = 0, "p99 ms": p99 = 0, "server us": server = 0 } = figures;
      return { name, figures: { "p50 ms": p50, "p99 ms": p99, "server us": server } };
    }),
    method: `one browser, ${reservations.toLocaleString("en-US")} reservations of one restaurant over two years, ${effort.seconds} s, median of ${effort.rounds} rounds`,
  };
};
