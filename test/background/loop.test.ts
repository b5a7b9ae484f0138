// Goal: the background loop does due work at each tick and soon after a commit, one run at a time.
// A failing step does not affect the others.
import { describe, expect, test } from "bun:test";
import { createLoop, type Loop, type Run, type Step } from "../../src/background/loop.ts";
import { createTimeTravel } from "../../src/background/time-travel.ts";
import { silentLog } from "./machine.ts";

/** A step with its own list of due times; each run settles one. */
function stepDueAt(times: number[], more: Partial<Step> = {}): Step & { readonly ran: number[] } {
  const ran: number[] = [];
  return {
    name: "step",
    whenWoken: true,
    ran,
    async run(now) {
      const [first] = times;
      if (first === undefined || first > now) return 0;
      times.shift();
      ran.push(now);
      return Promise.resolve(1);
    },
    nextDueAt: (after, until) => times.find((time) => time > after && time <= until) ?? null,
    ...more,
  };
}

const loopOf = (steps: readonly Step[], clock: () => number = () => 0, tickMs = 1): Loop =>
  createLoop({ steps, clock, log: silentLog, tickMs });

/** Waits until `condition` is true. */
async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe("a run of the loop", () => {
  test("repeats a step until nothing is due", async () => {
    const step = stepDueAt([1, 2, 3, 9]);
    await loopOf([step], () => 5).runOnce();
    expect(step.ran).toEqual([5, 5, 5]);
  });

  test("runs the other steps after a step fails", async () => {
    const bad = stepDueAt([], { name: "bad", run: () => Promise.reject(new Error("broken")) });
    const good = stepDueAt([1]);
    await loopOf([bad, good], () => 5).runOnce();
    expect(good.ran).toEqual([5]);
  });

  test("is reported with its cause, its delay and its duration", async () => {
    let elapsed = 100;
    const runs: Run[] = [];
    const slow = stepDueAt([], {
      run: () => {
        elapsed += 7;
        return Promise.resolve(0);
      },
    });
    const loop = createLoop({
      steps: [slow],
      clock: () => 0,
      log: silentLog,
      elapsed: () => elapsed,
      onRun: (run) => void runs.push(run),
    });
    expect(loop.silentMs()).toBe(0);
    loop.start();
    elapsed += 50;
    await loop.runOnce();
    expect(runs).toEqual([
      { cause: "tick", lateMs: 50, ms: 7 },
      // The second run was due immediately but had to wait for the first.
      { cause: "wake", lateMs: 7, ms: 7 },
    ]);
    elapsed += 1000;
    expect(loop.silentMs()).toBe(1000);
    await loop.stop();
  });

  test("runs a step at most 200 times, even if more is always due", async () => {
    let runs = 0;
    const greedy = stepDueAt([], {
      run: async () => {
        runs += 1;
        return Promise.resolve(1);
      },
    });
    await loopOf([greedy]).runOnce();
    expect(runs).toBe(200);
  });

  test("waits for the previous run", async () => {
    let running = 0;
    let most = 0;
    const step = stepDueAt([], {
      run: async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        return 0;
      },
    });
    const loop = loopOf([step]);
    await Promise.all([loop.runOnce(), loop.runOnce()]);
    expect(most).toBe(1);
  });
});

describe("a started loop", () => {
  test("runs at each tick until it is stopped", async () => {
    let runs = 0;
    const step = stepDueAt([], {
      whenWoken: false,
      run: async () => {
        runs += 1;
        return Promise.resolve(0);
      },
    });
    const loop = loopOf([step]);
    loop.start();
    await eventually(() => runs >= 3);
    await loop.stop();
    const atStop = runs;
    await loop.runOnce();
    expect(runs).toBe(atStop);
  });

  test("when woken, runs only the steps that a commit may make due", async () => {
    const woken = stepDueAt([]);
    let ticks = 0;
    const ticked = stepDueAt([], {
      whenWoken: false,
      run: async () => {
        ticks += 1;
        return Promise.resolve(0);
      },
    });
    const times: number[] = [];
    const step = stepDueAt(times);
    const loop = loopOf([woken, ticked, step], () => 5, 60_000);
    loop.start();
    await loop.runOnce();
    const ticksBefore = ticks;
    times.push(1);
    loop.wake();
    loop.wake();
    await eventually(() => step.ran.length === 1);
    expect(ticks).toBe(ticksBefore);
    await loop.stop();
  });

  test("when woken, ends the run after a small batch and does the rest in a later run", async () => {
    const settles = (counts: number[], ran: number[]): Step =>
      stepDueAt([], {
        run: () => {
          const count = counts.shift() ?? 0;
          if (count > 0) ran.push(count);
          return Promise.resolve(count);
        },
      });
    const counts: number[] = [];
    const ran: number[] = [];
    const ends: number[][] = [];
    const loop = createLoop({
      steps: [settles(counts, ran)],
      clock: () => 0,
      log: silentLog,
      tickMs: 60_000,
      onRun: () => void ends.push([...ran]),
    });
    loop.start();
    await loop.runOnce();
    ends.length = 0;
    counts.push(500, 500, 1, 1);
    loop.wake();
    await eventually(() => ran.length === 4);
    await loop.stop();
    expect(ends.slice(0, 2)).toEqual([
      [500, 500, 1],
      [500, 500, 1, 1],
    ]);
  });

  test("does nothing when woken before its start", async () => {
    const step = stepDueAt([1]);
    const loop = loopOf([step], () => 5);
    loop.wake();
    await loop.stop();
    expect(step.ran).toEqual([]);
  });
});

describe("time travel (moving the clock of a test instance)", () => {
  const journey = (times: number[]) => {
    let now = 0;
    const step = stepDueAt(times);
    const loop = loopOf([step], () => now);
    const setClock = (instant: number): Promise<void> => {
      now = instant;
      return Promise.resolve();
    };
    return { step, travel: createTimeTravel({ loop, clock: () => now, setClock }), now: () => now };
  };

  test("runs a step at each instant at which it is due, up to the target", async () => {
    const { step, travel, now } = journey([10, 20, 20, 30, 41]);
    await travel(40);
    expect(step.ran).toEqual([10, 20, 20, 30]);
    expect(now()).toBe(40);
  });

  test("runs on arrival what is due at the target", async () => {
    const { step, travel } = journey([40]);
    await travel(40);
    expect(step.ran).toEqual([40]);
  });

  test("backwards is one jump", async () => {
    const { step, travel, now } = journey([10, 50]);
    await travel(40);
    await travel(5);
    expect([step.ran, now()]).toEqual([[10], 5]);
  });

  test("does not overlap with other time travel", async () => {
    const { step, travel, now } = journey([10, 30]);
    await Promise.all([travel(20), travel(40)]);
    expect([step.ran, now()]).toEqual([[10, 30], 40]);
  });

  test("arrives even if a step is always due", async () => {
    let now = 0;
    const always = stepDueAt([], { nextDueAt: (after) => after + 1 });
    const loop = loopOf([always], () => now);
    const setClock = (instant: number): Promise<void> => {
      now = instant;
      return Promise.resolve();
    };
    await createTimeTravel({ loop, clock: () => now, setClock })(1_000_000);
    expect(now).toBe(1_000_000);
  });
});
