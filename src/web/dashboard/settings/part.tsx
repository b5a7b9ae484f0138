/** @jsxImportSource hono/jsx */
// parts.ts declares the parts of the settings. Services, stays, special days and wordings have their own
// components around SettingsForm.
import type { Child } from "hono/jsx";
import { type Role, roleAtLeast } from "../../../domain/caller.ts";
import type { BrandSettings } from "../../../domain/settings.ts";
import {
  MOST_TYPED,
  type SettingsForm as SettingsParts,
} from "../../../operations/desk/settings-form.ts";
import { Fact } from "../components/fact.tsx";
import { Choice, Field, type Option, TextField, Tick } from "../components/field.tsx";
import type { DeskVisit, PageProps } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";
import { partState, SettingsForm } from "./settings-form.tsx";

export interface PartField {
  readonly kind: "number" | "tick" | "time" | "date" | "text" | "lines" | "choice";
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  readonly now?: ((settings: BrandSettings, visit: DeskVisit) => Shown) | undefined;
  /** Id of a datalist with suggestions. Only for "text". */
  readonly list?: string;
  /** Only for "text". Numbers, dates and lines may always be empty. */
  readonly optional?: boolean;
  readonly options?: readonly Option[];
}
type Shown = string | number | boolean | null | undefined;

export interface Part {
  /** A part of `settingsFormShape`. Its fields are named `settings.<part>.<key>`. */
  readonly part: keyof SettingsParts;
  readonly title: string;
  readonly intro?: Child | ((visit: DeskVisit) => Child);
  /** Lowest role that may change the part. Default: everybody who sees the page. */
  readonly role?: Role;
  /** Fields of an inner list are shown side by side. */
  readonly fields: readonly (PartField | readonly PartField[])[];
}

export const Parts = ({ visit, parts }: PageProps<{ parts: readonly Part[] }>) => (
  <>
    {parts.map((part) => (
      <PartCard visit={visit} part={part} />
    ))}
  </>
);

function PartCard({ visit, part: { part, title, intro, fields, role = "host" } }: PartProps) {
  const form = partState(visit, part);
  const one = (field: PartField) => (
    <PartInput
      field={field}
      form={form}
      name={nameOf(part, field)}
      now={nowOf(visit, part, field)}
    />
  );
  return (
    <section class="card stack" aria-labelledby={`${part}-title`}>
      <h2 id={`${part}-title`}>{title}</h2>
      {intro !== undefined && (
        <p class="soft">{typeof intro === "function" ? intro(visit) : intro}</p>
      )}
      {roleAtLeast(visit.role, role) ? (
        <SettingsForm
          visit={visit}
          part={part}
          form={form}
          fields={fields.flat().map((field) => nameOf(part, field))}
        >
          <div class="settings-fields" id={`${part}-fields`}>
            {fields.map((field) =>
              "kind" in field ? one(field) : <div class="fields-auto">{field.map(one)}</div>,
            )}
          </div>
        </SettingsForm>
      ) : (
        <>
          <dl class="facts">
            {fields.flat().map((field) => (
              <Fact name={field.label}>{String(nowOf(visit, part, field) ?? "") || "not set"}</Fact>
            ))}
          </dl>
          <p class="soft">Only owners can change this.</p>
        </>
      )}
    </section>
  );
}

type PartProps = PageProps<{ part: Part }>;

const nameOf = (part: string, { key }: PartField): string => `settings.${part}.${key}`;

/** Without `now`, reads `key` from the part's settings, or else from the top level of all settings. */
function nowOf(visit: DeskVisit, part: string, { key, now }: PartField): Shown {
  const { settings } = visit.brand;
  if (now !== undefined) return now(settings, visit);
  const top: Readonly<Record<string, unknown>> = { ...settings };
  return { ...top, ...(top[part] as object | undefined) }[key] as Shown;
}

function PartInput({
  field: { kind, label, hint, list, optional = false, options = [] },
  now,
  ...field
}: Readonly<{ field: PartField; form: FormState; name: string; now: Shown }>) {
  if (kind === "tick") return <Tick {...field} label={label} checked={now === true} />;
  const told = { ...field, label, hint, value: String(now ?? "") };
  switch (kind) {
    case "number":
      return <Field {...told} inputmode="numeric" />;
    case "time":
      return <Field {...told} type="time" required />;
    case "date":
      return <Field {...told} type="date" />;
    case "text":
      return <Field {...told} list={list} required={!optional} />;
    case "lines":
      return <TextField {...told} rows={4} maxlength={MOST_TYPED} />;
    case "choice":
      return <Choice {...told} options={options} />;
  }
}
