import { rmSync } from "node:fs";
import { join } from "node:path";
import { loadInstanceSecret } from "../auth/instance-secret.ts";
import { createGuestDesk } from "../operations/guest/guest-desk.ts";
import { createInvoke } from "../operations/invoke.ts";
import { checkRecords } from "../operations/selftest/check-records.ts";
import { type Played, playWrites } from "../operations/selftest/play-writes.ts";
import { decideOffers } from "../operations/waitlist/offers.ts";
import { copyDatabase } from "../storage/backup.ts";
import { openDatabase } from "../storage/database.ts";
import { useFolder } from "../storage/folder-use.ts";
import { factsOf, problemsOf } from "../storage/inspect.ts";
import { databaseIn } from "../storage/open-error.ts";
import { CHECKS, SelfCheckStore } from "../storage/self-check-store.ts";
import { openStores } from "../storage/stores.ts";
import { createWriter } from "../storage/writer.ts";
import { DATA_FLAG } from "./flags.ts";
import { folderOf } from "./instance.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";
import { type Flags, usageError, type Verb } from "./verb.ts";

const WRITES = 300;
const MOST_WRITES = 100_000;

/**
 * `maitred selftest`: the promises of the booking rules and of the waitlist, checked on a copy of
 * your own data by counting heads, then again through some hundred random writes on that copy.
 */
export const selftest: Verb = {
  name: "selftest",
  summary: "Check the promises on a copy of your own data.",
  positionals: [],
  flags: {
    writes: { type: "string", value: "N", help: `Random writes on the copy (default ${WRITES}).` },
    seed: { type: "string", value: "N", help: "Repeats the writes of an earlier run." },
    ...DATA_FLAG,
  },
  run: async ({ flags, config, io }) => {
    const folder = folderOf({ config });
    const count = writesOf(flags);
    const seed = flags.count("seed") ?? 1 + (Buffer.from(io.random(4)).readUInt32LE() % 999_999);
    const place = makeTemporaryFolder("selftest");
    try {
      using held = new DisposableStack();
      const source = databaseIn(folder);
      const startedAt = performance.now();
      const copy = copyDatabase(source, join(place, "copy.db"));
      held.use(useFolder(folder));
      const copyMs = Math.round(performance.now() - startedAt);
      const found = await look(copy.file, folder, { count, seed }, io);
      const tookMs = Math.round(performance.now() - startedAt);
      const report = { copy: { bytes: copy.bytes, tookMs: copyMs }, seed, ...found, tookMs };
      return {
        json: { ok: report.findings.length === 0, database: source, ...report },
        text: inText(report),
        exitCode: report.findings.length === 0 ? 0 : 1,
      };
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
};

function writesOf(flags: Flags): number {
  const text = flags.text("writes");
  if (text === undefined) return WRITES;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : MOST_WRITES + 1;
  if (count <= MOST_WRITES) return count;
  throw usageError(
    `--writes takes a whole number up to ${MOST_WRITES}, not ${JSON.stringify(text)}.`,
  );
}

interface Looked {
  readonly rows: Readonly<Record<string, number>>;
  /** Things that must never be on record. */
  readonly checks: number;
  readonly parties: number;
  readonly explained: number;
  readonly writes: Omit<Played, "findings">;
  readonly findings: readonly string[];
}

async function look(
  path: string,
  folder: string,
  plan: { readonly count: number; readonly seed: number },
  io: { readonly now: () => number },
): Promise<Looked> {
  // A copy may be lost: waiting for the disk at every write would only take longer.
  const database = openDatabase(path, {
    environment: "any",
    now: io.now,
    durable: false,
    copied: true,
  });
  try {
    const stores = openStores(database, loadInstanceSecret(folder, { databaseExists: true }));
    const checks = new SelfCheckStore(database);
    const random = bytesFrom(plan.seed);
    const now = io.now() + stores.instance.clockOffset();
    const { rows } = factsOf(database);
    const writer = createWriter(database, {
      onFatal: (error) => {
        throw error;
      },
    });
    const house = { stores, writer, clock: () => now, random };
    const before = checkRecords(stores, checks, now);
    const { findings: broken, ...writes } = await playWrites(
      {
        stores,
        checks,
        invoke: createInvoke(house),
        guests: createGuestDesk(house),
        now,
        offerFreed: () => offerFreed(house, now),
      },
      plan,
    );
    const after = checkRecords(stores, checks, now);
    await writer.close();
    const news = after.findings.filter((finding) => !before.findings.includes(finding));
    return {
      rows,
      checks: CHECKS,
      parties: before.parties,
      explained: before.explained,
      writes,
      findings: [
        ...before.findings,
        ...broken,
        ...news.map((finding) => `after the writes: ${finding}`),
        ...problemsOf(database),
      ],
    };
  } finally {
    database.close();
  }
}

/** What the background of a server does with seats that came free. */
async function offerFreed(
  {
    stores,
    writer,
    random,
  }: Pick<Parameters<typeof createInvoke>[0], "stores" | "writer" | "random">,
  now: number,
): Promise<void> {
  await writer.write(() => {
    for (const freed of stores.slotFreed.undone(now, 50)) {
      const brand = stores.brands.get(freed.brand);
      if (brand !== null) decideOffers(freed, { brand, now, stores, random });
    }
  });
}

/** Ids that are the same in every run of a seed, since they decide who is chosen. */
function bytesFrom(seed: number): (length: number) => Uint8Array {
  let drawn = 0;
  return (length) => {
    drawn += 1;
    const hash = new Bun.CryptoHasher("sha256").update(`${seed} ${drawn}`).digest();
    return new Uint8Array(hash.buffer, hash.byteOffset, length);
  };
}

function inText(report: Looked & { readonly seed: number; readonly tookMs: number }): string {
  const { rows, checks, parties, explained, writes, findings, seed, tookMs } = report;
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const refusals = Object.values(writes.refused).reduce((sum, count) => sum + count, 0);
  return [
    `On a copy of ${total} rows, ${rows["reservation"] ?? 0} reservations among them:`,
    `- ${parties} parties and held tables from now on: heads counted in every minute and slot`,
    `- ${explained} windows are fuller than the limits for a reason on record`,
    `- ${checks} things that must never be on record`,
    `- ${writes.tried} random writes (seed ${seed}): ${writes.done} done, ${refusals} refused, ` +
      `${writes.repeated} sent twice; heads counted in ${writes.minutes} minutes after each`,
    findings.length === 0
      ? `Everything holds (${tookMs} ms). Your own database was only read.`
      : `Found ${findings.length}:\n${findings.map((finding) => `  ${finding}`).join("\n")}\n` +
        "Your own database was only read. Please report this with the seed; nothing above names a guest.",
  ].join("\n");
}
