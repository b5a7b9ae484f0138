// Everything that must pass before a change lands, in one command: npm test. Prints what failed as
// it comes; at the end the names of it again, what was not run, and `N passed, N failed` alone on
// the last line. Exit code 0 only when nothing failed.
import { mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coverageOf } from "./coverage.ts";
import { check, inLanes, type Job, judged, type Outcome, tests } from "./steps.ts";

const BIN = "node_modules/.bin";
/** The compiler's cache of files that have not changed since the last run. */
const TYPES = "dist/types.tsbuildinfo";
/**
 * For the programs that know the types: several threads would each check much of the same, while
 * other lanes use the second core. Memory is cleaned up less often.
 */
const ONE_THREAD = { GOMAXPROCS: "1", GOGC: "400" };
/** Batches at once: one more than two cores need, as some always wait for something. */
const LANES = 3;

/** Test files that one process runs. */
interface Batch {
  readonly name: string;
  /** Folders below test/. */
  readonly rooms: readonly string[];
  /** Whether the lines of src that it runs count as covered. */
  readonly covers: boolean;
  /** Its folders are on the disk even if the others are in memory. */
  readonly onDisk?: boolean;
  /** What must be installed to run all of it. */
  readonly lacking?: string;
}

const NO_BROWSER = "no Chromium: apt-get install chromium-headless-shell";

/**
 * By duration, the longest first: short ones fill the lanes at the end, together with files that no
 * batch names. A file is in the first batch that has its folder.
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
  // Litestream cannot follow a database that is written as fast as memory.
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

/** The place for test folders: in memory if it has space and can run programs, else on the disk. */
function scratch(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const [, options = "noexec"] =
      / \/dev\/shm \S+ (\S+)/.exec(readFileSync("/proc/mounts", "utf8")) ?? [];
    const fits = bavail * bsize >= MEMORY_LEAST_BYTES && !options.split(",").includes("noexec");
    return mkdtempSync(join(fits ? MEMORY : tmpdir(), "maitred-tests-"));
  } catch {
    return mkdtempSync(join(tmpdir(), "maitred-tests-")); // not on this system
  }
}

const TMPDIR = scratch();
process.once("exit", () => rmSync(TMPDIR, { recursive: true, force: true }));
/** Tests that start the product start it compiled, which takes a quarter of the time. */
const ENV = { PRODUCT_COMMAND: "dist/maitred" };

const jobs: readonly Job[] = batches.map(({ name, covers, files: some, lacking, onDisk }) => () => {
  const reported = covers ? ["--coverage", `--coverage-dir=${reportOf(name)}`] : [];
  const env = onDisk === true ? ENV : { ...ENV, TMPDIR };
  return tests(name, [...reported, ...some.map((file) => `./${file}`)], { env, lacking });
});

/**
 * Shares of all lines and functions of src that the tests must reach. Bun's own threshold applies
 * to each file.
 */
const LEAST = { lines: 0.9, functions: 0.8 };

/** Checks the coverage of all batches together. */
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
// First, as most batches start its result.
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
// Where everything should be installed, a test that could not run is a failure.
const strict = Boolean(process.env["CI"]) && process.env["CI"] !== "false";
const failed = sum((outcome) => outcome.failed) + (strict ? notRun.length : 0);
// Printed again for readers of the last lines.
for (const line of outcomes.flatMap((outcome) => outcome.failures)) console.log(line);
for (const line of notRun) console.log(line);
console.log(`${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
