// The load: a separate process that calls a server and reports the results.
import type { Row } from "../part.ts";
import type { Calls, Target } from "./requests.ts";

/** One load: calls over `connections` open connections, one call at a time on each. */
export interface Job {
  readonly target: Target;
  readonly calls: Calls;
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** The process id of the server whose processor time is measured. */
  readonly pid: number;
}

/** The results. All but the first two are for the time after the warm-up. */
export interface Outcome {
  /** Successful calls, including the warm-up. */
  readonly acknowledged: number;
  readonly failed: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of all threads, which is stable even on a shared machine. */
  readonly serverMsPerCall: number;
  readonly clientMsPerCall: number;
}

/** A process that makes load, one job after the other. */
export interface Load extends AsyncDisposable {
  /** Rejects if a call was refused, because the bench measures only successful calls. */
  run(job: Job): Promise<Outcome>;
}

/** Starts the process, which ends when it is disposed of. */
export function startLoad(): Load {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/child-load.ts`], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = linesOf(child.stdout);
  return {
    async run(job) {
      await child.stdin.write(`${JSON.stringify(job)}\n`);
      await child.stdin.flush();
      const { value } = await lines.next();
      if (value === undefined) throw new Error("The process that makes the load ended early.");
      const outcome = JSON.parse(value) as Outcome;
      if (outcome.failed > 0) throw new Error(`${outcome.failed} calls were refused.`);
      return outcome;
    },
    async [Symbol.asyncDispose]() {
      await child.stdin.end();
      await child.exited;
    },
  };
}

/** The figures of a load, as a row. */
export const figuresOf = (outcome: Outcome): Row["figures"] => ({
  "calls/s": outcome.perSecond,
  "p50 ms": outcome.p50Ms,
  "p99 ms": outcome.p99Ms,
  "server us": outcome.serverMsPerCall * 1000,
  "client us": outcome.clientMsPerCall * 1000,
});

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let held = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    held += decoder.decode(chunk, { stream: true });
    const lines = held.split("\n");
    held = lines.pop() ?? "";
    yield* lines;
  }
  return undefined;
}
