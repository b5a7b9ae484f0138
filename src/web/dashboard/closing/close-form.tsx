/** @jsxImportSource hono/jsx */
import type { ClosedParty } from "../../../operations/desk/close-parties.ts";
import { type Closing, closeWithParties } from "../../../operations/desk/close-with-parties.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { Choice, Field } from "../components/field.tsx";
import type { PageProps } from "../desk-visit.ts";
import { type FormState, formState } from "../form-state.ts";
import { shortWhen } from "../when.ts";
import { closingPath, MOVE_TO } from "./close-as-chosen.ts";
import { Party } from "./parties.tsx";

const OPTIONS = [
  { value: "text and cancel", label: "Text and cancel" },
  { value: "cancel", label: "Cancel without a text" },
  { value: "keep", label: "Keep" },
];

export function CloseForm({
  visit,
  closing: { date, service, concerned },
  keepHours,
}: PageProps<{ closing: Closing; keepHours: boolean }>) {
  const form = formState(visit, closeWithParties.name);
  const nobody = concerned.length === 0;
  const when = keepHours
    ? "outside the opening hours"
    : service === null
      ? "on this day"
      : "in this service";
  return (
    <section class="card stack" aria-labelledby="close-title">
      <h2 id="close-title">
        {keepHours ? (
          "Booked outside the opening hours"
        ) : service === null ? (
          "Close this day"
        ) : (
          <>
            Close <bdi>{service}</bdi>
          </>
        )}
      </h2>
      <OperationForm
        visit={visit}
        form={form}
        own={["note"]}
        action="/close"
        back={closingPath(visit, date)}
        formId="close-day"
        class="stack settings-form"
      >
        <input type="hidden" name="date" value={date} />
        {keepHours && <input type="hidden" name="keepHours" value="true" />}
        {service !== null && <input type="hidden" name="service" value={service} />}
        {!keepHours && (
          <Field
            form={form}
            name="note"
            label="Why"
            hint="Guests who ask for this day are told the reason. Texts do not contain it. For example: Closed for a wedding."
            maxlength={200}
          />
        )}
        {nobody ? (
          <p>No party is expected {when}.</p>
        ) : (
          <>
            <Choice
              form={form}
              name="all"
              label="All parties"
              options={[{ value: "", label: "As chosen for each" }, ...OPTIONS]}
            />
            <ul class="special-days">
              {concerned.map((party) => (
                <li>
                  <Party visit={visit} party={party} />
                  <OneChoice visit={visit} form={form} party={party} />
                </li>
              ))}
            </ul>
            <p class="soft small">
              Texts wait until quiet hours end. A guest gets no text without a phone that takes
              texts, or if no earlier text told the guest about the reservation. Afterwards you see
              who was not texted.{" "}
              {visit.brand.settings.updateNotification
                ? "Guests who are moved also get a text."
                : "Guests who are moved get no text: call them."}
            </p>
          </>
        )}
        <Button look={nobody ? "main" : "stop"}>
          {keepHours ? (
            "Apply"
          ) : service === null ? (
            "Close this day"
          ) : (
            <>
              Close <bdi>{service}</bdi>
            </>
          )}
        </Button>
      </OperationForm>
    </section>
  );
}

/**
 * An option's value is "ID REVISION CHOICE". If the party's revision has changed when the form is sent,
 * the party is left as it is.
 */
function OneChoice({ visit, form, party }: PageProps<{ form: FormState; party: ClosedParty }>) {
  const { id, revision, name, freeTimes } = party;
  const typed = form.typed?.getAll("party").find((one) => one.startsWith(`${id} `));
  const chosen = typed?.split(" ").slice(2).join(" ") ?? "keep";
  const moves = freeTimes.map(({ timestamp }) => ({
    value: `${MOVE_TO}${timestamp}`,
    label: `Move to ${shortWhen(timestamp, visit)}`,
  }));
  return (
    <select name="party" class="what-becomes" aria-label={`What to do with ${name}`}>
      {[...OPTIONS, ...moves].map(({ value, label }) => (
        <option value={`${id} ${revision} ${value}`} selected={value === chosen}>
          {label}
        </option>
      ))}
    </select>
  );
}
