// The cases of doctor-here.test.ts: each breaks one thing in an instance or its machine.
import { Database } from "bun:sqlite";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Exchange } from "../../src/cli/doctor/exchange.ts";
import type { HereFinding, Surroundings } from "../../src/cli/doctor/here/check.ts";
import { backupPath } from "../../src/storage/backup-files.ts";
import { SYSTEM_NOW } from "./command-line.ts";

export const HOUR_MS = 3_600_000;
export const MIB = 1024 * 1024;

/** The flags, variables and properties of the machine that a case changes. */
export interface Situation {
  readonly flags?: Record<string, string>;
  readonly env?: Record<string, string>;
  readonly here?: Partial<Surroundings>;
}

/** Changes the database in a way that no verb does. */
export function tamper(folder: string, sql: string): void {
  const database = new Database(join(folder, "maitred.db"));
  database.run(sql);
  database.close();
}

export const WEBHOOK = {
  MAITRED_SMS_PROVIDER: "webhook",
  MAITRED_WEBHOOK_URL: "https://sms.example.com/send?key=hunter2",
  MAITRED_WEBHOOK_SECRET: "whsec_aHVudGVyMmh1bnRlcjJodW50ZXIy",
};
export const TWILIO = {
  MAITRED_SMS_PROVIDER: "twilio",
  MAITRED_TWILIO_ACCOUNT_SID: "AC123",
  MAITRED_TWILIO_AUTH_TOKEN: "hunter2",
  MAITRED_TWILIO_FROM: "+12125550100",
};

export const answering =
  (status: number, json: Record<string, unknown> | null = null, at = SYSTEM_NOW) =>
  (url: string): Promise<Exchange> =>
    Promise.resolve({
      url,
      status,
      headers: new Headers({ date: new Date(at).toUTCString() }),
      body: "",
      json,
    });

export const leaseOf = (owner: string, heartbeatAt: number) =>
  `INSERT INTO lease VALUES ('loop', '${owner}', ${heartbeatAt})`;
export const ENDED = `999999999@${hostname()}#x`;
export const ALIVE = `${process.pid}@${hostname()}#x`;

const nothing = (): void => undefined;

