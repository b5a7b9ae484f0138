/** @jsxImportSource hono/jsx */
import { MOST_SERVICES } from "../../../operations/desk/settings-form.ts";
import { Days } from "../components/days.tsx";
import type { PageProps } from "../desk-visit.ts";
import { ServiceRow, serviceFields } from "./service-row.tsx";
import { partState, SettingsForm } from "./settings-form.tsx";
import { Week } from "./week.tsx";

const rowOf = (row: number): string => `settings.services.${row}`;

export function ServicesSection({ visit }: PageProps) {
  const { services } = visit.brand.settings;
  const form = partState(visit, "services");
  const rows = Array.from(
    { length: Math.min(MOST_SERVICES, services.length + 1) },
    (_, row) => services[row],
  );
  const fields = rows.flatMap((_, row) => [`${rowOf(row)}.days`, ...serviceFields(rowOf(row))]);
  return (
    <>
      <section class="card" aria-labelledby="week-title">
        <h2 id="week-title">The week</h2>
        <Week services={services} />
      </section>
      <section class="card" aria-labelledby="services-title">
        <h2 id="services-title">Services</h2>
        <p class="soft">
          A last seating or closing time earlier than the opening time is on the next day. To remove
          a service, clear its name and opening time.
        </p>
        <SettingsForm visit={visit} part="services" form={form} fields={fields}>
          {rows.map((service, row) => (
            <ServiceRow form={form} row={rowOf(row)} service={service} legend="Another service">
              <Days form={form} name={`${rowOf(row)}.days`} days={service?.days ?? []} />
            </ServiceRow>
          ))}
        </SettingsForm>
      </section>
    </>
  );
}
