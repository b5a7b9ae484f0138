import type { Clock } from "../domain/ids.ts";
import type { Log } from "../log.ts";
import type { Writer } from "../storage/writer.ts";

export interface Step {
  readonly name: string;
  /** True if a commit can make the step due. Such a step runs on wakes too, not only on ticks. */
  readonly whenWoken: boolean;
  /** Handles at most one batch of rows. Returns how many rows it handled. */
  run(now: number): Promise<number>;
  /** The next due time in (after, until], or null. */
  nextDueAt(after: number, until: number): number | null;
  readonly drain?: () => Promise<void>;
}

export interface Loop {
  start(): void;
  wake(): void;
  runOnce(): Promise<void>;
  nextDueAt(after: number, until: number): number | null;
  /** Milliseconds since the last run ended, or since the start of the loop if no run has ended. */
  silentMs(): number;
  stop(): Promise<void>;
}

export interface Run {
  readonly cause: "tick" | "wake";
  readonly lateMs: number;
  readonly ms: number;
}

const TICK_MS = 5000;
/** Wakes within this time share a run, to save commits. */
const WAKE_MS = 50;
/**
 * On a wake, a step that handled fewer rows than this waits for the next run, so that rows which arrive
 * in the meantime share one commit.
 */
const FEW = 20;
/** After this many batches, the next step gets its turn. */
const MAX_BATCHES = 200;

/** The earliest of `times` in (after, until]; null if none is. */
export function earliestIn(
  times: readonly (number | null)[],
  after: number,
  until: number,
): number | null {
  const found = times
    .filter((time) => time !== null)
    .filter((time) => time > after && time <= until);
  return found.length === 0 ? null : Math.min(...found);
}

export function createLoop(options: {
  readonly steps: readonly Step[];
  readonly clock: Clock;
  readonly log: Log;
  readonly tickMs?: number;
  readonly mayRun?: () => Promise<boolean>;
  readonly onRun?: (run: Run) => void;
  readonly elapsed?: () => number;
}): Loop {
  const { steps, clock, log, mayRun = () => Promise.resolve(true), onRun } = options;
  const { tickMs = TICK_MS, elapsed = () => performance.now() } = options;
  let ticker: Timer | null = null;
  let waking: Timer | null = null;
  let ticking = false;
  let stopped = false;
  let last: Promise<void> = Promise.resolve();
  let heardAt: number | null = null;
  let nextTickAt = 0;

  const runSteps = async (wanted: (step: Step) => boolean, later: Later): Promise<void> => {
    if (stopped || !(await isAllowed(mayRun, log))) return;
    for (const step of steps.filter(wanted)) {
      if (!stopped) await runStep(step, { clock, log, stopped: () => stopped, later });
    }
  };
  const enqueue = (
    wanted: (step: Step) => boolean,
    due: { readonly cause: Run["cause"]; readonly at: number },
    later: Later = null,
  ): Promise<void> => {
    last = last.then(async () => {
      const startedAt = elapsed();
      await runSteps(wanted, later);
      heardAt = elapsed();
      const lateMs = Math.max(0, startedAt - due.at);
      onRun?.({ cause: due.cause, lateMs, ms: heardAt - startedAt });
    });
    return last;
  };
  const tick = async (): Promise<void> => {
    if (ticking) return;
    ticking = true;
    const at = Math.min(nextTickAt, elapsed());
    nextTickAt = elapsed() + tickMs;
    await enqueue(() => true, { cause: "tick", at });
    ticking = false;
  };

  const wake = (): void => {
    if (ticker === null || stopped) return;
    waking ??= setTimeout(() => {
      waking = null;
      void enqueue((step) => step.whenWoken, { cause: "wake", at: elapsed() }, wake);
    }, WAKE_MS);
  };

  return {
    start() {
      heardAt ??= elapsed();
      nextTickAt = heardAt;
      ticker ??= setInterval(() => void tick(), tickMs);
      void tick();
    },
    wake,
    runOnce: () => enqueue(() => true, { cause: "wake", at: elapsed() }),
    silentMs: () => (heardAt === null ? 0 : elapsed() - heardAt),
    nextDueAt(after, until) {
      const times = steps.map((step) => step.nextDueAt(after, until));
      return earliestIn(times, after, until);
    },
    async stop() {
      stopped = true;
      if (ticker !== null) clearInterval(ticker);
      if (waking !== null) clearTimeout(waking);
      await last;
      for (const step of steps) await step.drain?.();
    },
  };
}

async function isAllowed(mayRun: () => Promise<boolean>, log: Log): Promise<boolean> {
  try {
    return await mayRun();
  } catch (error) {
    log.error("background_lease_failed", { error });
    return false;
  }
}

/** Asks for another run after a small batch. Null if this run must finish everything. */
type Later = (() => void) | null;

async function runStep(
  step: Step,
  {
    clock,
    log,
    stopped,
    later,
  }: {
    readonly clock: Clock;
    readonly log: Log;
    readonly stopped: () => boolean;
    readonly later: Later;
  },
): Promise<void> {
  try {
    for (let batch = 0; batch < MAX_BATCHES && !stopped(); batch += 1) {
      const settled = await step.run(clock());
      if (settled === 0) return;
      if (later !== null && settled < FEW) return later();
    }
  } catch (error) {
    log.error("background_step_failed", { step: step.name, error });
  }
}

export function wakingWriter(writer: Writer, loop: Pick<Loop, "wake">): Writer {
  return {
    write(body, hint) {
      const settled = writer.write(body, hint);
      settled.then(loop.wake, () => undefined);
      return settled;
    },
    close: () => writer.close(),
    healthy: () => writer.healthy(),
  };
}
