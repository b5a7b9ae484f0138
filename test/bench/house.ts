// Makes the bench's restaurants, and starts the product in this process, with a test database. All
// settings of the server except the port and the log have their defaults.
import { start } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import { type Caller, NO_BUDGETS, SCOPES } from "../../src/domain/caller.ts";
import type { RunningServer, ServerOptions } from "../../src/instance/server.ts";
import type { Log } from "../../src/log.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { houses, ZONE } from "./bookings.ts";

const HOUSE = {
  timeZone: ZONE,
  defaultCountry: "US",
  seats: 10_000,
  paceCovers: null,
  largeParty: { from: 10_000, mode: "allow" },
  retentionDays: null,
  services: [
    {
      name: "Dinner",
      days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
      opens: "17:00",
      lastSeating: "21:30",
      closes: "23:30",
      limits: {},
    },
  ],
};

const quiet: Log = { debug() {}, info() {}, warn() {}, error: console.error };
const caller: Caller = {
  kind: "system",
  principal: "bench",
  actor: { kind: "system", id: "bench", name: "bench" },
  environment: "test",
  brands: ["bench"],
  scopes: SCOPES,
  tools: null,
  budgets: NO_BUDGETS,
  headerBrand: null,
  roles: {},
};

/** Starts the product on `folder`, with a test database. */
export const open = (
  folder: string,
  more: Partial<Pick<ServerOptions, "clockAt" | "prepare">> = {},
): Promise<RunningServer> =>
  start({
    ...loadConfig({ env: {}, folder }).values,
    folder,
    environment: "test",
    ports: [0],
    clockAt: null,
    log: quiet,
    ...more,
  });

/** Makes the brand "bench" with these settings over the usual ones. */
export const addHouse = (
  { writer, stores, clock }: Pick<RunningServer, "writer" | "stores" | "clock">,
  settings: object = {},
): Promise<void> =>
  writer.write(() => {
    const overrides = { ...HOUSE, ...settings };
    stores.brands.insert({ slug: "bench", name: "Bench", overrides, now: clock() });
  });

/** Makes a folder with `count` restaurants. */
export async function makeHouses(folder: string, count: number): Promise<void> {
  const made = await open(folder, {
    prepare: ({ writer, stores, clock }) =>
      writer.write(() => {
        for (const slug of houses(count)) {
          stores.brands.insert({ slug, name: slug, overrides: HOUSE, now: clock() });
        }
      }),
  });
  await made.close();
}

/** Calls a tool without HTTP. Throws its refusal. */
export async function callTool(
  server: RunningServer,
  name: string,
  input: object,
  brands: readonly string[] = caller.brands,
): Promise<Record<string, unknown>> {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`There is no ${name}.`);
  return (await server.invoke(operation, input, { ...caller, brands })).structured;
}
