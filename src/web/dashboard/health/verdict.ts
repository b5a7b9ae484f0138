import { dirname } from "node:path";
import { MINUTE } from "../../../domain/time.ts";
import type { InstanceFacts } from "./instance-facts.ts";
import { commandFor, lengthText } from "./words.ts";

/** `look`: look at it when there is time. `act`: act now, because guests or reservations suffer. */
export const STATES = ["ok", "look", "act"] as const;
export type State = (typeof STATES)[number];

export interface HealthLine {
  readonly id: string;
  readonly name: string;
  readonly state: State;
  readonly seen: string;
  /** Paths, processes and system errors, shown only to owners of the instance. */
  readonly inside: string | null;
  readonly todo: string | null;
  /** A command to run on the server, shown only to owners of the instance. */
  readonly remedy: { readonly words: string; readonly command: string } | null;
  readonly button: { readonly words: string; readonly confirm: string } | null;
}

export type Verdict = Pick<HealthLine, "state" | "seen"> &
  Partial<Pick<HealthLine, "inside" | "todo" | "remedy" | "button">>;

/** For this long after a server's start, a missing backup or a background loop that never ran is no problem. */
export const STARTING_MS = 2 * MINUTE;
export const remedy = (words: string, { database: { path } }: InstanceFacts, verb: string) => ({
  remedy: { words, command: commandFor(verb, dirname(path)) },
});

export const agoText = (ms: number): string => (ms < 2000 ? "just now" : `${lengthText(ms)} ago`);
