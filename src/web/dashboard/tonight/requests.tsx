/** @jsxImportSource hono/jsx */
import { roleAtLeast } from "../../../domain/caller.ts";
import type { OpenRequest } from "../../../operations/desk/open-requests.ts";
import { counted } from "../../../words/en/phrases.ts";
import { Badge } from "../components/badge.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { ReasonInput } from "../components/field.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { dayAndTime, shortWhen } from "../when.ts";

export const Requests = ({ visit, requests }: PageProps<{ requests: readonly OpenRequest[] }>) =>
  requests.length === 0 ? null : (
    <section class="requests" id="requests" aria-labelledby="requests-title">
      <h2 id="requests-title">{counted(requests.length, "request")} to decide</h2>
      <ol>
        {requests.map((request) => (
          <Request visit={visit} request={request} />
        ))}
      </ol>
    </section>
  );

function Request({
  visit,
  request: { reservation, lapsesAt, urgent },
}: PageProps<{ request: OpenRequest }>) {
  const { id, name, numberOfPeople, timestamp, notes } = reservation;
  const about = { visit, id, revision: reservation.revision };
  const decides = roleAtLeast(visit.role, "manager");
  return (
    <li class={urgent ? "request urgent" : "request"} id={`q${id}`}>
      <div class="what">
        <p>
          <span class="party">{numberOfPeople}</span>{" "}
          <a class="asker" href={at(visit, `/reservations/${id}`)}>
            <bdi>{name}</bdi>
          </a>{" "}
          <span class="when">{dayAndTime(timestamp, visit)}</span>
        </p>
        <p class="soft small">
          <Badge
            tone={urgent ? "stop" : "plain"}
          >{`Decide by ${shortWhen(lapsesAt, visit)}`}</Badge>{" "}
          {notes !== "" && <bdi>{notes}</bdi>}
        </p>
      </div>
      {decides ? (
        <div class="line">
          <OperationForm operation="approve_request" {...about}>
            <Button look="next" aria-label={`Approve: ${name}`}>
              Approve
            </Button>
          </OperationForm>
          <Decline visit={visit} reservation={reservation} />
        </div>
      ) : (
        <p class="soft small">A manager decides.</p>
      )}
    </li>
  );
}

/** Two steps, because declining cannot be undone once the guest has read the text. */
function Decline({
  visit,
  reservation: { id, name, revision },
}: PageProps<{ reservation: OpenRequest["reservation"] }>) {
  const form = formState(visit, "decline_request", id ?? "");
  return (
    <details class="fold" open={form.refused !== null}>
      <summary class="b quiet" aria-label={`Decline: ${name}`}>
        Decline
      </summary>
      <OperationForm
        visit={visit}
        operation="decline_request"
        id={id}
        revision={revision}
        class="line"
      >
        <ReasonInput
          form={form}
          label={`Reason for declining: ${name}`}
          placeholder="Reason (staff only)"
        />
        <Button look="stop">Decline the request</Button>
      </OperationForm>
    </details>
  );
}
