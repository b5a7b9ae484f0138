/** @jsxImportSource hono/jsx */

import type { TeamPerson } from "../../../auth/pins.ts";
import { isLiftable } from "../../../domain/admission/override.ts";
import { roleAtLeast } from "../../../domain/caller.ts";
import type { Reason } from "../../../domain/errors.ts";
import { Button } from "../components/button.tsx";
import { Choice, Field } from "../components/field.tsx";
import type { DeskVisit } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";

export const OVERRIDE_FIELDS: ReadonlySet<string> = new Set(["overrideReason", "pin"]);

/** `reasons` is empty for a walk-in who was not refused yet, but for whom no table is free. */
interface Refusal {
  readonly reasons: readonly Reason[];
}

const isOverridable = ({ reasons }: Refusal): boolean =>
  reasons.every((reason) => isLiftable(reason) || OVERRIDE_FIELDS.has(reason.parameter ?? ""));

/** A manager's PIN typed here is valid for this action only. */
export function OverrideBox({
  visit,
  form,
  error,
  submit,
}: {
  readonly visit: DeskVisit;
  readonly form: FormState;
  readonly error: Refusal;
  readonly submit: string;
}) {
  if (!isOverridable(error)) return null;
  const byPin = !roleAtLeast(visit.role, "manager");
  const managers = byPin ? managersWithPin(visit) : [];
  if (byPin && managers.length === 0) {
    return <p class="soft">A manager can override this.</p>;
  }
  const problem = form.problem("overrideReason");
  return (
    <fieldset class="override">
      <legend>Override the limit</legend>
      {byPin && <ByPin form={form} managers={managers} />}
      <label for="override-reason">Reason (kept with the reservation)</label>
      <div class="line">
        <input
          id="override-reason"
          name="overrideReason"
          maxlength={500}
          autocomplete="off"
          value={form.value("overrideReason")}
          aria-invalid={problem === undefined ? undefined : "true"}
          aria-describedby={problem === undefined ? undefined : "override-problem"}
        />
        <Button look="stop" name="override" value="true">
          {submit}
        </Button>
      </div>
      {problem !== undefined && (
        <small id="override-problem" class="problem">
          {problem}
        </small>
      )}
    </fieldset>
  );
}

const managersWithPin = ({ desk, brand }: DeskVisit): readonly TeamPerson[] =>
  desk.pins.holders(brand.slug).filter(({ role }) => roleAtLeast(role, "manager"));

const ByPin = ({
  form,
  managers,
}: Readonly<{ form: FormState; managers: readonly TeamPerson[] }>) => (
  <div class="fields-3">
    <Choice
      form={form}
      name="pinOf"
      label="Manager"
      options={managers.map(({ id, name }) => ({ value: id, label: name }))}
    />
    <Field form={form} name="pin" label="PIN" type="password" inputmode="numeric" maxlength={12} />
  </div>
);
