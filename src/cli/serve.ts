import { makeSetupLink, SETUP_PATH } from "../auth/setup-link.ts";
import type { Config, LoadedConfig } from "../config.ts";
import type { BackupPlan, RunningServer } from "../instance/server.ts";
import { createLog, type Log } from "../log.ts";
import { backupFolderOf } from "../storage/backup-files.ts";
import { isOtherAtWork, LOOP_LEASE, ownerOf } from "../storage/lease-owner.ts";
import { databaseIn } from "../storage/open-error.ts";
import { labelOf } from "../storage/s3-storage.ts";
import { placeOf, storageOf } from "./backup-storage.ts";
import { BACKUP_FLAGS, SERVER_FLAGS } from "./flags.ts";
import { dataFlag, folderOf } from "./instance.ts";
import { print } from "./print.ts";
import { recordOf } from "./served-settings.ts";
import { type Answer, CliError, type Verb } from "./verb.ts";

export const DEFAULT_PORT = 8484;

export const serve: Verb = {
  name: "serve",
  summary: "Run the server.",
  flags: { ...SERVER_FLAGS, ...BACKUP_FLAGS },
  tellsWarnings: true,
  async run({ json, config, io, start }) {
    const stopped = io.untilStopped();
    const { values } = config;
    if (values.clock !== null) {
      const source = config.sources.clock.name;
      throw new CliError(
        "INVALID_INPUT",
        `clock (from ${source}) is for test data only. Remove this setting.`,
      );
    }
    const folder = folderOf({ config });
    const log = createLog({ level: values.logLevel, now: io.now, write: io.err });
    for (const warning of config.warnings) log.warn("configuration", { warning });
    const server = await start({
      ...values,
      folder,
      environment: "live",
      ports: [values.port ?? DEFAULT_PORT],
      clockAt: null,
      backups: backupPlan(values, folder),
      log,
    });
    try {
      await recordSettings(server, config, { at: io.now(), log });
      const token = await makeSetupLink(server);
      const setup = token === null ? null : server.url + SETUP_PATH + token;
      print(readyAnswer(server, { folder, pid: io.pid, setup }), json, io);
      await stopped;
    } finally {
      await server.close();
    }
    return null;
  },
};

/**
 * Stores the server's settings for other commands of maitred. If another server already runs in this
 * folder, stores only where this server puts its backups.
 */
async function recordSettings(
  { stores, writer }: RunningServer,
  { values }: LoadedConfig,
  { at, log }: { readonly at: number; readonly log: Log },
): Promise<void> {
  const first = stores.lease.seen(LOOP_LEASE);
  const isSecond = first !== null && isOtherAtWork(first, at);
  if (isSecond) {
    const { pid, host } = ownerOf(first.owner);
    const why = `another server is using this folder (process ${pid} on ${host})`;
    log.warn("settings_not_recorded", { why, advice: "Stop one of the two servers." });
  }
  const settings = isSecond ? null : JSON.stringify(recordOf(values, at));
  const storage = placeOf(values);
  const places = [values.backupFolder, storage && labelOf(storage)].filter(
    (place) => place !== null,
  );
  try {
    await writer.write(() => stores.servedSettings.record(settings, places, at));
  } catch (error) {
    // A full disk must not prevent the start. Later writes will report it.
    log.warn("settings_not_recorded", { error });
  }
}

function backupPlan(values: Config, folder: string): BackupPlan | null {
  const storage = storageOf(values);
  if (values.backupEveryHours === 0) return null;
  return {
    everyHours: values.backupEveryHours,
    keep: values.backupKeep,
    folder: values.backupFolder ?? backupFolderOf(databaseIn(folder)),
    at: values.backupAt,
    storage: storage === null ? null : labelOf(storage),
  };
}

function readyAnswer(
  server: RunningServer,
  { folder, pid, setup }: { folder: string; pid: number; setup: string | null },
): Answer {
  const { url } = server;
  const mcp = `${url}/mcp`;
  const data = dataFlag(folder);
  const text = [
    `maitred is running. MCP address: ${mcp}`,
    `Database: ${databaseIn(folder)}`,
    ...(setup === null ? [] : setupWords(setup, server, data)),
    ...firstSteps(server, data),
  ].join("\n");
  return { json: { url, mcp, pid, database: server.database, setup }, text };
}

const setupWords = (setup: string, { stores }: RunningServer, data: string): string[] => [
  "",
  stores.brands.names().length === 0
    ? "Set up your account and restaurant in a browser (the link works once, for 30 minutes):"
    : "Create the first account in a browser (the link works once, for 30 minutes):",
  `  ${setup}`,
  "or create the account here, in a second terminal:",
  `  maitred user create --email you@example.com --name "Your Name" --role owner${data}`,
];

function firstSteps({ stores }: RunningServer, data: string): string[] {
  const steps: string[] = [];
  const [brand] = stores.brands.names();
  if (brand === undefined) {
    steps.push(
      "Add your restaurant (or add it in the browser):",
      `  maitred brand create --slug my-bistro --name "My Bistro" --time-zone America/New_York --country US${data}`,
    );
  }
  if (!stores.apiKeys.list().some((key) => key.revokedAt === null)) {
    steps.push(
      "Create a key for your agent (shown once):",
      `  maitred key create --name "my agent" --brand ${brand?.slug ?? "my-bistro"}${data}`,
    );
  }
  return steps.length === 0 ? [] : ["", "First steps, in a second terminal:", ...steps];
}
