import { resolveSettings } from "../domain/settings.ts";
import type { OpenDesk } from "../instance/server.ts";

const EVERY_DAY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Every day, so that there is always something to book. */
const SERVICES = [
  {
    name: "Lunch",
    days: EVERY_DAY,
    opens: "12:00",
    lastSeating: "14:30",
    closes: "16:00",
    limits: {},
  },
  {
    name: "Dinner",
    days: EVERY_DAY,
    opens: "17:00",
    lastSeating: "21:30",
    closes: "23:30",
    limits: {},
  },
];

const BRANDS = [
  { slug: "demo-bistro", name: "Demo Bistro", timeZone: "America/New_York", defaultCountry: "US" },
  { slug: "demo-trattoria", name: "Demo Trattoria", timeZone: "Europe/Rome", defaultCountry: "IT" },
];

/** Adds the two demo restaurants, in one transaction. */
export async function addDemoBrands({ stores, writer, clock }: OpenDesk): Promise<void> {
  await writer.write(() => {
    for (const { slug, name, ...place } of BRANDS) {
      const overrides = { ...place, services: SERVICES };
      resolveSettings(overrides);
      stores.brands.insert({ slug, name, overrides, now: clock() });
    }
  });
}
