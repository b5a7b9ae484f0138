// Records what the callers of a fault test know: the answers that they got, and their calls that
// got no answer.
import type { ToolAnswer } from "./exchange.ts";

export interface Sender {
  /** The sender's current token. */
  token(): string;
}

/** A write with an idempotency key. */
export interface Write {
  readonly tool: string;
  /** Including `brand` and `idempotencyKey`. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly by: Sender;
  /** The caller that gets the answer. */
  readonly caller: string;
}

export interface Answered extends Write {
  readonly answer: ToolAnswer;
}

/** A reservation as last reported to its caller. */
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

/** A text that a guest sent. */
export interface SentAnswer {
  readonly id: string;
  readonly from: string;
  readonly body: string;
}

export class Diary {
  /** Successful writes, the newest last. */
  readonly answered: Answered[] = [];
  /** Writes whose answer was lost; they are repeated. */
  readonly lost: Write[] = [];
  /** Every reservation that a caller knows, as last reported. */
  readonly stays = new Map<string, KnownStay>();
  /** Ids of booked reservations, by caller. */
  readonly standing = new Map<string, Set<string>>();
  /** Ids of waitlist entries, by caller. */
  readonly waiting = new Map<string, Set<string>>();
  /** Guests' texts that the server accepted. */
  readonly taken: SentAnswer[] = [];
  /** Guests' texts to which no answer arrived; the server may have accepted them. */
  readonly lostAnswers: SentAnswer[] = [];
  readonly faults: string[] = [];
  readonly counts = { writes: 0, refused: 0, lost: 0, performed: 0, repeated: 0, refreshes: 0 };
  readonly refusals = new Map<string, number>();
  #key = 0;

  nextKey(): string {
    this.#key += 1;
    return `key-${this.#key}`;
  }

  /** Records the first answer that arrived for a write. */
  note(write: Write, answer: ToolAnswer): void {
    if (answer.isError) {
      this.#refuse(answer.code ?? "none");
      // The guest was booked meanwhile or has left the waitlist.
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

  /** Records a refusal with the code UNAVAILABLE. */
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
