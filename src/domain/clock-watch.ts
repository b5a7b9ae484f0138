import type { Clock } from "./ids.ts";
import { DAY, HOUR, MINUTE } from "./time.ts";

/** If the clock changes by more than this, it has jumped. Time synchronisation moves a clock by less. */
const JUMP_MS = MINUTE;
/** A clock that jumps ahead by less than this stays trusted, because the machine may have slept. */
const SLEEP_MS = 12 * HOUR;
/** If the newest record is older than this when the server starts, the clock is in doubt. */
const CLOSED_MS = 30 * DAY;
/** After a jump, the clock is trusted again when it has not jumped for this long. */
const BELIEVED_AFTER_MS = 15 * MINUTE;

/** `shown` and `expected` are in epoch milliseconds. `expected` is what the server thinks the time is. */
export interface ClockDoubt {
  /**
   * When the server started, the clock showed a time before the newest record or the build date
   * (`behind`), or a time long after the newest record (`ahead`).
   */
  readonly cause: "jumped" | "behind" | "ahead";
  readonly shown: number;
  readonly expected: number;
}

/**
 * Why the clock is trusted again. `back`: it shows the expected time. `confirmed`: somebody confirmed it.
 * `even`: it has not jumped again for long enough.
 */
export type ClockBelief = "back" | "confirmed" | "even";

/**
 * While the clock is in doubt, no hold or deadline ends too early, and no confirmation is sent late. Offers,
 * questions and reminders wait.
 */
export interface ClockWatch {
  /** Compare holds and deadlines with this time: `now`, or earlier if the clock may be ahead. */
  endingsAt(now: number): number;
  /** Texts due by this time may be sent: `now`, or later if the clock may be behind. */
  dueBy(now: number): number;
  doubt(): ClockDoubt | null;
  evenMs(): number;
  confirm(): void;
}

/** For test databases, whose clock is moved, and for the command line, which ends no holds or deadlines. */
export const TRUSTED_CLOCK: ClockWatch = {
  endingsAt: (now) => now,
  dueBy: (now) => now,
  doubt: () => null,
  evenMs: () => Number.POSITIVE_INFINITY,
  confirm: () => undefined,
};

export interface WatchedClock {
  readonly wall: Clock;
  /** Monotonic, in milliseconds. */
  readonly elapsed: () => number;
  readonly onDoubt?: (doubt: ClockDoubt) => void;
  readonly onBelief?: (how: ClockBelief) => void;
}

/** Wall clock minus elapsed time: constant while nobody sets the clock. */
type Offset = number;

export function watchClock(
  { wall, elapsed, onDoubt, onBelief }: WatchedClock,
  known: { readonly newestAt: number | null; readonly builtAt: number | null },
): ClockWatch {
  const startedAt = elapsed();
  let seen: Offset = wall() - startedAt;
  let evenSince = startedAt;
  let trusted: Offset = seen;
  let trustedAheadMs = SLEEP_MS;
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
    if (-JUMP_MS <= ahead && ahead <= trustedAheadMs) believe(doubted === null ? null : "back");
    else if (doubted === null || !slept) begin("jumped", at, shown);
    else if (at - doubted.since >= BELIEVED_AFTER_MS) believe("even");
    return { at, shown };
  };
  const believe = (how: ClockBelief | null): void => {
    trusted = seen;
    trustedAheadMs = SLEEP_MS;
    doubted = null;
    if (how !== null) onBelief?.(how);
  };
  const begin = (cause: ClockDoubt["cause"], at: number, shown: number): void => {
    doubted = { cause, since: at };
    onDoubt?.({ cause, shown, expected: trusted + at });
  };
  const aheadMs = (): number => {
    const { at, shown } = look();
    return doubted === null ? 0 : shown - (trusted + at);
  };

  const shown = wall();
  const least = Math.max(known.newestAt ?? 0, known.builtAt ?? 0);
  const isAhead = known.newestAt !== null && shown - known.newestAt > CLOSED_MS;
  if (shown < least - JUMP_MS || isAhead) {
    trusted = (isAhead ? (known.newestAt ?? 0) : least) - startedAt;
    trustedAheadMs = CLOSED_MS;
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
