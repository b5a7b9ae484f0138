/** @jsxImportSource hono/jsx */
import { addDays, clockTime, formatDate, zoneAbbreviation } from "../../../domain/time.ts";
import type { DaySheet } from "../../../operations/desk/day-sheet.ts";
import { Icon } from "../components/icon.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { monthPath } from "../month/month-page.tsx";
import { printPath } from "../print/print-page.tsx";
import { type Asked, type Chosen, countsAsCovers, rowsIn, tonightPath } from "./tonight-view.ts";
import { WalkIn } from "./walk-in.tsx";

type Props = PageProps<{ asked: Asked; sheet: DaySheet; chosen: Chosen }>;

export const TonightHead = ({ visit, asked, sheet, chosen }: Props) => (
  <div class="tonight-head">
    <When visit={visit} asked={asked} sheet={sheet} chosen={chosen} />
    <Search visit={visit} asked={asked} sheet={sheet} chosen={chosen} />
    <div class="do">
      <a
        class="b quiet"
        data-key="n"
        href={at(visit, sheet.date === sheet.today ? "/book" : `/book?date=${sheet.date}`)}
      >
        <Icon name="plus" /> Book
      </a>
      {sheet.date === sheet.today && <WalkIn visit={visit} />}
    </div>
  </div>
);

function When({ visit, asked, sheet, chosen }: Props) {
  const { date, today } = sheet;
  const zone = visit.brand.settings.timeZone;
  const to = (day: string): string =>
    tonightPath(visit, asked, { date: day === today ? null : day, open: null, query: null });
  const [weekday = "", day = ""] = formatDate(date).split(", ");
  const isToday = date === today;
  const month = monthPath(visit, date.slice(0, 7));
  return (
    <div class="when">
      <a class="b quiet square" href={to(addDays(date, -1))} aria-label="Previous day">
        <Icon name="back" />
      </a>
      <div class="day">
        <h1>
          <a href={month}>
            {weekday.slice(0, 3)}, {shortMonth(day)}
          </a>
        </h1>
        <p class="soft small">
          {isToday ? "Tonight, " : ""}
          {isToday ? (
            <>
              {clockTime(visit.now, zone)} {zoneAbbreviation(visit.now, zone)}
            </>
          ) : (
            <a href={to(today)}>Back to today</a>
          )}
        </p>
      </div>
      <a class="b quiet square" href={to(addDays(date, 1))} aria-label="Next day">
        <Icon name="forward" />
      </a>
      <a class="b quiet square wide" href={month} aria-label="The whole month">
        <Icon name="month" />
      </a>
      <form method="get" action={at(visit)} class="pick" hx-trigger="change, submit">
        {asked.service !== null && <input type="hidden" name="service" value={asked.service} />}
        <label class="unseen" for="date">
          Date
        </label>
        <input id="date" type="date" name="date" value={date} required />
        <button type="submit" class="b quiet go">
          Go
        </button>
      </form>
      {chosen.services.length > 0 && (
        <a
          class="b quiet square wide"
          href={printPath(visit, { date, service: chosen.name, wholePhones: true })}
          aria-label="Print the sheet"
          hx-boost="false"
        >
          <Icon name="print" />
        </a>
      )}
    </div>
  );
}

/** "November 20" becomes "Nov 20". */
const shortMonth = (day: string): string => day.replace(/^([A-Za-z]{3})[a-z]*/, "$1");

const Search = ({ visit, asked, sheet }: Props) => (
  <search>
    <form method="get" action={at(visit)} class="find" hx-trigger="input delay:250ms, submit">
      {sheet.date !== sheet.today && <input type="hidden" name="date" value={sheet.date} />}
      <label class="unseen" for="q">
        Name, digits of the phone, or a word from the notes
      </label>
      <Icon name="search" />
      <input
        id="q"
        type="search"
        name="q"
        value={asked.query ?? ""}
        placeholder={
          visit.brand.settings.tables.mode === "off"
            ? "Name, phone or note"
            : "Name, phone, note or “table 12”"
        }
        maxlength={100}
        autocomplete="off"
        data-key="/"
      />
    </form>
  </search>
);

export function ServiceTabs({ visit, asked, sheet, chosen }: Props) {
  const { services } = sheet;
  if (services.length < 2) return null;
  const covers = (name: string | null): number =>
    rowsIn(sheet.rows, { services: services.filter((one) => one.name === name), name })
      .filter(countsAsCovers)
      .reduce((sum, { numberOfPeople }) => sum + numberOfPeople, 0);
  const tabs = [...services.map(({ name }) => name), null];
  return (
    <nav class="tabs" aria-label="Services">
      {tabs.map((name) => (
        <a
          href={tonightPath(visit, asked, { service: name ?? "all", open: null, query: null })}
          aria-current={chosen.name === name ? "true" : undefined}
        >
          {name === null ? "All day" : <bdi>{name}</bdi>}{" "}
          <span class="count">
            {covers(name)}
            <span class="unseen"> covers</span>
          </span>
        </a>
      ))}
    </nav>
  );
}
