/** @jsxImportSource hono/jsx */
import { Badge } from "../components/badge.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { isWithoutGateway } from "../components/no-gateway.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { Parts } from "./part.tsx";
import { TEXTS_PARTS } from "./parts.ts";

export const TextsSection = ({ visit }: PageProps) => (
  <>
    <Provider visit={visit} />
    <Parts visit={visit} parts={TEXTS_PARTS} />
  </>
);

function Provider({ visit }: PageProps) {
  const { provider, configured, hook } = visit.desk.sms;
  const form = formState(visit, "send_test_text");
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
              ? "No gateway is set up: texts are only written to the log. The person who runs this server can choose one with smsProvider (docs/sms-gateways.md)."
              : `Test data: real phones are never texted, although ${configured} is set up.`}
        </span>
      </p>
      {hook !== null && (
        <p class="soft">
          The gateway sends reports and guests' replies to <code>{visit.desk.origin + hook}</code>
        </p>
      )}
      {!isWithoutGateway(visit) && (
        <>
          <OperationForm
            visit={visit}
            form={form}
            own={["phone"]}
            formId="send-test-text"
            class="stack settings-form"
          >
            <Field
              form={form}
              name="phone"
              label="Your phone"
              type="tel"
              inputmode="tel"
              required
            />
            <Button look="quiet">Send me a test</Button>
          </OperationForm>
          <p class="soft small">
            See the result in <a href={at(visit, "/messages")}>messages</a>.
          </p>
        </>
      )}
    </section>
  );
}
