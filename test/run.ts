// npm test: runs everything that must pass before a change lands. Prints failures as they happen,
// then their names again, what was not run, and as the last line `N passed, N failed`. Exit code 0
// if nothing failed.
import { mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coverageOf } from "./coverage.ts";
import { check, inLanes, type Job, judged, type Outcome, tests } from "./steps.ts";

const BIN = "node_modules/.bin";
/** The compiler's cache, which lets it skip unchanged files. */
const TYPES = "dist/types.tsbuildinfo";
/**
 * For programs that check types. More threads would repeat each other's work and slow down the
 * other lanes. GOGC=400: less frequent garbage collection.
 */
const ONE_THREAD = { GOMAXPROCS: "1", GOGC: "400" };
/** Jobs at a time: three for two cores, because a job often waits. */
const LANES = 3;

/** Test files that run in one process. */
interface Batch {
  readonly name: string;
  /** Folders below test/. */
  readonly rooms: readonly string[];
  /** Whether its runs count towards coverage. */
  readonly covers: boolean;
  /** Puts its temporary folders on disk, even if those of other batches are in memory. */
  readonly onDisk?: boolean;
  /** Printed if tests of this batch were skipped: what is missing and how to install it. */
  readonly lacking?: string;
}

const NO_BROWSER = "no Chromium: apt-get install chromium-headless-shell";

/**
 * The longest batches first, so that short ones fill the lanes at the end. A file belongs to the
 * first batch that has its folder. Files without a batch run last.
 */
const BATCHES: readonly Batch[] = [
  {
    name: "dashboard in a browser",
    rooms: ["browser/dashboard"],
    covers: false,
    lacking: NO_BROWSER,
  },
  { name: "other pages in a browser", rooms: ["browser"], covers: false, lacking: NO_BROWSER },
  { name: "binary and its guides", rooms: ["binary", "docs", "release"], covers: false },
  { name: "bench", rooms: ["bench", "container"], covers: false },
  { name: "command line", rooms: ["cli"], covers: true },
  { name: "acceptance", rooms: ["acceptance"], covers: true },
  { name: "operations and rules", rooms: ["operations", "domain"], covers: true },
  { name: "web", rooms: ["web"], covers: true },
  { name: "protocol and storage", rooms: ["conformance", "mcp", "sms", "storage"], covers: true },
  // Litestream cannot keep up with a database in memory.
  { name: "faults", rooms: ["faults"], covers: true, onDisk: true },
  { name: "background", rooms: ["background"], covers: true },
  { name: "auth", rooms: ["auth"], covers: true },
  { name: "fuzz and floods", rooms: ["fuzz", "floods"], covers: true },
  {
    name: "proxies",
    rooms: ["proxies"],
    covers: false,
    lacking: "no nginx or no Caddy: apt-get install nginx caddy",
  },
];

const files = (await Array.fromAsync(new Bun.Glob("test/**/*.test.ts").scan("."))).sort();
const batchOf = (file: string): Batch | undefined =>
  BATCHES.find(({ rooms }) => rooms.some((room) => file.startsWith(`test/${room}/`)));
const others = files.filter((file) => batchOf(file) === undefined);
const batches = [
  ...BATCHES.map((batch) => ({ ...batch, files: files.filter((file) => batchOf(file) === batch) })),
  { name: "all the rest", covers: true, files: others, lacking: undefined, onDisk: false },
];
const reportOf = (name: string): string => `coverage/${name.replaceAll(" ", "-")}`;

const MEMORY = "/dev/shm";
const MEMORY_LEAST_BYTES = 4 * 1024 ** 3;

/**
 * The parent of temporary folders: in memory if there is space and programs may run there, else on
 * disk.
 */
function scratch(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const [, options = "noexec"] =
      / \/dev\/shm \S+ (\S+)/.exec(readFileSync("/proc/mounts", "utf8")) ?? [];
    const fits = bavail * bsize >= MEMORY_LEAST_BYTES && !options.split(",").includes("noexec");
    return mkdtempSync(join(fits ? MEMORY : tmpdir(), "maitred-tests-"));
  } catch {
    return mkdtempSync(join(tmpdir(), "maitred-tests-")); // this system has no /dev/shm
  }
}

const TMPDIR = scratch();
process.once("exit", () => rmSync(TMPDIR, { recursive: true, force: true }));
/** Tests that start the product use the binary, which takes a quarter of the time. */
const ENV = { PRODUCT_COMMAND: "dist/maitred" };

const jobs: readonly Job[] = batches.map(({ name, covers, files: some, lacking, onDisk }) => () => {
  const reported = covers ? ["--coverage", `--coverage-dir=${reportOf(name)}`] : [];
  const env = onDisk === true ? ENV : { ...ENV, TMPDIR };
  return tests(name, [...reported, ...some.map((file) => `./${file}`)], { env, lacking });
});

/**
 * Minimum coverage of src as a whole, between 0 and 1; Bun's own threshold applies to each file.
 */
const LEAST = { lines: 0.9, functions: 0.8 };

async function coverage(): Promise<Outcome> {
  const reports = batches
    .filter(({ covers }) => covers)
    .map(({ name }) =>
      Bun.file(`${reportOf(name)}/lcov.info`)
        .text()
        .catch(() => ""),
    );
  const { lines, functions } = coverageOf(await Promise.all(reports));
  const passed = lines >= LEAST.lines && functions >= LEAST.functions;
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  console.log(
    `${passed ? "ok  " : "FAIL"} coverage: ${percent(lines)} of lines (at least ${percent(LEAST.lines)}), ` +
      `${percent(functions)} of functions (at least ${percent(LEAST.functions)})`,
  );
  return judged("coverage", passed);
}

rmSync("coverage", { recursive: true, force: true });
// Before everything else, because most batches use the binary.
const built = await check("build", [process.execPath, "run", "build"]);
const found = await inLanes(LANES, [
  ...jobs,
  () =>
    check(
      "types",
      [`${BIN}/tsc`, "-p", ".", "--singleThreaded", "--incremental", "--tsBuildInfoFile", TYPES],
      ONE_THREAD,
    ),
  () => check("format and lint", [`${BIN}/biome`, "check", "--colors=off"]),
  () => check("type-aware lint", [`${BIN}/oxlint`], ONE_THREAD),
  () => check("nothing unused", [`${BIN}/knip`, "--no-progress"]),
]);
const outcomes: readonly Outcome[] = [built, ...found, await coverage()];

const sum = (pick: (outcome: Outcome) => number): number =>
  outcomes.reduce((total, outcome) => total + pick(outcome), 0);
const notRun = outcomes.flatMap((outcome) => outcome.notRun);
// On CI, where everything should be installed, a skipped test is a failure.
const strict = Boolean(process.env["CI"]) && process.env["CI"] !== "false";
const failed = sum((outcome) => outcome.failed) + (strict ? notRun.length : 0);
// The names again, for readers of the last lines.
for (const line of outcomes.flatMap((outcome) => outcome.failures)) console.log(line);
for (const line of notRun) console.log(line);
console.log(`${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
