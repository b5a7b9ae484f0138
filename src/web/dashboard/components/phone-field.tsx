/** @jsxImportSource hono/jsx */
import { phonePattern } from "../../../domain/phone-text.ts";
import type { PageProps } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";
import { Field } from "./field.tsx";

/** A script formats the typed number with the pattern in `data-phone`. */
export const PhoneField = ({
  visit,
  ...field
}: PageProps<{ form: FormState; value?: string; hint?: string; required?: boolean }>) => (
  <div data-phone={phonePattern(visit.brand.settings.defaultCountry) ?? ""}>
    <Field {...field} name="phone" label="Phone" type="tel" inputmode="tel" />
  </div>
);
