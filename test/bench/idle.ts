// Measures the processor time of a server that nobody calls, without waiting guests and with many.
// Every five seconds the server looks for work that is due.
import { join } from "node:path";
import type { Effort, Report } from "./part.ts";

async function measure(
  folder: string,
  waiting: number,
  seconds: number,
): Promise<{ share: number; ms: number }> {
  const args = ["test/bench/child-idle.ts", join(folder, `${waiting}`), `${waiting}`, `${seconds}`];
  const child = Bun.spawn([process.execPath, ...args], { stdout: "pipe", stderr: "inherit" });
  return JSON.parse(await new Response(child.stdout).text()) as { share: number; ms: number };
}

/** The processor time of a server without callers, as a share of one processor. */
export async function idle(folder: string, effort: Effort): Promise<Report> {
  const { idleSeconds, waiting } = effort;
  const lengths = [0, waiting];
  const found = await Promise.all(lengths.map((count) => measure(folder, count, idleSeconds)));
  return {
    ratios: found.map(({ share }, index) => ({
      name: `processor time / elapsed time, idle, ${lengths[index]} waiting`,
      value: share,
    })),
    rows: found.map(({ ms }, index) => ({
      name: `idle server, ${lengths[index]} waiting`,
      figures: { "processor ms/s": ms / idleSeconds },
    })),
    method: `processor time of all threads in ${idleSeconds} s, once the server has settled after its start`,
  };
}
