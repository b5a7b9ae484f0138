import { written, writtenTime } from "../../dates.ts";
import type { DateWords } from "../../en/guest/dates.ts";

export const dates: DateWords = {
  /** "Fr 20.11." */
  shortDay: written("de-DE", { weekday: "short", day: "numeric", month: "numeric" }, (day) =>
    day.replace(/\.?,/, ""),
  ),
  /** "Freitag, 20. November 2026" */
  longDay: written("de-DE", { dateStyle: "full" }),
  /** "19:30". Sentences add "Uhr". */
  time: writtenTime("de-DE", { timeStyle: "short" }),
};
