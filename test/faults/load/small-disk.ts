import { join } from "node:path";
import { canMount } from "../product.ts";
import type { EveningPlan, EveningReport } from "./evening.ts";

/** Why it is not possible here; null: it is. */
export const noSmallDisk: string | null = canMount
  ? null
  : "mounting a small file system needs root, or user namespaces";

/** Megabytes. The log may take 16, and fifty faults on a fast machine write as much again. */
const SIZE_MB = 64;
const CHILD = join(import.meta.dir, "child-evening.ts");

/**
 * Plays an evening whose folder is a file system of some megabytes, in a separate process in whose
 * namespace it exists, so that it is removed with the process.
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
