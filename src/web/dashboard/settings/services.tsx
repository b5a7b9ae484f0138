/** @jsxImportSource hono/jsx */
import type { Service } from "../../../domain/settings.ts";
import { WEEKDAYS } from "../../../domain/time.ts";
import { MOST_SERVICES, NO_LIMIT } from "../../../operations/desk/settings-form.ts";
import { Field } from "../components/field.tsx";
import type { DeskVisit } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";
import { idOf, partState, SettingsForm } from "./settings-form.tsx";
import { DAY_NAMES, Week } from "./week.tsx";

const OWN_LIMITS = [
  ["seats", "Seats"],
  ["overbookCovers", "Overbook by"],
  ["paceCovers", "Guests a slot"],
  ["paceParties", "Parties a slot"],
  ["slotMinutes", "Slot, in minutes"],
  ["maxPartiesPresent", "Parties present"],
] as const;
const COLUMNS = ["name", "days", "opens", "lastSeating", "closes"];

/** When guests are seated in a usual week. */
export function ServicesSection({ visit }: { readonly visit: DeskVisit }) {
  const { services } = visit.brand.settings;
  const form = partState(visit, "services");
  const rows = Array.from(
    { length: Math.min(MOST_SERVICES, services.length + 1) },
    (_, row) => services[row],
  );
  const fields = rows.flatMap((_, row) => [
    ...COLUMNS.map((column) => `settings.services.${row}.${column}`),
    ...OWN_LIMITS.map(([key]) => `settings.services.${row}.limits.${key}`),
  ]);
  return (
    <>
      <section class="card" aria-labelledby="week-title">
        <h2 id="week-title">The week</h2>
        <Week services={services} />
      </section>
      <section class="card" aria-labelledby="services-title">
        <h2 id="services-title">Services</h2>
        <p class="soft">
          A time at or before the opening is after midnight. Empty a service's name and opening to
          take it away.
        </p>
        <SettingsForm visit={visit} form={form} fields={fields}>
          {rows.map((service, row) => (
            <ServiceRow visit={visit} form={form} row={row} service={service} />
          ))}
        </SettingsForm>
      </section>
    </>
  );
}

function ServiceRow({
  visit,
  form,
  row,
  service,
}: {
  readonly visit: DeskVisit;
  readonly form: FormState;
  readonly row: number;
  readonly service: Service | undefined;
}) {
  const name = (column: string): string => `settings.services.${row}.${column}`;
  const time = (column: "opens" | "lastSeating" | "closes", label: string) => (
    <Field
      form={form}
      name={name(column)}
      id={idOf(name(column))}
      label={label}
      type="time"
      value={service?.[column] ?? ""}
    />
  );
  return (
    <fieldset class="service-row">
      <legend>{service?.name ?? "Another service"}</legend>
      <Field
        form={form}
        name={name("name")}
        id={idOf(name("name"))}
        label="Name"
        value={service?.name ?? ""}
        maxlength={60}
      />
      <div class="fields-3">
        {time("opens", "Opens")}
        {time("lastSeating", "Last seating")}
        {time("closes", "Closes")}
      </div>
      <Days visit={visit} form={form} row={row} days={service?.days ?? []} />
      <details
        class="waiting-more"
        open={OWN_LIMITS.some(([key]) => form.problem(name(`limits.${key}`)))}
      >
        <summary>Limits of its own</summary>
        <p class="soft small">Empty: as the restaurant has it. "{NO_LIMIT}": without this limit.</p>
        <div class="fields-auto">
          {OWN_LIMITS.map(([key, label]) => {
            const own = service?.limits[key];
            return (
              <Field
                form={form}
                name={name(`limits.${key}`)}
                id={idOf(name(`limits.${key}`))}
                label={label}
                value={own === null ? NO_LIMIT : (own ?? "")}
              />
            );
          })}
        </div>
      </details>
    </fieldset>
  );
}

const Days = ({
  visit,
  form,
  row,
  days,
}: {
  readonly visit: DeskVisit;
  readonly form: FormState;
  readonly row: number;
  readonly days: readonly string[];
}) => {
  const name = `settings.services.${row}.days`;
  const problem = form.problem(name);
  const typed = form.refused === null ? null : (visit.refused?.typed.getAll(name) ?? null);
  return (
    <fieldset class={problem === undefined ? "days" : "days wrong"} aria-label="Days">
      {/* An empty one, so that no day at all is sent as such. */}
      <input type="hidden" name={name} value="" />
      {WEEKDAYS.map((day) => (
        <label>
          <input
            type="checkbox"
            name={name}
            value={day}
            checked={typed === null ? days.includes(day) : typed.includes(day)}
          />
          {DAY_NAMES[day]}
        </label>
      ))}
      {problem !== undefined && <small class="problem">{problem}</small>}
    </fieldset>
  );
};