/** What is broken, and the check that must find it, with the status and words of its finding. */
export const BROKEN: readonly [
  what: string,
  breakIt: (folder: string) => void,
  situation: Situation,
  check: string,
  status: HereFinding["status"],
  seen: RegExp,
][] = [
  [
    "a file where the folder for backups should be",
    (folder) => {
      rmSync(join(folder, "backups"), { recursive: true });
      writeFileSync(join(folder, "backups"), "");
    },
    {},
    "backup",
    "failed",
    /is a file, not a folder/,
  ],
  [
    "a setting with an unusable value",
    nothing,
    { flags: { port: "abc" } },
    "configuration",
    "failed",
    /port \(from --port\)/,
  ],
  [
    "an unknown setting in maitred.toml",
    (folder) => writeFileSync(join(folder, "maitred.toml"), "prot = 1\n"),
    {},
    "configuration",
    "failed",
    /sets prot, which is not known/,
  ],
  [
    "a misspelt variable",
    nothing,
    { env: { MAITRED_PROT: "1" } },
    "configuration",
    "warning",
    /MAITRED_PROT is not a setting/,
  ],
  [
    "a folder open to all",
    (folder) => {
      chmodSync(folder, 0o755);
      chmodSync(join(folder, "maitred.db"), 0o644);
    },
    {},
    "permissions",
    "warning",
    /others .* can read .*maitred\.db/,
  ],
  [
    "a secret open to all",
    (folder) => chmodSync(join(folder, "secret.key"), 0o644),
    {},
    "secret",
    "warning",
    /mode 0644/,
  ],
  [
    "no secret",
    (folder) => rmSync(join(folder, "secret.key")),
    {},
    "secret",
    "failed",
    /is missing/,
  ],
  [
    "half a secret",
    (folder) => writeFileSync(join(folder, "secret.key"), "half"),
    {},
    "secret",
    "failed",
    /holds 4 bytes/,
  ],
  [
    "another instance's secret",
    (folder) => writeFileSync(join(folder, "secret.key"), Buffer.alloc(32, 1)),
    {},
    "secret",
    "failed",
    /not the one that this database was used with/,
  ],
  [
    "a full disk",
    nothing,
    { here: { freeBytes: () => 10 * MIB } },
    "disk",
    "failed",
    /10 MiB free/,
  ],
  [
    "no room for a backup",
    nothing,
    { here: { freeBytes: () => 64.1 * MIB } },
    "disk",
    "warning",
    /64 MiB free/,
  ],
  [
    "a clock that was never set",
    nothing,
    { here: { now: () => 0 } },
    "clock",
    "failed",
    /before maitred existed/,
  ],
  [
    "a clock behind the newest change",
    (folder) => tamper(folder, `UPDATE audit SET at = ${SYSTEM_NOW + 2 * HOUR_MS}`),
    {},
    "clock",
    "failed",
    / 2 h before the newest change/,
  ],
  [
    "a clock an hour ahead of the gateway's",
    nothing,
    { env: WEBHOOK, here: { ask: answering(404, null, SYSTEM_NOW - HOUR_MS) } },
    "clock",
    "failed",
    /60 min ahead of the clock of sms\.example\.com/,
  ],
  [
    "a time zone that does not exist",
    (folder) =>
      tamper(
        folder,
        `UPDATE brand SET overrides = json_set(overrides, '$.timeZone', 'Mars/Olympus')`,
      ),
    {},
    "zones",
    "failed",
    /house: .*Mars\/Olympus/,
  ],
  [
    "a newer schema",
    (folder) => tamper(folder, "INSERT INTO schema_migration VALUES (9999, 'later', 'x', 0)"),
    {},
    "schema",
    "failed",
    /newer version/,
  ],
  [
    "an older schema",
    (folder) =>
      tamper(
        folder,
        "DELETE FROM schema_migration WHERE number = (SELECT max(number) FROM schema_migration)",
      ),
    {},
    "schema",
    "warning",
    /This version adds: \d{4}_/,
  ],
  [
    "no database",
    (folder) => {
      rmSync(join(folder, "maitred.db"));
      rmSync(join(folder, "backups"), { recursive: true });
    },
    {},
    "schema",
    "failed",
    /There is no database/,
  ],
  [
    "a lost database, with its backups still there",
    (folder) => rmSync(join(folder, "maitred.db")),
    {},
    "schema",
    "failed",
    /is missing or empty, but there are backups in/,
  ],
  [
    "a file that is no database",
    (folder) => writeFileSync(join(folder, "maitred.db"), "x".repeat(9000)),
    {},
    "schema",
    "failed",
    /is not a database/,
  ],
  [
    "damaged pages",
    nothing,
    { here: { checkFile: () => Promise.reject(new Error("page 7 is damaged")) } },
    "integrity",
    "failed",
    /page 7 is damaged/,
  ],
  [
    "a background loop that hangs",
    (folder) => tamper(folder, leaseOf(ALIVE, SYSTEM_NOW - HOUR_MS)),
    {},
    "loop",
    "failed",
    /60 min ago, from process \d+ on .*, which still runs/,
  ],
  [
    "a server that was killed",
    (folder) => tamper(folder, leaseOf(ENDED, SYSTEM_NOW - HOUR_MS)),
    {},
    "loop",
    "warning",
    /crashed or was killed/,
  ],
  [
    "a heartbeat in the future",
    (folder) => tamper(folder, leaseOf(ENDED, SYSTEM_NOW + HOUR_MS)),
    {},
    "loop",
    "warning",
    /60 min ahead of this clock/,
  ],
  [
    "backups that stopped",
    (folder) => {
      const kept = join(folder, "backups");
      rmSync(kept, { recursive: true });
      mkdirSync(kept);
      writeFileSync(backupPath(kept, SYSTEM_NOW - 100 * HOUR_MS, "scheduled"), "");
    },
    {},
    "backup",
    "warning",
    /is 4 days old/,
  ],
  [
    "a backup dated in the future",
    (folder) => {
      const kept = join(folder, "backups");
      rmSync(kept, { recursive: true });
      mkdirSync(kept);
      writeFileSync(backupPath(kept, SYSTEM_NOW - 100 * HOUR_MS, "scheduled"), "");
      writeFileSync(backupPath(kept, SYSTEM_NOW + 9000 * HOUR_MS, "scheduled"), "");
    },
    {},
    "backup",
    "warning",
    /is 4 days old/,
  ],
  [
    "no backup, and none scheduled",
    (folder) => rmSync(join(folder, "backups"), { recursive: true }),
    { flags: { backupEveryHours: "0" } },
    "backup",
    "warning",
    /no backup in/,
  ],
  ["no gateway", nothing, {}, "sms", "warning", /reach no guest/],
  [
    "a gateway without credentials",
    nothing,
    { env: { MAITRED_SMS_PROVIDER: "twilio" } },
    "sms",
    "failed",
    /needs twilioAccountSid/,
  ],
  [
    "a gateway that cannot be reached",
    nothing,
    { env: WEBHOOK },
    "sms",
    "failed",
    /sms\.example\.com\/: this test sends no/,
  ],
  [
    "a gateway that refuses the credentials",
    nothing,
    { env: TWILIO, here: { ask: answering(401) } },
    "sms",
    "failed",
    /refuses the credentials/,
  ],
  [
    "a gateway that answers 503",
    nothing,
    { env: TWILIO, here: { ask: answering(503) } },
    "sms",
    "warning",
    /answers 503/,
  ],
];
