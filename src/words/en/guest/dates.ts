import { written, writtenTime } from "../../dates.ts";

/** How days and times are written to guests. */
export const dates = {
  /** "Fri Nov 20": the year goes without saying in a text about a table. */
  shortDay: written("en-US", { weekday: "short", month: "short", day: "numeric" }, (day) =>
    day.replace(",", ""),
  ),
  /** "Friday, November 20, 2026" */
  longDay: written("en-US", { dateStyle: "full" }),
  /** "7:30 PM", "1:30 AM EDT" in the night in which that time comes twice. */
  time: writtenTime("en-US", { timeStyle: "short" }),
};
export type DateWords = typeof dates;
