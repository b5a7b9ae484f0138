// Measures a start: time from the command to the first answer, memory, and the size of the binary.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { builtBinary } from "../support/compiled-binary.ts";
import { HOUSES } from "./bookings.ts";
import { makeHouses } from "./house.ts";
import { startLoad } from "./load/load.ts";
import { median, type Part } from "./part.ts";
import { startBinary } from "./product.ts";
import { bookingCalls } from "./turns.ts";

const MIB = 2 ** 20;
const PATIENCE_MS = 30_000;
/** How long after the start to measure idle memory. By then nothing is compiled or read any more. */
const SETTLED_MS = 1000;

/** A field of /proc/<pid>/status in MiB: VmRSS is the resident memory now, VmHWM its maximum. */
function memoryMiB(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
}

/** A free port. */
function freePort(): number {
  const probe = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = probe;
  probe.stop(true);
  return port;
}

/** The time from the command to the first answer, on an existing folder, in milliseconds. */
async function firstAnswer(folder: string): Promise<number> {
  const port = freePort();
  const url = `http://127.0.0.1:${port}/healthz`;
  const words = ["serve", "--data", folder, "--port", `${port}`, "--log-level", "error"];
  const began = performance.now();
  const child = Bun.spawn([builtBinary(), ...words], { stdout: "ignore", stderr: "ignore" });
  try {
    while (performance.now() - began < PATIENCE_MS) {
      const answered = await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
      if (answered) return performance.now() - began;
      await Bun.sleep(1);
    }
    throw new Error(`The server did not answer within ${PATIENCE_MS} ms.`);
  } finally {
    child.kill();
    await child.exited;
  }
}

/** Measures the start, the memory without and under load, and the size of the binary. */
export const start: Part = async (folder, effort) => {
  const live = join(folder, "live");
  const made = Bun.spawnSync([builtBinary(), "init", "--data", live], { stdout: "ignore" });
  if (made.exitCode !== 0) throw new Error(made.stderr.toString());
  const times: number[] = [];
  for (let round = 0; round < effort.samples; round += 1) times.push(await firstAnswer(live));

  const data = join(folder, "data");
  await makeHouses(data, HOUSES);
  await using product = await startBinary(data);
  await using load = startLoad();
  await Bun.sleep(SETTLED_MS);
  const idle = memoryMiB(product.pid, "VmRSS");
  await load.run({
    target: { port: product.port, token: product.token, era: "2026-07-28" },
    calls: bookingCalls(HOUSES).calls(),
    connections: 64,
    warmUpSeconds: effort.warmUpSeconds,
    seconds: effort.seconds * effort.rounds,
    pid: product.pid,
  });
  return {
    ratios: [
      {
        name: "memory, most under load / idle",
        value: memoryMiB(product.pid, "VmHWM") / idle,
      },
    ],
    rows: [
      { name: "command to first answer", figures: { ms: median(times) } },
      { name: "resident, idle", figures: { MiB: idle } },
      { name: "resident, after the load", figures: { MiB: memoryMiB(product.pid, "VmRSS") } },
      { name: "resident, most", figures: { MiB: memoryMiB(product.pid, "VmHWM") } },
      { name: "binary", figures: { MiB: statSync(builtBinary()).size / MIB } },
    ],
    method:
      `${effort.samples} starts without restaurants, median; memory under bookings of 64 connections for ` +
      `${effort.warmUpSeconds + effort.seconds * effort.rounds} s`,
  };
};
