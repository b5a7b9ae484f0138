// What the product takes of a processor when nobody calls it: its loop looks every five seconds,
// however many guests wait.
import { join } from "node:path";
import type { Report } from "./part.ts";

/** Two looks of the loop. */
const SECONDS = 10;

async function measure(folder: string, waiting: number): Promise<{ share: number; ms: number }> {
  const args = ["test/bench/child-idle.ts", join(folder, `${waiting}`), `${waiting}`, `${SECONDS}`];
  const child = Bun.spawn([process.execPath, ...args], { stdout: "pipe", stderr: "inherit" });
  return JSON.parse(await new Response(child.stdout).text()) as { share: number; ms: number };
}

/** Processor time of a server without callers, as a share of one processor. */
export async function idle(folder: string): Promise<Report> {
  const lengths = [0, 10_000];
  const found = await Promise.all(lengths.map((waiting) => measure(folder, waiting)));
  return {
    ratios: found.map(({ share }, index) => ({
      name: `processor time / elapsed time, idle, ${lengths[index]} waiting`,
      value: share,
    })),
    rows: found.map(({ ms }, index) => ({
      name: `idle server, ${lengths[index]} waiting`,
      figures: { "processor ms/s": ms / SECONDS },
    })),
    method: `${SECONDS} s after the start has settled, all threads`,
  };
}
