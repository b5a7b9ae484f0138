export type RandomBytes = (length: number) => Uint8Array;

/** Epoch milliseconds. */
export type Clock = () => number;

/** The id begins with the time, so that a new row goes to the end of an index. */
export function newId(now: number, random: RandomBytes): string {
  return Math.max(0, Math.floor(now)).toString(16).padStart(12, "0") + random(6).toHex();
}
