import { rmSync } from "node:fs";
import { DEFAULT_SCOPES, type Scope } from "../domain/caller.ts";
import type { OpenInstance, RunningServer } from "../instance/server.ts";
import { createLog, type Log } from "../log.ts";
import { addDemoBrands } from "./demo-brands.ts";
import { fillNextDinner } from "./demo-evening.ts";
import { type DevLine, devGuide } from "./dev-guide.ts";
import { type DevUser, demoKey, devUser } from "./dev-user.ts";
import { SERVER_FLAGS } from "./flags.ts";
import { makeTemporaryFolder } from "./instance.ts";
import { print } from "./print.ts";
import { DEFAULT_PORT } from "./serve.ts";
import { type CliIo, switchFlag, textFlag, type Verb } from "./verb.ts";

const NEXT_PORTS = 20;

/** Removes the database at the end, unless its folder is configured. */
export const dev: Verb = {
  name: "dev",
  summary: "Try maitred: demo restaurants, test keys, a clock you can move.",
  flags: {
    ...SERVER_FLAGS,
    data: textFlag("DIR", "Folder for the test database, which is then kept for the next run."),
    empty: switchFlag("Start without reservations and waiting guests."),
    clock: textFlag("ISO", "Start the clock at this time, such as 2026-11-20T15:00:00Z."),
  },
  tellsWarnings: true,
  async run({ flags, json, config, io, start }) {
    const stopped = io.untilStopped();
    const { values } = config;
    const whole = createLog({ level: values.logLevel, now: io.now, write: io.err });
    // Hides the log lines of the demo evening, so that the printed guide (`devGuide`) comes first.
    let isLogging = json || values.logLevel === "debug";
    const log: Log = { ...whole, info: (...line) => (isLogging ? whole.info(...line) : undefined) };
    for (const warning of config.warnings) log.warn("configuration", { warning });
    const folder = values.data ?? makeTemporaryFolder("dev");
    try {
      const server = await start({
        ...values,
        folder,
        environment: "test",
        ports: portsFor(values.port, json),
        clockAt: values.clock,
        log,
        prepare: (desk) => seed(desk, flags.has("empty"), io),
      });
      try {
        const line = await devLine(server, await devUser(server, folder, io), io);
        print({ json: line, text: devGuide(line) }, json, io);
        isLogging = true;
        await stopped;
      } finally {
        await server.close();
      }
    } finally {
      if (values.data === null) rmSync(folder, { recursive: true, force: true });
    }
    return null;
  },
};

function portsFor(port: number | null, json: boolean): number[] {
  if (port !== null) return [port];
  if (json) return [0];
  return [...Array.from({ length: NEXT_PORTS }, (_, index) => DEFAULT_PORT + index), 0];
}

async function seed(desk: OpenInstance, empty: boolean, io: CliIo): Promise<void> {
  if (desk.stores.brands.names().length > 0) return;
  await addDemoBrands(desk, { byTables: !empty }, io);
  if (empty) return;
  for (const brand of desk.stores.brands.list()) await fillNextDinner(desk, brand);
}

async function devLine(server: RunningServer, user: DevUser | null, io: CliIo): Promise<DevLine> {
  const brands = server.stores.brands.list().map(({ slug, name, settings }) => ({
    slug,
    name,
    timeZone: settings.timeZone,
  }));
  const slugs = brands.map(({ slug }) => slug);
  const key = (name: string, keyBrands: string[], scopes: readonly Scope[]) =>
    demoKey(server, io, { name, brands: keyBrands, scopes });
  return {
    url: server.url,
    mcp: `${server.url}/mcp`,
    pid: io.pid,
    database: server.database,
    apiKey: await key("dev, all brands", slugs, DEFAULT_SCOPES),
    singleBrandKey: await key("dev, one brand", slugs.slice(0, 1), DEFAULT_SCOPES),
    readOnlyKey: await key("dev, read only", slugs, ["bookings.read"]),
    brands,
    test: `${server.url}/test`,
    user,
  };
}
