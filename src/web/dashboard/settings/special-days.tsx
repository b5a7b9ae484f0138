/** @jsxImportSource hono/jsx */
import { todayOf } from "../../../domain/calendar.ts";
import type { SpecialDay } from "../../../domain/settings.ts";
import { formatDate, formatTime, isLocalDate } from "../../../domain/time.ts";
import { Button, ButtonLink, OperationForm } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Choice, Field } from "../components/field.tsx";
import { at, type DeskVisit } from "../desk-visit.ts";
import { idOf, partState, SET_SETTINGS, SettingsForm } from "./settings-form.tsx";

/** As many services as a special day is given here. */
const ROWS = 3;
const COLUMNS = [
  ["opens", "Opens"],
  ["lastSeating", "Last seating"],
  ["closes", "Closes"],
] as const;

/** Days that are closed, or have other hours than their weekday. */
export function SpecialDaysSection({ visit }: { readonly visit: DeskVisit }) {
  const { settings } = visit.brand;
  const today = todayOf(settings, visit.now);
  const days = Object.entries(settings.specialDays).sort(([one], [other]) =>
    one.localeCompare(other),
  );
  const ahead = days.filter(([day]) => day >= today);
  const past = days.length - ahead.length;
  return (
    <>
      <section class="card stack" aria-labelledby="days-title">
        <h2 id="days-title">Special days</h2>
        {ahead.length === 0 ? (
          <EmptyState title="Every day is a usual one">
            <p>Add the days on which you close, or open at other hours: holidays, a wedding.</p>
          </EmptyState>
        ) : (
          <ul class="special-days">
            {ahead.map(([day, special]) => (
              <Day visit={visit} day={day} special={special} />
            ))}
          </ul>
        )}
        {past > 0 && <p class="soft small">{past} more lie in the past.</p>}
      </section>
      <DayForm visit={visit} today={today} />
    </>
  );
}

const Day = ({
  visit,
  day,
  special,
}: {
  readonly visit: DeskVisit;
  readonly day: string;
  readonly special: SpecialDay;
}) => (
  <li>
    <div>
      <h3>{formatDate(day)}</h3>
      <p>
        {special.services === undefined || special.closed === true
          ? "Closed"
          : special.services
              .map(
                ({ name, opens, closes }) =>
                  `${name} ${formatTime(opens)} to ${formatTime(closes)}`,
              )
              .join(", ") || "Closed"}
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
      <ButtonLink href={at(visit, `/settings/days?day=${day}#day`)}>Change</ButtonLink>
      <OperationForm visit={visit} operation={SET_SETTINGS}>
        <input type="hidden" name="settings.usualDay.day" value={day} />
        <Button look="stop" aria-label={`Make ${formatDate(day)} a usual day`}>
          Remove
        </Button>
      </OperationForm>
    </div>
  </li>
);

/** One day to add, or the one that was chosen to be changed. */
function DayForm({ visit, today }: { readonly visit: DeskVisit; readonly today: string }) {
  const { specialDays } = visit.brand.settings;
  const asked = visit.url.searchParams.get("day") ?? "";
  const day = isLocalDate(asked) ? asked : "";
  const special = Object.hasOwn(specialDays, day) ? specialDays[day] : undefined;
  const form = partState(visit, "specialDay");
  const name = (field: string): string => `settings.specialDay.${field}`;
  const fields = Array.from({ length: ROWS }, (_, row) =>
    ["name", ...COLUMNS.map(([column]) => column)].map((column) =>
      name(`services.${row}.${column}`),
    ),
  ).flat();
  return (
    <section class="card stack" id="day" aria-labelledby="day-title">
      <h2 id="day-title">{special === undefined ? "Add a day" : `Change ${formatDate(day)}`}</h2>
      <SettingsForm
        visit={visit}
        form={form}
        fields={[name("day"), name("kind"), name("note"), ...fields]}
      >
        <div class="fields-auto">
          <Field
            form={form}
            name={name("day")}
            id={idOf(name("day"))}
            label="Day"
            type="date"
            min={today}
            value={day}
            required
          />
          <Choice
            form={form}
            name={name("kind")}
            id={idOf(name("kind"))}
            label="The house is"
            value={special?.services === undefined || special.closed === true ? "closed" : "open"}
            options={[
              { value: "closed", label: "Closed" },
              { value: "open", label: "Open at the hours below" },
            ]}
          />
        </div>
        <Field
          form={form}
          name={name("note")}
          id={idOf(name("note"))}
          label="Why"
          hint="Guests and callers are told, such as: Closed for a wedding."
          value={special?.note ?? ""}
          maxlength={200}
        />
        {Array.from({ length: ROWS }, (_, row) => {
          const service = special?.services?.[row];
          return (
            <fieldset class="service-row">
              <legend>{service?.name ?? (row === 0 ? "Service" : "Another service")}</legend>
              <div class="fields-4">
                <Field
                  form={form}
                  name={name(`services.${row}.name`)}
                  id={idOf(name(`services.${row}.name`))}
                  label="Name"
                  value={service?.name ?? ""}
                  maxlength={60}
                />
                {COLUMNS.map(([column, label]) => (
                  <Field
                    form={form}
                    name={name(`services.${row}.${column}`)}
                    id={idOf(name(`services.${row}.${column}`))}
                    label={label}
                    type="time"
                    value={service?.[column] ?? ""}
                  />
                ))}
              </div>
            </fieldset>
          );
        })}
      </SettingsForm>
    </section>
  );
}
