import { runCommand } from "../../src/cli/run.ts";
import type { CliIo } from "../../src/cli/verb.ts";
import type { StartServer } from "../../src/instance/server.ts";

/** What a command printed, and how it ended. */
export interface Finished {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  /** Standard output as JSON; null if it is not JSON. */
  readonly json: Record<string, unknown> | null;
  /** The error in `json`. Without an error, its code and message are empty. */
  readonly error: { readonly code: string; readonly message: string };
}

/** A command that runs until it is stopped. */
export interface Running {
  /** What the command prints once it is ready. Rejects if it ends first. */
  readonly ready: Promise<string>;
  /** Ends the command as a signal would. */
  stop(): Promise<Finished>;
  readonly finished: Promise<Finished>;
}

/** The clock of commands in tests: noon in New York on Friday, November 20, 2026. */
export const SYSTEM_NOW = 1_795_194_000_000;

const noServer: StartServer = () => Promise.reject(new Error("This command starts no server."));

/** Runs one command in this process, with `input` as its standard input. */
export async function command(args: readonly string[], input = ""): Promise<Finished> {
  return await running(args, { input }).finished;
}

/** Starts one command in this process. `stream`: where it prints that it is ready. */
export function running(
  args: readonly string[],
  options: {
    input?: string | undefined;
    start?: StartServer;
    stream?: "out" | "err";
    now?: () => number;
    ask?: (question: string) => Promise<string>;
  } = {},
): Running {
  const { input = "", start = noServer, stream = "out", now = () => SYSTEM_NOW } = options;
  let out = "";
  let err = "";
  const stopped = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<string>();
  const heard = (from: "out" | "err", text: string): void => {
    // Log lines do not mean that the command is ready.
    if (from === stream && !text.startsWith('{"at"')) ready.resolve(text);
  };
  const io: CliIo = {
    out: (text) => {
      out += text;
      heard("out", text);
    },
    err: (text) => {
      err += text;
      heard("err", text);
    },
    ...(options.ask === undefined ? {} : { ask: options.ask }),
    readInput: () => Promise.resolve(input),
    now,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    untilStopped: () => stopped.promise,
    pid: process.pid,
  };
  const finished = runCommand(args, io, start).then((exitCode): Finished => {
    ready.reject(new Error(`The command ended with ${exitCode}: ${out}${err}`));
    const json = parse(out);
    const error = (json?.["error"] ?? { code: "", message: "" }) as Finished["error"];
    return { exitCode, out, err, json, error };
  });
  ready.promise.catch(() => undefined);
  return {
    ready: ready.promise,
    finished,
    stop: () => {
      stopped.resolve();
      return finished;
    },
  };
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
