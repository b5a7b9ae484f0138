import type { Reservation } from "./reservation.ts";

/** A decision that only a person can make. */
export type Asked =
  /** Whether to file a large party as a request for the restaurant to decide. */
  | {
      readonly about: "review";
      readonly numberOfPeople: number;
      readonly largeFrom: number;
      readonly startAt: number;
      readonly zone: string;
    }
  /** Whether to book although the same party probably has this reservation. */
  | {
      readonly about: "duplicate";
      readonly other: Pick<Reservation, "id" | "partySize" | "startAt">;
      readonly numberOfPeople: number;
      readonly startAt: number;
      readonly zone: string;
    };

/** What the person has decided in this call so far. */
export interface Decided {
  /** True: file the large party as a request. */
  readonly review?: boolean;
  /** `book`: book beside the reservation with the id `of`. */
  readonly duplicate?: { readonly of: string; readonly book: boolean };
}

/** The person at the client, if the client can show them a question. */
export interface Person {
  readonly decided: Decided;
  /** Id of the question answered last, so that an answer acts once; null: none was answered. */
  readonly answer: string | null;
}

/** Thrown if a person must decide first; the call is rolled back. */
export class Question extends Error {
  override readonly name = "Question";
  readonly asked: Asked;

  constructor(asked: Asked) {
    super(asked.about);
    this.asked = asked;
  }
}
