/** @jsxImportSource hono/jsx */
import { todayOf } from "../../../domain/calendar.ts";
import type { SpecialDay } from "../../../domain/settings.ts";
import { formatDate, isLocalDate } from "../../../domain/time.ts";
import { closingPath } from "../closing/close-as-chosen.ts";
import { Button, ButtonLink, OperationForm } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import type { PageProps } from "../desk-visit.ts";
import { DayCalendar, dayPath } from "./day-calendar.tsx";
import { DayForm, hoursInWords } from "./day-form.tsx";
import { SET_SETTINGS } from "./settings-form.tsx";

export function SpecialDaysSection({ visit }: PageProps) {
  const { settings } = visit.brand;
  const today = todayOf(settings, visit.now);
  const query = visit.url.searchParams;
  const day = query.get("day") ?? "";
  const chosen = isLocalDate(day) ? day : null;
  const asked = query.get("month") ?? "";
  const month = isLocalDate(`${asked}-01`) ? asked : (chosen ?? today).slice(0, 7);
  return (
    <>
      <DayCalendar visit={visit} month={month} today={today} chosen={chosen} />
      <DayForm visit={visit} today={today} chosen={chosen} />
      <Ahead visit={visit} today={today} />
    </>
  );
}

function Ahead({ visit, today }: PageProps<{ today: string }>) {
  const days = Object.entries(visit.brand.settings.specialDays).sort(([one], [other]) =>
    one.localeCompare(other),
  );
  const ahead = days.filter(([day]) => day >= today);
  const past = days.length - ahead.length;
  return (
    <section class="card stack" aria-labelledby="days-title">
      <h2 id="days-title">Upcoming special days</h2>
      {ahead.length === 0 ? (
        <EmptyState title="No special days">
          <p>
            In the calendar, choose days when you are closed or open at different hours, such as
            holidays or a wedding.
          </p>
        </EmptyState>
      ) : (
        <ul class="special-days">
          {ahead.map(([day, special]) => (
            <Day visit={visit} day={day} special={special} />
          ))}
        </ul>
      )}
      {past > 0 && <p class="soft small">{past} in the past.</p>}
    </section>
  );
}

const Day = ({ visit, day, special }: PageProps<{ day: string; special: SpecialDay }>) => (
  <li>
    <div>
      <h3>{formatDate(day)}</h3>
      <p>
        {hoursOf(special)}
        {special.note !== undefined && (
          <>
            {" "}
            <span class="soft">
              <bdi>{special.note}</bdi>
            </span>
          </>
        )}
      </p>
    </div>
    <div class="line">
      <ButtonLink
        href={closingPath(visit, day)}
        aria-label={`Parties booked on ${formatDate(day)}`}
      >
        Parties
      </ButtonLink>
      <ButtonLink href={dayPath(visit, day)}>Change</ButtonLink>
      <OperationForm visit={visit} operation={SET_SETTINGS}>
        <input type="hidden" name="settings.usualDay.day" value={day} />
        <Button look="stop" aria-label={`Make ${formatDate(day)} a usual day`}>
          Remove
        </Button>
      </OperationForm>
    </div>
  </li>
);

const hoursOf = ({ closed, services = [] }: SpecialDay): string =>
  closed === true || services.length === 0 ? "Closed" : hoursInWords(services);
