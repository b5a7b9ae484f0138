import { formatShortDate, formatTime } from "../../../domain/local-date.ts";
import type { PlanProblem } from "../../../domain/reasons/input.ts";
import { meantPart, quoted } from "../phrases.ts";

export function planFault(problem: PlanProblem): string {
  switch (problem.is) {
    case "unknown_table":
      return `There is no table ${quoted(problem.name)}.${meantPart(problem.nearest)}`;
    case "unknown_area":
      return `Tables are in the area ${quoted(problem.name)}, but there is no such area.${meantPart(problem.nearest)} Choose another area for these tables first.`;
    case "too_many":
      return `There would be ${problem.count} ${problem.what}; the limit is ${problem.most}. Remove some first.`;
    case "twice":
      return `There is already ${problem.what === "area" ? "an area" : "a table"} called ${quoted(problem.name)}. Choose another name.`;
    case "least_above_most":
      return `“Fewest guests” is ${problem.minCovers}, more than “Most guests”, which is ${problem.maxCovers}. Swap the two, or lower “Fewest guests”.`;
    case "same_combination":
      return `${problem.tables.join(" + ")} are a combination already. Change its seats instead.`;
    case "ends_before":
      return `The end, ${wallTime(problem.to)}, is not after the start, ${wallTime(problem.from)}. Choose a later end.`;
    case "no_such_time":
      return `The clocks skip ${wallTime(problem.time)}. Choose a time before or after.`;
  }
}

/** For example "Thu Dec 24 at 12:00 PM". */
export const wallTime = (text: string): string =>
  `${formatShortDate(text.slice(0, 10))} at ${formatTime(text.slice(11))}`;
