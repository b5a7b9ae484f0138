// Counts the taps that each job takes on a tablet.
import type { Page } from "playwright-core";

/** A page used by touch. */
export interface Tablet {
  readonly page: Page;
  /** The page's errors so far. */
  readonly faults: readonly string[];
  tap(selector: string): Promise<void>;
  /** Types; a tap into the field is not counted. */
  write(selector: string, text: string): Promise<void>;
}

export interface TapCount {
  tablet(page: Page, faults: readonly string[]): Tablet;
  /** Does a job and counts its taps. */
  job(name: string, work: () => Promise<void>): Promise<void>;
  /** The most taps that each job took, by name. */
  readonly taken: ReadonlyMap<string, number>;
}

export function countTaps(): TapCount {
  let taps = 0;
  const taken = new Map<string, number>();
  return {
    taken,
    tablet: (page, faults) => ({
      page,
      faults,
      async tap(selector) {
        taps += 1;
        await page.tap(selector);
      },
      write: (selector, text) => page.fill(selector, text),
    }),
    async job(name, work) {
      const before = taps;
      await work();
      taken.set(name, Math.max(taken.get(name) ?? 0, taps - before));
    },
  };
}
