/** @jsxImportSource hono/jsx */
import { brandBudget, directPhoneBudget, phoneBudget } from "../../../domain/sms-budget.ts";
import { usualDigits } from "../../../domain/sms-countries.ts";
import { EVERY_COUNTRY } from "../../../operations/desk/settings-form.ts";
import { Badge } from "../components/badge.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { Reasons } from "../components/reason.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { type Part, Parts } from "./part.tsx";

/** How texts leave, when they do not, and which ones are sent. */
export const TextsSection = ({ visit }: PageProps) => (
  <>
    <Provider visit={visit} />
    <Parts visit={visit} parts={[QUIET_HOURS, WHICH, BUDGET, COUNTRIES]} />
  </>
);

function Provider({ visit }: PageProps) {
  const { provider, configured, hook } = visit.desk.sms;
  const form = formState(visit, "send_test_text");
  const others = form.others("phone");
  return (
    <section class="card stack" aria-labelledby="provider-title">
      <h2 id="provider-title">Sending texts</h2>
      <p class="line">
        {provider === "log" ? (
          <Badge tone="care">No texts are sent</Badge>
        ) : (
          <Badge tone="good">Sent through {provider}</Badge>
        )}
        <span class="soft">
          {provider !== "log"
            ? "The gateway is set in the server's configuration."
            : configured === "log"
              ? "No gateway is set up: texts are only written to the log. The person who runs this server sets smsProvider."
              : `Test data: real phones are never texted, although ${configured} is set up.`}
        </span>
      </p>
      {hook !== null && (
        <p class="soft">
          The gateway sends reports and guests' replies to <code>{visit.desk.origin + hook}</code>
        </p>
      )}
      <OperationForm
        visit={visit}
        operation="send_test_text"
        idempotencyKey={form.key}
        formId="send-test-text"
        class="stack settings-form"
      >
        {others.length > 0 && <Reasons reasons={others} />}
        <Field form={form} name="phone" label="Your phone" type="tel" inputmode="tel" required />
        <Button look="quiet">Send me a test</Button>
      </OperationForm>
      <p class="soft small">
        See the result in <a href={at(visit, "/messages")}>messages</a>.
      </p>
    </section>
  );
}

const QUIET_HOURS: Part = {
  part: "quietHours",
  title: "Quiet hours",
  intro: ({ brand }) =>
    `Questions and reminders wait until quiet hours end (${brand.settings.timeZone}). Direct answers to guests are always sent.`,
  fields: [
    [
      { kind: "time", key: "from", label: "From", now: ({ quietHours }) => quietHours.from },
      { kind: "time", key: "to", label: "To", now: ({ quietHours }) => quietHours.to },
    ],
  ],
};

const WHICH: Part = {
  part: "texts",
  title: "Which texts are sent",
  fields: [
    {
      kind: "tick",
      key: "cancelNotification",
      label: "When a reservation is cancelled",
      now: ({ cancelNotification }) => cancelNotification,
    },
    {
      kind: "tick",
      key: "updateNotification",
      label: "When a reservation is changed",
      now: ({ updateNotification }) => updateNotification,
    },
    {
      kind: "number",
      key: "reminderHoursBefore",
      label: "A reminder, hours before",
      hint: "Empty: no reminder.",
      now: ({ reminderHoursBefore }) => reminderHoursBefore,
    },
  ],
};

const BUDGET: Part = {
  part: "smsBudget",
  title: "Texts per day",
  intro: "Offers, questions and reminders over the limit wait in Messages for a manager.",
  fields: [
    [
      {
        kind: "number",
        key: "perPhone",
        label: "Per phone",
        hint: "Within 24 hours. Empty: 6.",
        now: phoneBudget,
      },
      {
        kind: "number",
        key: "perBrand",
        label: "For all guests",
        hint: "Within 24 hours. Leave empty for 15 per seat, at least 300.",
        now: brandBudget,
      },
    ],
    {
      kind: "number",
      key: "directPerPhone",
      label: "Confirmations and changes per phone",
      hint: "Within 24 hours. Over the limit no text is sent, and the reservation is marked for a call. Empty: 12.",
      now: directPhoneBudget,
    },
  ],
};

const COUNTRIES: Part = {
  part: "smsCountries",
  title: "Countries that get texts",
  intro: ({ brand: { settings } }) =>
    "Guests with other phones can book, but get no texts: somebody calls them. Leave it empty for " +
    `calling codes that begin with +${usualDigits(settings.defaultCountry).join(" or +")}. ` +
    "Premium and satellite numbers never get texts.",
  fields: [
    {
      kind: "text",
      key: "countries",
      label: "Countries",
      hint: 'Two letters each, such as "US, CA, MX", or "all".',
      optional: true,
      now: ({ smsCountries }) =>
        smsCountries === null ? EVERY_COUNTRY.toLowerCase() : (smsCountries ?? []).join(", "),
    },
  ],
};
