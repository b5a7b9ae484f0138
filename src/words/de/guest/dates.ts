import { dateFormat, timeFormat } from "../../dates.ts";
import type { DateWords } from "../../en/guest/dates.ts";

export const dates: DateWords = {
  /** "Fr 20.11." */
  shortDay: dateFormat("de-DE", { weekday: "short", day: "numeric", month: "numeric" }, (day) =>
    day.replace(/\.?,/, ""),
  ),
  /** "Freitag, 20. November 2026" */
  longDay: dateFormat("de-DE", { dateStyle: "full" }),
  /** "19:30". Sentences add "Uhr". */
  time: timeFormat("de-DE", { timeStyle: "short" }),
};
