/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { FormState } from "../form-state.ts";

interface FieldProps {
  readonly form: FormState;
  readonly name: string;
  readonly label: string;
  /** What stands in it before anything was typed. */
  readonly value?: string | number | null;
  readonly hint?: string;
  readonly required?: boolean;
  /** Names the element where a page has several forms with this field; left out: by its name. */
  readonly id?: string;
}

/** Field names hold dots, which selectors would read as classes. */
export const idOf = (name: string): string => name.replaceAll(".", "-");

/** The label, what is wrong with it and what helps, around one input. */
function Around({
  form,
  name,
  label,
  hint,
  id = idOf(name),
  children,
}: FieldProps & { readonly children: Child }) {
  const problem = form.problem(name);
  const note = problem ?? hint;
  return (
    <div class={problem === undefined ? "field" : "field wrong"}>
      <label for={id}>{label}</label>
      {children}
      {note !== undefined && (
        <small id={`${id}-note`} class={problem === undefined ? "hint" : "problem"}>
          {note}
        </small>
      )}
    </div>
  );
}

const told = ({ form, name, hint, id = idOf(name) }: FieldProps) => ({
  id,
  name,
  "aria-invalid": form.problem(name) === undefined ? undefined : ("true" as const),
  "aria-describedby":
    form.problem(name) === undefined && hint === undefined ? undefined : `${id}-note`,
});

/** A labelled input; what was typed is kept, what is wrong stands below it. */
export const Field = ({
  type = "text",
  autocomplete = "off",
  inputmode,
  min,
  max,
  step,
  autofocus,
  placeholder,
  maxlength,
  list,
  ...field
}: FieldProps &
  Readonly<{
    type?: "text" | "tel" | "email" | "number" | "date" | "time" | "search" | "password";
    autocomplete?: string;
    inputmode?: "numeric" | "tel" | "text";
    min?: number | string;
    max?: number | string;
    step?: number;
    autofocus?: boolean;
    placeholder?: string;
    maxlength?: number;
    list?: string;
  }>) => (
  <Around {...field}>
    <input
      {...told(field)}
      type={type}
      value={field.form.value(field.name, field.value)}
      required={field.required}
      dir={type === "text" ? "auto" : undefined}
      {...{ autocomplete, inputmode, min, max, step, autofocus, placeholder, maxlength, list }}
    />
  </Around>
);

/** A labelled text of several lines. */
export const TextField = ({
  rows = 3,
  maxlength,
  ...field
}: FieldProps & { readonly rows?: number; readonly maxlength?: number }) => (
  <Around {...field}>
    <textarea
      {...told(field)}
      dir="auto"
      rows={rows}
      maxlength={maxlength}
      required={field.required}
    >
      {field.form.value(field.name, field.value)}
    </textarea>
  </Around>
);

/** A labelled choice of one. */
export const Choice = ({
  options,
  ...field
}: FieldProps & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}) => {
  const chosen = field.form.value(field.name, field.value);
  return (
    <Around {...field}>
      <select {...told(field)} required={field.required}>
        {options.map(({ value, label }) => (
          <option value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </Around>
  );
};

/** Yes or no; unticked it sends `false`, so that it can be taken back. */
export const Tick = ({
  form,
  name,
  label,
  checked,
  id = idOf(name),
}: Readonly<{ form: FormState; name: string; label: Child; checked: boolean; id?: string }>) => (
  <div class="tick">
    <input type="hidden" name={name} value="false" />
    <input
      id={id}
      type="checkbox"
      name={name}
      value="true"
      checked={form.value(name, String(checked)) === "true"}
    />
    <label for={id}>{label}</label>
  </div>
);
