// Child process: makes a backup if one is due, as a server does every minute. Environment variables
// name the storage and its credentials. Argument: a folder. Prints the status as JSON on standard
// output and the log on standard error.
import { join } from "node:path";
import { createServerBackups } from "../../src/background/server-backups.ts";
import { runOwn } from "../../src/instance/own-process.ts";
import { createLog } from "../../src/log.ts";

const data = process.argv[2] ?? "";
const options = {
  data,
  database: join(data, "maitred.db"),
  folder: join(data, "backups"),
  plan: { everyHours: 24, keep: 7, at: null, storage: "s3://house/bistro/" },
  run: runOwn,
  log: createLog({ level: "info", now: Date.now, write: (line) => process.stderr.write(line) }),
};
const backups = createServerBackups(options, {} as never, () => true);
await backups.runIfDue();
process.stdout.write(JSON.stringify(backups.status()));
await backups.stop();
