// What callers know: which answers they got, and which calls got none.
import type { ToolAnswer } from "./exchange.ts";

/** Who sends a write. */
export interface Sender {
  /** Its current token. */
  token(): string;
}

/** A write with an idempotency key. */
export interface Write {
  readonly tool: string;
  /** Including `brand` and `idempotencyKey`. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly by: Sender;
  /** The caller that is to learn its result. */
  readonly caller: string;
}

/** A write that succeeded. */
export interface Answered extends Write {
  readonly answer: ToolAnswer;
}

/** A reservation as its caller was told. */
export interface KnownStay {
  readonly id: string;
  readonly name: string;
  readonly phone: string | null;
  readonly numberOfPeople: number;
  readonly timestamp: number;
  readonly endTimestamp: number;
  readonly status: string;
  readonly notes: string;
  readonly revision: number;
  readonly updatedAt: number;
}

/** A guest's reply that was delivered. */
export interface SentAnswer {
  readonly id: string;
  readonly from: string;
  readonly body: string;
}

/** What all callers of an evening know. */
export class Diary {
  /** Successes, the newest last. */
  readonly answered: Answered[] = [];
  /** Writes without an answer, to be repeated. */
  readonly lost: Write[] = [];
  /** Every reservation that a caller was told of, in its latest state. */
  readonly stays = new Map<string, KnownStay>();
  /** Ids of reservations that are not cancelled, by caller. */
  readonly standing = new Map<string, Set<string>>();
  /** Ids of waiting guests, by caller. */
  readonly waiting = new Map<string, Set<string>>();
  /** Guests' replies that were accepted, and those without an answer. */
  readonly taken: SentAnswer[] = [];
  readonly lostAnswers: SentAnswer[] = [];
  /** Faults, in words. */
  readonly faults: string[] = [];
  readonly counts = { writes: 0, refused: 0, lost: 0, performed: 0, repeated: 0, refreshes: 0 };
  /** Refusals by code. */
  readonly refusals = new Map<string, number>();
  #key = 0;

  /** A key that no other write has. */
  nextKey(): string {
    this.#key += 1;
    return `key-${this.#key}`;
  }

  /** Records the answer to a write that was not sent before, or whose first answer was lost. */
  note(write: Write, answer: ToolAnswer): void {
    if (answer.isError) {
      this.#refuse(answer.code ?? "none");
      // Booked meanwhile, or no longer on the list: there is nobody to remove.
      if (write.tool === "remove_from_waitlist") {
        inMap(this.waiting, write.caller).delete(String(write.args["id"]));
      }
      return;
    }
    this.counts.writes += 1;
    this.answered.push({ ...write, answer });
    const { reservation, entry } = answer.structured;
    if (reservation !== undefined) this.#know(write.caller, reservation as KnownStay);
    if (entry !== undefined) {
      const { id, status } = entry as { readonly id: string; readonly status: string };
      const mine = inMap(this.waiting, write.caller);
      if (status === "left") mine.delete(id);
      else mine.add(id);
    }
  }

  /** Records that something was refused because nothing can be saved now. */
  unavailable(): void {
    this.#refuse("UNAVAILABLE");
  }

  #refuse(code: string): void {
    this.counts.refused += 1;
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }

  #know(caller: string, stay: KnownStay): void {
    this.stays.set(stay.id, stay);
    const mine = inMap(this.standing, caller);
    if (stay.status === "booked") mine.add(stay.id);
    else mine.delete(stay.id);
  }
}

function inMap(map: Map<string, Set<string>>, key: string): Set<string> {
  const found = map.get(key) ?? new Set<string>();
  map.set(key, found);
  return found;
}
