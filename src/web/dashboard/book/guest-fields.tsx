/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { callingCode, shownPhone } from "../../../domain/phone-text.ts";
import { NOTE_FIELDS, NOTES } from "../../../domain/reservation.ts";
import { MAX_NOTE } from "../../../domain/stored-values.ts";
import { countryNamed } from "../../../words/en/phrases.ts";
import { AreaChoice } from "../components/area-choice.tsx";
import { Field, TextField, Tick } from "../components/field.tsx";
import { isWithoutGateway, NoGateway } from "../components/no-gateway.tsx";
import { PhoneField } from "../components/phone-field.tsx";
import type { PageProps } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";
import type { Wish } from "./wish.ts";

export function GuestFields({
  visit,
  form,
  wish: { area, entry },
  children,
}: PageProps<{ form: FormState; wish: Wish; children: Child }>) {
  const { defaultCountry } = visit.brand.settings;
  const code = callingCode(defaultCountry);
  const hasNotes = NOTE_FIELDS.some(
    (name) => form.value(name) !== "" || form.problem(name) !== undefined,
  );
  return (
    <>
      <div class="grid-2">
        <Field
          form={form}
          name="name"
          label="Name"
          value={entry?.name ?? ""}
          required
          maxlength={120}
        />
        <PhoneField
          visit={visit}
          form={form}
          value={entry === null ? "" : shownPhone(entry.phone, defaultCountry)}
          hint={`Without a +, the country is ${countryNamed(defaultCountry)}${code === null ? "" : ` (${code})`}. Leave empty for a walk-in.`}
        />
        {children}
        <Field form={form} name="email" label="E-mail" type="email" maxlength={254} />
        <AreaChoice visit={visit} form={form} value={area} />
        <Tick
          form={form}
          name="notifyCustomer"
          label="Text the guest a confirmation"
          checked={true}
          off={isWithoutGateway(visit) ? <NoGateway visit={visit} /> : null}
        />
      </div>
      <details class="more-notes" open={hasNotes || (entry?.notes ?? "") !== ""}>
        <summary>Notes</summary>
        <div class="stack">
          {NOTE_FIELDS.map((field) => (
            <TextField
              form={form}
              name={field}
              label={NOTES[field].label}
              value={field === "notes" ? (entry?.notes ?? "") : ""}
              hint={NOTES[field].note.hint}
              rows={2}
              maxlength={MAX_NOTE}
            />
          ))}
        </div>
      </details>
    </>
  );
}
