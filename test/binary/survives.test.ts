// Goal: the compiled binary survives faults under load: kill -9, two servers on one file, a stop in
// the middle of requests, a full disk. Short forms of npm run faults and npm run soak; the checks
// are in test/faults/load/rows.ts and settle.ts.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { PARTS, playPart } from "../faults/load/parts.ts";
import { noSamples } from "../faults/soak/sample.ts";
import { soak } from "../faults/soak/soak.ts";
import { type LoneBinary, loneBinary } from "../support/compiled-binary.ts";
import { temporaryFolder } from "../support/database.ts";

setDefaultTimeout(180_000); // a busy machine is slow

/** How often each part repeats its fault. */
const TIMES: Readonly<Record<string, number>> = {
  kills: 4,
  "two-servers": 1,
  stops: 1,
  "full-disk": 1,
};
/**
 * The folder for the data, in memory if possible. A disk would add nothing: the kernel keeps all
 * writes of a killed process.
 */
const WITHIN = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
/** A different seed each day, printed so that a run can be repeated. */
const SEED = Number(process.env["MAITRED_FAULTS_SEED"] ?? Math.floor(Date.now() / 86_400_000));

let product: LoneBinary;
beforeAll(() => {
  product = loneBinary();
});
afterAll(() => product[Symbol.dispose]());

describe("the binary under load", () => {
  for (const part of PARTS) {
    const times = TIMES[part.name] ?? 1;
    const name = `${part.name}, ${times} times, seed ${SEED}: no acknowledged write is lost or done twice`;
    test.skipIf(part.lacking !== null)(name, async () => {
      const { command } = product;
      const evenings = await playPart(part, { times, seed: SEED, command, within: WITHIN });
      expect(evenings.flatMap(({ faults }) => faults)).toEqual([]);
      expect(evenings.reduce((sum, one) => sum + one.times, 0)).toBe(times);
      // Without writes, nothing could have been lost.
      expect(Math.min(...evenings.map(({ counts }) => counts.writes))).toBeGreaterThan(0);
    });
  }
});

test.skipIf(noSamples !== null)(
  "a short soak takes all its samples and finds no fault",
  async () => {
    using folder = temporaryFolder();
    const report = await soak({
      command: product.command,
      folder: folder.path,
      seconds: 1,
      samples: 4,
      pauseMs: 20,
      seed: SEED,
      gateway: "webhook",
    });
    expect(report.faults).toEqual([]);
    expect(report.samples).toHaveLength(4);
    for (const { residentMb, descriptors, walMb } of report.samples) {
      expect(residentMb).toBeGreaterThan(20);
      expect(descriptors).toBeGreaterThan(5);
      expect(walMb).toBeGreaterThan(0);
    }
    // Only the long form has enough samples for a trend.
    expect(report.trends).toEqual({ residentMb: null, descriptors: null, walMb: null });
  },
);
