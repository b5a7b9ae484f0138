import type { Clock } from "./ids.ts";
import { DAY, HOUR, MINUTE } from "./time.ts";

/** Time synchronisation adjusts a clock by less; more is a jump. */
const JUMP_MS = MINUTE;
/** A machine that slept shows a jump ahead; longer sleep does not happen between services. */
const SLEEP_MS = 12 * HOUR;
/** The longest time for which a restaurant is closed and its server off. */
const CLOSED_MS = 30 * DAY;
/** A new time that has run evenly for this long is trusted: the machine has no better evidence. */
const BELIEVED_AFTER_MS = 15 * MINUTE;

/** Why the clock is in doubt, and what it would show if nobody had set it. Epoch milliseconds. */
export interface ClockDoubt {
  /**
   * `jumped`: while the server ran. When it started: `behind` the newest record or the build, or
   * far `ahead` of the newest record.
   */
  readonly cause: "jumped" | "behind" | "ahead";
  readonly shown: number;
  readonly expected: number;
}

/** How a doubt ended. */
export type ClockBelief = "back" | "confirmed" | "even";

/** Tells when something counts as over or as due, on the safe side while the clock is in doubt. */
export interface ClockWatch {
  /**
   * The instant by which something counts as over: `now`, or earlier while the clock is in doubt.
   */
  endingsAt(now: number): number;
  /** The instant by which a text is due: `now`, or later while the clock is in doubt. */
  dueBy(now: number): number;
  /** Null if the clock is believed. */
  doubt(): ClockDoubt | null;
  /** How long the clock has run evenly, in milliseconds. */
  evenMs(): number;
  /** A person confirms that the clock is right. */
  confirm(): void;
}

/** A clock that is always trusted: for tests, which move it, and for verbs, which end nothing. */
export const TRUSTED_CLOCK: ClockWatch = {
  endingsAt: (now) => now,
  dueBy: (now) => now,
  doubt: () => null,
  evenMs: () => Number.POSITIVE_INFINITY,
  confirm: () => undefined,
};

/** The clocks to compare, and who gets told. */
export interface WatchedClock {
  /** The machine's clock, which somebody may set. */
  readonly wall: Clock;
  /** A monotonic clock in milliseconds. */
  readonly elapsed: () => number;
  readonly onDoubt?: (doubt: ClockDoubt) => void;
  readonly onBelief?: (how: ClockBelief) => void;
}

/** Wall clock minus elapsed time: constant while nobody sets the clock. */
type Offset = number;

/**
 * Compares the clock with the time elapsed at each reading. `known`: when the newest record was
 * written and when the program was built; at the start the clock is compared with these. Null:
 * unknown.
 */
export function watchClock(
  { wall, elapsed, onDoubt, onBelief }: WatchedClock,
  known: { readonly newestAt: number | null; readonly builtAt: number | null },
): ClockWatch {
  const startedAt = elapsed();
  let seen: Offset = wall() - startedAt;
  let evenSince = startedAt;
  let trusted: Offset = seen;
  /** By how much a new time may be ahead and still be believed at once. */
  let roomMs = SLEEP_MS;
  let doubted: { readonly cause: ClockDoubt["cause"]; readonly since: number } | null = null;

  const look = (): { readonly at: number; readonly shown: number } => {
    const at = elapsed();
    const shown = wall();
    const offset = shown - at;
    const jumped = Math.abs(offset - seen) > JUMP_MS;
    const slept = !jumped || (offset > seen && offset - seen <= SLEEP_MS);
    seen = offset;
    if (jumped) evenSince = at;
    const ahead = offset - trusted;
    if (-JUMP_MS <= ahead && ahead <= roomMs) believe(doubted === null ? null : "back");
    else if (doubted === null || !slept) begin("jumped", at, shown);
    else if (at - doubted.since >= BELIEVED_AFTER_MS) believe("even");
    return { at, shown };
  };
  const believe = (how: ClockBelief | null): void => {
    trusted = seen;
    roomMs = SLEEP_MS;
    doubted = null;
    if (how !== null) onBelief?.(how);
  };
  const begin = (cause: ClockDoubt["cause"], at: number, shown: number): void => {
    doubted = { cause, since: at };
    onDoubt?.({ cause, shown, expected: trusted + at });
  };
  /**
   * By how much the clock is ahead of what it would show if nobody had set it; 0 if it is believed.
   */
  const aheadMs = (): number => {
    const { at, shown } = look();
    return doubted === null ? 0 : shown - (trusted + at);
  };

  const shown = wall();
  const least = Math.max(known.newestAt ?? 0, known.builtAt ?? 0);
  const isAhead = known.newestAt !== null && shown - known.newestAt > CLOSED_MS;
  if (shown < least - JUMP_MS || isAhead) {
    trusted = (isAhead ? (known.newestAt ?? 0) : least) - startedAt;
    roomMs = CLOSED_MS;
    begin(isAhead ? "ahead" : "behind", startedAt, shown);
  }

  return {
    endingsAt: (now) => now - Math.max(0, aheadMs()),
    dueBy: (now) => now - Math.min(0, aheadMs()),
    doubt() {
      const { at, shown: shownNow } = look();
      if (doubted === null) return null;
      return { cause: doubted.cause, shown: shownNow, expected: trusted + at };
    },
    evenMs: () => look().at - evenSince,
    confirm() {
      look();
      if (doubted !== null) believe("confirmed");
    },
  };
}
