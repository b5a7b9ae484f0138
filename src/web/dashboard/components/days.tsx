/** @jsxImportSource hono/jsx */
import type { Weekday } from "../../../domain/local-date.ts";
import { WEEKDAYS } from "../../../domain/time.ts";
import type { FormState } from "../form-state.ts";

export const DAY_NAMES: Readonly<Record<Weekday, string>> = {
  mon: "Mon",
  tue: "Tue",
  wed: "Wed",
  thu: "Thu",
  fri: "Fri",
  sat: "Sat",
  sun: "Sun",
};

export const Days = ({
  form,
  name,
  days,
}: {
  readonly form: FormState;
  readonly name: string;
  readonly days: readonly string[];
}) => {
  const problem = form.problem(name);
  const ticked = form.typed?.getAll(name) ?? days;
  return (
    <fieldset class={problem === undefined ? "days" : "days wrong"} aria-label="Days">
      {/* Sends the field even if no day is ticked. */}
      <input type="hidden" name={name} value="" />
      {WEEKDAYS.map((day) => (
        <label>
          <input type="checkbox" name={name} value={day} checked={ticked.includes(day)} />
          {DAY_NAMES[day]}
        </label>
      ))}
      {problem !== undefined && <small class="problem">{problem}</small>}
    </fieldset>
  );
};
