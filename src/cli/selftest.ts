import { rmSync } from "node:fs";
import { join } from "node:path";
import { loadInstanceSecret } from "../auth/instance-secret.ts";
import { createInvoke } from "../operations/invoke.ts";
import { checkRecords } from "../operations/selftest/check-records.ts";
import { type RoundTrips, roundTrips } from "../operations/selftest/round-trip.ts";
import { copyDatabase } from "../storage/backup.ts";
import { openDatabase } from "../storage/database.ts";
import { useFolder } from "../storage/folder-use.ts";
import { factsOf, problemsOf } from "../storage/inspect.ts";
import { databaseIn } from "../storage/open-error.ts";
import { CHECKS, selfCheckStore } from "../storage/self-check-store.ts";
import { openStores } from "../storage/stores.ts";
import { createWriter } from "../storage/writer.ts";
import { DATA_FLAG } from "./flags.ts";
import { folderOf, makeTemporaryFolder } from "./instance.ts";
import { plural } from "./print.ts";
import type { CliIo, Verb } from "./verb.ts";

export const selftest: Verb = {
  name: "selftest",
  summary: "Check a copy of your data: the file, the rules and a test booking.",
  flags: DATA_FLAG,
  run: async ({ config, io }) => {
    const folder = folderOf({ config });
    const place = makeTemporaryFolder("selftest");
    try {
      using held = new DisposableStack();
      const source = databaseIn(folder);
      const startedAt = performance.now();
      const { file, bytes } = copyDatabase(source, join(place, "copy.db"));
      held.use(useFolder(folder));
      const copy = { bytes, tookMs: Math.round(performance.now() - startedAt) };
      const found = await look(file, folder, io);
      const report = { copy, ...found, tookMs: Math.round(performance.now() - startedAt) };
      const ok = report.findings.length === 0;
      return {
        json: { ok, database: source, ...report },
        text: inText(report),
        exitCode: ok ? 0 : 1,
      };
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
};

interface Looked {
  readonly rows: Readonly<Record<string, number>>;
  readonly checks: number;
  readonly parties: number;
  readonly explained: number;
  readonly roundTrips: Omit<RoundTrips, "findings">;
  readonly findings: readonly string[];
}

async function look(
  path: string,
  folder: string,
  io: Pick<CliIo, "now" | "random">,
): Promise<Looked> {
  // Need not be durable, because losing the copy does no harm.
  const options = { environment: "any", now: io.now, durable: false, copied: true } as const;
  const database = openDatabase(path, options);
  try {
    const stores = openStores(database, loadInstanceSecret(folder, { databaseExists: true }));
    const checks = selfCheckStore(database);
    const now = io.now() + stores.instance.clockOffset();
    const { rows } = factsOf(database);
    const writer = createWriter(database, {
      onFatal: (error) => {
        throw error;
      },
    });
    const invoke = createInvoke({ stores, writer, clock: () => now, random: io.random });
    const before = checkRecords(stores, checks, now);
    const { findings: broken, ...trips } = await roundTrips({ stores, checks, invoke, now });
    const after = checkRecords(stores, checks, now);
    await writer.close();
    const news = after.findings.filter((finding) => !before.findings.includes(finding));
    return {
      rows,
      checks: CHECKS,
      parties: before.parties,
      explained: before.explained,
      roundTrips: trips,
      findings: [
        ...before.findings,
        ...broken,
        ...news.map((finding) => `after the test booking: ${finding}`),
        ...problemsOf(database),
      ],
    };
  } finally {
    database.close();
  }
}

function inText(report: Looked & { readonly tookMs: number }): string {
  const { rows, checks, parties, explained, roundTrips: trips, findings, tookMs } = report;
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return [
    `Checked a copy of ${plural(total, "row")}, including ${plural(rows["reservation"] ?? 0, "reservation")}:`,
    `- the limits in every minute and slot, with ${parties} upcoming parties and held tables`,
    `- ${plural(explained, "time span")} over a limit for a recorded reason`,
    `- ${checks} kinds of contradictions between records`,
    `- a booking made, repeated, read and cancelled at ${trips.done.join(", ") || "no restaurant"}`,
    ...trips.notTried.map((why) => `  not tried at ${why}`),
    findings.length === 0
      ? `Everything is in order (${tookMs} ms). Your own database was only read.`
      : `Problems found: ${findings.length}.\n${findings.map((finding) => `  ${finding}`).join("\n")}\n` +
        "Your own database was only read. Please report this; nothing above names a guest.",
  ].join("\n");
}
