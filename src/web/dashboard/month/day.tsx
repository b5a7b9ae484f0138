/** @jsxImportSource hono/jsx */
import { weekdayOf } from "../../../domain/local-date.ts";
import type { MonthDay, MonthService } from "../../../operations/desk/month-view.ts";
import { counted } from "../../../words/en/phrases.ts";
import { DAY_NAMES } from "../components/days.tsx";
import { at, type PageProps } from "../desk-visit.ts";

export const Day = ({
  visit,
  day: { date, closed, note, services, outside },
  today,
}: PageProps<{ day: MonthDay; today: string }>) => (
  <li class={lookOf(date, today, closed)}>
    <a
      href={at(visit, date === today ? "" : `?date=${date}&service=all`)}
      aria-current={date === today ? "date" : undefined}
    >
      <span class="date">
        <span class="weekday">{DAY_NAMES[weekdayOf(date)]} </span>
        {Number(date.slice(8))}
      </span>
      {closed && <span class="soft">Closed</span>}
      {services.map((service) => (
        <ServiceLine service={service} />
      ))}
      {outside > 0 && (
        <span class="outside">{counted(outside, "cover")} outside opening hours</span>
      )}
      {note !== null && (
        <span class="note">
          <bdi>{note}</bdi>
        </span>
      )}
    </a>
  </li>
);

const lookOf = (date: string, today: string, closed: boolean): string =>
  [date < today ? "past" : "", date === today ? "today" : "", closed ? "closed" : ""]
    .filter((word) => word !== "")
    .join(" ");

function ServiceLine({
  service: { name, covers, peakCovers, seats },
}: {
  readonly service: MonthService;
}) {
  const share = seats === null || seats === 0 ? 0 : Math.min(1, peakCovers / seats);
  const isOver = seats !== null && peakCovers > seats;
  return (
    <span class={covers === 0 ? "service none" : "service"}>
      <span class="of">
        <bdi>{name}</bdi>
      </span>{" "}
      <b>{covers}</b>
      <span class="unseen"> covers</span>
      {seats !== null && covers > 0 && (
        <>
          <svg class={isOver ? "level over" : "level"} width="100%" height="6" aria-hidden="true">
            <rect class="seats" width="100%" height="6" rx="3" />
            <rect class="taken" width={`${Math.round(share * 100)}%`} height="6" rx="3" />
          </svg>
          <span class="at-most">
            <span class="unseen">peak: </span>
            {peakCovers} of {seats}
            <span class="unseen"> seats</span>
          </span>
        </>
      )}
    </span>
  );
}
