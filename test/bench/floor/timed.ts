/** The times of a loop of bookings. */
export interface Timed {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time per booking, microseconds. */
  readonly processorUs: number;
}

/** Runs `body` `count` times in sequence. `index` counts from 0. */
export function timed(count: number, body: (index: number) => void): Timed {
  const times: number[] = [];
  const processorBefore = process.cpuUsage();
  const began = performance.now();
  for (let index = 0; index < count; index += 1) {
    const from = performance.now();
    body(index);
    times.push(performance.now() - from);
  }
  const elapsed = performance.now() - began;
  const { user, system } = process.cpuUsage(processorBefore);
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    perSecond: (count / elapsed) * 1000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    processorUs: (user + system) / count,
  };
}
