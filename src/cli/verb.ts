import type { ConfigKey, LoadedConfig } from "../config.ts";
import type { StartServer } from "../instance/server.ts";

/** One flag of a verb. */
export interface Flag {
  readonly type: "string" | "boolean";
  /** May be repeated. */
  readonly multiple?: boolean;
  /** May not be given twice: else the last one counts, so that command lines can be added to. */
  readonly once?: true;
  /** The verb is not run without it. */
  readonly required?: boolean;
  /** What stands for the value in the help text. */
  readonly value?: string;
  /** What it may be, where that is known beforehand: for completion. */
  readonly choices?: readonly string[];
  readonly help: string;
}

/** What was asked for and what it may be answered with. */
export interface VerbContext {
  readonly flags: Flags;
  readonly positionals: readonly string[];
  /** True: answers are for programs. */
  readonly json: boolean;
  /** Flags, environment and file together. */
  readonly config: LoadedConfig;
  readonly io: CliIo;
  readonly start: StartServer;
  /** Everything that the command line does. */
  readonly verbs: readonly Verb[];
}

/** One thing that the command line does: a row of the table in verbs.ts. */
export interface Verb {
  /** One or two words, such as `brand create`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the arguments that are not flags and are required. */
  readonly positionals: readonly string[];
  /** Names of the arguments that may follow those. */
  readonly optional?: readonly string[];
  readonly flags: Readonly<Record<string, Flag>>;
  /** Settings that are as the running server has them, where nothing else names them. */
  readonly asServed?: readonly ConfigKey[];
  /** True: tells of doubts about the configuration itself, in its log or answer. */
  readonly tellsWarnings?: true;
  /** True: runs where the configuration has faults as well, and looks at them itself. */
  readonly toleratesFaults?: true;
  /** Answers once, or prints by itself when it is ready and ends with null. */
  run(context: VerbContext): Promise<Answer | null>;
}

/** An answer in both forms: `json` for programs, `text` for people. */
export interface Answer {
  readonly json: object;
  readonly text: string;
  /** A secret that is shown this once: to stdout alone without --json, so that `KEY=$(...)` works. */
  readonly secret?: string;
  /** True: `text` is what was asked for, and goes to stdout also without --json. */
  readonly plain?: boolean;
  readonly exitCode?: number;
}

/** The world around the command line: replaced in tests. */
export interface CliIo {
  out(text: string): void;
  /** The same for what is long: settles when it was taken. Absent where nothing piles up. */
  stream?(text: string): Promise<void>;
  err(text: string): void;
  /** All of standard input. */
  readInput(): Promise<string>;
  /** Asks the person at the terminal for a line; absent where there is none. */
  ask?(question: string): Promise<string>;
  /** What still runs is not waited for once everything is printed: it does not answer. */
  abandon?(): void;
  /** System clock, epoch milliseconds. */
  now(): number;
  random(length: number): Uint8Array;
  /** Settles when the process is asked to end. */
  untilStopped(): Promise<void>;
  readonly pid: number;
}

/** A refusal of the command line. Exit code 1, or 2 where the command itself was wrong. */
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

/** The command was written wrongly: exit code 2. */
export const usageError = (message: string): CliError => new CliError("USAGE", message, 2);

type FlagValue = string | boolean | readonly (string | boolean)[] | undefined;

/** The flags of one call, by type. */
export class Flags {
  readonly #values: Readonly<Record<string, FlagValue>>;

  constructor(values: Readonly<Record<string, FlagValue>>) {
    this.#values = values;
  }

  /** True when the flag was given. */
  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  /** The value of a flag; undefined when it was not given. */
  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  /** The value of a flag that the verb requires: the runner has seen to it that there is one. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined || value.trim() === "") throw usageError(`--${name} is needed.`);
    return value.trim();
  }

  /** All values of a flag that may be repeated. */
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
}
