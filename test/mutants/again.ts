import type { Mutant } from "./sites.ts";

/** `by`: the test file that noticed the change; null if none did. */
export interface Judged extends Mutant {
  readonly room: string;
  readonly by: string | null;
}

/**
 * Finds which of the `judged` changes are still possible in today's code. `here` maps each of these
 * to the test file that noticed it before. `gone`: changes whose code no longer exists.
 */
export function foundAgain(judged: readonly Judged[], possible: readonly Mutant[]) {
  const byKey = new Map(possible.map((mutant) => [mutant.key, mutant]));
  const here = new Map<Mutant, string | null>();
  const gone: Judged[] = [];
  for (const one of judged) {
    const mutant = byKey.get(one.key);
    if (mutant === undefined) gone.push(one);
    else here.set(mutant, one.by);
  }
  return { here, gone };
}
