import type { Reservation } from "./reservation.ts";

export type Asked =
  | {
      readonly about: "review";
      readonly numberOfPeople: number;
      readonly largeFrom: number;
      readonly startAt: number;
      readonly zone: string;
    }
  | {
      readonly about: "duplicate";
      readonly other: Pick<Reservation, "id" | "partySize" | "startAt">;
      readonly numberOfPeople: number;
      readonly startAt: number;
      readonly zone: string;
    };

export interface Decided {
  readonly review?: boolean;
  /** `of` is the id of the existing reservation. */
  readonly duplicate?: { readonly of: string; readonly book: boolean };
}

export interface Person {
  readonly decided: Decided;
  /** Idempotency key of the person's answer: it must take effect only once. Null without an answer. */
  readonly answer: string | null;
}

/** Thrown, and the call rolled back, if the person who uses the client must decide something. */
export class Question extends Error {
  override readonly name = "Question";
  readonly asked: Asked;

  constructor(asked: Asked) {
    super(asked.about);
    this.asked = asked;
  }
}
