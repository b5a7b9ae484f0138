import { dateFormat, timeFormat } from "../../dates.ts";

export const dates = {
  /** "Fri Nov 20" */
  shortDay: dateFormat("en-US", { weekday: "short", month: "short", day: "numeric" }, (day) =>
    day.replace(",", ""),
  ),
  /** "Friday, November 20, 2026" */
  longDay: dateFormat("en-US", { dateStyle: "full" }),
  /** "7:30 PM", or "1:30 AM EDT" if the clocks show the time twice that night. */
  time: timeFormat("en-US", { timeStyle: "short" }),
};
export type DateWords = typeof dates;
