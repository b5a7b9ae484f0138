export function nearestWord(word: string, known: readonly string[]): string | null {
  const typed = word.slice(0, 64).toLowerCase();
  let nearest: string | null = null;
  // One letter may be wrong, or a third of the letters: more than that is no typing mistake.
  let fewest = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of known) {
    const edits = editDistance(typed, candidate.toLowerCase());
    if (edits < fewest && edits < candidate.length) {
      nearest = candidate;
      fewest = edits;
    }
  }
  return nearest;
}

function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(
        (current[column - 1] ?? 0) + 1,
        (last[column] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? cost) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
