/** @jsxImportSource hono/jsx */
// How a part of the settings is declared: its fields, what they show, and nothing else.
//
//   const QUIET: Part = {
//     part: "quietHours",                       // of settings-form.ts, where its shape stands
//     title: "Quiet hours",
//     fields: [{ kind: "time", key: "from", label: "From", now: (s) => s.quietHours.from }],
//   };
//
// A section of the page is <Parts visit={visit} parts={[QUIET]} />. What one field cannot say (rows
// of services, days) is a component of its own around SettingsForm.
import type { Child } from "hono/jsx";
import { type Role, roleAtLeast } from "../../../domain/caller.ts";
import type { BrandSettings } from "../../../domain/settings.ts";
import type { SettingsForm as SettingsParts } from "../../../operations/desk/settings-form.ts";
import { Fact } from "../components/fact.tsx";
import { Choice, Field, Tick } from "../components/field.tsx";
import type { DeskVisit, PageProps } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";
import { NumberField, partState, SettingsForm } from "./settings-form.tsx";

interface Common<Value> {
  /** Its name within the part. */
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  /** What holds now. */
  now(settings: BrandSettings, visit: DeskVisit): Value;
}

/** One field of a part, by what it takes. */
type PartField =
  | (Common<number | null | undefined> & { readonly kind: "number" })
  | (Common<boolean> & { readonly kind: "tick" })
  | (Common<string> & { readonly kind: "time" })
  /** YYYY-MM-DD; may be left empty. */
  | (Common<string> & { readonly kind: "date" })
  /** `list`: id of a datalist on the page with what is usual; `optional`: it may be left empty. */
  | (Common<string> & {
      readonly kind: "text";
      readonly list?: string;
      readonly optional?: boolean;
    })
  | (Common<string> & {
      readonly kind: "choice";
      readonly options: readonly { readonly value: string; readonly label: string }[];
    });

/** A part of the settings that is saved by itself. */
export interface Part {
  /** First word of its fields. */
  readonly part: keyof SettingsParts;
  readonly title: string;
  /** Stands below the title. */
  readonly intro?: Child | ((visit: DeskVisit) => Child);
  /** The least role that changes it; left out: whoever sees the page. Others see what holds. */
  readonly role?: Role;
  /** One below the other; those of an inner list side by side. */
  readonly fields: readonly (PartField | readonly PartField[])[];
}

/** Parts of the settings, each a card with a form. */
export const Parts = ({ visit, parts }: PageProps<{ parts: readonly Part[] }>) => (
  <>
    {parts.map((part) => (
      <PartCard visit={visit} part={part} />
    ))}
  </>
);

function PartCard({ visit, part: { part, title, intro, fields, role = "host" } }: PartProps) {
  const form = partState(visit, part);
  const mayChange = roleAtLeast(visit.role, role);
  const one = (field: PartField) => (
    <PartInput visit={visit} field={field} form={form} name={nameOf(part, field)} />
  );
  return (
    <section class="card stack" aria-labelledby={`${part}-title`}>
      <h2 id={`${part}-title`}>{title}</h2>
      {intro !== undefined && (
        <p class="soft">{typeof intro === "function" ? intro(visit) : intro}</p>
      )}
      {mayChange ? (
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
        <Held visit={visit} fields={fields.flat()} />
      )}
    </section>
  );
}

/** What holds, for whoever does not change it. */
const Held = ({ visit, fields }: PageProps<{ fields: readonly PartField[] }>) => (
  <>
    <dl class="facts">
      {fields.map((field) => (
        <Fact name={field.label}>
          {String(field.now(visit.brand.settings, visit) ?? "") || "not set"}
        </Fact>
      ))}
    </dl>
    <p class="soft">Owners change this.</p>
  </>
);

type PartProps = PageProps<{ part: Part }>;

const nameOf = (part: string, { key }: PartField): string => `settings.${part}.${key}`;

function PartInput({
  visit,
  field,
  form,
  name,
}: PageProps<{ field: PartField; form: FormState; name: string }>) {
  const { settings } = visit.brand;
  const { label, hint } = field;
  const told = { form, name, label, ...(hint === undefined ? {} : { hint }) };
  switch (field.kind) {
    case "number":
      return <NumberField {...told} value={field.now(settings, visit)} />;
    case "tick":
      return <Tick {...told} checked={field.now(settings, visit)} />;
    case "time":
      return <Field {...told} type="time" value={field.now(settings, visit)} required />;
    case "date":
      return <Field {...told} type="date" value={field.now(settings, visit)} />;
    case "text": {
      const list = field.list === undefined ? {} : { list: field.list };
      const required = field.optional !== true;
      return <Field {...told} value={field.now(settings, visit)} required={required} {...list} />;
    }
    case "choice":
      return <Choice {...told} value={field.now(settings, visit)} options={field.options} />;
  }
}
