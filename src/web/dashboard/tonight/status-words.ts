import type { Status } from "../../../domain/reservation-states.ts";

/** What a reservation's status is called on Tonight. */
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  booked: "Booked",
  pending: "Asks",
  arrived: "Arrived",
  seated: "Seated",
  completed: "Done",
  no_show: "No-show",
  cancelled: "Cancelled",
};
