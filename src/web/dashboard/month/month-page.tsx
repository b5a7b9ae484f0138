/** @jsxImportSource hono/jsx */

import { weekdayOf } from "../../../domain/local-date.ts";
import { addDays, WEEKDAYS } from "../../../domain/time.ts";
import { type Month, monthView } from "../../../operations/desk/month-view.ts";
import { DAY_NAMES } from "../components/days.tsx";
import { Icon } from "../components/icon.tsx";
import { at, type DeskPage, type DeskVisit, type PageProps, read } from "../desk-visit.ts";
import { Day } from "./day.tsx";

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export const monthPage: DeskPage = {
  path: "/month",
  async show(visit) {
    const asked = visit.url.searchParams.get("month") ?? "";
    const month = await read(visit, monthView, MONTH.test(asked) ? { month: asked } : {});
    return {
      title: nameOf(month.month),
      children: (
        <div class="stack">
          <Head visit={visit} month={month} />
          <Grid visit={visit} month={month} />
          <p class="soft small">
            The number beside a service shows how many guests are booked. The bar shows how many
            seats are taken at the fullest moment.
          </p>
        </div>
      ),
    };
  },
};

/** `month`: such as "2026-12". */
export const monthPath = (visit: Pick<DeskVisit, "brand">, month: string): string =>
  at(visit, `/month?month=${month}`);

const nameOf = (month: string): string =>
  new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    Date.parse(`${month}-01`),
  );

function Head({ visit, month: { month, today, days } }: PageProps<{ month: Month }>) {
  const before = addDays(`${month}-01`, -1).slice(0, 7);
  const after = addDays(days.at(-1)?.date ?? month, 1).slice(0, 7);
  return (
    <div class="month-head">
      <a class="b quiet square" href={monthPath(visit, before)} aria-label={nameOf(before)}>
        <Icon name="back" />
      </a>
      <h1>{nameOf(month)}</h1>
      <a class="b quiet square" href={monthPath(visit, after)} aria-label={nameOf(after)}>
        <Icon name="forward" />
      </a>
      {today.startsWith(month) ? null : (
        <a class="b quiet" href={monthPath(visit, today.slice(0, 7))}>
          This month
        </a>
      )}
    </div>
  );
}

function Grid({ visit, month: { days, today } }: PageProps<{ month: Month }>) {
  const week = weekOf(visit.brand.settings.defaultCountry);
  const first = week.indexOf(weekdayOf(days[0]?.date ?? ""));
  return (
    <div class="month-grid">
      <div class="week" aria-hidden="true">
        {week.map((day) => (
          <span>{DAY_NAMES[day]}</span>
        ))}
      </div>
      <ol class={`month-days from-${first}`}>
        {days.map((day) => (
          <Day visit={visit} day={day} today={today} />
        ))}
      </ol>
    </div>
  );
}

function weekOf(country: string) {
  const { firstDay } = new Intl.Locale("en", { region: country }).getWeekInfo();
  return [...WEEKDAYS.slice(firstDay - 1), ...WEEKDAYS.slice(0, firstDay - 1)];
}
