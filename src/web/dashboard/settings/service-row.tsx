/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Service } from "../../../domain/settings.ts";
import { Field } from "../components/field.tsx";
import { hourFields, ServiceHours } from "../components/service-hours.tsx";
import type { FormState } from "../form-state.ts";
import { OwnLimits, ownLimitFields } from "./own-limits.tsx";

/** The names of the fields of one service; `row` is what they begin with. */
export const serviceFields = (row: string): string[] => [
  `${row}.name`,
  ...hourFields(row),
  ...ownLimitFields(row),
];

/** One service among several: of a usual week, or of a day with hours of its own. */
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
  /** What stands over one that there is not yet. */
  readonly legend: string;
  readonly children?: Child;
}) => (
  <fieldset class="service-row">
    <legend>{service?.name ?? legend}</legend>
    <Field
      form={form}
      name={`${row}.name`}
      label="Name"
      value={service?.name ?? ""}
      maxlength={60}
    />
    <ServiceHours form={form} row={row} service={service} />
    {children}
    <OwnLimits form={form} row={row} limits={service?.limits} />
  </fieldset>
);
