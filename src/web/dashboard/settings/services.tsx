/** @jsxImportSource hono/jsx */
import type { Service } from "../../../domain/settings.ts";
import { MOST_SERVICES } from "../../../operations/desk/settings-form.ts";
import { Days } from "../components/days.tsx";
import { Field } from "../components/field.tsx";
import type { DeskVisit } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";
import { OwnLimits, ownLimitFields } from "./own-limits.tsx";
import { idOf, partState, SettingsForm } from "./settings-form.tsx";
import { Week } from "./week.tsx";

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
    ...ownLimitFields(`settings.services.${row}`),
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
          A last seating or a closing that is not later than the opening is after midnight. To take
          a service away, empty its name and its opening.
        </p>
        <SettingsForm visit={visit} form={form} fields={fields}>
          {rows.map((service, row) => (
            <ServiceRow form={form} row={row} service={service} />
          ))}
        </SettingsForm>
      </section>
    </>
  );
}

function ServiceRow({
  form,
  row,
  service,
}: {
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
      <Days form={form} name={name("days")} days={service?.days ?? []} />
      <OwnLimits form={form} row={`settings.services.${row}`} limits={service?.limits} />
    </fieldset>
  );
}
