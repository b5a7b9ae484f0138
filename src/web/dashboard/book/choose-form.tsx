/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { todayOf } from "../../../domain/calendar.ts";
import { addDays, formatDate } from "../../../domain/time.ts";
import { Field } from "../components/field.tsx";
import { Icon } from "../components/icon.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";
import type { Wish } from "./wish.ts";

const CHIPS = 8;

export function ChooseForm({ visit, wish }: PageProps<{ wish: Wish }>) {
  const { partySize, date, entry } = wish;
  const today = todayOf(visit.brand.settings, visit.now);
  const many = partySize > CHIPS;
  return (
    <form method="get" action={at(visit, "/book")} class="choose" data-auto>
      {entry !== null && <input type="hidden" name="entry" value={entry.id} />}
      <fieldset class="chips">
        <legend>Party</legend>
        {Array.from({ length: CHIPS }, (_, index) => index + 1).map((size) => (
          <span class="chip">
            <input
              type="radio"
              id={`party-${size}`}
              name="numberOfPeople"
              value={String(size)}
              checked={size === partySize}
              autofocus={size === partySize && wish.slot === null}
            />
            <label for={`party-${size}`}>{size}</label>
          </span>
        ))}
        <span class="chip">
          <input
            type="radio"
            id="party-more"
            name="numberOfPeople"
            value="more"
            checked={many}
            data-holds
          />
          <label for="party-more">{`${CHIPS + 1}+`}</label>
        </span>
        <input
          type="number"
          name="more"
          class="more"
          min="1"
          max="9999"
          inputmode="numeric"
          aria-label="How many people"
          value={String(many ? partySize : CHIPS + 1)}
        />
      </fieldset>
      <div class="which-day">
        <label for="date">Date</label>
        <div class="line">
          {date > today && (
            <DayLink visit={visit} wish={wish} date={addDays(date, -1)}>
              <Icon name="back" />
            </DayLink>
          )}
          <input id="date" type="date" name="date" value={date} min={today} required />
          <DayLink visit={visit} wish={wish} date={addDays(date, 1)}>
            <Icon name="forward" />
          </DayLink>
          {date !== today && (
            <a class="b quiet" href={bookPath(visit, wish, today)}>
              Today
            </a>
          )}
        </div>
      </div>
      <button type="submit" class="b quiet go">
        Show times
      </button>
    </form>
  );
}

/** For browsers without scripts. The button submits the whole booking form, so nothing typed is lost. */
export const ChooseAgain = ({ visit, wish }: PageProps<{ wish: Wish }>) => (
  <noscript>
    <div class="choose-again">
      <Field
        id="again-party"
        label="Party"
        type="number"
        name="numberOfPeople"
        min={1}
        max={9999}
        value={wish.partySize}
      />
      <Field
        id="again-date"
        label="Date"
        type="date"
        name="date"
        min={todayOf(visit.brand.settings, visit.now)}
        value={wish.date}
      />
      <button type="submit" class="b quiet" formaction={at(visit, "/book")} formnovalidate>
        Show times
      </button>
    </div>
  </noscript>
);

export const bookPath = (visit: DeskVisit, { partySize, entry }: Wish, date: string): string => {
  const query = new URLSearchParams({ numberOfPeople: String(partySize), date });
  if (entry !== null) query.set("entry", entry.id);
  return at(visit, `/book?${query.toString()}`);
};

const DayLink = ({
  visit,
  wish,
  date,
  children,
}: PageProps<{ wish: Wish; date: string; children: Child }>) => (
  <a class="b quiet square" href={bookPath(visit, wish, date)} aria-label={formatDate(date)}>
    {children}
  </a>
);
