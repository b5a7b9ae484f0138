// The figures of the product: ratios first, as they hold on other machines; the absolute numbers
// are this machine's. npm run bench, or some parts of it: npm run bench -- floor http; with --json
// as one line of JSON; with --quick in seconds, to see that it works.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { machine, print } from "./machine.ts";
import { QUICK, type Report, WHOLE } from "./part.ts";
import { PARTS } from "./parts.ts";

const FLAGS = ["--json", "--quick"];
const words = process.argv.slice(2);
const asked = words.filter((word) => !FLAGS.includes(word));
const unknown = asked.filter((name) => !PARTS.has(name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(", ")}. Known: ${[...PARTS.keys()].join(", ")}.`);
  process.exit(2);
}
const effort = words.includes("--quick") ? QUICK : WHOLE;
const before = machine();
const reports: Record<string, Report> = {};
for (const [name, part] of PARTS) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const folder = mkdtempSync(join(tmpdir(), "maitred-bench-"));
  try {
    reports[name] = await part(folder, effort);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
if (words.includes("--json")) console.log(JSON.stringify({ parts: reports, machine: before }));
else print(reports, before);
