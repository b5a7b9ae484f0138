import type { Status } from "../../../domain/reservation-states.ts";

/** What a reservation's status is called. */
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  booked: "Booked",
  pending: "Request",
  arrived: "Arrived",
  seated: "Seated",
  completed: "Done",
  no_show: "No-show",
  cancelled: "Cancelled",
};

const IN_A_SENTENCE: Readonly<Record<string, string>> = {
  no_show: "a no-show",
  pending: "a request",
};

/** A status in a sentence: "is seated", "is a no-show". */
export const statusWords = (status: string): string =>
  IN_A_SENTENCE[status] ?? (STATUS_WORDS[status as Status] ?? status).toLowerCase();
