// Everything that must pass before a change lands, in one command: npm test. Prints what failed as
// it comes; at the end the names of it again, what was not run, and `N passed, N failed` alone on
// the last line. Exit code 0 only when nothing failed.
import { rmSync } from "node:fs";
import { coverageOf } from "./coverage.ts";

/**
 * What one step brought. `failures`: the name of what failed. `notRun`: tests that a missing program kept from running, each with its
 * reason.
 */
interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
  readonly notRun: readonly string[];
}

interface Finished {
  readonly exitCode: number;
  readonly output: string;
}

const BIN = "node_modules/.bin";
/**
 * For one test: some start the product or try thousands of cases, on machines that are busy with
 * more.
 */
const TEST_LIMIT_MS = 60_000;

/** Runs a command and gives back all it printed; `echo` also shows it as it comes. */
async function run(command: readonly string[], echo = false): Promise<Finished> {
  const child = Bun.spawn([...command], {
    stdout: "pipe",
    stderr: "pipe",
    stdin: "ignore",
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
  });
  let output = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      const text = decoder.decode(chunk, { stream: true });
      output += text;
      if (echo) process.stdout.write(text);
    }
  };
  await Promise.all([collect(child.stdout), collect(child.stderr)]);
  return { exitCode: await child.exited, output };
}

/** A tool that either finds nothing or fails as a whole. */
async function check(name: string, command: readonly string[]): Promise<Outcome> {
  const { exitCode, output } = await run(command);
  console.log(`${exitCode === 0 ? "ok  " : "FAIL"} ${name}`);
  if (exitCode !== 0) console.log(output.trimEnd());
  return judged(name, exitCode === 0);
}

const judged = (name: string, ok: boolean): Outcome =>
  ok
    ? { passed: 1, failed: 0, failures: [], notRun: [] }
    : { passed: 0, failed: 1, failures: [name], notRun: [] };

const count = (output: string, word: string): number =>
  Number(new RegExp(`^\\s*(\\d+) ${word}$`, "m").exec(output)?.[1] ?? 0);

/**
 * Test files under bun; failures are shown as they come, the rest is summed up. `lacking`: why tests
 * are skipped.
 */
async function tests(
  name: string,
  args: readonly string[],
  lacking = `${name}: skipped`,
): Promise<Outcome> {
  const started = performance.now();
  const { exitCode, output } = await run(
    [process.execPath, "test", "--only-failures", `--timeout=${TEST_LIMIT_MS}`, ...args],
    true,
  );
  const passed = count(output, "pass");
  const errors = count(output, "errors?");
  // A run that fails without a failed test broke off.
  const failed = count(output, "fail") + errors || (exitCode === 0 ? 0 : 1);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${failed === 0 ? "ok  " : "FAIL"} ${name}: ${passed} tests, ${seconds} s`);
  const skipped = count(output, "skip") + count(output, "todo");
  const notRun = skipped === 0 ? [] : [`${skipped} not run (${lacking})`];
  const named = [...output.matchAll(/^\(fail\) .*$/gm)].map(([line]) => `${name}: ${line}`);
  const failures = failed > 0 && named.length === 0 ? [`${name}: broke off`] : named;
  return { passed, failed, failures, notRun };
}

/**
 * Shares of all lines and functions of src that the tests have to reach. Bun's own threshold asks
 * it of each file.
 */
const LEAST = { lines: 0.9, functions: 0.8 };

/** Judges what all lanes together reach. */
async function coverage(folders: readonly string[]): Promise<Outcome> {
  const reports = folders.map((folder) =>
    Bun.file(`${folder}/lcov.info`)
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

// Tests of what leaves the house as a binary come last, on the binary that the sources just made.
/** Processes that the tests of the sources are dealt to: as many as the smallest machine has cores. */
const LANES = 2;
const BINARY_TESTS = ["test/bench", "test/binary", "test/container", "test/docs", "test/release"];
const files = (await Array.fromAsync(new Bun.Glob("test/**/*.test.ts").scan("."))).sort();
const BROWSER_TESTS = "test/browser";
const NO_CHROMIUM = "no Chromium: apt-get install chromium";
const PROXY_TESTS = "test/proxies";
const NO_PROXY = "no nginx or no Caddy: apt-get install nginx caddy";
const under = (folder: string): string[] => files.filter((file) => file.startsWith(`${folder}/`));
const inBinary = BINARY_TESTS.flatMap(under);
const inBrowser = under(BROWSER_TESTS);
const behindProxies = under(PROXY_TESTS);
const elsewhere = new Set([...inBinary, ...inBrowser, ...behindProxies]);
const inSource = files.filter((file) => !elsewhere.has(file));
const paths = (some: readonly string[]): string[] => some.map((file) => `./${file}`);
// Dealt out in turn: neighbours take about as long, as they play in the same room.
const lanes = Array.from({ length: LANES }, (_, lane) => ({
  name: `tests, lane ${lane + 1}`,
  reports: `coverage/lane-${lane + 1}`,
  files: inSource.filter((_file, index) => index % LANES === lane),
}));

const outcomes: Outcome[] = await Promise.all([
  check("types", [`${BIN}/tsc`, "-p", "."]),
  check("format and lint", [`${BIN}/biome`, "check", "--colors=off"]),
  check("type-aware lint", [`${BIN}/oxlint`]),
  check("nothing unused", [`${BIN}/knip`, "--no-progress"]),
]);
rmSync("coverage", { recursive: true, force: true });
outcomes.push(
  ...(await Promise.all(
    lanes.map((lane) =>
      tests(lane.name, ["--coverage", `--coverage-dir=${lane.reports}`, ...paths(lane.files)]),
    ),
  )),
);
outcomes.push(await coverage(lanes.map(({ reports }) => reports)));
outcomes.push(await check("build", [process.execPath, "run", "build"]));
// Two lanes again: Chromium mostly waits for the page, the others for processes that they start.
outcomes.push(
  ...(await Promise.all([
    tests("tests in a browser", paths(inBrowser), NO_CHROMIUM),
    inTurn([
      () => tests("tests behind proxies", paths(behindProxies), NO_PROXY),
      () => tests("tests of the binary", paths(inBinary)),
    ]),
  ]).then(([browser, others]) => [browser, ...others])),
);

async function inTurn(steps: readonly (() => Promise<Outcome>)[]): Promise<Outcome[]> {
  const found: Outcome[] = [];
  for (const step of steps) found.push(await step());
  return found;
}

const sum = (pick: (outcome: Outcome) => number): number =>
  outcomes.reduce((total, outcome) => total + pick(outcome), 0);
const notRun = outcomes.flatMap((outcome) => outcome.notRun);
// Where everything should be installed, a test that could not run is a failure.
const strict = Boolean(process.env["CI"]) && process.env["CI"] !== "false";
const failed = sum((outcome) => outcome.failed) + (strict ? notRun.length : 0);
// Once more where a reader of the last lines looks.
for (const line of outcomes.flatMap((outcome) => outcome.failures)) console.log(line);
for (const line of notRun) console.log(line);
console.log(`${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
