import type { LoadedConfig } from "../../../config.ts";
import type { Ask } from "../exchange.ts";
import { shortened } from "../step.ts";

/** An outcome is printed, so it must not contain secrets. */
export interface Outcome {
  readonly status: "ok" | "warning" | "failed" | "not looked at";
  readonly seen: string;
  readonly todo: string | null;
}

export interface HereFinding extends Outcome {
  readonly check: string;
  readonly title: string;
}

export interface Surroundings {
  readonly folder: string;
  readonly config: LoadedConfig;
  readonly now: () => number;
  readonly ask: Ask;
  readonly random: (length: number) => Uint8Array;
  readonly freeBytes: (folder: string) => number;
  readonly checkFile: () => Promise<void>;
}

const LONGEST = 800;

export const fine = (seen: string): Outcome => ({
  status: "ok",
  seen: shortened(seen, LONGEST),
  todo: null,
});
export const skipped = (seen: string): Outcome => ({ ...fine(seen), status: "not looked at" });
export const doubtful = (seen: string, todo: string): Outcome => ({
  ...fine(seen),
  status: "warning",
  todo,
});
export const broken = (seen: string, todo: string): Outcome => ({
  ...fine(seen),
  status: "failed",
  todo,
});

export function duration(lengthMs: number): string {
  const seconds = Math.round(Math.abs(lengthMs) / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

export const instant = (at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: "second" });
