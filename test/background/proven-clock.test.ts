// Goal: steps that delete for good wait until the clock has run evenly for four hours. After a jump
// of the clock they wait again.
import { expect, test } from "bun:test";
import { onProvenClock } from "../../src/background/proven-clock.ts";
import { watchClock } from "../../src/domain/clock-watch.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A step on a clock that can be set independently of the elapsed time. */
function onClock() {
  const seen: number[] = [];
  const at = { elapsed: 5_000, offset: Date.parse("2026-11-22T08:00:00Z") };
  const step = onProvenClock(
    {
      name: "removes",
      whenWoken: false,
      run: (now) => Promise.resolve(seen.push(now)),
      nextDueAt: () => null,
    },
    watchClock(
      { wall: () => at.elapsed + at.offset, elapsed: () => at.elapsed },
      { newestAt: null, builtAt: null },
    ),
  );
  const run = () => step.run(at.elapsed + at.offset);
  return { seen, at, run };
}

test("the step waits four hours after the start, then runs each time", async () => {
  const { seen, at, run } = onClock();
  expect(await run()).toBe(0);
  at.elapsed += 4 * HOUR - 1;
  expect(await run()).toBe(0);
  at.elapsed += 1;
  expect(await run()).toBe(1);
  expect(await run()).toBe(2);
  expect(seen).toHaveLength(2);
});

test.each([3 * 365 * DAY, -3 * 365 * DAY, 2 * HOUR])(
  "after a jump of %d ms, and after the jump back, the step waits again",
  async (jump) => {
    const { seen, at, run } = onClock();
    await run();
    at.elapsed += DAY;
    await run();
    at.offset += jump;
    await run();
    at.elapsed += 3 * HOUR;
    await run();
    at.offset -= jump;
    await run();
    at.elapsed += 3 * HOUR;
    await run();
    expect(seen).toHaveLength(1);
    at.elapsed += HOUR;
    await run();
    expect(seen).toHaveLength(2);
  },
);

test("small corrections of the clock do not stop the step", async () => {
  const { seen, at, run } = onClock();
  await run();
  at.elapsed += DAY;
  for (const nudge of [2_000, -30_000, 45_000]) {
    at.offset += nudge;
    await run();
  }
  expect(seen).toHaveLength(3);
});
