const MOST = 10_000;

/** For pure functions. Empties the cache at `most` results. Does not cache undefined. */
export function memoize<A, B, Answer>(
  compute: (a: A, b: B) => Answer,
  most: number = MOST,
): (a: A, b: B) => Answer {
  const tables = new Map<B, Map<A, Answer>>();
  let kept = 0;
  return (a, b) => {
    const known = tables.get(b)?.get(a);
    if (known !== undefined) return known;
    const answer = compute(a, b);
    if (kept >= most) {
      tables.clear();
      kept = 0;
    }
    const table = tables.get(b) ?? new Map<A, Answer>();
    table.set(a, answer);
    tables.set(b, table);
    kept += 1;
    return answer;
  };
}
