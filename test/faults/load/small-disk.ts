import { join } from "node:path";
import { canMount } from "../product.ts";
import type { EveningPlan, EveningReport } from "./evening.ts";

/** Why a small file system cannot be mounted here; null if it can. */
export const noSmallDisk: string | null = canMount
  ? null
  : "mounting a small file system needs root, or user namespaces";

/**
 * More than is used: the write-ahead log takes up to 16 MB, and fifty interruptions on a fast machine
 * add about 16 MB of data.
 */
const SIZE_MB = 64;
const CHILD = join(import.meta.dir, "child-evening.ts");

/**
 * Plays an evening on a small file system. The file system is mounted in the namespace of a
 * separate process, so it disappears with that process.
 */
export async function playOnSmallDisk(plan: EveningPlan): Promise<EveningReport> {
  const mount = `mount -t tmpfs -o size=${SIZE_MB}m tmpfs "$0" && exec "$@"`;
  const command = [process.execPath, CHILD, JSON.stringify(plan)];
  const child = Bun.spawn(
    ["unshare", "--map-root-user", "--mount", "bash", "-c", mount, plan.folder, ...command],
    { stdin: "ignore", stdout: "pipe", stderr: "inherit" },
  );
  const out = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`The evening broke off: ${out}`);
  return JSON.parse(out) as EveningReport;
}
