/** @jsxImportSource hono/jsx */
import { phonePattern } from "../../../domain/phone-text.ts";
import type { PageProps } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";
import { Field } from "./field.tsx";

/** Formats the number while it is typed, as the brand's country writes it. */
export const PhoneField = ({
  visit,
  ...field
}: PageProps<{ form: FormState; value?: string; hint?: string; required?: boolean }>) => (
  <div data-phone={phonePattern(visit.brand.settings.defaultCountry) ?? ""}>
    <Field {...field} name="phone" label="Phone" type="tel" inputmode="tel" />
  </div>
);
