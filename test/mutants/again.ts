import type { Mutant } from "./sites.ts";

/** A change with the test file that noticed it, null if none did. */
export interface Judged extends Mutant {
  readonly room: string;
  readonly by: string | null;
}

/**
 * Of `judged` changes those that are still possible, each with the test file that noticed it
 * before; `gone` are those whose code has changed.
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
