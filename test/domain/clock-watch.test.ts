// Goal: if the clock jumps, forward or back, nothing expires until the clock is known to be right.
// Sleep of the machine does not count as a jump. Method: a wall clock and a steady clock, moved
// independently.
import { describe, expect, test } from "bun:test";
import { type ClockDoubt, type ClockWatch, watchClock } from "../../src/domain/clock-watch.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const NOW = Date.UTC(2026, 10, 20, 20);

interface Watched {
  readonly watch: ClockWatch;
  readonly heard: string[];
  /** Advances both clocks by `ms`; with `wallMs`, the wall clock by `wallMs` instead. */
  pass(ms: number, wallMs?: number): void;
  wall(): number;
}

function watched(known: { newestAt?: number; builtAt?: number } = {}, startAt = NOW): Watched {
  let wall = startAt;
  let elapsed = 5000;
  const heard: string[] = [];
  const watch = watchClock(
    {
      wall: () => wall,
      elapsed: () => elapsed,
      onDoubt: ({ cause }: ClockDoubt) => heard.push(cause),
      onBelief: (how) => heard.push(how),
    },
    { newestAt: known.newestAt ?? null, builtAt: known.builtAt ?? null },
  );
  return {
    watch,
    heard,
    pass(ms, wallMs = ms) {
      // The product's background loop also looks at the clock often; only a large step is a jump.
      wall += wallMs;
      elapsed += ms;
      watch.doubt();
    },
    wall: () => wall,
  };
}

describe("a clock jump", () => {
  test.each([2 * YEAR, DAY, 13 * HOUR])(
    "of %d ms ahead expires nothing until the clock is set back",
    (jump) => {
      const { watch, heard, pass, wall } = watched();
      pass(HOUR);
      pass(8 * SECOND, jump + 8 * SECOND);
      expect(watch.endingsAt(wall())).toBe(NOW + HOUR + 8 * SECOND);
      expect(watch.dueBy(wall())).toBe(wall());
      expect(watch.doubt()).toEqual({
        cause: "jumped",
        shown: wall(),
        expected: NOW + HOUR + 8 * SECOND,
      });
      pass(0, -jump);
      expect(watch.doubt()).toBeNull();
      expect(watch.endingsAt(wall())).toBe(wall());
      expect(heard).toEqual(["jumped", "back"]);
    },
  );

  test.each([-2 * YEAR, -DAY, -2 * MINUTE])("of %d ms back delays no text", (jump) => {
    const { watch, pass, wall } = watched();
    pass(HOUR);
    pass(0, jump);
    expect(watch.endingsAt(wall())).toBe(wall());
    expect(watch.dueBy(wall())).toBe(NOW + HOUR);
    pass(0, -jump);
    expect(watch.doubt()).toBeNull();
  });

  test("is trusted once the clock has run evenly for 15 minutes since the last jump", () => {
    const { watch, heard, pass, wall } = watched();
    pass(SECOND, 2 * YEAR);
    pass(14 * MINUTE);
    pass(SECOND, YEAR);
    pass(14 * MINUTE);
    expect(watch.doubt()).not.toBeNull();
    pass(MINUTE);
    expect(watch.doubt()).toBeNull();
    expect(watch.endingsAt(wall())).toBe(wall());
    expect(heard).toEqual(["jumped", "jumped", "even"]);
  });

  test("is trusted when a person confirms it; setting the clock back is then another jump", () => {
    const { watch, heard, pass, wall } = watched();
    pass(SECOND, 2 * YEAR);
    watch.confirm();
    expect(watch.endingsAt(wall())).toBe(wall());
    pass(SECOND, -2 * YEAR);
    expect(heard).toEqual(["jumped", "confirmed", "jumped"]);
  });
});

describe("does not count as a clock jump:", () => {
  test.each([20 * MINUTE, 9 * HOUR, 12 * HOUR])(
    "the sleep of a machine whose steady clock stops with it, for %d ms",
    (slept) => {
      const { watch, heard, pass, wall } = watched();
      pass(0, slept);
      expect(watch.endingsAt(wall())).toBe(wall());
      expect(heard).toEqual([]);
      expect(watch.evenMs()).toBe(0);
    },
  );

  test("the sleep of a machine whose steady clock runs on, however long", () => {
    const { heard, pass } = watched();
    pass(60 * HOUR);
    expect(heard).toEqual([]);
  });

  test("a small correction, however often", () => {
    const { heard, pass } = watched();
    for (let nudges = 0; nudges < 100; nudges += 1) pass(MINUTE, MINUTE + 30 * SECOND);
    for (let nudges = 0; nudges < 100; nudges += 1) pass(MINUTE, 30 * SECOND);
    expect(heard).toEqual([]);
  });

  test("the sleep of a machine while its clock is in doubt; the 15 minutes of doubt continue when it wakes", () => {
    const { heard, pass } = watched();
    pass(SECOND, 2 * YEAR);
    pass(10 * MINUTE);
    pass(0, 8 * HOUR);
    pass(5 * MINUTE);
    expect(heard).toEqual(["jumped", "even"]);
  });
});

describe("at the start of the program", () => {
  test.each([
    ["on an empty database", {}],
    ["a second after the newest record", { newestAt: NOW - SECOND }],
    ["after four weeks of holidays", { newestAt: NOW - 28 * DAY }],
    ["with a build of last year", { builtAt: NOW - YEAR }],
  ])("%s, the clock is trusted immediately", (_, known) => {
    const { watch, heard } = watched(known);
    expect([watch.doubt(), heard]).toEqual([null, []]);
  });

  test.each([
    ["before the build", "behind", { builtAt: NOW + DAY }],
    ["before the newest record", "behind", { newestAt: NOW + HOUR, builtAt: NOW - YEAR }],
    ["years after the newest record", "ahead", { newestAt: NOW - 2 * YEAR }],
  ] as const)("a clock %s is in doubt for 15 minutes", (_, cause, known) => {
    const { watch, heard, pass, wall } = watched(known);
    expect(heard).toEqual([cause]);
    expect(watch.endingsAt(wall())).toBe(cause === "ahead" ? NOW - 2 * YEAR : NOW);
    pass(15 * MINUTE);
    expect(heard).toEqual([cause, "even"]);
  });

  test("a clock at its factory date is trusted as soon as it is set", () => {
    const { watch, heard, pass } = watched({ newestAt: NOW - 3 * DAY }, Date.UTC(2000, 0, 1));
    pass(20 * SECOND, NOW - Date.UTC(2000, 0, 1));
    expect(watch.doubt()).toBeNull();
    expect(heard).toEqual(["behind", "back"]);
  });
});
