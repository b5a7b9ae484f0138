/** @jsxImportSource hono/jsx */
import { shownPhone } from "../../../domain/phone-text.ts";
import { clockTime, MINUTE } from "../../../domain/time.ts";
import type { WaitingGuest } from "../../../operations/desk/waiting-guests.ts";
import { addToDoor } from "../../../operations/door/add-to-door.ts";
import type { DoorWaits } from "../../../operations/door/door-waits.ts";
import { tablesNamed } from "../../../words/en/host/floor.ts";
import { waitOf } from "../../../words/en/host/waitlist.ts";
import { Badge } from "../components/badge.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { isWithoutGateway, NoGateway } from "../components/no-gateway.tsx";
import { PhoneField } from "../components/phone-field.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { partyAsked } from "./add-form.tsx";

export function Door({
  visit,
  parties,
  waits: { open, waits },
}: PageProps<{ parties: readonly WaitingGuest[]; waits: DoorWaits }>) {
  return (
    <section class="card stack door" id="door" aria-labelledby="door-title">
      <h2 id="door-title">At the door</h2>
      {open ? (
        <p class="line door-waits">
          {waits.map(({ numberOfPeople, minutes }) => (
            <span>
              <b>For {numberOfPeople}:</b> {waitOf(minutes)}
            </span>
          ))}
        </p>
      ) : (
        <p>No service is running, so nobody can be added here.</p>
      )}
      {parties.length > 0 && (
        <ol class="waiting-guests">
          {parties.map((party) => (
            <Party visit={visit} party={party} />
          ))}
        </ol>
      )}
      {open && <AddAtDoor visit={visit} />}
    </section>
  );
}

function Party({ visit, party }: PageProps<{ party: WaitingGuest }>) {
  const { id, name, numberOfPeople, phone, smsOff, quotedMinutes, createdAt, notes } = party;
  const { settings } = visit.brand;
  const waited = Math.floor((visit.now - createdAt) / MINUTE);
  const isLate = quotedMinutes !== null && waited > quotedMinutes;
  const noGateway = phone !== "" && isWithoutGateway(visit);
  const isSilent = phone === "" || smsOff || noGateway;
  const call = isSilent ? "Ready" : "Text: ready";
  return (
    <li class="waiting-guest door-party" id={`entry-${id}`}>
      <div class="waiting-place">
        {numberOfPeople}
        <span class="unseen"> people</span>
      </div>
      <div class="waiting-facts">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <p class="line">
          <span class={isLate ? "t-late" : undefined}>
            <span class={isLate ? "mark" : undefined}>Waiting {waited} min</span>
          </span>
          <span class="soft">
            {quotedMinutes === null ? "no wait was quoted" : `quoted ${waitOf(quotedMinutes)}`}
          </span>
          <Called visit={visit} party={party} />
          {phone !== "" && (
            <a class="waiting-phone" href={`tel:${phone}`}>
              {shownPhone(phone, settings.defaultCountry)}
            </a>
          )}
          {phone !== "" && smsOff && <Badge tone="care">SMS off, call by name</Badge>}
          {noGateway && (
            <span class="soft">
              <NoGateway visit={visit} />
            </span>
          )}
        </p>
        {notes !== "" && (
          <p class="soft">
            <bdi>{notes}</bdi>
          </p>
        )}
      </div>
      <div class="waiting-actions">
        <OperationForm visit={visit} operation="seat_from_door" id={id}>
          <Button look="next" aria-label={`Seat ${name}`}>
            Seat
          </Button>
        </OperationForm>
        <OperationForm visit={visit} operation="call_party" id={id}>
          <input type="hidden" name="text" value={isSilent ? "false" : "true"} />
          <Button look="quiet" aria-label={`${call}: ${name}`}>
            {call}
          </Button>
        </OperationForm>
        <details class="waiting-leave">
          <summary class="b quiet" aria-label={`${name} has gone`}>
            Gone
          </summary>
          <OperationForm visit={visit} operation="remove_from_waitlist" id={id} class="card">
            <Button look="stop">{name} has gone</Button>
          </OperationForm>
        </details>
      </div>
    </li>
  );
}

function Called({
  visit,
  party: { readyUntil, offer, tables },
}: PageProps<{ party: WaitingGuest }>) {
  if (readyUntil === null) return null;
  const until = clockTime(readyUntil, visit.brand.settings.timeZone);
  if (readyUntil <= visit.now) return <Badge tone="stop">{`Called, not seated by ${until}`}</Badge>;
  if (offer === null) return <Badge tone="care">Called, nothing is free yet</Badge>;
  const what = tables.length === 0 ? "held" : `${tablesNamed(tables)} held`;
  return <Badge tone="good">{`Called, ${what} until ${until}`}</Badge>;
}

export function AddAtDoor({ visit, size, back }: PageProps<{ size?: number; back?: string }>) {
  const form = formState(visit, addToDoor.name);
  return (
    <OperationForm
      visit={visit}
      form={form}
      own={["name", "numberOfPeople", "phone"]}
      formId="add-at-door"
      class="door-add"
      back={back ?? at(visit, "/waitlist")}
    >
      {size === undefined ? (
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
      ) : (
        <input type="hidden" name="numberOfPeople" value={String(size)} />
      )}
      <Field form={form} name="name" label="Name" maxlength={120} required />
      <PhoneField visit={visit} form={form} hint="To text the party when the table is ready." />
      <Button look="quiet">Add at the door</Button>
    </OperationForm>
  );
}
