import { start } from "./app.ts";
import { runCommand } from "./cli/run.ts";
import type { CliIo } from "./cli/verb.ts";

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const io: CliIo = {
  out: (text) => void process.stdout.write(text),
  stream: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
  err: (text) => void process.stderr.write(text),
  readInput: () => Bun.stdin.text(),
  now: Date.now,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  untilStopped: () =>
    new Promise((resolve) => {
      for (const signal of STOP_SIGNALS) process.once(signal, () => resolve());
    }),
  pid: process.pid,
};

process.exitCode = await runCommand(process.argv.slice(2), io, start);
