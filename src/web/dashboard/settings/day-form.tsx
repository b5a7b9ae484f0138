/** @jsxImportSource hono/jsx */
import type { Service, SpecialDay } from "../../../domain/settings.ts";
import { formatDate, formatTime, weekdayOf } from "../../../domain/time.ts";
import { MOST_SERVICES } from "../../../operations/desk/settings-form.ts";
import { closingPath } from "../closing/close-as-chosen.ts";
import { Choice, Field } from "../components/field.tsx";
import type { PageProps } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";
import { ServiceRow, serviceFields } from "./service-row.tsx";
import { partState, SettingsForm } from "./settings-form.tsx";

const name = (field: string): string => `settings.specialDay.${field}`;
const rowName = (row: number): string => name(`services.${row}`);

/** `chosen`: the date tapped in the calendar. Null: the user types a date. */
export function DayForm({
  visit,
  today,
  chosen,
}: PageProps<{ today: string; chosen: string | null }>) {
  const { specialDays, services } = visit.brand.settings;
  const special =
    chosen !== null && Object.hasOwn(specialDays, chosen) ? specialDays[chosen] : null;
  const usual =
    chosen === null ? [] : services.filter(({ days }) => days.includes(weekdayOf(chosen)));
  const known = special?.services ?? usual;
  const rows = Array.from({ length: Math.min(MOST_SERVICES, known.length + 1) }, (_, row) => row);
  const form = partState(visit, "specialDay");
  const fields = rows.flatMap((row) => serviceFields(rowName(row)));
  return (
    <section class="card stack" id="day" aria-labelledby="day-title">
      <h2 id="day-title">{chosen === null ? "Add a day" : formatDate(chosen)}</h2>
      {chosen !== null && special === null && <p class="soft">{usualWords(usual)}</p>}
      {chosen !== null && (
        <p>
          <a href={closingPath(visit, chosen)}>
            Close this day and move or cancel its reservations
          </a>
        </p>
      )}
      <SettingsForm
        visit={visit}
        part="specialDay"
        form={form}
        save={chosen === null ? "Add" : "Save"}
        fields={[name("day"), name("until"), name("kind"), name("note"), ...fields]}
      >
        <WhichDays form={form} today={today} chosen={chosen} special={special ?? null} />
        {rows.map((row) => (
          <ServiceRow
            form={form}
            row={rowName(row)}
            service={known[row]}
            legend={row === 0 ? "Service" : "Another service"}
          />
        ))}
      </SettingsForm>
    </section>
  );
}

const usualWords = (services: readonly Service[]): string =>
  services.length === 0
    ? "A usual day: no service on this weekday."
    : `A usual day: ${hoursInWords(services)}.`;

export const hoursInWords = (services: readonly Omit<Service, "days">[]): string =>
  services
    .map((one) => `${one.name} ${formatTime(one.opens)} to ${formatTime(one.closes)}`)
    .join(", ");

const isOpen = (special: SpecialDay | null): boolean =>
  special?.services !== undefined && special.closed !== true;

function WhichDays({
  form,
  today,
  chosen,
  special,
}: Readonly<{
  form: FormState;
  today: string;
  chosen: string | null;
  special: SpecialDay | null;
}>) {
  const date = { form, type: "date", min: today } as const;
  return (
    <>
      <div class="fields-auto">
        <Field {...date} name={name("day")} label="Day" value={chosen} required />
        <Field
          {...date}
          name={name("until")}
          label="Until"
          hint="For several days in a row: the last day."
        />
        <Choice
          form={form}
          name={name("kind")}
          label="The restaurant is"
          value={isOpen(special) ? "open" : "closed"}
          options={[
            { value: "closed", label: "Closed" },
            { value: "open", label: "Open at the hours below" },
          ]}
        />
      </div>
      <Field
        form={form}
        name={name("note")}
        label="Why"
        hint="Guests who ask for this day are told the reason. Texts do not contain it. For example: Closed for a wedding."
        value={special?.note}
        maxlength={200}
      />
    </>
  );
}
