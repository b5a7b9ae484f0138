/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { settingsMark } from "../../../operations/desk/set-settings.ts";
import { Button, OperationForm } from "../components/button.tsx";
import type { DeskVisit } from "../desk-visit.ts";
import { type FormState, formState } from "../form-state.ts";

export const SET_SETTINGS = "set_settings";

export function partState(visit: DeskVisit, part: string): FormState {
  const mine = [...(visit.refused?.typed.keys() ?? [])].some((name) =>
    name.startsWith(`settings.${part}.`),
  );
  return formState(mine ? visit : { ...visit, refused: null }, SET_SETTINGS);
}

export const SettingsForm = ({
  visit,
  part,
  form,
  fields,
  save = "Save",
  children,
}: {
  readonly visit: DeskVisit;
  readonly part: string;
  readonly form: FormState;
  readonly fields: readonly string[];
  readonly save?: string;
  readonly children: Child;
}) => {
  const overrides = visit.desk.stores.brands.overrides(visit.brand.slug) ?? {};
  return (
    <OperationForm
      visit={visit}
      form={form}
      own={fields}
      formId={`set-${part}`}
      class="stack settings-form"
    >
      <input type="hidden" name="seen" value={settingsMark(overrides, fields)} />
      {children}
      <Button>{save}</Button>
    </OperationForm>
  );
};
