import type { ConfigKey, LoadedConfig } from "../config.ts";
import { isLocalDate } from "../domain/time.ts";
import type { StartServer } from "../instance/server.ts";

export interface Flag {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  /** Giving the flag twice is an error. Without `once` or `multiple`, the last value counts. */
  readonly once?: true;
  readonly required?: boolean;
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly help: string;
}

export type DeclaredFlags = Readonly<Record<string, Flag>>;

export const textFlag = (value: string, help: string, more: Partial<Flag> = {}): Flag => ({
  type: "string",
  value,
  ...more,
  help,
});

export const switchFlag = (help: string): Flag => ({ type: "boolean", help });

export interface VerbContext {
  readonly flags: Flags;
  readonly positionals: readonly string[];
  readonly json: boolean;
  readonly config: LoadedConfig;
  readonly io: CliIo;
  readonly start: StartServer;
  readonly verbs: readonly Verb[];
}

export interface Verb {
  /** One or two words, such as `brand create`. */
  readonly name: string;
  readonly summary: string;
  readonly positionals?: readonly string[];
  readonly optional?: readonly string[];
  readonly flags: DeclaredFlags;
  /** If one of these settings is not given, the verb uses the value that the server last started with. */
  readonly asServed?: readonly ConfigKey[];
  readonly tellsWarnings?: true;
  /** The verb runs even if the configuration is invalid. */
  readonly toleratesFaults?: true;
  /** Returns null if the verb has printed its answer itself. */
  run(context: VerbContext): Answer | Promise<Answer | null>;
}

export interface Answer {
  readonly json: object;
  readonly text: string;
  /** Without --json, the secret goes alone to stdout, so that `KEY=$(...)` works. */
  readonly secret?: string;
  /** Print `text` to stdout instead of stderr. */
  readonly plain?: boolean;
  readonly exitCode?: number;
}

export interface CliIo {
  out(text: string): void;
  stream?(text: string): Promise<void>;
  err(text: string): void;
  readInput(): Promise<string>;
  /** Absent if there is no terminal. */
  ask?(question: string): Promise<string>;
  /** Makes the program exit after printing, without waiting for open requests. */
  abandon?(): void;
  /** System clock, epoch milliseconds. */
  now(): number;
  random(length: number): Uint8Array;
  untilStopped(): Promise<void>;
  readonly pid: number;
}

export class CliError extends Error {
  override readonly name = "CliError";
  readonly code: string;
  readonly exitCode: 1 | 2;

  constructor(code: string, message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string): CliError => new CliError("USAGE", message, 2);

type FlagValue = string | boolean | readonly (string | boolean)[] | undefined;

export class Flags {
  readonly #values: Readonly<Record<string, FlagValue>>;

  constructor(values: Readonly<Record<string, FlagValue>>) {
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  /** Throws a usage error if the value is missing or blank. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined || value.trim() === "") throw usageError(`--${name} is needed.`);
    return value.trim();
  }

  list(name: string): readonly string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  }

  count(name: string): number | null {
    const value = this.text(name);
    if (value === undefined) return null;
    if (!/^[1-9]\d{0,8}$/.test(value)) {
      throw usageError(`--${name} takes a whole number from 1, not ${JSON.stringify(value)}.`);
    }
    return Number(value);
  }

  date(name: string): string | null {
    const value = this.text(name);
    if (value === undefined || isLocalDate(value)) return value ?? null;
    throw usageError(`--${name} takes a date such as 2026-11-20, not ${JSON.stringify(value)}.`);
  }
}
