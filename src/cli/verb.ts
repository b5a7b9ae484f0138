import type { ConfigKey, LoadedConfig } from "../config.ts";
import { isLocalDate } from "../domain/time.ts";
import type { StartServer } from "../instance/server.ts";

/** One flag of a verb. */
export interface Flag {
  readonly type: "string" | "boolean";
  /** May be repeated. */
  readonly multiple?: boolean;
  /** Refused when given twice. For other flags the last value counts. */
  readonly once?: true;
  readonly required?: boolean;
  /** The placeholder in the help text, such as SLUG. */
  readonly value?: string;
  /** The only values it takes, where they are known in advance. */
  readonly choices?: readonly string[];
  readonly help: string;
}

export type DeclaredFlags = Readonly<Record<string, Flag>>;

/** A flag with a value: `--brand SLUG`. */
export const textFlag = (value: string, help: string, more: Partial<Flag> = {}): Flag => ({
  type: "string",
  value,
  ...more,
  help,
});

/** A flag without a value: `--json`. */
export const switchFlag = (help: string): Flag => ({ type: "boolean", help });

/** What a verb gets to run. */
export interface VerbContext {
  readonly flags: Flags;
  readonly positionals: readonly string[];
  /** With --json. */
  readonly json: boolean;
  /** Flags, environment and file together. */
  readonly config: LoadedConfig;
  readonly io: CliIo;
  readonly start: StartServer;
  /** All verbs. */
  readonly verbs: readonly Verb[];
}

/** One command: a row of the table in verbs.ts. */
export interface Verb {
  /** One or two words, such as `brand create`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the required arguments. */
  readonly positionals?: readonly string[];
  /** Names of the optional arguments after them. */
  readonly optional?: readonly string[];
  readonly flags: DeclaredFlags;
  /** Settings taken from the running server unless flags, environment or file set them. */
  readonly asServed?: readonly ConfigKey[];
  /** The verb itself reports warnings about the configuration. */
  readonly tellsWarnings?: true;
  /** The verb also runs with an invalid configuration and reports its faults itself. */
  readonly toleratesFaults?: true;
  /** Returns null when it has printed its answer itself. */
  run(context: VerbContext): Answer | Promise<Answer | null>;
}

/** An answer in both forms: `json` for programs, `text` for people. */
export interface Answer {
  readonly json: object;
  readonly text: string;
  /** A secret shown only once. Without --json it goes to stdout alone, so that `KEY=$(...)` works. */
  readonly secret?: string;
  /** Print `text` to stdout instead of stderr. */
  readonly plain?: boolean;
  readonly exitCode?: number;
}

/** The process around the command line; tests replace it. */
export interface CliIo {
  out(text: string): void;
  /** The same for long output; settles when it is written. Absent if `out` does not buffer. */
  stream?(text: string): Promise<void>;
  err(text: string): void;
  readInput(): Promise<string>;
  /** Asks a question at the terminal; absent if there is no terminal. */
  ask?(question: string): Promise<string>;
  /** Exit after printing, even if requests are still open. */
  abandon?(): void;
  /** System clock, epoch milliseconds. */
  now(): number;
  random(length: number): Uint8Array;
  /** Settles on SIGINT or SIGTERM. */
  untilStopped(): Promise<void>;
  readonly pid: number;
}

/** A refusal. Exit code 1, or 2 if the command line itself is wrong. */
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

/** The command line is wrong: exit code 2. */
export const usageError = (message: string): CliError => new CliError("USAGE", message, 2);

type FlagValue = string | boolean | readonly (string | boolean)[] | undefined;

/** The flags of one command line. */
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

  /** The value of a required flag, which must not be blank. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined || value.trim() === "") throw usageError(`--${name} is needed.`);
    return value.trim();
  }

  /** All values of a repeatable flag. */
  list(name: string): readonly string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  }

  /** A whole number from 1; null when the flag was not given. */
  count(name: string): number | null {
    const value = this.text(name);
    if (value === undefined) return null;
    if (!/^[1-9]\d{0,8}$/.test(value)) {
      throw usageError(`--${name} takes a whole number from 1, not ${JSON.stringify(value)}.`);
    }
    return Number(value);
  }

  /** A date, YYYY-MM-DD; null when the flag was not given. */
  date(name: string): string | null {
    const value = this.text(name);
    if (value === undefined || isLocalDate(value)) return value ?? null;
    throw usageError(`--${name} takes a date such as 2026-11-20, not ${JSON.stringify(value)}.`);
  }
}
