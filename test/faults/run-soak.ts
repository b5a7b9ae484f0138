// Runs hours of mixed load on the compiled product: npm run soak, or npm run soak -- --minutes 20
// (MAITRED_SOAK_MINUTES sets the same). Exit code 0: in the second half of the run memory, open
// files and the database's log did not grow, and every acknowledged write is stored.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loneBinary } from "../support/compiled-binary.ts";
import { noSamples, type Sample } from "./soak/sample.ts";
import { BOUNDS, soak } from "./soak/soak.ts";

const { values } = parseArgs({
  options: { minutes: { type: "string" }, seed: { type: "string" }, pause: { type: "string" } },
});
const minutes = Number(values.minutes ?? process.env["MAITRED_SOAK_MINUTES"] ?? 120);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!(minutes > 0 && minutes <= 24 * 60)) {
  console.error("--minutes takes more than 0 and at most 1440.");
  process.exit(2);
}
if (noSamples !== null) {
  console.log(`Not run: ${noSamples}.`);
  process.exit(1);
}

const shown = ({ seconds, residentMb, descriptors, walMb, databaseMb }: Sample): string =>
  `${(seconds / 60).toFixed(1).padStart(6)} min  ${residentMb.toFixed(0).padStart(5)} MB resident` +
  `  ${String(descriptors).padStart(4)} descriptors  ${walMb.toFixed(1).padStart(5)} MB log` +
  `  ${databaseMb.toFixed(0).padStart(5)} MB database`;

/** How many samples to print. All SAMPLES are judged. */
const LINES = 20;
const SAMPLES = 200;

using product = loneBinary();
const folder = mkdtempSync(join(tmpdir(), "maitred-soak-"));
console.log(`Seed ${seed}, ${minutes} minutes`);
let taken = 0;
const report = await soak({
  command: product.command,
  folder,
  seconds: minutes * 60,
  samples: SAMPLES,
  pauseMs: Number(values.pause ?? 300),
  seed,
  gateway: seed % 2 === 0 ? "webhook" : "smsgate",
  told: (sample, calls) => {
    taken += 1;
    if (taken % (SAMPLES / LINES) === 0) console.log(`${shown(sample)}  ${calls} calls`);
  },
});
const { calls, counts, trends, faults } = report;
const { writes, refreshes } = counts;
console.log(`${calls} calls, ${writes} writes acknowledged, ${refreshes} tokens refreshed`);
for (const name of Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]) {
  const trend = trends[name];
  if (trend === null) continue;
  const { median, rise, allowed, flat } = trend;
  const words = `median ${median.toFixed(1)}, rose by ${rise.toFixed(1)}, ${allowed.toFixed(1)} allowed`;
  console.log(`${flat ? "flat" : "RISING"}  ${name}, second half: ${words}`);
}
for (const fault of faults) console.log(`FAULT ${fault}`);
if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
process.exit(faults.length === 0 ? 0 : 1);
