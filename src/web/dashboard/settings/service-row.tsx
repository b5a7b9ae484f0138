/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Limits, Service } from "../../../domain/settings.ts";
import { NO_LIMIT } from "../../../operations/desk/settings-form.ts";
import { Field } from "../components/field.tsx";
import { hourFields, ServiceHours } from "../components/service-hours.tsx";
import type { FormState } from "../form-state.ts";
import { LIMITS } from "./parts.ts";

const limitFields = (row: string): string[] => LIMITS.map(({ key }) => `${row}.limits.${key}`);

/** `row`: prefix of the field names. */
export const serviceFields = (row: string): string[] => [
  `${row}.name`,
  ...hourFields(row),
  ...limitFields(row),
];

export const ServiceRow = ({
  form,
  row,
  service,
  legend,
  children = null,
}: {
  readonly form: FormState;
  readonly row: string;
  readonly service: Omit<Service, "days"> | undefined;
  readonly legend: string;
  readonly children?: Child;
}) => (
  <fieldset class="service-row">
    <legend>{service?.name ?? legend}</legend>
    <Field form={form} name={`${row}.name`} label="Name" value={service?.name} maxlength={60} />
    <ServiceHours form={form} row={row} service={service} />
    {children}
    <OwnLimits form={form} row={row} limits={service?.limits} />
  </fieldset>
);

const OwnLimits = ({
  form,
  row,
  limits = {},
}: Readonly<{ form: FormState; row: string; limits: Partial<Limits> | undefined }>) => (
  <details
    class="waiting-more"
    open={limitFields(row).some((name) => form.problem(name) !== undefined)}
  >
    <summary>Limits for this service</summary>
    <p class="soft small">
      Leave empty to use the restaurant's limit. Enter "{NO_LIMIT}" for no limit.
    </p>
    <div class="fields-auto">
      {LIMITS.map(({ key, label }) => {
        const own = limits[key as keyof Limits];
        const value = own === null ? NO_LIMIT : own;
        return <Field form={form} name={`${row}.limits.${key}`} label={label} value={value} />;
      })}
    </div>
  </details>
);
