// Measures the cost of a disk flush, and simulates a slower disk. The benchmark compares the
// product with R, the most bookings per second that this machine can make (docs/performance.md). R
// spends nearly all of its time in flushes, and some disks are a hundred times as slow as others.
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { median } from "../part.ts";

const PAGE = 4096;
const MOST = 101;
/** Long enough for several flushes even on a slow disk. */
const LOOK_MS = 500;
/** The environment variable with the microseconds to add to each flush; only the second run has it. */
const LATE = "BENCH_FLUSH_US";

/** The median time of a flush of one page in a folder, milliseconds. */
export function flushMs(folder: string): number {
  const file = join(folder, `flush-${process.pid}`);
  const descriptor = openSync(file, "w");
  try {
    const page = new Uint8Array(PAGE);
    const times: number[] = [];
    for (const began = performance.now(); times.length < MOST; ) {
      writeSync(descriptor, page, 0, PAGE, 0);
      const from = performance.now();
      fdatasyncSync(descriptor);
      times.push(performance.now() - from);
      if (performance.now() - began > LOOK_MS) break;
    }
    return median(times);
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
}

/** Whether flushes are slowed down in this run. */
export const isSlowed = (): boolean => process.env[LATE] !== undefined;

/**
 * Runs this program again with the same arguments, but with every flush in it and in its child
 * processes `ms` milliseconds slower. Returns its exit code. Throws an Error if that is not
 * possible: it needs Linux and a C compiler.
 */
export async function againWithSlowFlushes(ms: number, folder: string): Promise<number> {
  const library = join(folder, "late-flush.so");
  const source = join(import.meta.dir, "late-flush.c");
  const compiler = process.platform === "linux" ? Bun.which("cc") : null;
  if (compiler === null) throw new Error("--flush-ms takes Linux and a C compiler (cc).");
  const made = Bun.spawn([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], {
    stderr: "inherit",
  });
  if ((await made.exited) !== 0) throw new Error(`${source} could not be compiled.`);
  const again = Bun.spawn([process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, LD_PRELOAD: library, [LATE]: `${Math.round(ms * 1000)}` },
    stdio: ["ignore", "inherit", "inherit"],
  });
  // Otherwise the second run would continue without this one.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => again.kill(signal));
  return again.exited;
}
