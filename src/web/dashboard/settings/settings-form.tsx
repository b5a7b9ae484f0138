/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { settingsMark } from "../../../operations/desk/set-settings.ts";
import { Button, OperationForm } from "../components/button.tsx";
import type { DeskVisit } from "../desk-visit.ts";
import { type FormState, formState } from "../form-state.ts";

/** Name of the operation that every form here asks for. */
export const SET_SETTINGS = "set_settings";

/**
 * The form of a part of the settings, with what was typed if it was refused. Its fields are named
 * `settings.<part>.<key>`.
 */
export function partState(visit: DeskVisit, part: string): FormState {
  const mine = [...(visit.refused?.typed.keys() ?? [])].some((name) =>
    name.startsWith(`settings.${part}.`),
  );
  return formState(mine ? visit : { ...visit, refused: null }, SET_SETTINGS);
}

/**
 * A part of the settings with its own button. Errors that belong to no field are shown at the top.
 */
export const SettingsForm = ({
  visit,
  part,
  form,
  fields,
  save = "Save",
  children,
}: {
  readonly visit: DeskVisit;
  /** Unique on its page. */
  readonly part: string;
  readonly form: FormState;
  /** The fields that it saves; each shows its own error. */
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
