import { dirname } from "node:path";
import { MINUTE } from "../../../domain/time.ts";
import type { InstanceFacts } from "./instance-facts.ts";
import { commandFor, lengthText } from "./words.ts";

/** `look`: when there is time. `act`: now, because guests or reservations suffer. */
export const STATES = ["ok", "look", "act"] as const;
export type State = (typeof STATES)[number];

/** The result of one check, in words for the restaurant. */
export interface HealthLine {
  readonly id: string;
  readonly name: string;
  readonly state: State;
  readonly seen: string;
  /** Paths, processes and system errors. Only for owners of the instance. */
  readonly inside: string | null;
  readonly todo: string | null;
  /** A command to run on the server. Only for owners of the instance. */
  readonly remedy: { readonly words: string; readonly command: string } | null;
  /** A button that sends `confirm`. */
  readonly button: { readonly words: string; readonly confirm: string } | null;
}

/** Fields left out become null. */
export type Verdict = Pick<HealthLine, "state" | "seen"> &
  Partial<Pick<HealthLine, "inside" | "todo" | "remedy" | "button">>;

/** Just after the start, the first backup and the first run of the loop may still be missing. */
export const STARTING_MS = 2 * MINUTE;
export const remedy = (words: string, { database: { path } }: InstanceFacts, verb: string) => ({
  remedy: { words, command: commandFor(verb, dirname(path)) },
});

/** "12 minutes ago" */
export const agoText = (ms: number): string => (ms < 2000 ? "just now" : `${lengthText(ms)} ago`);
