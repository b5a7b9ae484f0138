import type { Mutant } from "./sites.ts";

/**
 * A change that an earlier run made in the product's code to see whether a test notices it. `room`:
 * the folder of src. `by`: the test file that noticed the change; null if none did.
 */
export interface Judged extends Mutant {
  readonly room: string;
  readonly by: string | null;
}

/**
 * Finds which of the `judged` changes can still be made. `here`: those that can, each with the test
 * file that noticed it. `gone`: those whose code no longer exists.
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
