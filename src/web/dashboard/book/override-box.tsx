/** @jsxImportSource hono/jsx */
import { isLiftable } from "../../../domain/admission/override.ts";
import { roleAtLeast } from "../../../domain/caller.ts";
import type { DomainError } from "../../../domain/errors.ts";
import { Button } from "../components/button.tsx";
import type { DeskVisit } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";

/** Whether a manager can override every reason, or only their explanation is missing. */
const isOverridable = ({ reasons }: Pick<DomainError, "reasons">): boolean =>
  reasons.every((reason) => isLiftable(reason) || reason.parameter === "overrideReason");

/**
 * What a manager may do about a refusal, inside the form that was refused: go over the limit, with
 * a reason. Hosts see who can.
 */
export function OverrideBox({
  visit,
  form,
  error,
  submit,
}: {
  readonly visit: DeskVisit;
  readonly form: FormState;
  readonly error: Pick<DomainError, "reasons">;
  /** What the button says, such as "Book anyway". */
  readonly submit: string;
}) {
  if (!isOverridable(error)) return null;
  if (!roleAtLeast(visit.role, "manager")) {
    return <p class="soft">A manager can book it anyway.</p>;
  }
  const problem = form.problem("overrideReason");
  return (
    <fieldset class="override">
      <legend>Go over the limit</legend>
      <label for="override-reason">Why? It is kept with the reservation.</label>
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
