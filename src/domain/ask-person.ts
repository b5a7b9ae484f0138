import type { Reservation } from "./reservation.ts";

/** What only a person can decide about a call. */
export type Asked =
  /** A large party that can be filed as a request for the restaurant to decide. */
  | {
      readonly about: "review";
      readonly numberOfPeople: number;
      readonly largeFrom: number;
      readonly startAt: number;
      readonly zone: string;
    }
  /** A reservation that is likely the same party's. */
  | {
      readonly about: "duplicate";
      readonly other: Pick<Reservation, "id" | "partySize" | "startAt">;
      readonly numberOfPeople: number;
      readonly startAt: number;
      readonly zone: string;
    };

/** What the person has decided about a call so far. */
export interface Decided {
  /** Whether the large party is filed as a request. */
  readonly review?: boolean;
  /** Whether to book beside the reservation with the id `of`. */
  readonly duplicate?: { readonly of: string; readonly book: boolean };
}

/** The person who uses the client, where the client can show them a question. */
export interface Person {
  readonly decided: Decided;
  /** Names the question that was answered last, so that an answer acts once; null: none was. */
  readonly answer: string | null;
}

/** Thrown where a person has to decide first. Nothing of the call is kept. */
export class Question extends Error {
  override readonly name = "Question";
  readonly asked: Asked;

  constructor(asked: Asked) {
    super(asked.about);
    this.asked = asked;
  }
}
