import { resolveSettings } from "../domain/settings.ts";
import type { OpenInstance } from "../instance/server.ts";
import { addDemoFloor } from "./demo-floor.ts";
import type { CliIo } from "./verb.ts";

const EVERY_DAY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

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

const BISTRO = {
  slug: "demo-bistro",
  name: "Demo Bistro",
  overrides: { timeZone: "America/New_York", defaultCountry: "US", services: SERVICES },
};
const TRATTORIA = {
  slug: "demo-trattoria",
  name: "Demo Trattoria",
  overrides: { timeZone: "Europe/Rome", defaultCountry: "IT", services: SERVICES },
};
const BY_TABLES = { seats: null, tables: { mode: "required" } };

/** `byTables`: the bistro books a party only if a table is free, and has no limit on seats. */
export async function addDemoBrands(
  desk: OpenInstance,
  { byTables }: { readonly byTables: boolean },
  io: Pick<CliIo, "random">,
): Promise<void> {
  const { stores, writer, clock } = desk;
  const bistro = { ...BISTRO, overrides: { ...BISTRO.overrides, ...(byTables ? BY_TABLES : {}) } };
  await writer.write(() => {
    for (const { slug, name, overrides } of [bistro, TRATTORIA]) {
      resolveSettings(overrides);
      stores.brands.insert({ slug, name, overrides, now: clock() });
    }
  });
  await addDemoFloor(desk, BISTRO.slug, io);
}
