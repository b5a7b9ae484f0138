import { z } from "zod";
import type { Brand } from "../domain/settings.ts";
import { displayDate, displayTime } from "../domain/time.ts";
import { brandLine, NO_BRANDS } from "../words/en/agent/reads.ts";
import { type CallContext, defineTool, READS } from "./define.ts";

const output = z.strictObject({
  brands: z.array(
    z.strictObject({
      slug: z.string(),
      name: z.string(),
      timeZone: z.string(),
      today: z.string(),
      now: z.string(),
      timestamp: z.number(),
    }),
  ),
});

export const listBrands = defineTool({
  name: "list_brands",
  title: "List the restaurants",
  scope: null,
  description:
    "Lists the restaurants (brands) you can access: the slug to pass as brand, the name, the time zone, and the " +
    "present date and time there. Start here if you do not know the slug or what day it is. Changes nothing.",
  brandless: true,
  input: z.strictObject({}),
  output,
  hints: READS,
  examples: [
    {
      input: {},
      output: {
        brands: [
          {
            slug: "demo-bistro",
            name: "Demo Bistro",
            timeZone: "America/New_York",
            today: "Wednesday, November 18, 2026",
            now: "3:00 PM",
            timestamp: 1_795_032_000_000,
          },
        ],
      },
    },
  ],
  run: list,
  text: ({ brands }) => (brands.length === 0 ? NO_BRANDS : brands.map(brandLine).join("\n")),
});

function list(_: object, { caller, stores, now }: CallContext): z.infer<typeof output> {
  const brands = caller.brands
    .map((slug) => stores.brands.get(slug))
    .filter((brand): brand is Brand => brand !== null)
    .map(({ slug, name, settings: { timeZone } }) => ({
      slug,
      name,
      timeZone,
      today: displayDate(now, timeZone),
      now: displayTime(now, timeZone),
      timestamp: now,
    }));
  const fault = brands.length > 0 ? null : firstFault(caller.brands, stores);
  if (fault !== null) throw fault;
  return { brands };
}

const firstFault = (slugs: readonly string[], { brands }: CallContext["stores"]) =>
  slugs.map((slug) => brands.fault(slug)).find((fault) => fault !== null) ?? null;
