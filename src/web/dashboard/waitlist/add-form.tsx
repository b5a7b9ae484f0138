/** @jsxImportSource hono/jsx */
import { AreaChoice } from "../components/area-choice.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { Field, TextField } from "../components/field.tsx";
import { isWithoutGateway } from "../components/no-gateway.tsx";
import { PhoneField } from "../components/phone-field.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { proposedTime } from "./proposed-time.ts";

const FIELDS = [
  "name",
  "phone",
  "numberOfPeople",
  "date",
  "time",
  "earliestTime",
  "latestTime",
  "area",
  "notes",
  "priority",
];

export function AddForm({ visit, date }: PageProps<{ date: string }>) {
  const form = formState(visit, "add_guest");
  const time = proposedTime(visit.brand.settings, date, visit.now);
  const isFilled = form.typed !== null && form.refused === null;
  return (
    <section
      class="card waitlist-add"
      id="add"
      aria-labelledby="add-title"
      tabindex={isFilled ? -1 : undefined}
      autofocus={isFilled}
    >
      <h2 id="add-title">Add a guest</h2>
      <OperationForm
        visit={visit}
        form={form}
        own={FIELDS}
        formId="add-guest"
        back={at(visit, "/waitlist")}
        class="stack"
      >
        <div class="fields-2">
          <Field
            form={form}
            name="numberOfPeople"
            label="Party"
            type="number"
            inputmode="numeric"
            min={1}
            value={partyAsked(visit)}
            required
          />
          <Field form={form} name="date" label="Date" type="date" value={date} required />
        </div>
        <Field form={form} name="time" label="Preferred time" type="time" value={time} required />
        <div class="fields-3">
          <Field form={form} name="earliestTime" label="Earliest" type="time" />
          <Field form={form} name="latestTime" label="Latest" type="time" />
        </div>
        <p class="hint">
          If left empty: from half an hour before the preferred time to an hour after.
        </p>
        <Field form={form} name="name" label="Name" maxlength={120} required />
        <PhoneField
          visit={visit}
          form={form}
          hint={
            isWithoutGateway(visit) || !visit.brand.settings.waitlist.enabled
              ? "Call this guest when a table comes free: no offer is sent by text."
              : "Free tables are offered to this phone by text."
          }
          required
        />
        <AreaChoice visit={visit} form={form} />
        <details class="waiting-more" open={moreIsTyped(form)}>
          <summary>Notes and priority</summary>
          <div class="stack">
            <TextField form={form} name="notes" label="Notes" rows={2} maxlength={4000} />
            <Field
              form={form}
              name="priority"
              label="Priority, 0 to 9"
              type="number"
              min={0}
              max={9}
              value={0}
              hint="Tables are offered to higher numbers first."
            />
          </div>
        </details>
        <Button>Add to the waitlist</Button>
      </OperationForm>
    </section>
  );
}

export function partyAsked({ url }: DeskVisit): string {
  const asked = url.searchParams.get("numberOfPeople") ?? "";
  return /^[1-9]\d{0,3}$/.test(asked) ? asked : "2";
}

const moreIsTyped = (form: ReturnType<typeof formState>): boolean =>
  form.value("notes") !== "" || form.problem("priority") !== undefined;
