import type { Mutant } from "./sites.ts";

/**
 * Makes all changes (mutants) at once and runs `tests`. Returns a test file that fails, "time" if the
 * tests do not end, or null if all pass.
 */
export type Failing = (
  mutants: readonly Mutant[],
  tests: readonly string[],
) => Promise<string | null>;

/**
 * Calls `caught` for every change that a test notices, and returns the other changes. Runs the tests
 * with all changes made. If one fails, does the same with each half of the changes. So a test that
 * notices no change runs only once.
 */
export async function sieve(
  mutants: readonly Mutant[],
  tests: readonly string[],
  failing: Failing,
  caught: (mutant: Mutant, by: string) => void,
): Promise<readonly Mutant[]> {
  const [first, ...more] = mutants;
  if (first === undefined || tests.length === 0) return mutants;
  const by = await failing(mutants, tests);
  if (by === null) return mutants;
  if (more.length === 0) {
    caught(first, by);
    return [];
  }
  const again = tests.includes(by) ? [by] : tests;
  const half = mutants.length >> 1;
  const left = [
    ...(await sieve(mutants.slice(0, half), again, failing, caught)),
    ...(await sieve(mutants.slice(half), again, failing, caught)),
  ];
  return await sieve(
    left,
    tests.filter((test) => !again.includes(test)),
    failing,
    caught,
  );
}
