import type { Clock } from "../domain/ids.ts";
import type { Log } from "../log.ts";
import type { Writer } from "../storage/writer.ts";

/** Something that becomes due: one file of this room. */
export interface Step {
  readonly name: string;
  /**
   * True: a commit may have made it due, so it runs when the loop is woken, not only at each tick.
   */
  readonly whenWoken: boolean;
  /** Does at most one batch of what is due at `now`; answers how many rows it settled. */
  run(now: number): Promise<number>;
  /** The earliest instant in (after, until] at which it has something to do; null: none. */
  nextDueAt(after: number, until: number): number | null;
  /** Settles when what its runs have left under way has ended, or has had its time. */
  readonly drain?: () => Promise<void>;
}

/** What the machine does without being called. */
export interface Loop {
  /** Ticks from now on, until `stop`. */
  start(): void;
  /** Asks for a run soon: a commit may have made something due. Without effect before `start`. */
  wake(): void;
  /** Runs every step until nothing is due, after whatever run goes on already. */
  runOnce(): Promise<void>;
  /** The earliest instant in (after, until] at which a step has something to do. */
  nextDueAt(after: number, until: number): number | null;
  /** Milliseconds since a run last ended, or since the loop was started; 0 before that. */
  silentMs(): number;
  /** No run starts after this; settles when the present one has ended. */
  stop(): Promise<void>;
}

/** A run that has ended. `lateMs`: how long after its time it began. */
export interface Run {
  readonly cause: "tick" | "wake";
  readonly lateMs: number;
  readonly ms: number;
}

const TICK_MS = 5000;
/** Wakes that come together share a run: a busy evening does not commit twice for each text. */
const WAKE_MS = 50;
/**
 * What a woken run settles fewer of is what came in meanwhile: the rest of it may share a later run.
 * To go on at once would be to follow every call with commits of its own.
 */
const FEW = 20;
/** A step with more batches than this waits for the next tick: the others have work too. */
const MAX_BATCHES = 200;

/**
 * A loop over `steps`, in their order. A step that fails is logged and does not stop the others.
 */
export function createLoop(options: {
  readonly steps: readonly Step[];
  readonly clock: Clock;
  readonly log: Log;
  readonly tickMs?: number;
  /** Asked before each run: false where another process does the work. */
  readonly mayRun?: () => Promise<boolean>;
  readonly onRun?: (run: Run) => void;
  /** Milliseconds that only ever grow. */
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
      const due = times.filter((time) => time !== null);
      return due.length === 0 ? null : Math.min(...due);
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

/** Asks for another run where little is left; null: this one goes on until nothing is. */
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

/** A commit may have made a text due: the loop looks when it has settled. */
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
