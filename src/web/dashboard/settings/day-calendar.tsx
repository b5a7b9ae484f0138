/** @jsxImportSource hono/jsx */
import type { BrandSettings } from "../../../domain/settings.ts";
import { addDays, formatDate, WEEKDAYS, weekdayOf } from "../../../domain/time.ts";
import { DAY_NAMES } from "../components/days.tsx";
import { Icon } from "../components/icon.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";

const WEEK = 7;

interface Kind {
  readonly look: "usual" | "rest" | "closed" | "other";
  readonly mark: string;
  readonly words: string;
}

export const dayPath = (visit: DeskVisit, day: string): string =>
  at(visit, `/settings/days?month=${day.slice(0, 7)}&day=${day}#day`);

/** `month`: such as "2026-12". `chosen`: such as "2026-12-24". */
export function DayCalendar({
  visit,
  month,
  today,
  chosen,
}: PageProps<{ month: string; today: string; chosen: string | null }>) {
  const { settings } = visit.brand;
  const first = `${month}-01`;
  const before = addDays(first, -1).slice(0, 7);
  const after = addDays(first, 31).slice(0, 7);
  const link = (to: string): string => at(visit, `/settings/days?month=${to}`);
  return (
    <section class="card stack" aria-labelledby="month-title">
      <div class="month-head">
        <a class="b quiet square" href={link(before)} aria-label="Previous month">
          <Icon name="back" />
        </a>
        <h2 id="month-title">{monthName(first)}</h2>
        <a class="b quiet square" href={link(after)} aria-label="Next month">
          <Icon name="forward" />
        </a>
      </div>
      <table class="month" aria-labelledby="month-title">
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th scope="col">{DAY_NAMES[day]}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(first).map((week) => (
            <tr>
              {week.map((day) => (
                <td>
                  {day.startsWith(month) && (
                    <DayLink
                      path={dayPath(visit, day)}
                      day={day}
                      kind={kindOf(settings, day)}
                      look={`${day < today ? " past" : ""}${day === chosen ? " chosen" : ""}`}
                      isToday={day === today}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft small month-key">
        <span class="closed">Closed that day</span>
        <span class="other">Other hours</span>
        <span class="rest">No service on that weekday</span>
      </p>
    </section>
  );
}

const DayLink = ({
  path,
  day,
  kind,
  look,
  isToday,
}: Readonly<{ path: string; day: string; kind: Kind; look: string; isToday: boolean }>) => (
  <a
    href={path}
    class={kind.look + look}
    aria-label={`${formatDate(day)}: ${kind.words}`}
    aria-current={isToday ? "date" : undefined}
  >
    <span class="number">{Number(day.slice(8))}</span>
    <span class="mark" aria-hidden="true">
      {kind.mark}
    </span>
  </a>
);

function kindOf({ specialDays, services }: BrandSettings, day: string): Kind {
  const special = Object.hasOwn(specialDays, day) ? specialDays[day] : undefined;
  const note = special?.note === undefined ? "" : `, ${special.note}`;
  if (special !== undefined) {
    const names = (special.closed === true ? [] : (special.services ?? [])).map(({ name }) => name);
    return names.length === 0
      ? { look: "closed", mark: special.note ?? "Closed", words: `closed${note}` }
      : {
          look: "other",
          mark: special.note ?? names.join(", "),
          words: `other hours (${names.join(", ")})${note}`,
        };
  }
  const usual = services.filter(({ days }) => days.includes(weekdayOf(day)));
  return usual.length === 0
    ? { look: "rest", mark: "", words: "no service on this weekday" }
    : { look: "usual", mark: "", words: "as usual" };
}

function weeksOf(first: string): string[][] {
  const start = addDays(first, -WEEKDAYS.indexOf(weekdayOf(first)));
  const month = first.slice(0, 7);
  const weeks: string[][] = [];
  for (let monday = start; weeks.length === 0 || monday.startsWith(month); ) {
    const from = monday;
    weeks.push(Array.from({ length: WEEK }, (_, index) => addDays(from, index)));
    monday = addDays(monday, WEEK);
  }
  return weeks;
}

const monthName = (first: string): string =>
  formatDate(first).replace(/^\w+, (\w+) \d+, (\d+)$/, "$1 $2");
