/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { servicesOn } from "../../../domain/calendar.ts";
import { roleAtLeast } from "../../../domain/caller.ts";
import { legalMoves } from "../../../domain/transitions.ts";
import type { ReservationCard } from "../../../operations/desk/reservation-card.ts";
import { changeWords } from "../../../words/en/host/operations.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { Choice, ReasonInput, Tick } from "../components/field.tsx";
import { isWithoutGateway, NoGateway } from "../components/no-gateway.tsx";
import type { DeskVisit, PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { nextActions } from "../tonight/next-actions.ts";
import { shortWhen } from "../when.ts";

type Props = PageProps<{ card: ReservationCard }>;

export function Actions({ visit, card }: Props) {
  const { reservation, undo } = card;
  const { settings } = visit.brand;
  const { services } = servicesOn(settings, reservation.serviceDate);
  const steps = nextActions(reservation, services, visit.now, settings.noShowGraceMinutes);
  const { status, id, revision } = reservation;
  const about = { visit, id, revision };
  const mayCancel = status !== "pending" && legalMoves(status).includes("cancel_booking");
  return (
    <div class="stack actions">
      {status === "pending" && <Decision visit={visit} card={card} />}
      <div class="line">
        {steps.map(({ operation, label }, index) => (
          <OperationForm operation={operation} {...about}>
            <Button look={index === 0 ? "main" : "quiet"}>{label}</Button>
          </OperationForm>
        ))}
        {undo !== null && (
          <OperationForm operation="undo_last_change" {...about}>
            <Button look="quiet">{`Undo: ${changeWords(undo.operation).toLowerCase()}`}</Button>
          </OperationForm>
        )}
        {undo !== null && (
          <span class="soft small">{`by ${undo.by}, until ${shortWhen(undo.until, visit)}`}</span>
        )}
        {mayCancel && <Cancel visit={visit} card={card} />}
      </div>
    </div>
  );
}

function Decision({ visit, card: { reservation } }: Props) {
  if (!roleAtLeast(visit.role, "manager")) {
    return <p class="note care">This is a request from a large party. A manager has to decide.</p>;
  }
  const decline = formState(visit, "decline_request");
  const about = { visit, id: reservation.id, revision: reservation.revision };
  return (
    <div class="note care stack">
      <p>
        A large party asks for a table. Its seats are held until you decide. A request that nobody
        decides is declined automatically, after a day at the latest.
      </p>
      <div class="line">
        <OperationForm operation="approve_request" {...about}>
          <Button>Approve</Button>
        </OperationForm>
        <OperationForm operation="decline_request" class="line" {...about}>
          <ReasonInput
            form={decline}
            label="Reason for declining"
            placeholder="Reason (staff only)"
          />
          <Button look="stop">Decline</Button>
        </OperationForm>
      </div>
    </div>
  );
}

/** Cancelling takes two taps, so that one wrong tap cannot cancel a reservation. */
function Cancel({ visit, card: { reservation } }: Props) {
  const form = formState(visit, "cancel_booking");
  return (
    <details class="fold" open={form.refused !== null}>
      <summary class="stop">Cancel reservation</summary>
      <OperationForm
        visit={visit}
        operation="cancel_booking"
        id={reservation.id}
        revision={reservation.revision}
        class="stack"
      >
        <Choice
          form={form}
          name="cancelledBy"
          label="Who cancels"
          value="restaurant"
          options={[
            { value: "restaurant", label: "The restaurant" },
            { value: "guest", label: "The guest" },
          ]}
        />
        <Tick
          form={form}
          name="notifyCustomer"
          id="tell-cancelled"
          label="Text the guest about the cancellation"
          checked={true}
          off={whyNoText(visit, reservation)}
        />
        <div class="line">
          <ReasonInput
            form={form}
            label="Reason for cancelling"
            placeholder="Reason (staff only)"
          />
          <Button look="stop">Cancel it</Button>
        </div>
      </OperationForm>
    </details>
  );
}

function whyNoText(visit: DeskVisit, reservation: ReservationCard["reservation"]): Child {
  if (isWithoutGateway(visit)) return <NoGateway visit={visit} />;
  if (reservation.phone === null) return "No phone number is known.";
  return visit.brand.settings.cancelNotification
    ? null
    : "Texts about cancellations are switched off.";
}
