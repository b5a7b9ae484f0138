import { backup, storage } from "./backup-checks.ts";
import { clock } from "./clock-check.ts";
import { database, disk } from "./disk-checks.ts";
import type { InstanceFacts } from "./instance-facts.ts";
import { address, loop, version, writable } from "./service-checks.ts";
import { gateway, queue } from "./text-checks.ts";
import { type HealthLine, STATES, type State, type Verdict } from "./verdict.ts";

const CHECKS: readonly (readonly [
  id: string,
  name: string,
  look: (f: InstanceFacts, zone: string) => Verdict | null,
])[] = [
  ["bookings", "Taking bookings", writable],
  ["backup", "Last backup", backup],
  ["storage", "Backups in S3 storage", storage],
  ["loop", "Offers, texts and deadlines", loop],
  ["queue", "Waiting texts", queue],
  ["gateway", "Sending texts", gateway],
  ["address", "Address", address],
  ["disk", "Disk space", disk],
  ["database", "Database", database],
  ["clock", "Clock", clock],
  ["version", "Version", version],
];

export const judge = (facts: InstanceFacts, zone: string): readonly HealthLine[] =>
  CHECKS.flatMap(([id, name, look]) => {
    const verdict = look(facts, zone);
    if (verdict === null) return [];
    return [{ id, name, inside: null, todo: null, remedy: null, button: null, ...verdict }];
  });

export const worst = (states: readonly State[]): State =>
  STATES.findLast((state) => states.includes(state)) ?? "ok";
