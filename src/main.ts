import { constants } from "node:os";
import { start } from "./app.ts";
import { runCommand } from "./cli/run.ts";
import type { CliIo } from "./cli/verb.ts";

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Added to a signal's number it is the exit code of who was ended by it. */
const SIGNALLED = 128;

const io: CliIo = {
  out: (text) => void process.stdout.write(text),
  stream: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
  err: (text) => void process.stderr.write(text),
  readInput: () => Bun.stdin.text(),
  now: Date.now,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  untilStopped: () =>
    new Promise((resolve) => {
      let asked = false;
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

process.exitCode = await runCommand(process.argv.slice(2), io, start);
