/** @jsxImportSource hono/jsx */
import { shownPhone } from "../../../domain/phone-text.ts";
import { clockTime, displayTime } from "../../../domain/time.ts";
import type { WaitingGuest } from "../../../operations/desk/waiting-guests.ts";
import { ENTRY_WORDS, OFFER_WORDS } from "../../../words/en/host/labels.ts";
import { Badge, type Tone } from "../components/badge.tsx";
import { Button, ButtonLink, OperationForm } from "../components/button.tsx";
import { isWithoutGateway } from "../components/no-gateway.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";

const TONES: Partial<Record<WaitingGuest["status"], Tone>> = {
  offered: "good",
  paused: "care",
  booked: "good",
};

type Props = PageProps<{ guest: WaitingGuest }>;

export const Guest = ({ visit, guest }: Props) => {
  const label = ENTRY_WORDS[guest.status];
  return (
    <li class={`waiting-guest ${guest.status}`} id={`entry-${guest.id}`}>
      <div class="waiting-place" aria-hidden="true">
        {guest.position ?? ""}
      </div>
      <div class="waiting-facts">
        <h3>
          <bdi>{guest.name}</bdi> <span class="waiting-party">party of {guest.numberOfPeople}</span>
        </h3>
        <p class="line">
          <span class="waiting-window">{windowOf(guest, visit)}</span>
          <span class="soft">
            wants {guest.wishedTime}
            {guest.area !== undefined && (
              <>
                , <bdi>{guest.area}</bdi>
              </>
            )}
          </span>
          {guest.status === "waiting" ? (
            <span class="unseen">{`${label}, number ${guest.position} in line`}</span>
          ) : (
            <Badge tone={TONES[guest.status] ?? "plain"}>{label}</Badge>
          )}
          {guest.priority > 0 && <Badge>Priority {guest.priority}</Badge>}
          {guest.smsOff && <Badge tone="care">SMS off, call</Badge>}
          <a class="waiting-phone" href={`tel:${guest.phone}`}>
            {shownPhone(guest.phone, visit.brand.settings.defaultCountry)}
          </a>
        </p>
        {guest.notes !== "" && (
          <p class="soft">
            <bdi>{guest.notes}</bdi>
          </p>
        )}
        <Offer visit={visit} guest={guest} />
        <PassedOver visit={visit} guest={guest} />
        <Past visit={visit} guest={guest} />
      </div>
      <Actions visit={visit} guest={guest} />
    </li>
  );
};

function windowOf({ earliestTimestamp, latestTimestamp }: WaitingGuest, { brand }: DeskVisit) {
  const zone = brand.settings.timeZone;
  const from = displayTime(earliestTimestamp, zone);
  return earliestTimestamp === latestTimestamp
    ? `${from} only`
    : `${from} to ${displayTime(latestTimestamp, zone)}`;
}

const Offer = ({ visit, guest }: Props) => {
  const { offer } = guest;
  if (offer === null) return null;
  const until = displayTime(offer.holdUntil, visit.brand.settings.timeZone);
  return (
    <p class="waiting-offer">
      <strong>{offer.time} offered</strong>
      <span>
        {isWithoutGateway(visit)
          ? `not texted, call the guest: table held until ${until}`
          : offer.state === "queued"
            ? `the text is on its way, table held until ${until}`
            : `answer by ${until}`}
      </span>
      <time class="waiting-countdown" data-until={String(offer.holdUntil)}>
        {until}
      </time>
      {offer.answered && (
        <a class="waiting-answered" href={at(visit, "/messages#unread")}>
          <Badge tone="care">Answered, read the text</Badge>
        </a>
      )}
    </p>
  );
};

const PassedOver = ({ visit, guest }: Props) => {
  const { passedOver } = guest;
  const last = passedOver.at(-1);
  if (last === undefined) return null;
  const zone = visit.brand.settings.timeZone;
  return (
    <details class="waiting-more">
      <summary>
        {passedOver.length === 1 ? "Passed over once" : `Passed over ${passedOver.length} times`}
        <span class="waiting-why">: {last.message}</span>
      </summary>
      <ul>
        {passedOver.toReversed().map(({ timestamp, message }) => (
          <li>
            <span class="soft">for {clockTime(timestamp, zone)}</span> {message}
          </li>
        ))}
      </ul>
    </details>
  );
};

const Past = ({ visit, guest }: Props) => {
  if (guest.past.length === 0) return null;
  const zone = visit.brand.settings.timeZone;
  return (
    <details class="waiting-more">
      <summary>
        {guest.past.length === 1
          ? "Offered once before"
          : `Offered ${guest.past.length} times before`}
      </summary>
      <ul>
        {guest.past.toReversed().map(({ state, time, at: made, answered }) => (
          <li>
            <span class="soft">{clockTime(made, zone)}</span> {time}:{" "}
            {state === "expired" && answered
              ? "the answer was not understood, time ran out"
              : OFFER_WORDS[state]}
          </li>
        ))}
      </ul>
    </details>
  );
};

function bookLink(visit: DeskVisit, { id, day, wishedTime, numberOfPeople }: WaitingGuest): string {
  const query = new URLSearchParams({
    entry: id,
    date: day,
    time: wishedTime,
    numberOfPeople: String(numberOfPeople),
  });
  return at(visit, `/book?${query.toString()}`);
}

const Actions = ({ visit, guest }: Props) => {
  const { id, status, bookingId, name } = guest;
  if (bookingId !== null) {
    return (
      <div class="waiting-actions">
        <ButtonLink
          href={at(visit, `/reservations/${bookingId}`)}
          aria-label={`Reservation of ${name}`}
        >
          Reservation
        </ButtonLink>
      </div>
    );
  }
  if (status === "left" || status === "lapsed") return null;
  return (
    <div class="waiting-actions">
      <ButtonLink href={bookLink(visit, guest)} look="next" aria-label={`Book ${name}`}>
        Book
      </ButtonLink>
      {status === "paused" ? (
        <OperationForm visit={visit} operation="resume_entry" id={id}>
          <Button look="quiet" aria-label={`Resume ${name}`}>
            Resume
          </Button>
        </OperationForm>
      ) : (
        <OperationForm visit={visit} operation="pause_entry" id={id}>
          <Button look="quiet" aria-label={`Pause ${name}`}>
            Pause
          </Button>
        </OperationForm>
      )}
      <details class="waiting-leave">
        <summary class="b quiet" aria-label={`Withdraw ${name}`}>
          Withdraw
        </summary>
        <OperationForm visit={visit} operation="remove_from_waitlist" id={id} class="card">
          <label for={`reason-${id}`}>Reason (not sent to the guest)</label>
          <input id={`reason-${id}`} name="reason" dir="auto" maxlength={500} autocomplete="off" />
          <Button look="stop">Take {name} off the list</Button>
        </OperationForm>
      </details>
    </div>
  );
};
