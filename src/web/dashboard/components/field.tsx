/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { FormState } from "../form-state.ts";

interface FieldProps {
  readonly form?: FormState | undefined;
  readonly name: string;
  readonly label: Child;
  readonly value?: string | number | null | undefined;
  readonly hint?: string | undefined;
  readonly required?: boolean;
  /** Needed if a page has several fields of this name. */
  readonly id?: string;
}

const shownIn = ({ form, name, value }: FieldProps): string =>
  form?.value(name, value) ?? String(value ?? "");

/** In a CSS selector, a dot in an id would start a class name. */
export const idOf = (name: string): string => name.replaceAll(".", "-");

function Around({
  form,
  name,
  label,
  hint,
  id = idOf(name),
  children,
}: FieldProps & { readonly children: Child }) {
  const problem = form?.problem(name);
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

const attributesOf = ({ form, name, hint, required, id = idOf(name) }: FieldProps) => {
  const problem = form?.problem(name);
  return {
    id,
    name,
    required,
    "aria-invalid": problem === undefined ? undefined : ("true" as const),
    "aria-describedby": (problem ?? hint) === undefined ? undefined : `${id}-note`,
  };
};

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
  spellcheck,
  ...field
}: FieldProps &
  Readonly<{
    type?: "text" | "tel" | "email" | "number" | "date" | "time" | "datetime-local" | "password";
    autocomplete?: string;
    inputmode?: "numeric" | "tel";
    min?: number | string;
    max?: number | string;
    step?: number;
    autofocus?: boolean;
    placeholder?: string;
    maxlength?: number;
    list?: string | undefined;
    spellcheck?: boolean;
  }>) => (
  <Around {...field}>
    <input
      {...attributesOf(field)}
      type={type}
      value={shownIn(field)}
      dir={type === "text" ? "auto" : undefined}
      {...{
        autocomplete,
        inputmode,
        min,
        max,
        step,
        autofocus,
        placeholder,
        maxlength,
        list,
        spellcheck,
      }}
    />
  </Around>
);

export const TextField = ({
  rows = 3,
  maxlength,
  ...field
}: FieldProps & { readonly rows?: number; readonly maxlength?: number }) => (
  <Around {...field}>
    <textarea {...attributesOf(field)} dir="auto" rows={rows} maxlength={maxlength}>
      {shownIn(field)}
    </textarea>
  </Around>
);

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface OptionGroup {
  readonly group: string;
  readonly options: readonly Option[];
}

export const Choice = ({
  options,
  ...field
}: FieldProps & { readonly options: readonly (Option | OptionGroup)[] }) => (
  <Around {...field}>
    <select {...attributesOf(field)}>
      <Options options={options} chosen={shownIn(field)} />
    </select>
  </Around>
);

const Options = ({
  options,
  chosen,
}: Readonly<{ options: readonly (Option | OptionGroup)[]; chosen: string }>) => (
  <>
    {options.map((one) =>
      "group" in one ? (
        <optgroup label={one.group}>
          <Options options={one.options} chosen={chosen} />
        </optgroup>
      ) : (
        <option value={one.value} selected={one.value === chosen}>
          {one.label}
        </option>
      ),
    )}
  </>
);

export const ReasonInput = ({
  form,
  label,
  placeholder,
}: Readonly<{ form: FormState; label: string; placeholder: string }>) => (
  <input
    name="reason"
    dir="auto"
    maxlength={500}
    autocomplete="off"
    placeholder={placeholder}
    aria-label={label}
    value={form.value("reason")}
  />
);

/** An unticked box sends `false`; without the hidden field, the browser would send nothing. */
export const Tick = ({
  form,
  name,
  label,
  checked,
  off = null,
  id = idOf(name),
}: Readonly<{
  form: FormState;
  name: string;
  label: Child;
  checked: boolean;
  /** Why the box cannot be ticked. A disabled box sends nothing. */
  off?: Child;
  id?: string;
}>) => (
  <div class="tick">
    {off === null && <input type="hidden" name={name} value="false" />}
    <input
      id={id}
      type="checkbox"
      name={name}
      value="true"
      checked={off === null && form.value(name, String(checked)) === "true"}
      disabled={off !== null}
      aria-describedby={off === null ? undefined : `${id}-note`}
    />
    <label for={id}>{label}</label>
    {off !== null && (
      <small id={`${id}-note`} class="soft">
        {off}
      </small>
    )}
  </div>
);
