/** What a call answers, in the two channels of which clients drop one. */
export interface Answer {
  readonly structured: Record<string, unknown>;
  readonly text: string;
  /** True where the answer was given before, to the same idempotency key. */
  readonly replayed: boolean;
}
