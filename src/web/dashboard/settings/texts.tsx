/** @jsxImportSource hono/jsx */
import { Badge } from "../components/badge.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { Field, Tick } from "../components/field.tsx";
import { Reasons } from "../components/reason.tsx";
import { at, type DeskVisit } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { idOf, NumberField, partState, SettingsForm } from "./settings-form.tsx";

/** How texts leave, when they do not, and which ones are sent. */
export const TextsSection = ({ visit }: { readonly visit: DeskVisit }) => (
  <>
    <Provider visit={visit} />
    <QuietHours visit={visit} />
    <Which visit={visit} />
  </>
);

function Provider({ visit }: { readonly visit: DeskVisit }) {
  const { provider, configured, hook } = visit.desk.sms;
  const form = formState(visit, "send_test_text");
  const others = form.others("phone");
  return (
    <section class="card stack" aria-labelledby="provider-title">
      <h2 id="provider-title">The way to the phones</h2>
      <p class="line">
        {provider === "log" ? (
          <Badge tone="care">Nothing is really sent</Badge>
        ) : (
          <Badge tone="good">Sent through {provider}</Badge>
        )}
        <span class="soft">
          {provider !== "log"
            ? "Whoever runs this server chooses the gateway in its configuration."
            : configured === "log"
              ? "No gateway is set up: texts are written to the log. Whoever runs this server sets smsProvider."
              : `This is a test database: it never texts a real phone, although ${configured} is set up.`}
        </span>
      </p>
      {hook !== null && (
        <p class="soft">
          The gateway reports, and brings guests' answers, to{" "}
          <code>{visit.desk.origin + hook}</code>
        </p>
      )}
      <OperationForm
        visit={visit}
        operation="send_test_text"
        idempotencyKey={form.key}
        class="stack settings-form"
      >
        {others.length > 0 && <Reasons reasons={others} />}
        <Field form={form} name="phone" label="Your phone" type="tel" inputmode="tel" required />
        <Button look="quiet">Send me a test</Button>
      </OperationForm>
      <p class="soft small">
        What became of it stands among the <a href={at(visit, "/messages")}>messages</a>.
      </p>
    </section>
  );
}

function QuietHours({ visit }: { readonly visit: DeskVisit }) {
  const { quietHours, timeZone } = visit.brand.settings;
  const form = partState(visit, "quietHours");
  const fields = ["settings.quietHours.from", "settings.quietHours.to"] as const;
  return (
    <section class="card stack" aria-labelledby="quiet-title">
      <h2 id="quiet-title">Quiet hours</h2>
      <p class="soft">
        Questions and reminders wait until they are over ({timeZone}). What answers a guest at once
        is sent at once.
      </p>
      <SettingsForm visit={visit} form={form} fields={fields}>
        <div class="fields-pair">
          <Field
            form={form}
            name={fields[0]}
            id={idOf(fields[0])}
            label="From"
            type="time"
            value={quietHours.from}
            required
          />
          <Field
            form={form}
            name={fields[1]}
            id={idOf(fields[1])}
            label="To"
            type="time"
            value={quietHours.to}
            required
          />
        </div>
      </SettingsForm>
    </section>
  );
}

function Which({ visit }: { readonly visit: DeskVisit }) {
  const { settings } = visit.brand;
  const form = partState(visit, "texts");
  const name = (key: string): string => `settings.texts.${key}`;
  return (
    <section class="card stack" aria-labelledby="which-title">
      <h2 id="which-title">Which texts are sent</h2>
      <SettingsForm visit={visit} form={form} fields={[name("reminderHoursBefore")]}>
        <Tick
          form={form}
          name={name("cancelNotification")}
          id={idOf(name("cancelNotification"))}
          label="When a reservation is cancelled"
          checked={settings.cancelNotification}
        />
        <Tick
          form={form}
          name={name("updateNotification")}
          id={idOf(name("updateNotification"))}
          label="When a reservation is changed"
          checked={settings.updateNotification}
        />
        <NumberField
          form={form}
          name={name("reminderHoursBefore")}
          label="A reminder, hours before"
          value={settings.reminderHoursBefore}
          hint="Empty: no reminder."
        />
      </SettingsForm>
    </section>
  );
}
