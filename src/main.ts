import { constants } from "node:os";
import { runCommand } from "./cli/run.ts";
import { systemRefusal } from "./cli/system-error.ts";
import type { CliIo } from "./cli/verb.ts";
import type { StartServer } from "./instance/server.ts";

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const SIGNALLED = 128;
const LAST_WORDS_MS = 1000;
let asked = false;
let abandoned = false;

/** Imports the server only when it starts, because it is half of all code. */
const start: StartServer = async (options) => (await import("./app.ts")).start(options);

async function ask(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

const io: CliIo = {
  out: (text) => void process.stdout.write(text),
  // Never settles after a failed write; the error handler below ends the process.
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
          // On the second signal, exit without waiting for open requests.
          if (asked) process.exit(SIGNALLED + constants.signals[signal]);
          asked = true;
          resolve();
        });
      }
    }),
  pid: process.pid,
};

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Exit quietly on EPIPE: the reader (`head`, for example) closed the pipe.
  if (error.code === "EPIPE") process.exit(SIGNALLED + constants.signals.SIGPIPE);
  const words =
    systemRefusal(error)?.message ?? `Cannot write to standard output: ${error.message}.`;
  process.stderr.write(`${words}\n`);
  process.exit(1);
});
process.stderr.on("error", () => undefined);

process.exitCode = await runCommand(process.argv.slice(2), io, start);
// Exit even if stderr is a pipe that nobody reads; otherwise the process would hang.
if (asked || abandoned) setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
