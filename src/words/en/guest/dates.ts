import { written, writtenTime } from "../../dates.ts";

export const dates = {
  /** "Fri Nov 20" */
  shortDay: written("en-US", { weekday: "short", month: "short", day: "numeric" }, (day) =>
    day.replace(",", ""),
  ),
  /** "Friday, November 20, 2026" */
  longDay: written("en-US", { dateStyle: "full" }),
  /** "7:30 PM", or "1:30 AM EDT" if the clocks show the time twice that night. */
  time: writtenTime("en-US", { timeStyle: "short" }),
};
export type DateWords = typeof dates;
