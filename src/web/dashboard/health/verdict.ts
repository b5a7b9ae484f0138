import { dirname } from "node:path";
import { MINUTE } from "../../../domain/time.ts";
import type { InstanceFacts } from "./instance-facts.ts";
import { commandFor, lengthText } from "./words.ts";

/** `look`: when there is time. `act`: at once, because guests or reservations suffer meanwhile. */
export const STATES = ["ok", "look", "act"] as const;
export type State = (typeof STATES)[number];

/** One thing that was checked, in words for the restaurant. */
export interface HealthLine {
  readonly id: string;
  readonly name: string;
  readonly state: State;
  readonly seen: string;
  /** Paths, processes and system errors: only for owners of the instance. Null: nothing. */
  readonly inside: string | null;
  /** What to do about it; null: nothing. */
  readonly todo: string | null;
  /** What to do about it on the server: only for owners of the instance. */
  readonly remedy: { readonly words: string; readonly command: string } | null;
  /** A button under the line; it sends `confirm`. Null: none. */
  readonly button: { readonly words: string; readonly confirm: string } | null;
}

/** What a check found; what it leaves out is null in its line. */
export type Verdict = Pick<HealthLine, "state" | "seen"> &
  Partial<Pick<HealthLine, "inside" | "todo" | "remedy" | "button">>;

/** A server that started less than this ago may have made no backup and not run its loop yet. */
export const STARTING_MS = 2 * MINUTE;
/** A command to type, with the folder of this instance. */
export const remedy = (words: string, { database: { path } }: InstanceFacts, verb: string) => ({
  remedy: { words, command: commandFor(verb, dirname(path)) },
});

/** How long ago, in words. */
export const agoText = (ms: number): string => (ms < 2000 ? "just now" : `${lengthText(ms)} ago`);
