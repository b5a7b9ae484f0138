import { constants } from "node:os";
import { createInterface } from "node:readline/promises";
import { runCommand } from "./cli/run.ts";
import { systemRefusal } from "./cli/system-error.ts";
import type { CliIo } from "./cli/verb.ts";
import type { StartServer } from "./instance/server.ts";

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Added to a signal's number it is the exit code of who was ended by it. */
const SIGNALLED = 128;
/** For the last lines of a log whose reader is slow. */
const LAST_WORDS_MS = 1000;
let asked = false;
let abandoned = false;

/** The server is half of what a start loads: only who serves waits for it. */
const start: StartServer = async (options) => (await import("./app.ts")).start(options);

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

const io: CliIo = {
  out: (text) => void process.stdout.write(text),
  // Where it fails the process ends, below: nothing may be said to be written by then.
  stream: (text) =>
    new Promise((resolve) => {
      process.stdout.write(text, (error) => {
        if (error === null || error === undefined) resolve();
      });
    }),
  err: (text) => void process.stderr.write(text),
  abandon: () => {
    abandoned = true;
  },
  readInput: () => Bun.stdin.text(),
  ...(process.stdin.isTTY && process.stderr.isTTY ? { ask } : {}),
  now: Date.now,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  untilStopped: () =>
    new Promise((resolve) => {
      for (const signal of STOP_SIGNALS) {
        process.on(signal, () => {
          // Whoever asks twice does not want to wait for what is still running.
          if (asked) process.exit(SIGNALLED + constants.signals[signal]);
          asked = true;
          resolve();
        });
      }
    }),
  pid: process.pid,
};

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // As any command whose reader has seen enough.
  if (error.code === "EPIPE") process.exit(SIGNALLED + constants.signals.SIGPIPE);
  const words = systemRefusal(error)?.message ?? `Standard output fails: ${error.message}.`;
  process.stderr.write(`${words}\n`);
  process.exit(1);
});
// A log that nobody takes any more is no reason to end.
process.stderr.on("error", () => undefined);

process.exitCode = await runCommand(process.argv.slice(2), io, start);
// Nor is it one to stay: a pipe that nobody empties would keep the process for ever.
if (asked || abandoned) setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
