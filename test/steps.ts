// Runs the steps of test/run.ts. A step is a tool that passes or fails as a whole, or a set of
// test files under bun.

/**
 * The result of a step. `failures`: names of what failed. `notRun`: tests skipped because a
 * program is missing.
 */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
  readonly notRun: readonly string[];
}

export type Job = () => Promise<Outcome>;

interface Finished {
  readonly exitCode: number;
  readonly output: string;
}

/**
 * The time limit of one test. Long, because some tests start the product or try thousands of cases.
 */
const TEST_LIMIT_MS = 60_000;

/** Runs a command and returns its output; with `echo`, prints the output as it comes. */
async function run(
  command: readonly string[],
  { echo = false, env = {} }: { readonly echo?: boolean; readonly env?: Record<string, string> },
): Promise<Finished> {
  const child = Bun.spawn([...command], {
    stdout: "pipe",
    stderr: "pipe",
    stdin: "ignore",
    env: { ...env, ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
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

const secondsSince = (started: number): number => Math.round((performance.now() - started) / 1000);

/** Runs a tool that passes or fails as a whole. Variables of this process override `env`. */
export async function check(
  name: string,
  command: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const started = performance.now();
  const { exitCode, output } = await run(command, { env });
  console.log(`${exitCode === 0 ? "ok  " : "FAIL"} ${name}, ${secondsSince(started)} s`);
  if (exitCode !== 0) console.log(output.trimEnd());
  return judged(name, exitCode === 0);
}

/** The result of a check that passes or fails as a whole. */
export const judged = (name: string, ok: boolean): Outcome =>
  ok
    ? { passed: 1, failed: 0, failures: [], notRun: [] }
    : { passed: 0, failed: 1, failures: [name], notRun: [] };

const count = (output: string, word: string): number =>
  Number(new RegExp(`^\\s*(\\d+) ${word}$`, "m").exec(output)?.[1] ?? 0);

/**
 * Runs test files under bun and prints failures as they happen. Variables of this process override
 * `env`. `lacking`: why tests may have been skipped.
 */
export async function tests(
  name: string,
  args: readonly string[],
  options: { readonly env: Record<string, string>; readonly lacking?: string | undefined },
): Promise<Outcome> {
  const { env, lacking = "a program is missing" } = options;
  const started = performance.now();
  const { exitCode, output } = await run(
    [process.execPath, "test", "--only-failures", `--timeout=${TEST_LIMIT_MS}`, ...args],
    { echo: true, env },
  );
  const passed = count(output, "pass");
  const errors = count(output, "errors?");
  // A run that fails without a failed test was interrupted.
  const failed = count(output, "fail") + errors || (exitCode === 0 ? 0 : 1);
  console.log(
    `${failed === 0 ? "ok  " : "FAIL"} ${name}: ${passed} tests, ${secondsSince(started)} s`,
  );
  const skipped = count(output, "skip") + count(output, "todo");
  const notRun = skipped === 0 ? [] : [`${name}: ${skipped} not run (${lacking})`];
  const named = [...output.matchAll(/^\(fail\) .*$/gm)].map(([line]) => `${name}: ${line}`);
  const failures =
    failed > 0 && named.length === 0 ? [`${name}: ended before its last test`] : named;
  return { passed, failed, failures, notRun };
}

/** Starts jobs in order, `lanes` at a time, and returns their results as they finish. */
export async function inLanes(lanes: number, jobs: readonly Job[]): Promise<Outcome[]> {
  const waiting = [...jobs];
  const outcomes: Outcome[] = [];
  const lane = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      outcomes.push(await job());
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes;
}
