import type { HereFinding, Outcome, Surroundings } from "./check.ts";
import { clockOf, integrity, readDatabase } from "./database.ts";
import { configuration, diskSpace, newestBackup, permissions, secretKey } from "./files.ts";
import { backupStorage, gateway, publicOrigin, type Reached } from "./reach.ts";

const TITLES = {
  configuration: "Configuration",
  permissions: "Permissions of the folder",
  secret: "secret.key",
  disk: "Disk space",
  clock: "Clock",
  zones: "Time zones and settings of the brands",
  schema: "Schema",
  integrity: "Integrity of the database",
  loop: "Background work of the server",
  backup: "Newest backup",
  storage: "Backups in S3 storage",
  sms: "Gateway for texts",
  origin: "Public address",
} as const;

export const CHECKS = Object.keys(TITLES) as readonly (keyof typeof TITLES)[];

export async function lookHere(here: Surroundings): Promise<readonly HereFinding[]> {
  const database = readDatabase(here);
  const { facts, served } = database;
  const { outcome: secretOutcome, secret } = secretKey(here, facts?.secretCheck ?? null);
  const [whole, storage, sms, origin] = await Promise.all([
    integrity(here),
    backupStorage(here),
    gateway(here, facts?.environment ?? "live"),
    publicOrigin(here, { secret, served }),
  ]);
  const outcomes: Readonly<Record<keyof typeof TITLES, Outcome>> = {
    configuration: configuration(here),
    permissions: permissions(here),
    secret: secretOutcome,
    disk: diskSpace(here),
    clock: clockOf(here, facts, [sms, origin].flatMap(clockIn)),
    zones: database.zones,
    schema: database.schema,
    integrity: whole,
    loop: database.loop,
    backup: newestBackup(here),
    storage,
    sms: sms.outcome,
    origin: origin.outcome,
  };
  return CHECKS.map((check) => ({ check, title: TITLES[check], ...outcomes[check] }));
}

const clockIn = ({ who, offByMs }: Reached) => (offByMs === null ? [] : [{ who, offByMs }]);
