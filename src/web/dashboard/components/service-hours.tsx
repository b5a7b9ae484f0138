/** @jsxImportSource hono/jsx */
import type { Service } from "../../../domain/settings.ts";
import type { FormState } from "../form-state.ts";
import { Field } from "./field.tsx";

const HOURS = [
  ["opens", "Opens"],
  ["lastSeating", "Last seating"],
  ["closes", "Closes"],
] as const;

export const hourFields = (row: string): string[] => HOURS.map(([hour]) => `${row}.${hour}`);

export const ServiceHours = ({
  form,
  row,
  service,
  required = false,
}: Readonly<{
  form: FormState;
  row: string;
  service: Omit<Service, "days"> | undefined;
  required?: boolean;
}>) => (
  <div class="fields-3">
    {HOURS.map(([hour, label]) => (
      <Field
        form={form}
        name={`${row}.${hour}`}
        label={label}
        type="time"
        value={service?.[hour] ?? ""}
        required={required}
      />
    ))}
  </div>
);
