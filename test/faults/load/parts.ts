// The parts of the fault tests. Each part has one kind of interruption and plays whole evenings
// of load.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EveningPlan, type EveningReport, playEvening } from "./evening.ts";
import { noSmallDisk, playOnSmallDisk } from "./small-disk.ts";

/** One kind of interruption. */
export interface FaultPart {
  readonly name: string;
  readonly ending: EveningPlan["ending"];
  readonly servers: number;
  /** The number of interruptions, as a fraction of those in the part `kills`. */
  readonly share: number;
  /** Why this part cannot run here; null if it can. */
  readonly lacking: string | null;
}

export const PARTS: readonly FaultPart[] = [
  { name: "kills", ending: "killed", servers: 1, share: 1, lacking: null },
  { name: "two-servers", ending: "killed", servers: 2, share: 0.2, lacking: null },
  { name: "stops", ending: "stopped", servers: 1, share: 0.1, lacking: null },
  { name: "full-disk", ending: "filled", servers: 1, share: 0.1, lacking: noSmallDisk },
];

/** Interruptions per evening; each evening begins with an empty instance. */
const AN_EVENING = { least: 12, most: 50 };

/** The results of one evening. */
export interface Played extends EveningReport {
  readonly seed: number;
  readonly seconds: number;
}

/**
 * Plays a part: `times` interruptions over as many evenings as needed. The evenings use the two
 * kinds of gateway in turn. Stops after the first evening with a fault, and keeps its folder.
 */
export async function playPart(
  { ending, servers }: FaultPart,
  options: {
    readonly times: number;
    readonly seed: number;
    readonly command: readonly string[];
    /** The folder in which the evenings' folders are made. */
    readonly within?: string;
    readonly told?: (played: Played) => void;
  },
): Promise<Played[]> {
  const evenings: Played[] = [];
  const { command, told, within = tmpdir() } = options;
  const half = Math.ceil(options.times / 2);
  const most = Math.max(AN_EVENING.least, Math.min(AN_EVENING.most, half));
  for (let left = options.times; left > 0; left -= most) {
    const seed = options.seed + evenings.length;
    const folder = mkdtempSync(join(within, "maitred-faults-"));
    const gateway = seed % 2 === 0 ? "webhook" : "smsgate";
    const times = Math.min(most, left);
    const began = performance.now();
    const plan = { seed, ending, times, gateway, servers, command, folder } as const;
    const report = await (ending === "filled" ? playOnSmallDisk(plan) : playEvening(plan));
    const seconds = (performance.now() - began) / 1000;
    const played = { ...report, seed, seconds };
    evenings.push(played);
    told?.(played);
    if (report.faults.length > 0) {
      console.error(`Seed ${seed}; its data is kept in ${folder}.`);
      break;
    }
    rmSync(folder, { recursive: true, force: true });
  }
  return evenings;
}
