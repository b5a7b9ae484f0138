// Prints the product's figures: first ratios, which are comparable between machines, then absolute
// numbers of this machine. `npm run bench` runs every part, `npm run bench -- floor http` only the
// parts floor and http. --json prints one line of JSON. --quick takes seconds, and only shows that
// the bench works. --flush-ms 2 simulates a disk whose flushes take 2 ms longer.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Asked, asked } from "./asked.ts";
import { againWithSlowFlushes, flushMs, isSlowed } from "./disk/flush.ts";
import { machine, print } from "./machine.ts";
import { QUICK, type Report, WHOLE } from "./part.ts";
import { PARTS } from "./parts.ts";

/** Ends the program with the reason why it cannot do what was asked. */
function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

function askedOrRefused(): Asked {
  try {
    return asked(process.argv.slice(2));
  } catch (error) {
    return refuse((error as Error).message);
  }
}

const { json, quick, parts, flushMs: later } = askedOrRefused();

const folders = new Set<string>();
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });
// Without this, an interrupted bench would leave gigabytes of files.
process.once("exit", () => folders.forEach(remove));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

/** Runs `body` in a new folder, which is removed afterwards. */
async function inFolder<T>(body: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "maitred-bench-"));
  folders.add(folder);
  try {
    return await body(folder);
  } finally {
    remove(folder);
    folders.delete(folder);
  }
}

if (later > 0 && !isSlowed()) {
  const again = inFolder((folder) => againWithSlowFlushes(later, folder));
  process.exit(await again.catch((error: Error) => refuse(error.message)));
}
const before = { ...machine(), flushMs: await inFolder(flushMs) };
if (before.flushMs < later) {
  refuse(
    `A flush takes only ${before.flushMs} ms: the library that slows flushes down was not loaded.`,
  );
}
const reports: Record<string, Report> = {};
for (const [name, part] of PARTS) {
  if (parts.length > 0 && !parts.includes(name)) continue;
  reports[name] = await inFolder((folder) => part(folder, quick ? QUICK : WHOLE));
}
if (json) console.log(JSON.stringify({ parts: reports, machine: before }));
else print(reports, before);
