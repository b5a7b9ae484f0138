// The figures of the product: ratios first, as they hold on other machines; the absolute numbers
// are this machine's. npm run bench, or some parts of it: npm run bench -- floor http; with --json
// as one line of JSON; with --quick in seconds, to see that it works; with --flush-ms 2 as on a disk
// that takes so much longer to keep what is written.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { againWithSlowFlushes, flushMs, isSlowed } from "./disk/flush.ts";
import { machine, print } from "./machine.ts";
import { QUICK, type Report, WHOLE } from "./part.ts";
import { PARTS } from "./parts.ts";

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean" },
    quick: { type: "boolean" },
    "flush-ms": { type: "string", default: "0" },
  },
});
const unknown = asked.filter((name) => !PARTS.has(name));
const later = Number(values["flush-ms"]);
if (unknown.length > 0 || !(later >= 0 && later <= 1000)) {
  console.error(
    unknown.length > 0
      ? `No such part: ${unknown.join(", ")}. Known: ${[...PARTS.keys()].join(", ")}.`
      : `--flush-ms takes milliseconds from 0 to 1000, not "${values["flush-ms"]}".`,
  );
  process.exit(2);
}
const effort = values.quick === true ? QUICK : WHOLE;
const own = mkdtempSync(join(tmpdir(), "maitred-bench-"));
if (later > 0 && !isSlowed()) {
  const code = await againWithSlowFlushes(later, own).finally(() =>
    rmSync(own, { recursive: true }),
  );
  process.exit(code);
}
const before = { ...machine(), flushMs: flushMs(own) };
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
rmSync(own, { recursive: true });
if (values.json === true) console.log(JSON.stringify({ parts: reports, machine: before }));
else print(reports, before);
