/** Repeatable random numbers: the same seed and index give the same sequence. */
export interface Dice {
  /** A whole number from 0 to `sides` - 1. */
  roll(sides: number): number;
  pick<T>(items: readonly T[]): T;
  /** True with the probability `share`, 0 to 1. */
  chance(share: number): boolean;
}

export function diceOf(seed: number, index: number): Dice {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) >>> 0;
  /** splitmix32 */
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  const roll = (sides: number): number => next() % Math.max(1, sides);
  return {
    roll,
    pick(items) {
      const item = items[roll(items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from.");
      return item;
    },
    chance: (share) => next() < share * 2 ** 32,
  };
}
